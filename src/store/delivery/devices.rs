//! Devices with push, and the VAPID key.

use sqlx::FromRow;

use crate::now::Moment;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// A device as its owner sees it.
#[derive(Clone, Debug)]
pub struct PushDevice {
    pub id: i64,
    pub name: String,
    pub endpoint: String,
    /// When push was turned on.
    pub created_at: Moment,
    /// When it last received a push.
    pub last_accepted_at: Option<Moment>,
    /// Since when pushes to it have failed.
    pub failing_since: Option<Moment>,
}

/// A device to be added.
#[derive(Clone, Debug)]
pub struct NewPushDevice {
    pub user: UserId,
    /// The session of the browser.
    pub session: Option<[u8; 32]>,
    pub name: String,
    pub endpoint: String,
    /// The previous endpoint.
    pub before: Option<String>,
    /// The browser's public key.
    pub p256dh: [u8; 65],
    /// The authentication secret.
    pub auth: [u8; 16],
    pub at: Moment,
}

#[derive(FromRow)]
struct DeviceRow {
    id: i64,
    name: String,
    endpoint: String,
    created_at: i64,
    last_accepted_at: Option<i64>,
    failing_since: Option<i64>,
}

impl Store {
    /// The VAPID key. The first call stores this new one.
    pub async fn push_key(&self, made: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        self.write(transaction!(|db| {
            let keeping = "INSERT INTO push_key (id, pkcs8) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
            sql::query(keeping).bind(made).execute(&mut *db).await?;
            let (stored,): (Vec<u8>,) = sql::query_as("SELECT pkcs8 FROM push_key").fetch_one(db).await?;
            Ok(stored)
        }))
        .await
    }

    /// A user's devices, oldest first.
    pub async fn devices(&self, user: UserId) -> Result<Vec<PushDevice>, StoreError> {
        let rows: Vec<DeviceRow> = self
            .read(move |db| async move {
                sql::query_as(
                    "SELECT id, name, endpoint, created_at, last_accepted_at, failing_since FROM devices
                     WHERE user_id = $1 ORDER BY id",
                )
                .bind(user.0)
                .fetch_all(&db)
                .await
            })
            .await?;
        Ok(rows.into_iter().map(device).collect())
    }

    /// Adds a device. A browser belongs to one user: its previous subscription is removed, also if it was another
    /// user's. Returns `false`, and changes nothing, if the user has `most` devices already.
    pub async fn add_device(&self, new: NewPushDevice, most: u32) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let others =
                "SELECT count(*) FROM devices WHERE user_id = $1 AND endpoint <> $2 AND endpoint IS DISTINCT FROM $3";
            let query = sql::query_as(others).bind(new.user.0).bind(&new.endpoint).bind(&new.before);
            let (Int(others),): (Int<u32>,) = query.fetch_one(&mut *db).await?;
            if others >= most {
                return Ok(false);
            }
            let of_others = "DELETE FROM devices WHERE endpoint = $1 AND user_id <> $2";
            sql::query(of_others).bind(&new.endpoint).bind(new.user.0).execute(&mut *db).await?;
            let before = "DELETE FROM devices WHERE endpoint = $1 AND endpoint <> $3 AND user_id = $2";
            let query = sql::query(before).bind(&new.before).bind(new.user.0).bind(&new.endpoint);
            query.execute(&mut *db).await?;
            sql::query(
                "INSERT INTO devices (user_id, session, name, endpoint, p256dh, auth, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)
                 ON CONFLICT (endpoint) DO UPDATE SET session = excluded.session, name = excluded.name,
                    p256dh = excluded.p256dh, auth = excluded.auth, failing_since = NULL",
            )
            .bind(new.user.0)
            .bind(new.session.as_ref().map(|session| &session[..]))
            .bind(new.name)
            .bind(new.endpoint)
            .bind(&new.p256dh[..])
            .bind(&new.auth[..])
            .bind(new.at.0)
            .execute(db)
            .await?;
            Ok(true)
        }))
        .await
    }

    /// Removes a device of the user and the pushes to it. Returns whether it was theirs.
    pub async fn remove_device(&self, user: UserId, device: i64) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("DELETE FROM devices WHERE id = $1 AND user_id = $2");
            Ok(query.bind(device).bind(user.0).execute(db).await? > 0)
        }))
        .await
    }
}

fn device(row: DeviceRow) -> PushDevice {
    PushDevice {
        id: row.id,
        name: row.name,
        endpoint: row.endpoint,
        created_at: Moment(row.created_at),
        last_accepted_at: row.last_accepted_at.map(Moment),
        failing_since: row.failing_since.map(Moment),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_device_too_many_changes_nothing_and_may_replace_its_earlier_endpoint() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        for name in ["Ada", "Ben"] {
            store.add_person_for_test(name).await;
        }
        let adds = async |user, endpoint: &str, before: Option<&str>| {
            let new = NewPushDevice {
                user: UserId(user),
                session: None,
                name: endpoint.to_owned(),
                endpoint: endpoint.to_owned(),
                before: before.map(str::to_owned),
                p256dh: [0; 65],
                auth: [0; 16],
                at: Moment(1),
            };
            store.add_device(new, 2).await.unwrap()
        };
        let names = async |user| -> Vec<String> {
            store.devices(UserId(user)).await.unwrap().into_iter().map(|device| device.name).collect()
        };
        assert!(adds(2, "of Ben", None).await);
        assert!(adds(1, "one", None).await && adds(1, "two", None).await);
        assert!(!adds(1, "of Ben", None).await);
        assert_eq!(
            (names(1).await, names(2).await),
            (vec!["one".into(), "two".into()], vec!["of Ben".into()])
        );
        assert!(adds(1, "three", Some("one")).await);
        assert_eq!(names(1).await, ["two", "three"]);
    }
}

//! The outbox of pushes.

use sqlx::FromRow;

use super::queue::{DeliveryQueue, DeliveryResult, delivery_queue};
use crate::language::Language;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

/// How long a push is useful at most.
pub(super) const USEFUL: i64 = 3 * DAY;

/// A queued push.
#[derive(Clone, Debug)]
pub struct QueuedPush {
    pub id: i64,
    pub device: i64,
    pub user: UserId,
    /// The match, if it is about one.
    pub about: Option<MatchId>,
    /// What else it is about: `report-` and the id of a report, or `outage` of the mail server.
    pub topic: Option<String>,
    /// The text.
    pub body: String,
    /// Whether a sleeping phone is woken for it.
    pub urgent: bool,
    pub created_at: Moment,
    pub expires_at: Moment,
    /// How many attempts have failed.
    pub tries: u32,
    pub endpoint: String,
    /// The browser's public key.
    pub p256dh: Vec<u8>,
    /// The authentication secret.
    pub auth: Vec<u8>,
    /// Since when pushes to the device have failed.
    pub failing_since: Option<Moment>,
}

#[derive(FromRow)]
struct PushRow {
    id: i64,
    device_id: i64,
    user_id: i64,
    match_id: Option<String>,
    topic: Option<String>,
    body: String,
    urgent: bool,
    created_at: i64,
    expires_at: i64,
    #[sqlx(try_from = "i64")]
    tries: u32,
    endpoint: String,
    p256dh: Vec<u8>,
    auth: Vec<u8>,
    failing_since: Option<i64>,
}

const PUSHES: DeliveryQueue = delivery_queue!(
    "pushes",
    "CAST(created_at AS TEXT)",
    "",
    "SELECT p.id, p.device_id, d.user_id, p.match_id, p.topic, p.body, p.urgent, p.created_at, p.expires_at, p.tries,
        d.endpoint, d.p256dh, d.auth, d.failing_since
    FROM pushes p JOIN devices d ON d.id = p.device_id WHERE p.id = $1"
);

impl Store {
    /// Queues a test push to one device of the user, which replaces a queued one. Returns whether the device is
    /// theirs.
    pub async fn queue_test_push(
        &self,
        user: UserId,
        device: i64,
        body: String,
        at: Moment,
        expires_at: Moment,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
                let earlier = "DELETE FROM pushes WHERE state = 'waiting' AND match_id IS NULL
                AND topic IS NULL AND device_id = (SELECT id FROM devices WHERE id = $1 AND user_id = $2)";
                sql::query(earlier).bind(device).bind(user.0).execute(&mut *db).await?;
                let queued = sql::query(
                    "INSERT INTO pushes (id, device_id, body, urgent, state, created_at, expires_at, next_at, tries)
                     SELECT $6 + id, id, $3, TRUE, 'waiting', $4, $5, $4, 0 FROM devices WHERE id = $1 AND user_id = $2",
                )
                .bind(device)
                .bind(user.0)
                .bind(body)
                .bind(at.0)
                .bind(expires_at.0)
                .bind(random_number())
                .execute(db)
                .await?;
                Ok(queued > 0)
            }))
        .await
    }

    /// Queues a push about a problem of the site to the devices of all admins with this language.
    pub async fn push_to_admins(
        &self,
        topic: &'static str,
        language: Language,
        body: String,
        at: Moment,
        expires_at: Moment,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
                sql::query(
                    "INSERT INTO pushes (id, device_id, topic, body, urgent, state, created_at, expires_at, next_at, tries)
                     SELECT $5 + d.id, d.id, $6, $2, FALSE, 'waiting', $3, $4, $3, 0
                     FROM devices d JOIN users u ON u.id = d.user_id
                     WHERE u.role = 'admin' AND u.language = $1 AND (u.suspended_at IS NULL OR u.suspended_until <= $3)",
                )
                .bind(language.key())
                .bind(body)
                .bind(at.0)
                .bind(expires_at.0)
                .bind(random_number())
                .bind(topic)
                .execute(db)
                .await?;
                Ok(())
            }))
        .await
    }

    /// Claims pushes that are due, oldest first. No other process gets them until the claim expires.
    pub async fn claim_pushes(
        &self,
        now: Moment,
        until: Moment,
        limit: u32,
    ) -> Result<Vec<QueuedPush>, StoreError> {
        let rows = self.claim(&PUSHES, now, until, limit).await?;
        Ok(rows.into_iter().map(push).collect())
    }

    /// Records the result of an attempt, also for the device. The text of a finished push is deleted.
    pub async fn note_push(
        &self,
        push: &QueuedPush,
        fate: DeliveryResult,
        now: Moment,
    ) -> Result<(), StoreError> {
        let (id, device, endpoint) = (push.id, push.device, push.endpoint.clone());
        let settled =
            push.about.clone().filter(|_| fate == DeliveryResult::Obsolete).map(|about| (push.user, about));
        let of_device = match fate {
            DeliveryResult::Gone => {
                "DELETE FROM devices WHERE id = $1 AND endpoint = $3 AND CAST($2 AS TEXT) IS NOT NULL"
            }
            DeliveryResult::Sent => {
                "UPDATE devices SET last_accepted_at = $2, failing_since = NULL WHERE id = $1 AND endpoint = $3"
            }
            DeliveryResult::Again(..) | DeliveryResult::Refused(_) => {
                "UPDATE devices SET failing_since = coalesce(failing_since, $2) WHERE id = $1 AND endpoint = $3"
            }
            DeliveryResult::Wait(_) | DeliveryResult::Expired(_) | DeliveryResult::Obsolete => {
                "SELECT $1, $2, $3"
            }
        };
        let key = push.created_at.0.to_string();
        self.write(transaction!(|db| {
            let query = sql::query(of_device).bind(device).bind(now.0).bind(endpoint);
            query.execute(&mut *db).await?;
            PUSHES.record(db, id, &key, fate, now).await?;
            if let Some((user, about)) = settled {
                let untelling =
                    "DELETE FROM notices_sent WHERE user_id = $1 AND match_id = $2 AND channel = 'push'";
                sql::query(untelling).bind(user.0).bind(about.as_str()).execute(db).await?;
            }
            Ok(())
        }))
        .await
    }

    /// Deletes pushes that were finished before this moment.
    pub async fn forget_pushes(&self, before: Moment) -> Result<u64, StoreError> {
        self.write(transaction!(|db| { PUSHES.forget(db, before).await })).await
    }
}

/// A push to be queued.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct NewPush<'a> {
    pub about: Option<&'a MatchId>,
    pub topic: Option<&'a str>,
    pub body: &'a str,
    pub at: Moment,
}

impl NewPush<'_> {
    /// Queues a push about a match for each device of a user, which replaces a queued one. Its text is written when it
    /// is sent. Returns whether they have any device.
    pub async fn replace(
        db: &mut sql::Connection,
        user: UserId,
        about: &MatchId,
        at: Moment,
    ) -> Result<bool, StoreError> {
        let earlier = "DELETE FROM pushes WHERE state = 'waiting' AND match_id = $2
            AND device_id IN (SELECT id FROM devices WHERE user_id = $1)";
        sql::query(earlier).bind(user.0).bind(about.as_str()).execute(&mut *db).await?;
        NewPush { about: Some(about), topic: None, body: "", at }.queue(db, user).await
    }

    /// Queues it for each device of a user. Returns whether they have any.
    pub async fn queue(self, db: &mut sql::Connection, user: UserId) -> Result<bool, StoreError> {
        let queued = sql::query(
            "INSERT INTO pushes (id, device_id, match_id, topic, body, urgent, state, created_at, expires_at, next_at, tries)
             SELECT $7 + id, id, $2, $3, $4, FALSE, 'waiting', $5, $6, $5, 0 FROM devices WHERE user_id = $1",
        );
        let queued =
            queued.bind(user.0).bind(self.about.map(MatchId::as_str)).bind(self.topic).bind(self.body);
        let queued = queued.bind(self.at.0).bind(self.at.after(USEFUL).0).bind(random_number());
        Ok(queued.execute(db).await? > 0)
    }
}

/// A random number for a push, so that the result of one that was replaced while it was sent is not recorded for the
/// next.
fn random_number() -> i64 {
    rand::random_range(1..i64::MAX / 2)
}

fn push(row: PushRow) -> QueuedPush {
    QueuedPush {
        id: row.id,
        device: row.device_id,
        user: UserId(row.user_id),
        about: row.match_id.and_then(|id| id.parse().ok()),
        topic: row.topic,
        body: row.body,
        urgent: row.urgent,
        created_at: Moment(row.created_at),
        expires_at: Moment(row.expires_at),
        tries: row.tries,
        endpoint: row.endpoint,
        p256dh: row.p256dh,
        auth: row.auth,
        failing_since: row.failing_since.map(Moment),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::store::plan;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_admin_gets_alerts_after_a_suspension_and_besides_test_pushes() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        store.add_person_for_test("Ada").await;
        store
            .execute_for_test(
                "UPDATE users SET role = 'admin', suspended_at = 1, suspended_until = 50;
                INSERT INTO devices (id, user_id, name, endpoint, p256dh, auth, created_at)
                    SELECT 1, 1, 'phone', 'https://push.example/1', checksum, checksum, 0 FROM _sqlx_migrations",
            )
            .await;
        let (at, expires_at) = (Moment(100), Moment(200));
        store
            .push_to_admins("outage", Language::default(), "alert".to_owned(), at, expires_at)
            .await
            .unwrap();
        for _ in 0..2 {
            assert!(store.queue_test_push(UserId(1), 1, "test".to_owned(), at, expires_at).await.unwrap());
        }
        let waiting = "SELECT body FROM pushes WHERE state = 'waiting' ORDER BY body";
        let waiting: Vec<String> =
            store.read(|db| async move { sql::query_scalar(waiting).fetch_all(&db).await }).await.unwrap();
        assert_eq!(waiting, ["alert", "test"]);
    }

    #[tokio::test]
    async fn pushes_are_found_by_their_due_or_completion_time() {
        for steps in plan::of(PUSHES.due).await {
            assert_eq!(steps.first(), "SEARCH o USING COVERING INDEX pushes_waiting (next_at<?)", "{steps}");
        }
        for steps in plan::of(PUSHES.forget).await {
            assert_eq!(
                steps.first(),
                "SEARCH pushes USING COVERING INDEX pushes_finished (next_at<?)",
                "{steps}"
            );
        }
    }
}

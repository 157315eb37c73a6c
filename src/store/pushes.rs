//! Pushes on their way.

use serde_json::json;
use sqlx::FromRow;

use super::notices::{is_told, note_told};
use super::{Store, StoreError};
use crate::matches::{MatchId, UserId};
use crate::notices::wanted::Way;
use crate::now::Moment;

/// Something to be pushed to all of somebody's devices, with what it tells.
#[derive(Clone, Debug)]
pub struct Pushing {
    /// Whom.
    pub user: UserId,
    /// Which match it is about.
    pub id: MatchId,
    /// What it says.
    pub body: String,
    /// Whether it is their turn.
    pub urgent: bool,
    /// Match, kind and number of everything it tells that was not told before.
    pub tells: Vec<(MatchId, &'static str, i64)>,
    /// When.
    pub at: Moment,
    /// Until when it is of use.
    pub expires_at: Moment,
}

/// A push that waits to be sent.
#[derive(Clone, Debug)]
pub struct Push {
    /// Its number.
    pub id: i64,
    /// Which device it is for.
    pub device: i64,
    /// Whose device that is.
    pub user: UserId,
    /// Which match it is about; none for a try.
    pub about: Option<MatchId>,
    /// What it says.
    pub body: String,
    /// Whether a sleeping phone is woken for it.
    pub urgent: bool,
    /// Until when it is of use.
    pub expires_at: Moment,
    /// How often it was tried in vain.
    pub tries: u32,
    /// Where the device listens.
    pub endpoint: String,
    /// The point it is written to with.
    pub p256dh: Vec<u8>,
    /// The secret it is written to with.
    pub auth: Vec<u8>,
    /// Since when the device has taken nothing.
    pub failing_since: Option<Moment>,
}

/// What became of a push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushFate {
    /// The push service has it.
    Taken,
    /// It is tried again at this moment; what went wrong.
    Again(Moment, String),
    /// It will not arrive; what went wrong.
    Dead(String),
    /// It need not arrive any more.
    Useless,
    /// The device is there no more.
    Gone,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    device_id: i64,
    user_id: i64,
    match_id: Option<String>,
    body: String,
    urgent: bool,
    expires_at: i64,
    tries: u32,
    endpoint: String,
    p256dh: Vec<u8>,
    auth: Vec<u8>,
    failing_since: Option<i64>,
}

const DUE: &str =
    "SELECT p.id, p.device_id, d.user_id, p.match_id, p.body, p.urgent, p.expires_at, p.tries, d.endpoint,
        d.p256dh, d.auth, d.failing_since
    FROM pushes p JOIN devices d ON d.id = p.device_id
    WHERE p.state = 'waiting' AND p.next_at <= $1 ORDER BY p.next_at, p.id LIMIT $2";

const FORGET: &str = "DELETE FROM pushes WHERE state <> 'waiting' AND next_at < $1";

impl Store {
    /// Queues a push to each of somebody's devices and notes what it tells, all or nothing. What still waits about the
    /// same match gives way. Whether it was done: not when something of it has been told meanwhile, or there is no device.
    ///
    /// # Errors
    /// The database failed.
    pub async fn push(&self, pushing: Pushing) -> Result<bool, StoreError> {
        let tells = pushing.tells.iter().map(|(id, kind, number)| json!([id.as_str(), kind, number]));
        let tells = serde_json::Value::from_iter(tells).to_string();
        self.write(move |db| {
            Box::pin(async move {
                if is_told(db, Way::Push, pushing.user, &tells).await? {
                    return Ok(false);
                }
                let earlier = "DELETE FROM pushes WHERE state = 'waiting' AND match_id = $2
                    AND device_id IN (SELECT id FROM devices WHERE user_id = $1)";
                sqlx::query(earlier).bind(pushing.user.0).bind(pushing.id.as_str()).execute(&mut *db).await?;
                let queued = sqlx::query(
                    "INSERT INTO pushes (id, device_id, match_id, body, urgent, state, made_at, expires_at, next_at, tries)
                     SELECT $7 + id, id, $2, $3, $4, 'waiting', $5, $6, $5, 0 FROM devices WHERE user_id = $1",
                )
                .bind(pushing.user.0)
                .bind(pushing.id.as_str())
                .bind(pushing.body)
                .bind(pushing.urgent)
                .bind(pushing.at.0)
                .bind(pushing.expires_at.0)
                .bind(number())
                .execute(&mut *db)
                .await?;
                if queued.rows_affected() == 0 {
                    return Ok(false);
                }
                note_told(db, Way::Push, pushing.user, &tells, pushing.at).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Queues a try for one device of this person's, in the place of one that still waits. Whether it is theirs.
    ///
    /// # Errors
    /// The database failed.
    pub async fn push_try(
        &self,
        user: UserId,
        device: i64,
        body: String,
        at: Moment,
        expires_at: Moment,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let earlier = "DELETE FROM pushes WHERE state = 'waiting' AND match_id IS NULL
                    AND device_id = (SELECT id FROM devices WHERE id = $1 AND user_id = $2)";
                sqlx::query(earlier).bind(device).bind(user.0).execute(&mut *db).await?;
                let queued = sqlx::query(
                    "INSERT INTO pushes (id, device_id, body, urgent, state, made_at, expires_at, next_at, tries)
                     SELECT $6 + id, id, $3, 1, 'waiting', $4, $5, $4, 0 FROM devices WHERE id = $1 AND user_id = $2",
                )
                .bind(device)
                .bind(user.0)
                .bind(body)
                .bind(at.0)
                .bind(expires_at.0)
                .bind(number())
                .execute(db)
                .await?;
                Ok(queued.rows_affected() > 0)
            })
        })
        .await
    }

    /// Pushes that are to be sent now, those first that have waited longest.
    ///
    /// # Errors
    /// The database failed.
    pub async fn pushes_due(&self, now: Moment, limit: u32) -> Result<Vec<Push>, StoreError> {
        let rows: Vec<Row> = self
            .read(move |db| async move { sqlx::query_as(DUE).bind(now.0).bind(limit).fetch_all(&db).await })
            .await?;
        Ok(rows.into_iter().map(push).collect())
    }

    /// Notes what became of a push, and what that says of its device. What has gone keeps no text.
    ///
    /// # Errors
    /// The database failed.
    pub async fn note_push(&self, push: &Push, fate: PushFate, now: Moment) -> Result<(), StoreError> {
        let (id, device, endpoint) = (push.id, push.device, push.endpoint.clone());
        let of_device = match fate {
            PushFate::Gone => "DELETE FROM devices WHERE id = $1 AND endpoint = $3 AND $2 IS NOT NULL",
            PushFate::Taken => {
                "UPDATE devices SET taken_at = $2, failing_since = NULL WHERE id = $1 AND endpoint = $3"
            }
            PushFate::Again(..) | PushFate::Dead(_) => {
                "UPDATE devices SET failing_since = coalesce(failing_since, $2) WHERE id = $1 AND endpoint = $3"
            }
            PushFate::Useless => "SELECT $1, $2, $3",
        };
        let (state, next_at, problem) = match fate {
            PushFate::Taken => ("sent", now, None),
            PushFate::Again(next_at, problem) => ("waiting", next_at, Some(problem)),
            PushFate::Dead(problem) => ("dead", now, Some(problem)),
            PushFate::Useless | PushFate::Gone => ("dropped", now, None),
        };
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(of_device).bind(device).bind(now.0).bind(endpoint);
                query.execute(&mut *db).await?;
                sqlx::query(
                    "UPDATE pushes SET state = $2, next_at = $3, problem = $4, tries = tries + ($2 <> 'sent'),
                        body = CASE WHEN $2 = 'waiting' THEN body ELSE '' END WHERE id = $1",
                )
                .bind(id)
                .bind(state)
                .bind(next_at.0)
                .bind(problem)
                .execute(db)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Forgets pushes that went or died before this moment.
    ///
    /// # Errors
    /// The database failed.
    pub async fn forget_pushes(&self, before: Moment) -> Result<u64, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(FORGET);
                Ok(query.bind(before.0).execute(db).await?.rows_affected())
            })
        })
        .await
    }
}

/// A number no push has had: what becomes of one that was on its way when another took its place is not noted of that one.
fn number() -> i64 {
    rand::random_range(1..i64::MAX / 2)
}

fn push(row: Row) -> Push {
    Push {
        id: row.id,
        device: row.device_id,
        user: UserId(row.user_id),
        about: row.match_id.and_then(|id| id.parse().ok()),
        body: row.body,
        urgent: row.urgent,
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
    use super::{DUE, FORGET};
    use crate::store::plan;

    #[tokio::test]
    async fn pushes_are_found_by_when_they_are_due_or_done() {
        for steps in plan::of(DUE).await {
            assert_eq!(steps.first(), "SEARCH p USING INDEX pushes_waiting (next_at<?)", "{steps}");
        }
        for steps in plan::of(FORGET).await {
            assert_eq!(
                steps.first(),
                "SEARCH pushes USING COVERING INDEX pushes_finished (next_at<?)",
                "{steps}"
            );
        }
    }
}

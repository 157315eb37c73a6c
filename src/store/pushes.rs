//! The outbox of pushes.

use serde_json::json;
use sqlx::FromRow;

use super::notices::{is_notified, record_sent};
use super::outbox::ids;
use super::{NoticeKey, Store, StoreError};
use crate::language::Language;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::users::{UserId, preferences::NoticeChannel};

/// A push to all of a user's devices, with the notices in it.
#[derive(Clone, Debug)]
pub struct PushBatch {
    pub user: UserId,
    pub id: MatchId,
    /// The text.
    pub body: String,
    /// Whether it is their turn.
    pub urgent: bool,
    /// The notices in it that were not sent before.
    pub tells: Vec<NoticeKey>,
    pub at: Moment,
    pub expires_at: Moment,
}

/// A queued push.
#[derive(Clone, Debug)]
pub struct QueuedPush {
    pub id: i64,
    pub device: i64,
    pub user: UserId,
    /// The match, if it is about one.
    pub about: Option<MatchId>,
    /// What else it is about: `reports`, or `outage` of the mail server.
    pub topic: Option<String>,
    /// The text.
    pub body: String,
    /// Whether a sleeping phone is woken for it.
    pub urgent: bool,
    pub made_at: Moment,
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

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushResult {
    /// The push service has accepted it.
    Taken,
    /// Try again at this moment; why it failed.
    Again(Moment, String),
    /// Permanent failure; why.
    Dead(String),
    /// It may not be sent before this moment.
    Wait(Moment),
    /// It has expired.
    Useless,
    /// Nothing in it applies any more, so its notices are unmarked as sent.
    Settled,
    /// The device has unsubscribed.
    Gone,
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
    made_at: i64,
    expires_at: i64,
    tries: u32,
    endpoint: String,
    p256dh: Vec<u8>,
    auth: Vec<u8>,
    failing_since: Option<i64>,
}

const DUE: &str =
    "SELECT id FROM pushes WHERE state = 'waiting' AND next_at <= $1 ORDER BY next_at, id LIMIT $2";
const CLAIM: &str = "UPDATE pushes SET next_at = $3 WHERE id IN (SELECT value FROM json_each($1))
    AND state = 'waiting' AND next_at <= $2 RETURNING id";
const CLAIMED: &str =
    "SELECT p.id, p.device_id, d.user_id, p.match_id, p.topic, p.body, p.urgent, p.made_at, p.expires_at, p.tries,
        d.endpoint, d.p256dh, d.auth, d.failing_since
    FROM pushes p JOIN devices d ON d.id = p.device_id WHERE p.id IN (SELECT value FROM json_each($1))";

const FORGET: &str = "DELETE FROM pushes WHERE state <> 'waiting' AND next_at < $1";

impl Store {
    /// Queues a push to each of the user's devices and marks its notices as sent, in one transaction. Replaces a
    /// queued push about the same match. Returns `false` if one of them was sent in the meantime, or there is no
    /// device.
    pub async fn queue_push(&self, pushing: PushBatch) -> Result<bool, StoreError> {
        let tells = json!(pushing.tells).to_string();
        self.write(move |db| {
            Box::pin(async move {
                if is_notified(db, NoticeChannel::Push, pushing.user, &tells).await? {
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
                .bind(random_number())
                .execute(&mut *db)
                .await?;
                if queued.rows_affected() == 0 {
                    return Ok(false);
                }
                record_sent(db, NoticeChannel::Push, pushing.user, &tells, pushing.at).await?;
                Ok(true)
            })
        })
        .await
    }

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
        self.write(move |db| {
            Box::pin(async move {
                let earlier = "DELETE FROM pushes WHERE state = 'waiting' AND match_id IS NULL
                    AND topic IS NULL AND device_id = (SELECT id FROM devices WHERE id = $1 AND user_id = $2)";
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
                .bind(random_number())
                .execute(db)
                .await?;
                Ok(queued.rows_affected() > 0)
            })
        })
        .await
    }

    /// Queues a push about an outage of the mail server to the devices of all admins with this language.
    pub async fn push_to_admins(
        &self,
        language: Language,
        body: String,
        at: Moment,
        expires_at: Moment,
    ) -> Result<(), StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO pushes (id, device_id, topic, body, urgent, state, made_at, expires_at, next_at, tries)
                     SELECT $5 + d.id, d.id, 'outage', $2, 0, 'waiting', $3, $4, $3, 0
                     FROM devices d JOIN users u ON u.id = d.user_id
                     WHERE u.role = 'admin' AND u.language = $1 AND (u.suspended_at IS NULL OR u.suspended_until <= $3)",
                )
                .bind(language.key())
                .bind(body)
                .bind(at.0)
                .bind(expires_at.0)
                .bind(random_number())
                .execute(db)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Claims pushes that are due, oldest first. No other process gets them until the claim expires.
    pub async fn claim_pushes(
        &self,
        now: Moment,
        until: Moment,
        limit: u32,
    ) -> Result<Vec<QueuedPush>, StoreError> {
        let due: Vec<(i64,)> = self
            .read(move |db| async move { sqlx::query_as(DUE).bind(now.0).bind(limit).fetch_all(&db).await })
            .await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let due = ids(due.into_iter().map(|(id,)| id));
        let claiming = self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query_as(CLAIM).bind(due).bind(now.0).bind(until.0);
                let claimed: Vec<(i64,)> = query.fetch_all(&mut *db).await?;
                let claimed = ids(claimed.into_iter().map(|(id,)| id));
                let rows: Vec<PushRow> = sqlx::query_as(CLAIMED).bind(claimed).fetch_all(db).await?;
                Ok(rows)
            })
        });
        Ok(claiming.await?.into_iter().map(push).collect())
    }

    /// Records the result of an attempt, also for the device. The text of a finished push is deleted.
    pub async fn note_push(
        &self,
        push: &QueuedPush,
        fate: PushResult,
        now: Moment,
    ) -> Result<(), StoreError> {
        let (id, device, endpoint) = (push.id, push.device, push.endpoint.clone());
        let settled =
            push.about.clone().filter(|_| fate == PushResult::Settled).map(|about| (push.user, about));
        let of_device = match fate {
            PushResult::Gone => "DELETE FROM devices WHERE id = $1 AND endpoint = $3 AND $2 IS NOT NULL",
            PushResult::Taken => {
                "UPDATE devices SET taken_at = $2, failing_since = NULL WHERE id = $1 AND endpoint = $3"
            }
            PushResult::Again(..) | PushResult::Dead(_) => {
                "UPDATE devices SET failing_since = coalesce(failing_since, $2) WHERE id = $1 AND endpoint = $3"
            }
            PushResult::Wait(_) | PushResult::Useless | PushResult::Settled => "SELECT $1, $2, $3",
        };
        let (state, next_at, problem, tried) = match fate {
            PushResult::Taken => ("sent", now, None, false),
            PushResult::Wait(until) => ("waiting", until, None, false),
            PushResult::Again(next_at, problem) => ("waiting", next_at, Some(problem), true),
            PushResult::Dead(problem) => ("dead", now, Some(problem), true),
            PushResult::Useless | PushResult::Settled | PushResult::Gone => ("dropped", now, None, true),
        };
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query(of_device).bind(device).bind(now.0).bind(endpoint);
                query.execute(&mut *db).await?;
                sqlx::query(
                    "UPDATE pushes SET state = $2, next_at = $3, problem = $4, tries = tries + $5,
                        body = CASE WHEN $2 = 'waiting' THEN body ELSE '' END WHERE id = $1",
                )
                .bind(id)
                .bind(state)
                .bind(next_at.0)
                .bind(problem)
                .bind(tried)
                .execute(&mut *db)
                .await?;
                if let Some((user, about)) = settled {
                    let untelling =
                        "DELETE FROM notices_sent WHERE user_id = $1 AND match_id = $2 AND way = 'push'";
                    sqlx::query(untelling).bind(user.0).bind(about.as_str()).execute(db).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Deletes pushes that were finished before this moment.
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

/// A random number for a push, so that the result of one that was replaced while it was sent is not recorded for the
/// next.
pub(super) fn random_number() -> i64 {
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
        made_at: Moment(row.made_at),
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
                INSERT INTO devices (id, user_id, name, endpoint, p256dh, auth, made_at)
                    VALUES (1, 1, 'phone', 'https://push.example/1', x'', x'', 0)",
            )
            .await;
        let (at, expires_at) = (Moment(100), Moment(200));
        store.push_to_admins(Language::default(), "alert".to_owned(), at, expires_at).await.unwrap();
        for _ in 0..2 {
            assert!(store.queue_test_push(UserId(1), 1, "test".to_owned(), at, expires_at).await.unwrap());
        }
        let waiting = "SELECT body FROM pushes WHERE state = 'waiting' ORDER BY body";
        let waiting: Vec<String> =
            store.read(|db| async move { sqlx::query_scalar(waiting).fetch_all(&db).await }).await.unwrap();
        assert_eq!(waiting, ["alert", "test"]);
    }

    #[tokio::test]
    async fn pushes_are_found_by_their_due_or_completion_time() {
        for steps in plan::of(DUE).await {
            assert_eq!(
                steps.first(),
                "SEARCH pushes USING COVERING INDEX pushes_waiting (next_at<?)",
                "{steps}"
            );
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

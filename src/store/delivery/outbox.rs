//! The outbox of emails.

use std::sync::Arc;

use serde_json::json;
use sqlx::FromRow;

use super::queue::{DeliveryQueue, DeliveryResult, delivery_queue};
use crate::language::Language;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::row_lists::execute_with_rows;
use crate::store::{Store, StoreError, sql};
use crate::users::preferences::NoticeChannel;
use crate::users::{UserId, UserSummary};

/// A queued email.
#[derive(Clone, Debug)]
pub struct OutboxEmail {
    pub id: i64,
    /// Identifies it; the same for all attempts.
    pub key: String,
    /// The recipient.
    pub to: UserSummary,
    /// The recipient's language.
    pub language: Language,
    pub address: String,
    pub kind: String,
    /// The data from which the text is written.
    pub body: String,
    pub created_at: Moment,
    /// How many attempts have failed.
    pub tries: u32,
    /// Why the last attempt failed.
    pub problem: Option<String>,
}

/// A notice that was sent: match, kind and number.
pub type NoticeKey = (MatchId, String, i64);

#[derive(FromRow)]
struct OutboxRow {
    id: i64,
    email_key: String,
    user_id: i64,
    name: String,
    language: String,
    address: String,
    kind: String,
    body: String,
    created_at: i64,
    #[sqlx(try_from = "i64")]
    tries: u32,
    problem: Option<String>,
}

/// Of a user's notifications only the oldest is due, so that they arrive in order.
const EMAILS: DeliveryQueue = delivery_queue!(
    "outbox",
    "email_key",
    "AND NOT (o.kind = 'notices' AND EXISTS (SELECT 1 FROM outbox e WHERE e.user_id = o.user_id AND e.id < o.id
        AND e.state = 'waiting' AND e.kind = 'notices'))",
    "SELECT o.id, o.email_key, o.user_id, u.name, u.language, o.address, o.kind, o.body, o.created_at,
        o.tries, o.problem
    FROM outbox o JOIN users u ON u.id = o.user_id
    WHERE o.id = $1"
);

impl Store {
    /// Claims emails that are due, oldest first. No other process gets them until the claim expires, unless
    /// it is [renewed](Self::renew_emails).
    pub async fn claim_emails(
        &self,
        now: Moment,
        until: Moment,
        limit: u32,
    ) -> Result<Vec<OutboxEmail>, StoreError> {
        let rows = self.claim(&EMAILS, now, until, limit).await?;
        Ok(rows.into_iter().map(email).collect())
    }

    /// Extends claims. Emails that were postponed further since they were claimed stay so.
    pub async fn renew_emails(&self, claimed: &[i64], until: Moment) -> Result<(), StoreError> {
        let claimed = sql::list(claimed.iter().copied());
        self.write(transaction!(|db| {
            let renewing = "UPDATE outbox SET next_at = $2
                WHERE id IN (SELECT value FROM json_each($1)) AND state = 'waiting' AND next_at < $2";
            sql::query(renewing).bind(claimed).bind(until.0).execute(db).await?;
            Ok(())
        }))
        .await
    }

    /// The current address for a claimed email; `None` if it was cancelled.
    pub async fn email_address(&self, email: &OutboxEmail) -> Result<Option<String>, StoreError> {
        let (id, key) = (email.id, email.key.clone());
        let found: Option<(String,)> = self
            .read(move |db| async move {
                let address =
                    "SELECT address FROM outbox WHERE id = $1 AND email_key = $2 AND state = 'waiting'";
                sql::query_as(address).bind(id).bind(key).fetch_optional(&db).await
            })
            .await?;
        Ok(found.map(|(address,)| address))
    }

    /// Removes notices that no longer apply from a queued email, and unmarks them as sent. An email without any
    /// others is deleted.
    pub async fn drop_from_email(
        &self,
        email: &OutboxEmail,
        holds: &[NoticeKey],
        dropped: &[NoticeKey],
    ) -> Result<(), StoreError> {
        let (id, key, user) = (email.id, email.key.clone(), email.to.id);
        let (left, dropped) = ((!holds.is_empty()).then(|| json!(holds).to_string()), dropped.to_vec());
        self.write(transaction!(|db| {
            let untelling = "DELETE FROM notices_sent WHERE (user_id, match_id, channel, kind, number) IN (";
            execute_with_rows(db, untelling, &dropped, ")", |row, (id, kind, number)| {
                row.push_bind(user.0).push_bind(id.as_str()).push_bind(NoticeChannel::Mail.key());
                row.push_bind(kind.as_str()).push_bind(*number);
            })
            .await?;
            let query = match &left {
                Some(_) => "UPDATE outbox SET body = $3 WHERE id = $1 AND email_key = $2",
                None => "DELETE FROM outbox WHERE id = $1 AND email_key = $2 AND CAST($3 AS TEXT) IS NULL",
            };
            sql::query(query).bind(id).bind(key).bind(left).execute(db).await?;
            Ok(())
        }))
        .await
    }

    /// Records the result of an attempt. The text of a finished email is deleted.
    pub async fn record_delivery(
        &self,
        email: &OutboxEmail,
        fate: DeliveryResult,
        now: Moment,
    ) -> Result<(), StoreError> {
        let (email, key) = (email.id, email.key.clone());
        self.write(transaction!(|db| {
            EMAILS.record(db, email, &key, fate, now).await?;
            // The address of a deleted user is not kept.
            let gone = "DELETE FROM outbox WHERE id = $1 AND kind = 'goodbye' AND state <> 'waiting'";
            sql::query(gone).bind(email).execute(db).await?;
            Ok(())
        }))
        .await
    }

    /// Whether the last email to a user's address was refused. Other failures say nothing about the address.
    pub async fn last_email_refused(&self, user: UserId, address: &str) -> Result<bool, StoreError> {
        let address = address.to_owned();
        let last: Option<(bool,)> = self
            .read(move |db| async move {
                let query = sql::query_as(
                    "SELECT state = 'dead' FROM outbox WHERE user_id = $1 AND address = $2
                     AND state IN ('sent', 'dead') ORDER BY id DESC LIMIT 1",
                );
                query.bind(user.0).bind(address).fetch_optional(&db).await
            })
            .await?;
        Ok(last.is_some_and(|(dead,)| dead))
    }

    /// Deletes emails that were finished before this moment, and addresses that were not confirmed by then.
    pub async fn forget_emails(&self, before: Moment) -> Result<u64, StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("DELETE FROM address_confirmations WHERE expires_at < $1");
            query.bind(before.0).execute(&mut *db).await?;
            EMAILS.forget(db, before).await
        }))
        .await
    }
}

fn email(row: OutboxRow) -> OutboxEmail {
    OutboxEmail {
        id: row.id,
        key: row.email_key,
        to: UserSummary { id: UserId(row.user_id), name: Arc::from(row.name) },
        language: Language::from_key(&row.language).unwrap_or_default(),
        address: row.address,
        kind: row.kind,
        body: row.body,
        created_at: Moment(row.created_at),
        tries: row.tries,
        problem: row.problem,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tokio::runtime::Handle;

    use super::*;
    use crate::store::plan;

    const NOON: Moment = Moment(1_795_262_400_000);

    /// Two processes on one database with twenty emails due.
    async fn two_stores(folder: &tempfile::TempDir) -> [Store; 2] {
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        let first = Store::open(&url, Handle::current()).await.unwrap();
        let second = Store::open(&url, Handle::current()).await.unwrap();
        first
            .write(transaction!(|db| {
                    let person = "INSERT INTO users (id, name, name_key, password, created_at) VALUES (1, 'Ada', 'ada', '', 0)";
                    sql::query(person).execute(&mut *db).await?;
                    let emails = "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
                        SELECT value, 1, 'ada@example.org', 'reset', '', 'waiting', $1, $1, 0
                        FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]')";
                    sql::query(emails).bind(NOON.0).execute(db).await?;
                    Ok(())
                }))
            .await
            .unwrap();
        [first, second]
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn two_processes_never_claim_the_same_email() {
        let folder = tempfile::TempDir::new().unwrap();
        let [one, other] = two_stores(&folder).await;
        let (now, until) = (NOON, NOON.after(15_000));
        let mut claimed = Vec::new();
        for _ in 0..4 {
            let (mine, yours) =
                tokio::join!(one.claim_emails(now, until, 5), other.claim_emails(now, until, 5));
            claimed.extend(mine.unwrap().into_iter().chain(yours.unwrap()).map(|email| email.id));
        }
        assert_eq!(claimed.len(), 20);
        assert_eq!(claimed.iter().collect::<HashSet<_>>().len(), 20);
        assert!(other.claim_emails(NOON.after(14_999), until, 5).await.unwrap().is_empty());
        let again = other.claim_emails(until, until.after(15_000), 32).await.unwrap();
        assert_eq!(again.len(), 20, "a claim ends, should its process be gone");
        one.renew_emails(&claimed, until.after(60_000)).await.unwrap();
        assert!(one.claim_emails(until.after(30_000), until, 32).await.unwrap().is_empty());
        one.renew_emails(&claimed, until.after(20_000)).await.unwrap();
        assert!(one.claim_emails(until.after(30_000), until, 32).await.unwrap().is_empty(), "never sooner");
    }

    #[tokio::test]
    async fn emails_are_found_by_their_due_or_completion_time() {
        for steps in plan::of(EMAILS.due).await {
            assert_eq!(steps.first(), "SEARCH o USING INDEX outbox_waiting (next_at<?)", "{steps}");
        }
        for steps in plan::of(EMAILS.forget).await {
            assert_eq!(
                steps.first(),
                "SEARCH outbox USING COVERING INDEX outbox_finished (next_at<?)",
                "{steps}"
            );
        }
    }
}

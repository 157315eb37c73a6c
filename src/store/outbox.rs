//! Letters on their way.

use std::sync::Arc;

use sqlx::FromRow;

use super::{Store, StoreError};
use crate::matches::{Person, UserId};
use crate::now::Moment;
use crate::texts::Language;

/// A letter that waits to be sent.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Its number.
    pub id: i64,
    /// What it is told from others by; the same for every try.
    pub key: String,
    /// Whom it is for.
    pub to: Person,
    /// What they speak.
    pub language: Language,
    /// Where it goes.
    pub address: String,
    /// What kind of letter it is.
    pub kind: String,
    /// What it is made of.
    pub body: String,
    /// When it was made.
    pub made_at: Moment,
    /// How often it was tried in vain.
    pub tries: u32,
    /// Since when they have mail.
    pub since: Option<Moment>,
}

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The mail server has it.
    Sent,
    /// It is tried again at this moment; what went wrong.
    Again(Moment, String),
    /// It will not arrive; what went wrong.
    Dead(String),
}

#[derive(FromRow)]
struct Row {
    id: i64,
    letter_key: String,
    user_id: i64,
    name: String,
    language: String,
    address: String,
    kind: String,
    body: String,
    made_at: i64,
    tries: u32,
    told_from: Option<i64>,
}

const DUE: &str =
    "SELECT o.id, o.letter_key, o.user_id, u.name, u.language, o.address, o.kind, o.body, o.made_at, o.tries, b.told_from
    FROM outbox o JOIN users u ON u.id = o.user_id LEFT JOIN letterboxes b ON b.user_id = o.user_id
    WHERE o.state = 'waiting' AND o.next_at <= $1 ORDER BY o.next_at, o.id LIMIT $2";

const FORGET: &str = "DELETE FROM outbox WHERE state <> 'waiting' AND next_at < $1";

impl Store {
    /// Letters that are to be sent now, those first that have waited longest.
    ///
    /// # Errors
    /// The database failed.
    pub async fn letters_due(&self, now: Moment, limit: u32) -> Result<Vec<Letter>, StoreError> {
        let rows: Vec<Row> = self
            .read(move |db| async move { sqlx::query_as(DUE).bind(now.0).bind(limit).fetch_all(&db).await })
            .await?;
        Ok(rows.into_iter().map(letter).collect())
    }

    /// Notes what became of a letter. What has gone, and what never will, is kept without its text.
    ///
    /// # Errors
    /// The database failed.
    pub async fn note_fate(&self, letter: &Letter, fate: Fate, now: Moment) -> Result<(), StoreError> {
        // Should the letter have been taken back meanwhile, another may have its number.
        let (letter, key) = (letter.id, letter.key.clone());
        let (state, next_at, problem) = match fate {
            Fate::Sent => ("sent", now, None),
            Fate::Again(next_at, problem) => ("waiting", next_at, Some(problem)),
            Fate::Dead(problem) => ("dead", now, Some(problem)),
        };
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE outbox SET state = $2, next_at = $3, problem = $4, tries = tries + ($2 <> 'sent'),
                        body = CASE WHEN $2 = 'waiting' THEN body ELSE '' END WHERE id = $1 AND letter_key = $5",
                )
                .bind(letter)
                .bind(state)
                .bind(next_at.0)
                .bind(problem)
                .bind(key)
                .execute(&mut *db)
                .await?;
                // Nothing keeps the address of somebody who has left.
                let gone = "DELETE FROM outbox WHERE id = $1 AND kind = 'goodbye' AND state <> 'waiting'";
                sqlx::query(gone).bind(letter).execute(db).await?;
                Ok(())
            })
        })
        .await
    }

    /// Whether the last letter to somebody's address did not arrive.
    ///
    /// # Errors
    /// The database failed.
    pub async fn last_letter_died(&self, user: UserId, address: &str) -> Result<bool, StoreError> {
        let address = address.to_owned();
        let last: Option<(bool,)> = self
            .read(move |db| async move {
                let query = sqlx::query_as(
                    "SELECT state = 'dead' FROM outbox WHERE user_id = $1 AND address = $2 AND state <> 'waiting'
                     ORDER BY id DESC LIMIT 1",
                );
                query.bind(user.0).bind(address).fetch_optional(&db).await
            })
            .await?;
        Ok(last.is_some_and(|(dead,)| dead))
    }

    /// Forgets letters that went or died before this moment, and addresses that nobody has confirmed by then.
    ///
    /// # Errors
    /// The database failed.
    pub async fn forget_letters(&self, before: Moment) -> Result<u64, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM address_confirmations WHERE expires_at < $1");
                query.bind(before.0).execute(&mut *db).await?;
                let query = sqlx::query(FORGET);
                Ok(query.bind(before.0).execute(db).await?.rows_affected())
            })
        })
        .await
    }
}

fn letter(row: Row) -> Letter {
    Letter {
        id: row.id,
        key: row.letter_key,
        to: Person { id: UserId(row.user_id), name: Arc::from(row.name) },
        language: Language::from_key(&row.language).unwrap_or_default(),
        address: row.address,
        kind: row.kind,
        body: row.body,
        made_at: Moment(row.made_at),
        tries: row.tries,
        since: row.told_from.map(Moment),
    }
}

#[cfg(test)]
mod tests {
    use super::{DUE, FORGET};
    use crate::store::plan;

    #[tokio::test]
    async fn letters_are_found_by_when_they_are_due_or_done() {
        for steps in plan::of(DUE).await {
            assert_eq!(steps.first(), "SEARCH o USING INDEX outbox_waiting (next_at<?)", "{steps}");
        }
        for steps in plan::of(FORGET).await {
            assert_eq!(
                steps.first(),
                "SEARCH outbox USING COVERING INDEX outbox_finished (next_at<?)",
                "{steps}"
            );
        }
    }
}

//! The queues of emails and of pushes. A row waits until it is due, is claimed by one process, and ends as sent, dead or
//! expired.

use crate::now::Moment;
use crate::store::sql::{self, FromRows};
use crate::store::{Store, StoreError};

/// The result of an attempt to deliver an email or a push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryResult {
    /// The server has accepted it.
    Sent,
    /// It may not be sent before this moment.
    Wait(Moment),
    /// Try again at this moment; why it failed.
    Again(Moment, String),
    /// Permanently refused for this recipient; what the server said.
    Refused(String),
    /// Too old; why the last attempt failed.
    Expired(String),
    /// Nothing in it applies any more.
    Obsolete,
    /// The device has unsubscribed.
    Gone,
}

/// A queue: the statements for its table.
pub(super) struct DeliveryQueue {
    /// The ids of what is due at `$1`, at most `$2`.
    pub due: &'static str,
    /// Claims `$1` at `$2` until `$3`, if it is still due.
    pub claim: &'static str,
    /// The row `$1` with what is needed to send it.
    pub row: &'static str,
    /// Records the result of an attempt with `$1`; `$6` identifies the row, whose number may have been reused.
    pub record: &'static str,
    /// Deletes what was finished before `$1`.
    pub forget: &'static str,
}

/// The queue in a table with a column that identifies a row, a condition for what is due, and the statement for a row.
macro_rules! delivery_queue {
    ($table:literal, $key:literal, $due:literal, $row:expr) => {
        $crate::store::delivery::queue::DeliveryQueue {
            due: concat!(
                "SELECT o.id FROM ",
                $table,
                " o WHERE o.state = 'waiting' AND o.next_at <= $1 ",
                $due,
                " ORDER BY o.next_at, o.id LIMIT $2"
            ),
            claim: concat!(
                "UPDATE ",
                $table,
                " SET next_at = $3 WHERE id = $1 AND state = 'waiting' AND next_at <= $2"
            ),
            row: $row,
            // The text of what is finished is deleted.
            record: concat!(
                "UPDATE ",
                $table,
                " SET state = $2, next_at = $3, problem = coalesce($4, problem), tries = tries + $5,
                body = CASE WHEN $2 = 'waiting' THEN body ELSE '' END WHERE id = $1 AND ",
                $key,
                " = $6"
            ),
            forget: concat!("DELETE FROM ", $table, " WHERE state <> 'waiting' AND next_at < $1"),
        }
    };
}

pub(super) use delivery_queue;

impl Store {
    /// Claims what is due in a queue, oldest first. No other process gets it until the claim expires.
    pub(super) async fn claim<R>(
        &self,
        queue: &'static DeliveryQueue,
        now: Moment,
        until: Moment,
        limit: u32,
    ) -> Result<Vec<R>, StoreError>
    where
        R: FromRows + 'static,
    {
        let due: Vec<i64> = self
            .read(move |db| async move {
                sql::query_scalar(queue.due).bind(now.0).bind(limit).fetch_all(&db).await
            })
            .await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        self.write(transaction!(|db| {
            let mut rows = Vec::with_capacity(due.len());
            for id in due {
                let claiming = sql::query(queue.claim).bind(id).bind(now.0).bind(until.0);
                if claiming.execute(&mut *db).await? == 1 {
                    rows.extend(sql::query_as(queue.row).bind(id).fetch_optional(&mut *db).await?);
                }
            }
            Ok(rows)
        }))
        .await
    }
}

impl DeliveryQueue {
    /// Records the result of an attempt, in this transaction.
    pub async fn record(
        &self,
        db: &mut sql::Connection,
        id: i64,
        key: &str,
        result: DeliveryResult,
        now: Moment,
    ) -> Result<(), StoreError> {
        let tries = i64::from(!matches!(result, DeliveryResult::Sent | DeliveryResult::Wait(_)));
        let (state, next_at, problem) = match result {
            DeliveryResult::Sent => ("sent", now, None),
            DeliveryResult::Wait(until) => ("waiting", until, None),
            DeliveryResult::Again(next_at, problem) => ("waiting", next_at, Some(problem)),
            DeliveryResult::Refused(problem) => ("dead", now, Some(problem)),
            DeliveryResult::Expired(problem) => ("expired", now, Some(problem)),
            DeliveryResult::Obsolete | DeliveryResult::Gone => ("expired", now, None),
        };
        let query = sql::query(self.record).bind(id).bind(state).bind(next_at.0).bind(problem).bind(tries);
        query.bind(key).execute(db).await?;
        Ok(())
    }

    /// Deletes what was finished before a moment. Returns how many.
    pub async fn forget(&self, db: &mut sql::Connection, before: Moment) -> Result<u64, StoreError> {
        Ok(sql::query(self.forget).bind(before.0).execute(db).await?)
    }
}

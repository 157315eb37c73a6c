//! The outbox of matches: facts written in the transaction of the log entries they are about, read by consumers after
//! the commit.
use tokio::sync::watch;

use crate::keyed;
use crate::matches::{MatchEvent, MatchId};
use crate::now::Moment;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};

keyed! {
    /// The kinds of facts about matches.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MatchFactKind {
        Started = "started",
        Moved = "moved",
        Ended = "ended",
        /// Anything else: an offer, a seat, a takeback, a chat message.
        Changed = "changed",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFact {
    /// Ascending in the order of commits.
    pub id: i64,
    pub match_id: MatchId,
    /// The last log entry it is about.
    pub seq: u32,
    pub kind: MatchFactKind,
    /// When that entry was written.
    pub at: Moment,
}

const AFTER: &str = "SELECT id, match_id, seq, kind, at FROM match_outbox WHERE id > $1 ORDER BY id LIMIT $2";
const POSITION: &str = "SELECT last_id FROM outbox_consumers WHERE name = $1";
/// A new consumer begins at the end. Handled rows may have been deleted, so the end is also a consumer's highest
/// position.
const REGISTER: &str = "INSERT INTO outbox_consumers (name, last_id)
    SELECT $1, coalesce(max(id), 0) FROM (SELECT id FROM match_outbox UNION ALL SELECT last_id FROM outbox_consumers) AS ids
    WHERE true ON CONFLICT (name) DO NOTHING";
const ADVANCE: &str = "UPDATE outbox_consumers SET last_id = $2 WHERE name = $1 AND last_id < $2";
const DELETE_HANDLED: &str =
    "DELETE FROM match_outbox WHERE id <= (SELECT min(last_id) FROM outbox_consumers)";
/// The last row, and up to where rows may have been deleted.
const ENDS: &str = "SELECT (SELECT max(id) FROM match_outbox), (SELECT min(last_id) FROM outbox_consumers)";
const OF_OTHERS: &str = "SELECT id, match_id, seq, kind, at FROM match_outbox
    WHERE id > $1 AND id <= $2 AND server <> $3 ORDER BY id LIMIT $4";
const CHANGED: &str = "INSERT INTO match_outbox (match_id, seq, kind, at, server)
    SELECT $1, coalesce(max(seq), 0), 'changed', $2, $3 FROM match_events WHERE match_id = $1";

impl MatchFactKind {
    /// The kind of fact that an event leads to.
    pub(in crate::store) const fn of(event: &MatchEvent) -> Self {
        match event {
            MatchEvent::Started => Self::Started,
            MatchEvent::Played { .. } => Self::Moved,
            MatchEvent::Ended(_) => Self::Ended,
            _ => Self::Changed,
        }
    }
}

/// A row: id, match, log entry, kind and time.
type FactColumns = (i64, String, Int<u32>, String, i64);

fn fact((id, match_id, Int(seq), kind, at): FactColumns) -> Result<MatchFact, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("row {id} of match_outbox: {what}"));
    let match_id = match_id.parse().map_err(|_| corrupt("id of the match"))?;
    let kind = MatchFactKind::from_key(&kind).ok_or_else(|| corrupt("kind"))?;
    Ok(MatchFact { id, match_id, seq, kind, at: Moment(at) })
}

impl Store {
    /// Wakes the consumers that wait for facts. To be called after the change was published, so that consumers find it
    /// everywhere. Consumers also read at intervals: a fact that needs no immediate reaction does not need this.
    pub fn wake_consumers(&self) {
        self.facts.wake();
    }

    /// Changes whenever there are new facts.
    pub fn new_facts(&self) -> watch::Receiver<u64> {
        self.facts.subscribe()
    }

    /// The last row that a consumer has handled. A new consumer starts at the end of the outbox.
    pub async fn outbox_position(&self, consumer: &'static str) -> Result<i64, StoreError> {
        self.write(transaction!(|db| {
            sql::query(REGISTER).bind(consumer).execute(&mut *db).await?;
            Ok(sql::query_scalar(POSITION).bind(consumer).fetch_one(db).await?)
        }))
        .await
    }

    /// Up to `limit` rows after one, in order.
    pub async fn facts_after(&self, last: i64, limit: u32) -> Result<Vec<MatchFact>, StoreError> {
        let rows: Vec<FactColumns> = self
            .read(move |db| async move { sql::query_as(AFTER).bind(last).bind(limit).fetch_all(&db).await })
            .await?;
        rows.into_iter().map(fact).collect()
    }

    /// What other servers have written since a row; without one, it is unknown.
    pub async fn facts_of_others(&self, since: Option<i64>) -> Result<FactsOfOthers, StoreError> {
        let (readers, server) = (self.readers.clone(), self.server);
        self.run(async move { facts_of_others(&mut readers.acquire().await?, server, since).await }).await?
    }

    /// Lets rows be deleted that only this consumer has not handled.
    pub async fn forget_outbox_consumer(&self, name: &'static str) -> Result<(), StoreError> {
        let forgetting = "DELETE FROM outbox_consumers WHERE name = $1";
        self.write(transaction!(|db| { Ok(sql::query(forgetting).bind(name).execute(db).await.map(drop)?) }))
            .await
    }

    /// Saves a consumer's position, and deletes rows that all consumers have handled.
    pub async fn save_outbox_position(&self, consumer: &'static str, last: i64) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            sql::query(ADVANCE).bind(consumer).bind(last).execute(&mut *db).await?;
            sql::query(DELETE_HANDLED).execute(db).await?;
            Ok(())
        }))
        .await
    }
}

/// How many facts of other servers are read at most.
const MOST_OF_OTHERS: u32 = 10_000;

/// What other servers have written to the outbox since a row.
#[derive(Debug)]
pub struct FactsOfOthers {
    /// In order; `None` if some may be missing.
    pub facts: Option<Vec<MatchFact>>,
    /// The last row of the outbox.
    pub last: i64,
}

/// What others than a server have written since a row; without one, it is unknown.
pub(in crate::store) async fn facts_of_others(
    db: &mut sql::Connection,
    server: i64,
    since: Option<i64>,
) -> Result<FactsOfOthers, StoreError> {
    let (end, deleted): (Option<i64>, Option<i64>) = sql::query_as(ENDS).fetch_one(&mut *db).await?;
    let last = end.max(deleted).max(since).unwrap_or(0);
    let Some(since) = since.filter(|since| deleted.is_none_or(|deleted| deleted <= *since)) else {
        return Ok(FactsOfOthers { facts: None, last });
    };
    let mut rows = Vec::new();
    if last > since {
        let query = sql::query_as(OF_OTHERS).bind(since).bind(last).bind(server).bind(MOST_OF_OTHERS);
        rows = query.fetch_all(db).await?;
    }
    let is_complete = rows.len() < MOST_OF_OTHERS as usize;
    let facts = rows.into_iter().map(fact).collect::<Result<_, _>>()?;
    Ok(FactsOfOthers { facts: is_complete.then_some(facts), last })
}

/// Records a change of a match that is not in its log.
pub(in crate::store) async fn note_change(
    db: &mut sql::Connection,
    server: i64,
    id: &str,
    at: Moment,
) -> sqlx::Result<()> {
    sql::query(CHANGED).bind(id).bind(at.0).bind(server).execute(db).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn facts_are_read_and_deleted_by_their_ids() {
        for sql in [AFTER, DELETE_HANDLED, OF_OTHERS] {
            for steps in plan::of(sql).await {
                assert!(steps.contains("SEARCH match_outbox USING INTEGER PRIMARY KEY"), "{steps}");
                assert!(!steps.sorts(), "{steps}");
            }
        }
    }

    #[test]
    fn match_fact_keys_round_trip() {
        for kind in
            [MatchFactKind::Started, MatchFactKind::Moved, MatchFactKind::Ended, MatchFactKind::Changed]
        {
            assert_eq!(MatchFactKind::from_key(kind.key()), Some(kind));
        }
        assert_eq!(MatchFactKind::from_key("played"), None);
    }
}

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
/// Up to where rows may have been deleted.
const HANDLED: &str = "SELECT min(last_id) FROM outbox_consumers";
const LAST: &str = "SELECT max(id) FROM match_outbox";
const CHANGED: &str = "INSERT INTO match_outbox (match_id, seq, kind, at)
    SELECT $1, coalesce(max(seq), 0), 'changed', $2 FROM match_events WHERE match_id = $1";

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

/// How many facts of other servers are read at once.
const MOST_OF_OTHERS: u32 = 1000;

/// The facts after a row, which is moved to the last one; `None` if there are too many, or if some may have been deleted.
pub(in crate::store) async fn facts_since(
    db: &mut sql::Connection,
    last: &mut i64,
) -> Result<Option<Vec<MatchFact>>, StoreError> {
    let query = sql::query_as(AFTER).bind(*last).bind(MOST_OF_OTHERS);
    let rows: Vec<FactColumns> = query.fetch_all(&mut *db).await?;
    // Read after the rows, which may be deleted at any time.
    let handled: Option<i64> = sql::query_scalar(HANDLED).fetch_one(&mut *db).await?;
    let is_complete = rows.len() < MOST_OF_OTHERS as usize && handled.is_none_or(|handled| handled <= *last);
    if !is_complete {
        let end: Option<i64> = sql::query_scalar(LAST).fetch_one(db).await?;
        *last = end.max(handled).unwrap_or(*last);
        return Ok(None);
    }
    *last = rows.last().map_or(*last, |(id, ..)| *id);
    rows.into_iter().map(fact).collect::<Result<_, _>>().map(Some)
}

/// Records a change of a match that is not in its log.
pub(in crate::store) async fn note_change(
    db: &mut sql::Connection,
    id: &str,
    at: Moment,
) -> sqlx::Result<()> {
    sql::query(CHANGED).bind(id).bind(at.0).execute(db).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn facts_are_read_and_deleted_by_their_ids() {
        for sql in [AFTER, DELETE_HANDLED] {
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

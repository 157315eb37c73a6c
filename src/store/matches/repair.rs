//! Repair of rows that differ from the logs.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;

use super::list_check::{difference, summaries};
use super::statements::write_match_rows;
use super::summary::MatchSummary;
use crate::matches::MatchId;
use crate::store::{Store, StoreError};

/// How many matches are folded at once.
const PAGE: u32 = 200;

impl Store {
    /// Rewrites all rows that differ from their logs. Returns how many did. The site may run: a match that has moved
    /// on since it was read is left alone, as that has rewritten its row.
    ///
    /// # Errors
    /// The database failed. Repairs up to then are kept.
    pub async fn repair_lists(&self) -> Result<u64, StoreError> {
        let (mut after, mut repaired) = (String::new(), 0);
        loop {
            let kept = self
                .read(move |db| async move {
                    let mut snapshot = db.begin().await?;
                    summaries(&mut snapshot, &after, PAGE).await
                })
                .await?;
            let Some(last) = kept.last() else { return Ok(repaired) };
            after = last.row.id.clone();
            repaired += self.repair_rows(kept).await?;
        }
    }

    async fn repair_rows(&self, kept: Vec<MatchSummary>) -> Result<u64, StoreError> {
        let ids: Vec<MatchId> = kept.iter().filter_map(|kept| kept.row.id.parse().ok()).collect();
        // Invalid logs are reported by the doctor.
        let views = self.load_readable_matches(&ids).await?.readable;
        let stale = kept.iter().filter_map(|kept| {
            let view = views.get(&kept.row.id.parse().ok()?)?;
            let right = || StaleSummary { seq: view.m.seq, right: MatchSummary::of(&view.m) };
            difference(view, kept).map(|_| right())
        });
        self.write_rows(stale.collect()).await
    }

    async fn write_rows(&self, stale: Vec<StaleSummary>) -> Result<u64, StoreError> {
        if stale.is_empty() {
            return Ok(0);
        }
        self.write(move |db| Box::pin(write_rows(db, stale))).await
    }
}

/// The rows of a match that differ from its log, as of one log entry.
struct StaleSummary {
    seq: u32,
    right: MatchSummary,
}

/// Writes those whose matches have not moved on since.
async fn write_rows(db: &mut SqliteConnection, stale: Vec<StaleSummary>) -> Result<u64, StoreError> {
    let seqs: HashMap<&str, u32> = stale.iter().map(|stale| (&*stale.right.row.id, stale.seq)).collect();
    let unchanged = "SELECT key FROM json_each($1)
        WHERE value = (SELECT max(seq) FROM match_events WHERE match_id = key)";
    let seqs = serde_json::to_string(&seqs).unwrap_or_default();
    let unchanged: HashSet<String> =
        sqlx::query_scalar(unchanged).bind(seqs).fetch_all(&mut *db).await?.into_iter().collect();
    let right = stale.into_iter().map(|stale| stale.right);
    let right: Vec<_> = right.filter(|right| unchanged.contains(&right.row.id)).collect();
    write_match_rows(db, &right).await?;
    Ok(right.len() as u64)
}

//! Repair of rows that differ from the logs.

use std::collections::{HashMap, HashSet};

use sqlx::SqliteConnection;

use super::list_check::{difference, summaries, these_summaries};
use super::statements::write_match_rows;
use super::summary::MatchSummary;
use crate::matches::MatchId;
use crate::store::{Store, StoreError};

/// How many matches are folded at once.
const PAGE: u32 = 200;

/// The ids of running matches after one. `status <> 'ended'` makes SQLite use the partial index of unfinished
/// matches.
const RUNNING: &str =
    "SELECT id FROM matches WHERE status <> 'ended' AND status = 'playing' AND id > $1 ORDER BY id";

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

    /// Repairs running matches once in the life of a database; rows of open and finished matches are always complete.
    /// Continues where it was interrupted.
    ///
    /// # Errors
    /// The database failed; the next start continues.
    pub async fn repair_lists_once(&self) -> Result<u64, StoreError> {
        let Some(after) = self.repaired_up_to().await? else { return Ok(0) };
        let (running, mut repaired) = (self.running_matches(after).await?, 0);
        if !running.is_empty() {
            tracing::info!(
                matches = running.len(),
                "comparing list rows of running matches with their logs, once"
            );
        }
        for page in running.chunks(PAGE as usize) {
            let ids = page.to_vec();
            let kept = self
                .read(|db| async move {
                    let mut snapshot = db.begin().await?;
                    these_summaries(&mut snapshot, &ids).await
                })
                .await?;
            repaired += self.repair_rows(kept).await?;
            self.note_repaired_up_to(page.last()).await?;
        }
        self.note_repaired_up_to(None).await?;
        Ok(repaired)
    }

    async fn running_matches(&self, after: String) -> Result<Vec<String>, StoreError> {
        self.read(|db| async move { sqlx::query_scalar(RUNNING).bind(after).fetch_all(&db).await }).await
    }

    async fn repaired_up_to(&self) -> Result<Option<String>, StoreError> {
        self.read(|db| async move {
            sqlx::query_scalar("SELECT last_id FROM list_repair").fetch_optional(&db).await
        })
        .await
    }

    /// Records the last match that was checked; `None` if all were.
    async fn note_repaired_up_to(&self, last: Option<&String>) -> Result<(), StoreError> {
        let last = last.cloned();
        self.write(move |db| {
            Box::pin(async move {
                let noting = match &last {
                    Some(_) => "UPDATE list_repair SET last_id = $1",
                    None => "DELETE FROM list_repair WHERE $1 IS NULL",
                };
                Ok(sqlx::query(noting).bind(last).execute(db).await.map(drop)?)
            })
        })
        .await
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

#[cfg(test)]
mod tests {
    use super::RUNNING;
    use crate::store::matches::list_check::THESE_SUMMARIES;
    use crate::store::plan;

    #[tokio::test]
    async fn running_matches_are_found_without_reading_finished_ones() {
        for (sql, step) in [
            (RUNNING, "SEARCH matches USING INDEX matches_unfinished (id>?)"),
            (THESE_SUMMARIES, "SEARCH m USING PRIMARY KEY (id=?)"),
        ] {
            for steps in plan::of(sql).await {
                assert!(steps.contains(step), "{steps}");
            }
        }
    }
}

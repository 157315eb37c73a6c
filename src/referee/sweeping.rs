//! Sweeping many due matches without delaying players.

use std::sync::Arc;

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};

use super::{Referee, RefereeError};
use crate::matches::{MatchId, MatchView};

/// How many matches are written together: a move that arrives in the meantime waits for one such batch. In tests few,
/// so that there are several batches.
const BATCH: usize = if cfg!(test) { 5 } else { 64 };
/// How many batches are in progress: while one is written, the matches of the next are read.
const UNDER_WAY: usize = 2;

impl Referee {
    /// [`Self::sweep`] for each of these matches, in order.
    pub async fn sweep_all(&self, ids: &[MatchId]) -> Vec<Result<Arc<MatchView>, RefereeError>> {
        let batches: Vec<_> = ids.chunks(BATCH).map(|batch| self.sweep_batch(batch.to_vec())).collect();
        stream::iter(batches).buffered(UNDER_WAY).concat().await
    }

    async fn sweep_batch(&self, ids: Vec<MatchId>) -> Vec<Result<Arc<MatchView>, RefereeError>> {
        let missing: Vec<_> = ids.iter().filter(|id| self.cache.get(id).is_none()).cloned().collect();
        let start = self.cache.start_load();
        // What cannot be read here cannot be read by the writer either, which reports it.
        for view in
            self.store.load_readable_matches(&missing).await.unwrap_or_default().readable.into_values()
        {
            self.cache.insert(view, start);
        }
        let swept = join_all(ids.iter().map(|id| self.sweep(id))).await;
        // After a downtime there are many, which would displace the matches that are in use.
        missing.iter().for_each(|id| self.cache.invalidate(id));
        swept
    }
}

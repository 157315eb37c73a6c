//! Consumers of the outbox of matches, which act after a commit on what it says has happened.
//!
//! A consumer reads the rows after its position in order and handles them. The position is saved afterwards, at most
//! once a second, so after a crash some rows are handled again: handling has to be idempotent. What has to be true at
//! the moment of the commit belongs into the transaction instead: see `referee::ratings`.

#[cfg(test)]
mod tests;

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::store::{MatchFact, Store, StoreError};

/// How many rows are read at once.
const BATCH_SIZE: u32 = 500;
/// How often a position is saved at most. A transaction for each row would cost as much as the moves.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// A consumer, and its position in the outbox.
#[derive(Debug)]
pub struct OutboxConsumer {
    store: Store,
    name: &'static str,
    /// The id of the last handled row; `None` until it was read from the database.
    last: Option<i64>,
    saved: i64,
    saved_at: Option<Instant>,
    new_facts: watch::Receiver<u64>,
}

impl OutboxConsumer {
    /// The consumer with this name. It continues where it stopped; a new one begins with the next fact.
    pub fn new(store: Store, name: &'static str) -> Self {
        let new_facts = store.new_facts();
        Self { store, name, last: None, saved: 0, saved_at: None, new_facts }
    }

    /// The facts after those that were handled, in order; empty at the end.
    ///
    /// # Errors
    /// The database failed.
    pub async fn next(&mut self) -> Result<Vec<MatchFact>, StoreError> {
        self.new_facts.mark_unchanged();
        let last = self.position().await?;
        if self.saved_at.is_none_or(|saved_at| saved_at.elapsed() >= SAVE_INTERVAL) {
            self.save().await;
        }
        self.store.facts_after(last, BATCH_SIZE).await
    }

    /// Marks these as handled.
    pub fn mark_handled(&mut self, facts: &[MatchFact]) {
        self.last = facts.last().map(|fact| fact.id).or(self.last);
    }

    /// Waits for facts after those that [`Self::next`] returned. Cancel safe.
    pub async fn wait(&mut self) {
        if self.new_facts.changed().await.is_err() {
            std::future::pending().await
        }
    }

    /// Saves the position. If that fails, facts may be handled again after the next start.
    pub async fn save(&mut self) {
        let Some(last) = self.last.filter(|last| *last != self.saved) else { return };
        match self.store.save_outbox_position(self.name, last).await {
            Ok(()) => (self.saved, self.saved_at) = (last, Some(Instant::now())),
            Err(StoreError::Stopping) => {}
            Err(error) => {
                tracing::warn!(code = error.code(), %error, consumer = self.name, "failed to save the position in the outbox")
            }
        }
    }

    async fn position(&mut self) -> Result<i64, StoreError> {
        if let Some(last) = self.last {
            return Ok(last);
        }
        let last = self.store.outbox_position(self.name).await?;
        (self.last, self.saved) = (Some(last), last);
        Ok(last)
    }
}

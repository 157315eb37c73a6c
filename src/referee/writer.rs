//! The single-writer loop: drain the queue, decide, commit one transaction, publish.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::RefereeError;
use super::batch::CommandBatch;
use super::job::{RefereeAnswer, RefereeJob};
use super::match_cache::{LoadStart, MatchCache};
use super::ratings;
use super::turn_counts::{self, TurnCounts};
use crate::hub::Hub;
use crate::lists::BotDirectory;
use crate::matches::ServerDowntime;
use crate::metrics::CounterMetric;
use crate::store::{BatchTransaction, FactsOfOthers, Store, StoreError};
use crate::uptime::Uptime;

/// Maximum number of commands in one transaction.
const BATCH: usize = 256;
/// The writer and its caches.
#[derive(Debug)]
pub(super) struct MatchWriter {
    pub store: Store,
    pub cache: Arc<MatchCache>,
    pub turns: TurnCounts,
    pub hub: Hub,
    pub uptime: Uptime,
    pub bots: BotDirectory,
    /// The row of the outbox up to which cached matches are known to be current.
    pub followed: Mutex<Option<i64>>,
}

impl MatchWriter {
    /// Runs until all senders are gone.
    pub async fn run(self, mut queue: mpsc::Receiver<RefereeJob>) {
        let mut jobs = Vec::with_capacity(BATCH);
        while queue.recv_many(&mut jobs, BATCH).await > 0 {
            let answers = self.write(&jobs).await;
            for (job, answer) in jobs.drain(..).zip(answers) {
                // The caller may be gone; the result stands anyway.
                let _ = job.answer.send(answer);
            }
        }
    }

    /// Decides, writes and publishes these jobs.
    async fn write(&self, jobs: &[RefereeJob]) -> Vec<RefereeAnswer> {
        match self.try_write(jobs).await {
            Ok(mut answers) => {
                self.write_messages(jobs, &mut answers).await;
                answers
            }
            Err(error) => {
                tracing::error!(code = error.code(), %error, "failed to write a batch of commands");
                self.uptime.write_failed(&error);
                self.discard(jobs)
            }
        }
    }

    async fn try_write(&self, jobs: &[RefereeJob]) -> Result<Vec<RefereeAnswer>, StoreError> {
        // This may write, so it comes before the transaction.
        let pending = self.uptime.pending().await?;
        let mut transaction = self.store.begin_batch().await?;
        if transaction.others_wrote()
            && let Err(error) = self.drop_outdated(&mut transaction).await
        {
            transaction.roll_back().await;
            return Err(error);
        }
        let start = self.cache.start_load();
        match self.decide(jobs, &pending).await {
            Ok((batch, answers)) => {
                self.commit(transaction, batch, start).await?;
                Ok(answers)
            }
            Err(error) => {
                transaction.roll_back().await;
                tracing::error!(code = error.code(), %error, "failed to load a batch of commands");
                Ok(self.discard(jobs))
            }
        }
    }

    /// Drops the cached matches that another process has changed.
    async fn drop_outdated(&self, transaction: &mut BatchTransaction<'_>) -> Result<(), StoreError> {
        let since = *self.followed.lock();
        let FactsOfOthers { facts, last } = transaction.facts_of_others(since).await?;
        *self.followed.lock() = Some(last);
        match facts {
            Some(facts) => facts.iter().for_each(|fact| self.cache.drop_outdated(fact)),
            None => self.cache.clear(),
        }
        Ok(())
    }

    /// Loads everything that these jobs need and decides them.
    async fn decide(
        &self,
        jobs: &[RefereeJob],
        pending: &[ServerDowntime],
    ) -> Result<(CommandBatch, Vec<RefereeAnswer>), StoreError> {
        let loaded = CommandBatch::load(jobs, pending, &self.store, &self.cache, &self.hub).await?;
        let mut batch = loaded.with_bots(self.bots.clone());
        let answers = jobs.iter().map(|job| batch.decide(job)).collect();
        ratings::rate_all(&mut batch, &self.store).await?;
        Ok((batch, answers))
    }

    fn discard(&self, jobs: &[RefereeJob]) -> Vec<RefereeAnswer> {
        for job in jobs {
            self.cache.invalidate(job.task.id());
        }
        Self::failed(jobs)
    }

    fn failed(jobs: &[RefereeJob]) -> Vec<RefereeAnswer> {
        jobs.iter().map(|_| Err(RefereeError::Failed)).collect()
    }

    async fn commit(
        &self,
        transaction: BatchTransaction<'_>,
        batch: CommandBatch,
        start: LoadStart,
    ) -> Result<(), StoreError> {
        if batch.write.is_empty() {
            transaction.roll_back().await;
        } else {
            transaction.commit(batch.write).await?;
            self.uptime.write_succeeded();
        }
        self.store.metrics().add(CounterMetric::Moves, batch.plies);
        self.store.count_plies(batch.plies);
        for view in batch.views.into_values() {
            self.cache.insert(view, start);
        }
        turn_counts::invalidate(&self.turns, &batch.update);
        let has_bots = batch.update.iter().any(|change| change.after.m.has_bots());
        batch.update.into_iter().for_each(|change| self.hub.publish(change));
        // Only the runner of bots waits.
        if has_bots {
            self.store.wake_consumers();
        }
        Ok(())
    }
}

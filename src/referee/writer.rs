//! The single-writer loop: drain the queue, decide, commit one transaction, publish.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::RefereeError;
use super::batch::CommandBatch;
use super::job::{RefereeAnswer, RefereeJob};
use super::match_cache::MatchCache;
use super::ratings;
use super::turn_counts::TurnCounts;
use crate::hub::Hub;
use crate::lists::BotDirectory;
use crate::metrics::CounterMetric;
use crate::store::{AppendOutcome, Store, StoreError};
use crate::uptime::Uptime;

/// Maximum number of commands in one transaction.
const BATCH: usize = 256;
/// How many plies may be buffered before they are written through.
const MOST_UNPLACED: usize = 2000;
/// How long the queue has to be idle before the ply buffer is flushed.
const IDLE_DELAY: Duration = Duration::from_millis(20);
/// How often a batch is decided again after another process has written to one of its matches. A limit against
/// livelock between two busy processes.
const MAX_ATTEMPTS: usize = 50;

/// The writer and its caches.
#[derive(Debug)]
pub(super) struct MatchWriter {
    pub store: Store,
    pub cache: Arc<MatchCache>,
    pub turns: Arc<TurnCounts>,
    pub hub: Hub,
    pub uptime: Uptime,
    pub bots: BotDirectory,
}

impl MatchWriter {
    /// Runs until all senders are gone.
    pub async fn run(self, mut queue: mpsc::Receiver<RefereeJob>) {
        let mut jobs = Vec::with_capacity(BATCH);
        while self.next(&mut queue, &mut jobs).await > 0 {
            let answers = self.write(&jobs).await;
            for (job, answer) in jobs.drain(..).zip(answers) {
                // The caller may be gone; the result stands anyway.
                let _ = job.answer.send(answer);
            }
        }
    }

    /// Takes what is queued, or waits for it. If nothing comes for a moment, or many plies are buffered, they are
    /// written through first.
    async fn next(&self, queue: &mut mpsc::Receiver<RefereeJob>, jobs: &mut Vec<RefereeJob>) -> usize {
        let unplaced = self.store.buffered_count();
        if (1..MOST_UNPLACED).contains(&unplaced)
            && let Ok(taken) = timeout(IDLE_DELAY, queue.recv_many(jobs, BATCH)).await
        {
            return taken;
        }
        if unplaced > 0
            && let Err(error) = self.store.flush_plies().await
        {
            tracing::error!(code = error.code(), %error, "failed to flush the ply buffer");
        }
        queue.recv_many(jobs, BATCH).await
    }

    /// Decides, writes and publishes these jobs.
    async fn write(&self, jobs: &[RefereeJob]) -> Vec<RefereeAnswer> {
        let Ok(pending) = self.uptime.pending().await else { return Self::failed(jobs) };
        for _ in 0..MAX_ATTEMPTS {
            let loaded = CommandBatch::load(jobs, &pending, &self.store, &self.cache, &self.hub).await;
            let mut batch = match loaded {
                Ok(batch) => batch.with_bots(self.bots.clone()),
                Err(error) => {
                    tracing::error!(code = error.code(), %error, "failed to load a batch of commands");
                    return self.discard(jobs);
                }
            };
            let mut answers: Vec<RefereeAnswer> = jobs.iter().map(|job| batch.decide(job)).collect();
            let rated = ratings::rate_all(&mut batch, &self.store).await;
            let written = match rated {
                Ok(()) => self.commit(batch).await,
                Err(error) => Err(error),
            };
            match written {
                Ok(AppendOutcome::Done) => {
                    self.write_messages(jobs, &mut answers).await;
                    return answers;
                }
                Ok(AppendOutcome::Overtaken) => self.cache.clear(),
                Err(error) => {
                    tracing::error!(code = error.code(), %error, "failed to write a batch of commands");
                    self.uptime.write_failed(&error);
                    return self.discard(jobs);
                }
            }
        }
        tracing::error!("gave up a batch of commands: another process keeps writing to its matches");
        self.discard(jobs)
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

    async fn commit(&self, batch: CommandBatch) -> Result<AppendOutcome, StoreError> {
        if !batch.append.is_empty() {
            if self.store.append(batch.append).await? == AppendOutcome::Overtaken {
                return Ok(AppendOutcome::Overtaken);
            }
            self.uptime.write_succeeded();
        }
        self.store.metrics().add(CounterMetric::Moves, batch.plies);
        self.store.count_plies(batch.plies);
        for view in batch.views.into_values() {
            self.cache.insert(view);
        }
        self.turns.changed(batch.update.iter().map(|change| (&*change.before, &*change.after)));
        let has_bots = batch.update.iter().any(|change| change.after.m.has_bots());
        batch.update.into_iter().for_each(|change| self.hub.publish(change));
        // Only the runner of bots waits. Reading the outbox writes buffered plies through, which a match of people need not cause.
        if has_bots {
            self.store.wake_consumers();
        }
        Ok(AppendOutcome::Done)
    }
}

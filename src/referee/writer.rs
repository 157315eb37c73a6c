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

/// How many commands go into one transaction at most.
const BATCH: usize = 256;
/// How many plies wait at most until they are put in their place.
const MOST_UNPLACED: usize = 2000;
/// How long the queue has to be idle before the ply buffer is flushed.
const IDLE_DELAY: Duration = Duration::from_millis(20);
/// How often a batch is decided anew when another process has written to any match: as often as two of them that never
/// rest could get in each other's way.
const MAX_ATTEMPTS: usize = 50;

/// The writer, and what it keeps up to date.
#[derive(Debug)]
pub(super) struct MatchWriter {
    pub store: Store,
    pub tables: Arc<MatchCache>,
    pub turns: Arc<TurnCounts>,
    pub hub: Hub,
    pub uptime: Uptime,
    pub bots: BotDirectory,
}

impl MatchWriter {
    /// Runs until nobody can send anything more.
    pub async fn work(self, mut queue: mpsc::Receiver<RefereeJob>) {
        let mut jobs = Vec::with_capacity(BATCH);
        while self.next(&mut queue, &mut jobs).await > 0 {
            let answers = self.write(&jobs).await;
            for (job, answer) in jobs.drain(..).zip(answers) {
                // The request may have been dropped; what was done is done.
                let _ = job.answer.send(answer);
            }
        }
    }

    /// Takes what has queued up, or waits for something. When nothing comes for a moment, or much has been played since,
    /// the plies are put in their place first.
    async fn next(&self, queue: &mut mpsc::Receiver<RefereeJob>, jobs: &mut Vec<RefereeJob>) -> usize {
        let unplaced = self.store.unplaced();
        if (1..MOST_UNPLACED).contains(&unplaced)
            && let Ok(taken) = timeout(IDLE_DELAY, queue.recv_many(jobs, BATCH)).await
        {
            return taken;
        }
        if unplaced > 0
            && let Err(error) = self.store.place_plies().await
        {
            tracing::error!(%error, "failed to flush the ply buffer");
        }
        queue.recv_many(jobs, BATCH).await
    }

    /// Decides and writes what was asked, and publishes it.
    async fn write(&self, jobs: &[RefereeJob]) -> Vec<RefereeAnswer> {
        let Ok(pending) = self.uptime.pending().await else { return Self::failed(jobs) };
        for _ in 0..MAX_ATTEMPTS {
            let loaded = CommandBatch::load(jobs, &pending, &self.store, &self.tables, &self.hub).await;
            let mut batch = match loaded {
                Ok(batch) => batch.with_bots(self.bots.clone()),
                Err(error) => {
                    tracing::error!(%error, "failed to load a batch of commands");
                    break;
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
                    self.change_chats(jobs, &mut answers).await;
                    return answers;
                }
                Ok(AppendOutcome::Overtaken) => self.tables.clear(),
                Err(error) => {
                    tracing::error!(%error, "failed to write a batch of commands");
                    self.uptime.write_failed(&error);
                    break;
                }
            }
        }
        self.forget(jobs);
        Self::failed(jobs)
    }

    fn failed(jobs: &[RefereeJob]) -> Vec<RefereeAnswer> {
        jobs.iter().map(|_| Err(RefereeError::Failed)).collect()
    }

    fn forget(&self, jobs: &[RefereeJob]) {
        for job in jobs {
            self.tables.forget(job.task.id());
        }
    }

    async fn commit(&self, batch: CommandBatch) -> Result<AppendOutcome, StoreError> {
        if !batch.append.is_empty() {
            if self.store.append(batch.append).await? == AppendOutcome::Overtaken {
                return Ok(AppendOutcome::Overtaken);
            }
            self.uptime.write_succeeded();
        }
        self.store.metrics().add(CounterMetric::Moves, batch.plies);
        self.store.played(batch.plies);
        for (id, table) in batch.tables {
            if !batch.swept.contains(&id) || self.tables.get(&id).is_some() {
                self.tables.keep(table);
            }
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

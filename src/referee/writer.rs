//! The writer's wheel: take what has queued up, decide it, write it, tell.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::RefereeError;
use super::batch::Batch;
use super::job::{Answer, Job};
use super::ratings;
use super::tables::Tables;
use super::turns::Turns;
use crate::hub::Hub;
use crate::metrics::Count;
use crate::store::{Appended, Store, StoreError};
use crate::uptime::Uptime;

/// How many commands go into one transaction at most.
const BATCH: usize = 256;
/// How many plies wait at most until they are put in their place.
const MOST_UNPLACED: usize = 2000;
/// When nothing has been asked for so long, there is time for that.
const LULL: Duration = Duration::from_millis(20);
/// How often a batch is decided anew when another process has written to any match: as often as two of them that never
/// rest could get in each other's way.
const TRIES: usize = 50;

/// The writer, and what it keeps up to date.
#[derive(Debug)]
pub(super) struct Writer {
    pub store: Store,
    pub tables: Arc<Tables>,
    pub turns: Arc<Turns>,
    pub hub: Hub,
    pub uptime: Uptime,
}

impl Writer {
    /// Runs until nobody can send anything more.
    pub async fn work(self, mut queue: mpsc::Receiver<Job>) {
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
    async fn next(&self, queue: &mut mpsc::Receiver<Job>, jobs: &mut Vec<Job>) -> usize {
        let unplaced = self.store.unplaced();
        if (1..MOST_UNPLACED).contains(&unplaced)
            && let Ok(taken) = timeout(LULL, queue.recv_many(jobs, BATCH)).await
        {
            return taken;
        }
        if unplaced > 0
            && let Err(error) = self.store.place_plies().await
        {
            tracing::error!(%error, "plies could not be put in their place");
        }
        queue.recv_many(jobs, BATCH).await
    }

    /// Decides and writes what was asked, and publishes it.
    async fn write(&self, jobs: &[Job]) -> Vec<Answer> {
        let Ok(pending) = self.uptime.pending().await else { return Self::failed(jobs) };
        for _ in 0..TRIES {
            let loaded = Batch::load(jobs, &pending, &self.store, &self.tables, &self.hub).await;
            let mut batch = match loaded {
                Ok(batch) => batch,
                Err(error) => {
                    tracing::error!(%error, "what a batch of commands is about could not be read");
                    break;
                }
            };
            let mut answers: Vec<Answer> = jobs.iter().map(|job| batch.decide(job)).collect();
            let rated = ratings::rate_all(&mut batch, &self.store).await;
            let written = match rated {
                Ok(()) => self.commit(batch).await,
                Err(error) => Err(error),
            };
            match written {
                Ok(Appended::Done) => {
                    self.change_chats(jobs, &mut answers).await;
                    return answers;
                }
                Ok(Appended::Overtaken) => self.tables.clear(),
                Err(error) => {
                    tracing::error!(%error, "a batch of commands could not be written");
                    self.uptime.write_failed(&error);
                    break;
                }
            }
        }
        self.forget(jobs);
        Self::failed(jobs)
    }

    fn failed(jobs: &[Job]) -> Vec<Answer> {
        jobs.iter().map(|_| Err(RefereeError::Failed)).collect()
    }

    fn forget(&self, jobs: &[Job]) {
        for job in jobs {
            self.tables.forget(job.task.id());
        }
    }

    async fn commit(&self, batch: Batch) -> Result<Appended, StoreError> {
        if !batch.append.is_empty() {
            if self.store.append(batch.append).await? == Appended::Overtaken {
                return Ok(Appended::Overtaken);
            }
            self.uptime.write_succeeded();
        }
        self.store.metrics().add(Count::Moves, batch.plies);
        self.store.played(batch.plies);
        for (id, table) in batch.tables {
            if !batch.swept.contains(&id) || self.tables.get(&id).is_some() {
                self.tables.keep(table);
            }
        }
        self.turns.changed(batch.news.iter().map(|change| (&*change.before, &*change.after)));
        batch.news.into_iter().for_each(|change| self.hub.publish(change));
        Ok(Appended::Done)
    }
}

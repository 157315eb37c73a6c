//! The writer's wheel: take what has queued up, decide it, write it, tell.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::RefereeError;
use super::batch::{Answer, Batch, Job, Task};
use super::ratings;
use super::tables::Tables;
use super::turns::Turns;
use crate::hub::Hub;
use crate::matches::Table;
use crate::metrics::Count;
use crate::store::{Appended, Store, StoreError};
use crate::texts::in_language;

/// How many commands go into one transaction at most.
const BATCH: usize = 256;
/// How often a batch is decided anew when another process has written to one of its matches.
const TRIES: usize = 5;

/// The writer, and what it keeps up to date.
#[derive(Debug)]
pub(super) struct Writer {
    pub store: Store,
    pub tables: Arc<Tables>,
    pub turns: Arc<Turns>,
    pub hub: Hub,
}

impl Writer {
    /// Runs until nobody can send anything more.
    pub async fn work(self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(BATCH);
        while queue.recv_many(&mut jobs, BATCH).await > 0 {
            let answers = self.write(&jobs).await;
            for (job, answer) in jobs.drain(..).zip(answers) {
                // Whoever asked may have hung up; what was done is done.
                let _ = job.answer.send(answer);
            }
        }
    }

    async fn write(&self, jobs: &[Job]) -> Vec<Answer> {
        for _ in 0..TRIES {
            let mut batch = Batch::load(jobs, &self.store, &self.tables, &self.hub).await;
            let decide = |job: &Job| in_language(job.language, || batch.decide(job));
            let mut answers: Vec<Answer> = jobs.iter().map(decide).collect();
            let rated = ratings::rate_all(&mut batch, &self.store).await;
            let written = match rated {
                Ok(()) => self.commit(batch).await,
                Err(error) => Err(error),
            };
            match written {
                Ok(Appended::Done) => {
                    self.say_all(jobs, &mut answers).await;
                    return answers;
                }
                Ok(Appended::Overtaken) => self.forget(jobs),
                Err(error) => {
                    tracing::error!(%error, "a batch of commands could not be written");
                    break;
                }
            }
        }
        self.forget(jobs);
        jobs.iter().map(|_| Err(RefereeError::Failed)).collect()
    }

    fn forget(&self, jobs: &[Job]) {
        for job in jobs {
            self.tables.forget(job.task.id());
        }
    }

    async fn commit(&self, batch: Batch) -> Result<Appended, StoreError> {
        if !batch.append.is_empty() && self.store.append(batch.append).await? == Appended::Overtaken {
            return Ok(Appended::Overtaken);
        }
        self.store.metrics().add(Count::Moves, batch.plies);
        self.store.played(batch.plies);
        for table in batch.tables.into_values() {
            self.tables.keep(table);
        }
        self.turns.changed(batch.news.iter().map(|(before, after)| (&**before, &**after)));
        for (before, after) in &batch.news {
            self.hub.publish(before, after);
        }
        Ok(Appended::Done)
    }

    /// Writes down what was said, after the moves of the same batch.
    async fn say_all(&self, jobs: &[Job], answers: &mut [Answer]) {
        for (job, answer) in jobs.iter().zip(answers) {
            if let (Task::Say(id, text), Ok(table)) = (&job.task, &answer) {
                let before = self.tables.get(id).unwrap_or_else(|| Arc::clone(table));
                *answer = self.say(job, &before, text.trim().to_owned()).await;
                if let Ok(after) = answer {
                    self.tables.keep(Arc::clone(after));
                    self.hub.publish(&before, after);
                }
            }
        }
    }

    async fn say(&self, job: &Job, before: &Arc<Table>, text: String) -> Answer {
        let by = job.person()?;
        let said = self.store.say(&before.m.id, by.id, job.at, text).await;
        let line = said.map_err(|error| {
            tracing::error!(%error, "what was said could not be written");
            RefereeError::Failed
        })?;
        let mut table = Table::clone(before);
        table.names.learn(by.id, &by.name);
        Arc::make_mut(&mut table.talk).push(line);
        Ok(Arc::new(table))
    }
}

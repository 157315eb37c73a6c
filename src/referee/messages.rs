//! Chat messages: written and removed after the moves of the same batch.

use std::sync::Arc;

use super::RefereeError;
use super::job::{Answer, Job, Task};
use super::writer::Writer;
use crate::hub::Change;
use crate::matches::Table;
use crate::users::{MessageRemoval, Refused, UserId};

impl Writer {
    /// Writes and removes the messages of a batch, each in a transaction of its own, and publishes them.
    pub(super) async fn change_chats(&self, jobs: &[Job], answers: &mut [Answer]) {
        for (job, answer) in jobs.iter().zip(answers) {
            let (Task::Say(id, _) | Task::RemoveMessage(id, _), Ok(table)) = (&job.task, &answer) else {
                continue;
            };
            let before = self.tables.get(id).unwrap_or_else(|| Arc::clone(table));
            *answer = match &job.task {
                Task::Say(_, text) => self.say(job, &before, text.clone()).await,
                Task::RemoveMessage(_, removal) => self.remove_message(job, &before, removal.clone()).await,
                _ => continue,
            };
            if let Ok(after) = answer {
                self.tables.keep(Arc::clone(after));
                self.hub.publish(Change { before, after: Arc::clone(after) });
            }
        }
    }

    async fn say(&self, job: &Job, before: &Arc<Table>, text: String) -> Answer {
        let by = job.person()?;
        let said = self.store.say(&before.m.id, by.id, job.at, text).await;
        let said = said.map_err(|error| {
            tracing::error!(%error, "a chat message could not be written");
            RefereeError::Failed
        })?;
        let line = said.map_err(RefereeError::Sanctioned)?;
        let mut table = Table::clone(before);
        table.names.learn(by.id, &by.name);
        Arc::make_mut(&mut table.talk).push(line);
        Ok(Arc::new(table))
    }

    async fn remove_message(&self, job: &Job, before: &Arc<Table>, removal: MessageRemoval) -> Answer {
        let staff = job.user()?;
        if before.m.seat_of(staff).is_some() {
            return Err(RefereeError::NotPermitted(Refused::Involved));
        }
        let index = before.talk.iter().position(|line| line.id == removal.message);
        let index = index.filter(|_| removal.report.is_some() || may_read(before, staff));
        let index = index.ok_or(RefereeError::NoSuchMatch)?;
        let author = before.talk[index].by;
        let removed = self.store.remove_message(staff, &before.m.id, author, removal, job.at).await;
        let removed = removed.map_err(|error| {
            tracing::error!(%error, "a chat message could not be removed");
            RefereeError::Failed
        })?;
        removed.map_err(|refused| match refused {
            Refused::Nobody => RefereeError::NoSuchMatch,
            refused => RefereeError::NotPermitted(refused),
        })?;
        let mut table = Table::clone(before);
        if let Some(line) = Arc::make_mut(&mut table.talk).get_mut(index) {
            line.text.clear();
            line.removed = true;
        }
        Ok(Arc::new(table))
    }
}

/// Whether a user who does not play can read the chat of a match.
fn may_read(table: &Table, user: UserId) -> bool {
    table.m.may_be_seen_by(Some(user)) && table.talk_may_be_read_by(table.viewer(Some(user)))
}

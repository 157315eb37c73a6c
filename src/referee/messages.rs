//! Chat messages: written and removed after the moves of the same batch.

use std::sync::Arc;

use super::RefereeError;
use super::job::{RefereeAnswer, RefereeJob, RefereeTask};
use super::writer::MatchWriter;
use crate::hub::MatchChange;
use crate::matches::MatchView;
use crate::users::{MessageRemoval, StaffActionError, UserId};

impl MatchWriter {
    /// Writes and removes the messages of a batch, each in its own transaction, and publishes them.
    pub(super) async fn write_messages(&self, jobs: &[RefereeJob], answers: &mut [RefereeAnswer]) {
        for (job, answer) in jobs.iter().zip(answers) {
            let (RefereeTask::SendChat(id, _) | RefereeTask::RemoveMessage(id, _), Ok(view)) =
                (&job.task, &answer)
            else {
                continue;
            };
            let start = self.cache.start_load();
            let before = self.cache.get(id).unwrap_or_else(|| Arc::clone(view));
            *answer = match &job.task {
                RefereeTask::SendChat(_, text) => self.add_chat_message(job, &before, text.clone()).await,
                RefereeTask::RemoveMessage(_, removal) => {
                    self.remove_message(job, &before, removal.clone()).await
                }
                _ => continue,
            };
            if let Ok(after) = answer {
                self.cache.insert(Arc::clone(after), start);
                self.hub.publish(MatchChange { before, after: Arc::clone(after) });
            }
        }
    }

    async fn add_chat_message(
        &self,
        job: &RefereeJob,
        before: &Arc<MatchView>,
        text: String,
    ) -> RefereeAnswer {
        let by = job.person()?;
        let content = (text, before.m.seat_of(by.id).is_none());
        let sent = self.store.add_chat_message(&before.m.id, by.id, job.at, content).await;
        let sent = sent.map_err(|error| {
            tracing::error!(code = error.code(), %error, "failed to write a chat message");
            RefereeError::Failed
        })?;
        let line = sent.map_err(RefereeError::Sanctioned)?;
        let mut view = MatchView::clone(before);
        view.names.learn(by.id, &by.name);
        Arc::make_mut(&mut view.chat).push(line);
        Ok(Arc::new(view))
    }

    async fn remove_message(
        &self,
        job: &RefereeJob,
        before: &Arc<MatchView>,
        removal: MessageRemoval,
    ) -> RefereeAnswer {
        let staff = job.user()?;
        if before.m.seat_of(staff).is_some() || before.m.was_replaced(staff) {
            return Err(RefereeError::NotPermitted(StaffActionError::Involved));
        }
        let index = before.chat.iter().position(|line| line.id == removal.message);
        let index = index.filter(|_| removal.report.is_some() || may_read(before, staff, removal.message));
        let index = index.ok_or(RefereeError::NoSuchMatch)?;
        let author = before.chat[index].by;
        let removed = self.store.remove_message(staff, &before.m.id, author, removal, job.at).await;
        let removed = removed.map_err(|error| {
            tracing::error!(code = error.code(), %error, "failed to remove a chat message");
            RefereeError::Failed
        })?;
        removed.map_err(|refused| match refused {
            StaffActionError::Nobody => RefereeError::NoSuchMatch,
            refused => RefereeError::NotPermitted(refused),
        })?;
        let mut view = MatchView::clone(before);
        if let Some(line) = Arc::make_mut(&mut view.chat).get_mut(index) {
            line.text.clear();
            line.removed = true;
        }
        Ok(Arc::new(view))
    }
}

/// Whether a user can read a chat message of a match.
fn may_read(view: &MatchView, user: UserId, message: i64) -> bool {
    let mut readable = view.messages(view.viewer(Some(user)));
    view.m.may_be_seen_by(Some(user)) && readable.any(|other| other.id == message)
}

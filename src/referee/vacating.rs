//! Takes users who are away out of open matches.

use super::batch::CommandBatch;
use super::job::{RefereeAnswer, RefereeJob, RefereeTask};
use super::{Referee, RefereeError};
use crate::matches::{MatchId, vacated};
use crate::now::Moment;
use crate::store::StoreError;

impl CommandBatch {
    /// Takes the user out of a match if it is still open. The site does this, not the user, so those who wait in it are notified,
    /// and the user too if it expires.
    pub(super) fn vacate(&mut self, job: &RefereeJob, id: &MatchId) -> RefereeAnswer {
        let view = self.view(job, id)?;
        match vacated(&view.m, job.user()?) {
            events if events.is_empty() => Ok(view),
            events => self.apply_events(job.at, None, &view, events),
        }
    }
}

impl Referee {
    /// Takes all users who were last seen before a moment out of open matches. Returns the number of seats. What fails is done at
    /// the next call.
    ///
    /// # Errors
    /// The database failed.
    pub async fn vacate_open_matches(&self, before: Moment) -> Result<usize, StoreError> {
        let mut count = 0;
        for (person, id) in self.store.absent_in_open_matches(before).await? {
            match self.submit(Some(person), RefereeTask::Vacate(id.clone())).await {
                Ok(_) => count += 1,
                Err(RefereeError::NoSuchMatch) => {}
                Err(error) => {
                    tracing::error!(code = error.code(), %error, %id, "failed to take an absent user out of an open match");
                }
            }
        }
        Ok(count)
    }
}

//! Lets matches follow the time zones of their players when those change.

use futures_util::future::join_all;

use super::batch::CommandBatch;
use super::job::{RefereeAnswer, RefereeJob, RefereeTask};
use super::{Referee, RefereeError};
use crate::matches::MatchId;
use crate::store::StoreError;
use crate::users::UserSummary;

impl CommandBatch {
    /// Records the caller's current time zone in a match that uses another one.
    pub(super) fn follow_zone(&mut self, job: &RefereeJob, id: &MatchId) -> RefereeAnswer {
        let view = self.view(job, id)?;
        let view = self.catch_up(job, view)?;
        match self.zones.change(&view.m, job.user()?)? {
            Some(event) => self.apply_events(job.at, job.by.as_ref(), &view, vec![event]),
            None => Ok(view),
        }
    }
}

impl Referee {
    /// Updates the matches of all users whose time zone has changed. What fails or is interrupted is done at the next
    /// call.
    pub async fn follow_zones(&self) -> Result<(), StoreError> {
        for (person, zone) in self.store.time_zone_changes().await? {
            let ids = self.store.weekday_matches_of(person.id).await?;
            let followed = join_all(ids.iter().map(|id| self.follow_zone(&person, id))).await;
            if followed.into_iter().all(|followed| followed) {
                self.store.has_followed_zone(person.id, zone).await?;
            }
        }
        Ok(())
    }

    /// Whether a match uses a user's current time zone now. A match that cannot be read is left as it is.
    async fn follow_zone(&self, person: &UserSummary, id: &MatchId) -> bool {
        match self.submit(Some(person.clone()), RefereeTask::FollowZone(id.clone())).await {
            Ok(_) | Err(RefereeError::NoSuchMatch) => true,
            Err(error) => {
                tracing::error!(code = error.code(), %error, %id, "failed to apply a changed time zone to a match");
                false
            }
        }
    }
}

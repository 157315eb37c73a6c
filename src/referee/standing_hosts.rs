//! The hosts of standing offers that may start in a batch.

use std::collections::HashMap;
use std::sync::Arc;

use super::job::{RefereeJob, RefereeTask};
use crate::matches::{ByMatch, MAX_STANDING_MATCHES, MatchCommand, MatchStatus, MatchView};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// How many matches are being played by each host whose standing offer may start in a batch.
#[derive(Debug, Default)]
pub(super) struct StandingHosts(HashMap<UserId, u32>);

impl StandingHosts {
    pub async fn load(
        jobs: &[RefereeJob],
        views: &ByMatch<Arc<MatchView>>,
        store: &Store,
    ) -> Result<Self, StoreError> {
        let hosts: Vec<_> = jobs.iter().filter_map(|job| host_of(job, views)).collect();
        if hosts.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self(store.count_running_matches_of(&hosts).await?))
    }

    /// Counts another running match of a host. Returns whether their standing offers are still renewed.
    pub fn count_match(&mut self, host: UserId) -> bool {
        let Some(running) = self.0.get_mut(&host) else { return false };
        *running += 1;
        *running < MAX_STANDING_MATCHES
    }
}

/// The host of the standing offer that a job may start.
pub(super) fn host_of(job: &RefereeJob, views: &ByMatch<Arc<MatchView>>) -> Option<UserId> {
    let RefereeTask::Command(id, MatchCommand::Join | MatchCommand::SeatBot(_) | MatchCommand::Start) =
        &job.task
    else {
        return None;
    };
    let m = &views.get(id)?.m;
    (m.renews && m.status == MatchStatus::Open).then_some(m.opened_by)
}

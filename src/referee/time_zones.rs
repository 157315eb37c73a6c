//! The time zones of players, for their weekends: recorded when they join, and updated when they change.

use std::collections::HashMap;
use std::sync::Arc;

use super::job::{RefereeJob, RefereeTask};
use super::standing_hosts::host_of;
use super::{MatchStart, RefereeError};
use crate::matches::{ByMatch, Match, MatchEvent, MatchStatus, MatchView, TimeControl};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// The zones of users.
#[derive(Debug, Default)]
pub(super) struct TimeZones(HashMap<UserId, String>);

impl TimeZones {
    /// Loads the zones of the authors of jobs about matches with weekends off, and of the hosts of standing offers among these.
    pub async fn load(
        jobs: &[RefereeJob],
        views: &ByMatch<Arc<MatchView>>,
        store: &Store,
    ) -> Result<Self, StoreError> {
        let off = |time: &TimeControl| time.weekends_off;
        let matters = |job: &&RefereeJob| match &job.task {
            RefereeTask::Open(_, setup) | RefereeTask::StartMatch(_, MatchStart { setup, .. }) => {
                setup.time_control.as_ref().is_some_and(off)
            }
            task => {
                let clocks = views.get(task.id()).and_then(|view| view.m.clocks.as_ref());
                clocks.is_some_and(|clocks| off(clocks.control()))
            }
        };
        let people = |job: &RefereeJob| {
            let seated: Vec<_> = job.task.seated_players().iter().map(|player| player.id).collect();
            seated.into_iter().chain(job.user().ok()).chain(host_of(job, views))
        };
        let people: Vec<_> = jobs.iter().filter(matters).flat_map(people).collect();
        if people.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self(store.time_zones_of(&people).await?))
    }

    /// Records the time zone of a user who takes a seat.
    pub fn write_into<'e>(&self, events: impl IntoIterator<Item = &'e mut MatchEvent>) {
        for event in events {
            if let MatchEvent::Joined { user, time_zone, .. }
            | MatchEvent::SeatTakenOver { user, time_zone, .. } = event
            {
                *time_zone = self.0.get(user).map(|zone| zone.as_str().into());
            }
        }
    }

    /// The event that updates a user's zone in a match; `None` if it has not changed.
    ///
    /// # Errors
    /// The zone could not be loaded.
    pub fn change(&self, m: &Match, user: UserId) -> Result<Option<MatchEvent>, RefereeError> {
        let clocks = m.clocks.as_ref().filter(|clocks| clocks.control().weekends_off);
        let runs = !matches!(m.status, MatchStatus::Ended(_));
        let (Some(clocks), Some(seat), true) = (clocks, m.seat_of(user), runs) else { return Ok(None) };
        let zone = self.0.get(&user).ok_or(RefereeError::Failed)?;
        let changed = clocks.next_zone(seat) != zone.as_str();
        Ok(changed
            .then(|| MatchEvent::TimeZoneChanged { seat: seat.number(), time_zone: zone.as_str().into() }))
    }
}

//! The time zones of players, for their weekends: noted when they join, and followed when they change.

use std::collections::HashMap;
use std::sync::Arc;

use super::job::{Job, Task};
use super::{MatchStart, RefereeError};
use crate::matches::{ByMatch, Event, Match, Status, Table, TimeControl};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// The zone of each person for whom it matters.
#[derive(Debug, Default)]
pub(super) struct Zones(HashMap<UserId, String>);

impl Zones {
    /// Those of everybody who asks for something at a match with weekends off.
    ///
    /// # Errors
    /// The database failed.
    pub async fn load(jobs: &[Job], tables: &ByMatch<Arc<Table>>, store: &Store) -> Result<Self, StoreError> {
        let off = |time: &TimeControl| time.weekends_off;
        let matters = |job: &&Job| match &job.task {
            Task::Open(_, wish) | Task::StartMatch(_, MatchStart { wish, .. }) => {
                wish.time.as_ref().is_some_and(off)
            }
            task => {
                let clocks = tables.get(task.id()).and_then(|table| table.m.clocks.as_ref());
                clocks.is_some_and(|clocks| off(clocks.control()))
            }
        };
        let people = |job: &Job| {
            let seated: Vec<_> = job.task.seated_players().iter().map(|player| player.id).collect();
            seated.into_iter().chain(job.user().ok())
        };
        let people: Vec<_> = jobs.iter().filter(matters).flat_map(people).collect();
        if people.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self(store.zones(&people).await?))
    }

    /// Writes down where somebody lives who sits down.
    pub fn write_into<'e>(&self, events: impl IntoIterator<Item = &'e mut Event>) {
        for event in events {
            if let Event::Joined { user, zone, .. } = event {
                *zone = self.0.get(user).map(|zone| zone.as_str().into());
            }
        }
    }

    /// What follows at a match from where a user lives now. Nothing, where their weekends are those already.
    ///
    /// # Errors
    /// It is not known where they live.
    pub fn change(&self, m: &Match, user: UserId) -> Result<Option<Event>, RefereeError> {
        let clocks = m.clocks.as_ref().filter(|clocks| clocks.control().weekends_off);
        let runs = !matches!(m.status, Status::Ended(_));
        let (Some(clocks), Some(seat), true) = (clocks, m.seat_of(user), runs) else { return Ok(None) };
        let zone = self.0.get(&user).ok_or(RefereeError::Failed)?;
        let changed = clocks.zone(seat) != zone.as_str();
        Ok(changed.then(|| Event::ZoneChanged { seat: seat.number(), zone: zone.as_str().into() }))
    }
}

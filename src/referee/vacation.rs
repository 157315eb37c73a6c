//! The vacation of players who have run out of time, while a batch is decided.

use std::collections::HashMap;
use std::sync::Arc;

use super::job::RefereeJob;
use crate::matches::{Match, MatchEvent, MatchView};
use crate::now::Moment;
use crate::now::spans::HOUR;
use crate::store::{PendingWrite, Store, StoreError};
use crate::users::UserId;

/// The remaining vacation of users in hours.
#[derive(Debug, Default)]
pub(super) struct VacationHours(HashMap<UserId, u32>);

impl VacationHours {
    /// Loads the vacation of all players who have run out of time in matches with vacation.
    pub async fn load(
        jobs: &[RefereeJob],
        views: impl Iterator<Item = &Arc<MatchView>>,
        store: &Store,
    ) -> Result<Self, StoreError> {
        let Some(at) = jobs.iter().map(|job| job.at).max() else { return Ok(Self::default()) };
        let late = |view: &Arc<MatchView>| {
            let m = &view.m;
            let protects = m.clocks.as_ref().is_some_and(|clocks| clocks.control().vacation);
            m.user_to_act().filter(|_| protects && m.deadline().is_some_and(|deadline| deadline <= at))
        };
        let people: Vec<_> = views.filter_map(late).collect();
        if people.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self(store.vacation_left(&people, at).await?))
    }

    pub fn hours_left(&self, user: Option<UserId>) -> u32 {
        user.and_then(|user| self.0.get(&user)).copied().unwrap_or(0)
    }

    /// Takes the hours that these events use. Hours that two matches use at the same time count once.
    pub fn use_hours(&mut self, m: &Match, events: &[MatchEvent], write: &mut PendingWrite) {
        let (Some(user), Some(deadline)) = (m.user_to_act(), m.deadline()) else { return };
        for event in events {
            if let MatchEvent::TimeGiven { seconds, .. } = event {
                let hours = seconds / 3600;
                let hour = |number: u32| Moment(deadline.0 / HOUR * HOUR).after(i64::from(number) * HOUR);
                write.take_vacation(user, (0..hours).map(hour));
                if let Some(left) = self.0.get_mut(&user) {
                    *left = left.saturating_sub(hours);
                }
            }
        }
    }
}

//! Which players are looking at a match: those with an open stream of it.

use std::collections::HashMap;
use std::time::Duration;

use crate::games::BySeat;
use crate::matches::{Match, MatchStatus, PresentSeats};
use crate::users::UserId;

/// How long a player still counts as present without a stream, so that loading the page again is not noticed.
pub const GRACE: Duration = if cfg!(test) { Duration::from_millis(50) } else { Duration::from_secs(6) };

/// The presence of the players of one match.
#[derive(Debug, Default)]
pub(super) struct MatchPresence {
    /// The occupants of the seats; `None` before a player has come, and once the match is over.
    seats: Option<BySeat<Option<UserId>>>,
    /// How many streams each player has open. Those with none are in their grace period.
    streams: HashMap<UserId, usize>,
    /// The seats that the watchers were sent last.
    sent: PresentSeats,
}

impl MatchPresence {
    /// The seats whose players are present.
    pub(super) fn present(&self) -> PresentSeats {
        let seats = self.seats.as_ref();
        seats.map_or_else(PresentSeats::default, |seats| {
            PresentSeats::of(seats, |user| self.streams.contains_key(&user))
        })
    }

    /// How many streams the players have open.
    pub(super) fn stream_count(&self) -> usize {
        self.streams.values().sum()
    }

    /// The present seats, if the watchers do not know them yet.
    pub(super) fn take_change(&mut self) -> Option<PresentSeats> {
        let present = self.present();
        (std::mem::replace(&mut self.sent, present) != present).then_some(present)
    }

    /// Records that a player has opened a stream.
    pub(super) fn add_stream(&mut self, m: &Match, user: UserId) {
        self.update(m);
        *self.streams.entry(user).or_default() += 1;
    }

    /// Records that a player has closed a stream. Returns whether it was their last.
    pub(super) fn remove_stream(&mut self, user: UserId) -> bool {
        let Some(streams) = self.streams.get_mut(&user) else { return false };
        *streams = streams.saturating_sub(1);
        *streams == 0
    }

    /// Forgets a player whose grace period is over, unless they have come back.
    pub(super) fn remove_absent(&mut self, user: UserId) {
        if self.streams.get(&user) == Some(&0) {
            self.streams.remove(&user);
        }
    }

    /// Takes over the occupants of a match that has changed.
    pub(super) fn update(&mut self, m: &Match) {
        let is_over = matches!(m.status, MatchStatus::Ended(_));
        if is_over {
            self.seats = None;
        } else if self.seats.as_ref() != Some(&m.seats) {
            self.seats = Some(m.seats.clone());
        }
    }

    /// Whether nobody has come yet, so that changes need not be recorded.
    pub(super) fn is_unused(&self) -> bool {
        self.streams.is_empty()
    }
}

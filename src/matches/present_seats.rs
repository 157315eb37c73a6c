//! Which seats have players who are looking at the match.

use crate::games::{BySeat, Seat};
use crate::users::UserId;

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PresentSeats(u16);

impl PresentSeats {
    /// The seats of users of whom `is_present` is true.
    pub fn of(seats: &BySeat<Option<UserId>>, is_present: impl Fn(UserId) -> bool) -> Self {
        let here = seats.iter().filter(|(_, user)| user.is_some_and(&is_present));
        Self(here.fold(0, |set, (seat, _)| set | 1 << seat.number()))
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::first(u16::BITS as u8).filter(move |seat| self.0 >> seat.number() & 1 == 1)
    }
}

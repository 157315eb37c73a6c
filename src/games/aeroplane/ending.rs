//! The end of a match and the places.

use super::position::Aeroplane;
use super::route::PlaneProgress;
use crate::games::{Outcome, Seat};

impl Aeroplane {
    /// The seats that have finished, in order of finishing.
    pub fn finished(&self) -> &[Seat] {
        &self.finished[..usize::from(self.finishers)]
    }

    /// Whether all planes of a seat are home.
    #[inline]
    pub fn is_home(&self, seat: Seat) -> bool {
        self.planes(seat).iter().all(|progress| *progress == PlaneProgress::HOME)
    }

    /// Whether all planes of a seat are in the hangar.
    #[inline]
    pub fn is_grounded(&self, seat: Seat) -> bool {
        self.planes(seat).iter().all(|progress| *progress == PlaneProgress::HANGAR)
    }

    pub(super) fn finish(&mut self, seat: Seat) {
        self.finished[usize::from(self.finishers)] = seat;
        self.finishers += 1;
    }

    /// Whether enough seats have finished.
    pub(super) fn is_decided(&self) -> bool {
        let enough = if self.options.play_on { self.seats - 1 } else { 1 };
        self.finishers >= enough
    }

    /// Ends the match and clears the state of the turn.
    pub(super) fn stop(&mut self) {
        self.over = true;
        self.acting = Seat::default();
        self.die = 0;
        self.sixes.clear();
    }

    #[inline]
    pub(super) fn next_unfinished(&self) -> Seat {
        let mut next = self.acting.next(self.seats);
        while self.finishers > 0 && self.finished().contains(&next) {
            next = next.next(self.seats);
        }
        next
    }

    /// The progress of all planes of a seat: 0 in the hangar, 1 on the pad, 57 home, added up.
    pub fn points(&self, seat: Seat) -> u8 {
        self.planes(seat).iter().map(|progress| progress.points()).sum()
    }

    /// The places if the match stopped here: seats that have finished, in order, then the others by points.
    pub(super) fn places(&self) -> Outcome {
        let rank = |seat: Seat| match self.finished().iter().rev().position(|finisher| *finisher == seat) {
            Some(from_last) => (1 + from_last, 0),
            None => (0, self.points(seat)),
        };
        Outcome::ranked(&Seat::first(self.seats).map(rank).collect::<Vec<_>>())
    }
}

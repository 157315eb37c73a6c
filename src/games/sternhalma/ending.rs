//! The end of a match and the places.

use super::board::{MARBLES, cells_of, distance, target};
use super::history::HistoryPly;
use super::options::Finish;
use super::position::Sternhalma;
use crate::games::{Cell, Outcome, Seat};

/// The match ends when every unfinished seat has taken this number of turns.
pub const MOST_TURNS: u8 = 200;

/// The number of the seat's marbles that a full target must contain: see [`Finish::Filled`].
pub const OWN_IN_TARGET: u32 = 7;

impl Sternhalma {
    /// The seats that have finished, in order of finishing.
    pub fn finished(&self) -> &[Seat] {
        &self.finished[..usize::from(self.finishers)]
    }

    /// Whether a seat still plays.
    pub(super) fn is_unfinished(&self, seat: Seat) -> bool {
        !self.finished().contains(&seat)
    }

    /// Whether the board satisfies the finish condition of a seat.
    pub(super) fn has_reached_target(&self, seat: Seat) -> bool {
        let target = target(self.seats, seat).holes();
        let own = (self.marbles[seat.index()] & target).count_ones();
        match self.options.finish {
            Finish::Filled => own >= OWN_IN_TARGET && target & !self.occupied() == 0,
            Finish::OwnTen => own as usize == MARBLES,
        }
    }

    /// Ends the match or determines the next seat, after a ply of the acting seat.
    pub(super) fn settle(&mut self) {
        if self.has_reached_target(self.acting) {
            self.finish(self.acting);
        }
        if self.is_decided() {
            self.over = true;
            return;
        }
        self.go_on();
    }

    /// Takes the turn of a seat that has left: like a pass, but without finishing.
    pub(super) fn pass_over(&mut self) {
        let (hash, seat) = (self.hash, self.acting);
        self.history.push(hash, HistoryPly { seat, from: Cell::default(), to: Cell::default() });
        self.turns[seat.index()] = self.turns[seat.index()].saturating_add(1);
        self.go_on();
    }

    /// Passes the turn on, unless the match ends by repetition or by its length.
    fn go_on(&mut self) {
        self.acting = self.next_unfinished();
        self.over = self.is_third_occurrence() || self.is_out_of_turns();
    }

    /// Whether the match has ended, before enough seats had finished, because a position occurred for the third time.
    pub fn ended_by_repetition(&self) -> bool {
        self.over && !self.is_decided() && self.is_third_occurrence()
    }

    /// Whether the match has ended, before enough seats had finished, because all others had taken [`MOST_TURNS`] turns.
    pub fn ended_by_length(&self) -> bool {
        self.over && !self.is_decided() && self.is_out_of_turns()
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

    pub(super) fn next_unfinished(&self) -> Seat {
        let mut next = self.acting.next(self.seats);
        while !self.is_unfinished(next) {
            next = next.next(self.seats);
        }
        next
    }

    fn is_third_occurrence(&self) -> bool {
        self.history.occurrences(&self.marbles, self.hash, self.acting) >= 2
    }

    fn is_out_of_turns(&self) -> bool {
        Seat::first(self.seats)
            .filter(|seat| self.is_unfinished(*seat))
            .all(|seat| self.turns[seat.index()] >= MOST_TURNS)
    }

    /// The distance a seat has left: each marble outside its target counts its steps on an empty board to the farthest
    /// target hole without a marble of the seat.
    pub fn distance_left(&self, seat: Seat) -> u16 {
        let own = self.marbles[seat.index()];
        let target = target(self.seats, seat).holes();
        let farthest = |from| cells_of(target & !own).map(|to| distance(from, to)).max();
        cells_of(own & !target).filter_map(farthest).map(u16::from).sum()
    }

    /// The places if the match stopped here: seats that have finished, in order, then the others by distance left.
    pub(super) fn places(&self) -> Outcome {
        let unfinished = usize::from(self.seats);
        let rank = |seat: Seat| {
            let place = self.finished().iter().position(|finisher| *finisher == seat);
            (place.unwrap_or(unfinished), if place.is_some() { 0 } else { self.distance_left(seat) })
        };
        let ranks: Vec<_> = Seat::first(self.seats).map(|seat| std::cmp::Reverse(rank(seat))).collect();
        Outcome::ranked(&ranks)
    }
}

//! A position of Sternhalma.

use std::hash::{Hash, Hasher};

use super::board::{self, MARBLES, cells_of, hole};
use super::history::{MarbleHistory, MarbleSet, hash_of};
use super::options::SternhalmaOptions;
use crate::games::{Cell, MOST_SEATS, Piece, Rules, Seat, ToAct};

/// A position of Sternhalma, with the positions and turns that led to it.
#[derive(Clone, Debug)]
pub struct Sternhalma {
    pub(super) options: SternhalmaOptions,
    pub(super) seats: u8,
    pub(super) acting: Seat,
    pub(super) over: bool,
    /// The holes of each seat's marbles.
    pub(super) marbles: MarbleSet,
    /// The cell of each marble of each seat.
    pub(super) places: [[Cell; MARBLES]; MOST_SEATS as usize],
    pub(super) finished: [Seat; MOST_SEATS as usize],
    pub(super) finishers: u8,
    pub(super) turns: [u8; MOST_SEATS as usize],
    /// The hash of the marbles: see [`hash_of`].
    pub(super) hash: u32,
    pub(super) history: MarbleHistory,
}

impl Sternhalma {
    /// The match's options.
    pub const fn options(&self) -> &SternhalmaOptions {
        &self.options
    }

    /// The seat whose marble is in a hole.
    pub fn marble(&self, cell: Cell) -> Option<Seat> {
        Seat::first(self.seats).find(|seat| self.marbles[seat.index()] & hole(cell) != 0)
    }

    /// The holes of a seat's marbles.
    pub const fn marbles(&self, seat: Seat) -> board::HoleSet {
        self.marbles[seat.index()]
    }

    /// The number of turns a seat has taken, including passes.
    pub const fn turns(&self, seat: Seat) -> u8 {
        self.turns[seat.index()]
    }

    /// A board with these marbles and seat 0 to act, without history.
    pub(super) fn set_up(options: SternhalmaOptions, seats: u8, marbles: MarbleSet) -> Self {
        let mut position = Self {
            options,
            seats,
            acting: Seat::default(),
            over: false,
            marbles,
            places: Default::default(),
            finished: Default::default(),
            finishers: 0,
            turns: Default::default(),
            hash: 0,
            history: MarbleHistory::default(),
        };
        for seat in Seat::first(seats) {
            for (place, cell) in position.places[seat.index()].iter_mut().zip(cells_of(marbles[seat.index()]))
            {
                *place = cell;
                position.hash ^= hash_of(seat, cell);
            }
        }
        position
    }

    /// The marble of the acting seat in a hole.
    pub(super) fn piece_on(&self, cell: Cell) -> Piece {
        let seat = self.acting;
        let number = self.places[seat.index()].iter().position(|place| *place == cell).unwrap_or_default();
        piece(seat, number)
    }

    #[inline]
    pub(super) fn move_marble(&mut self, from: Cell, to: Cell) {
        let seat = self.acting;
        self.marbles[seat.index()] ^= hole(from) | hole(to);
        self.hash ^= hash_of(seat, from) ^ hash_of(seat, to);
        for place in &mut self.places[seat.index()] {
            if *place == from {
                *place = to;
                return;
            }
        }
    }

    /// The parts of the position that are in its text.
    fn text_parts(&self) -> (&SternhalmaOptions, &MarbleSet, ToAct, Option<&[Seat]>) {
        let finished = self.options.play_on.then(|| self.finished());
        (&self.options, &self.marbles, self.to_act(), finished)
    }
}

pub(super) fn piece(seat: Seat, number: usize) -> Piece {
    Piece { id: seat.number() * MARBLES as u8 + number as u8, kind: seat.number() }
}

impl PartialEq for Sternhalma {
    fn eq(&self, other: &Self) -> bool {
        self.seats == other.seats && self.text_parts() == other.text_parts()
    }
}

impl Eq for Sternhalma {}

impl Hash for Sternhalma {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text_parts().hash(state);
    }
}

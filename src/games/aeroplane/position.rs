//! A position of Aeroplane Chess.

use super::board::{AeroplaneSpot, PLANES};
use super::options::AeroplaneOptions;
use super::route::PlaneProgress;
use super::sixes::SixesInARow;
use crate::games::{Cell, Piece, Seat};

/// The largest number of seats.
pub(super) const SEATS: usize = 4;

/// A position of Aeroplane Chess.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aeroplane {
    pub(super) options: AeroplaneOptions,
    pub(super) seats: u8,
    pub(super) over: bool,
    pub(super) acting: Seat,
    /// What the die shows; 0 before the roll.
    pub(super) die: u8,
    pub(super) planes: [[PlaneProgress; PLANES]; SEATS],
    pub(super) sixes: SixesInARow,
    pub(super) finished: [Seat; SEATS],
    pub(super) finishers: u8,
}

impl Aeroplane {
    /// The match's options.
    pub const fn options(&self) -> &AeroplaneOptions {
        &self.options
    }

    /// The face rolled, or `None` before the roll.
    pub fn die(&self) -> Option<u8> {
        Some(self.die).filter(|face| *face > 0)
    }

    /// The planes moved on sixes in this turn.
    pub const fn sixes(&self) -> &SixesInARow {
        &self.sixes
    }

    /// The seat whose turn it is, before or after the roll.
    pub fn turn(&self) -> Option<Seat> {
        Some(self.acting).filter(|_| !self.over)
    }

    /// The cell of a plane (numbered from 0).
    pub fn cell_of(&self, seat: Seat, plane: u8) -> Cell {
        let progress = self.planes(seat)[usize::from(plane) % PLANES];
        AeroplaneSpot::on_route(self.colour(seat), plane, progress).cell()
    }

    /// All planes in their hangars, and seat 0 to roll.
    pub(super) fn set_up(options: AeroplaneOptions, seats: u8) -> Self {
        Self {
            options,
            seats,
            over: false,
            acting: Seat::default(),
            die: 0,
            planes: Default::default(),
            sixes: SixesInARow::default(),
            finished: Default::default(),
            finishers: 0,
        }
    }

    pub(super) fn is_boosted(&self) -> bool {
        self.options.boost && self.is_grounded(self.acting)
    }
}

pub(super) fn piece(seat: Seat, plane: u8) -> Piece {
    Piece { id: seat.number() * PLANES as u8 + plane, kind: seat.number() }
}

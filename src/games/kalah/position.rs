//! A position of Kalah, and the cells of its board.

use super::options::{KalahOptions, MOST_HOUSES};
use crate::games::{Cell, Seat};

/// The places of one side: its houses from the left of its player, and the store last. Houses that the board does not
/// have are empty.
pub(super) type KalahSide = [u8; PLACES];

/// Places of a side.
pub(super) const PLACES: usize = MOST_HOUSES as usize + 1;
/// The index of the store.
pub(super) const STORE: usize = PLACES - 1;

/// Whether the sides can be swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SwapOption {
    /// No longer, or never in this match.
    No,
    /// Seat 1 has not made its first ply, which can be the swap.
    Open,
    /// They have been swapped.
    Done,
}

/// A position of Kalah.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    pub(super) sides: [KalahSide; 2],
    pub(super) options: KalahOptions,
    /// Seat 0 after the end of the match.
    pub(super) acting: Seat,
    pub(super) over: bool,
    pub(super) swap: SwapOption,
}

/// The meaning of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pit {
    /// A house by number, from 1.
    House(u8),
    Store,
}

/// The side of a cell and its place there. The cells of seat 0 are 0 to 9 and those of seat 1 are 10 to 19, each with
/// the store last, for any number of houses.
pub const fn place(cell: Cell) -> (Seat, Pit) {
    let (side, place) = (cell.0 / PLACES as u8, cell.0 % PLACES as u8);
    let place = if place as usize == STORE { Pit::Store } else { Pit::House(place + 1) };
    (Seat::new(side), place)
}

/// The cell of a house or a store: see [`place`].
pub const fn cell(seat: Seat, place: Pit) -> Cell {
    let place = match place {
        Pit::House(number) => number - 1,
        Pit::Store => STORE as u8,
    };
    Cell(seat.number() * PLACES as u8 + place)
}

impl Kalah {
    /// The match's options.
    pub const fn options(&self) -> &KalahOptions {
        &self.options
    }

    /// Whether seat 1 can swap the sides now or with its first ply.
    pub fn is_swap_open(&self) -> bool {
        self.swap == SwapOption::Open && !self.over
    }

    /// The number of houses of each seat.
    pub const fn houses(&self) -> u8 {
        self.options.houses
    }

    /// The number of seeds in a house or a store; 0 for a cell that the board does not have.
    pub fn seeds(&self, cell: Cell) -> u8 {
        self.sides.as_flattened().get(cell.index()).copied().unwrap_or_default()
    }

    /// The number of seeds in a seat's store.
    pub fn store(&self, seat: Seat) -> u8 {
        self.sides[seat.index()][STORE]
    }

    /// Every cell of the board.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let houses = self.options.houses;
        Seat::first(2).flat_map(move |seat| {
            let places = (1..=houses).map(Pit::House).chain([Pit::Store]);
            places.map(move |place| cell(seat, place))
        })
    }

    /// Whether the seat to act can swap the sides.
    #[inline]
    pub(super) fn may_swap(&self) -> bool {
        self.swap == SwapOption::Open && self.acting.number() == 1 && !self.over
    }

    /// The houses of the seat to act.
    #[inline]
    pub(super) fn own_houses(&self) -> &[u8] {
        &self.sides[self.acting.index()][..STORE]
    }
}

//! The board: colours, the cells of ring, hangars, pads and columns, their names and coordinates.
//!
//! Cells 0 to 51 are the ring. Each colour has eleven more: four places in the hangar, its pad, the five cells of its
//! column and home. Four further numbers are the planes of the acting seat, wherever they are: they are the cells that
//! are clicked.

use compact_str::{CompactString, format_compact};

use super::route::PlaneProgress;
use crate::games::{Cell, Seat};

/// How many planes a seat has.
pub const PLANES: usize = 4;

/// How many cells the ring has.
pub const RING: u8 = 52;

/// How many cells belong to one colour.
const OWN: u8 = 11;

/// How many cells have a place on the board.
pub const CELLS: u8 = RING + 4 * OWN;

/// A colour, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaneColour {
    Yellow,
    /// To the left of yellow.
    Blue,
    /// Opposite yellow.
    Red,
    /// To the right of yellow.
    Green,
}

impl PlaneColour {
    /// All four, in turn order.
    pub const ALL: [Self; 4] = [Self::Yellow, Self::Blue, Self::Red, Self::Green];

    /// The colour of a seat in a match of `seats`. Two seats are opposite each other.
    #[inline]
    pub const fn of(seats: u8, seat: Seat) -> Self {
        let number = if seats == 2 { 2 * seat.index() } else { seat.index() };
        Self::ALL[number % 4]
    }

    /// The seat that plays this colour in a match of `seats`, if any.
    pub fn seat(self, seats: u8) -> Option<Seat> {
        Seat::first(seats).find(|seat| Self::of(seats, *seat) == self)
    }

    /// The number in turn order, from 0.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The colour across the board.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The name in English, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Green => "green",
        }
    }
}

/// The meaning of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AeroplaneSpot {
    /// A cell of the ring, 0 to 51.
    Ring(u8),
    /// The place of a plane (from 0) in a hangar.
    Hangar(PlaneColour, u8),
    /// A start pad.
    Pad(PlaneColour),
    /// A cell of a column, from 1 to 5.
    Column(PlaneColour, u8),
    /// The last place of a colour's route.
    Home(PlaneColour),
    /// The plane with this number (from 0) of the acting seat, wherever it is.
    Plane(u8),
}

impl AeroplaneSpot {
    /// The meaning of a cell number.
    pub const fn of(cell: Cell) -> Self {
        if cell.0 < RING {
            return Self::Ring(cell.0);
        }
        if cell.0 >= CELLS {
            return Self::Plane((cell.0 - CELLS) % PLANES as u8);
        }
        let own = cell.0 - RING;
        let colour = PlaneColour::ALL[(own / OWN) as usize];
        match own % OWN {
            plane @ 0..4 => Self::Hangar(colour, plane),
            4 => Self::Pad(colour),
            10 => Self::Home(colour),
            column => Self::Column(colour, column - 4),
        }
    }

    /// The cell number.
    pub const fn cell(self) -> Cell {
        match self {
            Self::Ring(cell) => Cell(cell),
            Self::Hangar(colour, plane) => Cell(own_cell(colour, plane)),
            Self::Pad(colour) => Cell(own_cell(colour, 4)),
            Self::Column(colour, column) => Cell(own_cell(colour, 4 + column)),
            Self::Home(colour) => Cell(own_cell(colour, 10)),
            Self::Plane(plane) => Cell(CELLS + plane),
        }
    }

    /// The spot of a plane (numbered from 0) with this progress.
    pub const fn on_route(colour: PlaneColour, plane: u8, progress: PlaneProgress) -> Self {
        match progress.steps() {
            None => Self::Hangar(colour, plane),
            Some(0) => Self::Pad(colour),
            Some(steps @ 1..=50) => Self::Ring(ring(colour, steps)),
            Some(steps @ 51..=55) => Self::Column(colour, steps - 50),
            Some(_) => Self::Home(colour),
        }
    }

    /// The name in notation and descriptions.
    pub fn name(self) -> CompactString {
        match self {
            Self::Ring(cell) => format_compact!("ring {cell}"),
            Self::Hangar(colour, plane) => format_compact!("{} hangar {}", colour.name(), plane + 1),
            Self::Pad(colour) => format_compact!("{} pad", colour.name()),
            Self::Column(colour, column) => format_compact!("{} column {column}", colour.name()),
            Self::Home(colour) => format_compact!("{} home", colour.name()),
            Self::Plane(plane) => format_compact!("plane {}", plane + 1),
        }
    }

    /// Coordinates on the board: the centre is (0, 0), `y` points down, neighbours are 1 apart, and yellow is below.
    /// The cells of planes have no coordinates of their own.
    pub fn place(self) -> (f64, f64) {
        match self {
            Self::Ring(cell) => rotated(ring_place(cell % 13), cell / 13),
            Self::Hangar(colour, plane) => rotated(hangar_place(plane), colour.number()),
            Self::Pad(colour) => rotated((-4.15, 7.0), colour.number()),
            Self::Column(colour, column) => rotated((0.0, 7.0 - f64::from(column)), colour.number()),
            Self::Home(colour) => rotated((0.0, 1.0), colour.number()),
            Self::Plane(_) => (0.0, 0.0),
        }
    }
}

const fn own_cell(colour: PlaneColour, number: u8) -> u8 {
    RING + colour as u8 * OWN + number
}

/// The ring cell at this number of steps (1 to 50) on a colour's route.
#[inline]
pub const fn ring(colour: PlaneColour, steps: u8) -> u8 {
    (2 + 13 * colour as u8 + steps) % RING
}

/// The progress of a plane of this colour on a ring cell. `None` for the two cells it never visits.
#[inline]
pub const fn on_ring(colour: PlaneColour, cell: u8) -> Option<PlaneProgress> {
    match (cell + 2 * RING - 2 - 13 * colour as u8) % RING {
        steps @ 1..=50 => Some(PlaneProgress::at(steps)),
        _ => None,
    }
}

/// The quarter of the ring that starts where yellow turns into its column: along the edge, in, and out again to the
/// left.
fn ring_place(cell: u8) -> (f64, f64) {
    let cell = f64::from(cell);
    match cell {
        ..=3.0 => (-cell, 7.0),
        ..=6.0 => (-3.0, 10.0 - cell),
        ..=10.0 => (3.0 - cell, 3.0),
        _ => (-7.0, 13.0 - cell),
    }
}

fn hangar_place(plane: u8) -> (f64, f64) {
    let (across, down) = (f64::from(plane % 2), f64::from(plane / 2));
    (-6.6 + 1.45 * across, 4.4 + 1.45 * down)
}

/// A place rotated clockwise by quarters, from yellow's side to blue's and so on.
pub fn rotated((x, y): (f64, f64), quarters: u8) -> (f64, f64) {
    (0..quarters % 4).fold((x, y), |(x, y), _| (-y, x))
}

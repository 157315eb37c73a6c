//! The layout of a board, and its stylesheet.

use std::fmt::Write;

use compact_str::{CompactString, format_compact};

use crate::artwork::strokes::number;
use crate::artwork::{BoardExtent, UNIT};
use crate::games::Cell;
use crate::games::kalah::{LEAST_HOUSES, MOST_HOUSES, Pit, place};

/// Half the width of a house.
pub const HOUSE: f64 = 0.43;
/// Half the width of a store.
pub const STORE: f64 = 0.45;
/// Half the width of the ridge between the two rows.
const RIDGE: f64 = 0.07;

/// The layout of a board by number of houses a side. The origin is its middle.
#[derive(Clone, Copy)]
pub struct KalahShape(pub u8);

impl KalahShape {
    pub fn all() -> impl Iterator<Item = Self> {
        (LEAST_HOUSES..=MOST_HOUSES).map(Self)
    }

    /// Half the height of a house: the more there are, the longer they are, so that they are large enough on small
    /// screens.
    pub fn house(self) -> f64 {
        HOUSE + 0.05 * f64::from(self.0 - LEAST_HOUSES)
    }

    /// The distance of a row from the middle.
    pub fn row(self) -> f64 {
        self.house() + RIDGE
    }

    /// Half the height of a store.
    pub fn store(self) -> f64 {
        self.row() + self.house()
    }

    /// The distance of the numbers from the middle.
    pub fn rim(self) -> f64 {
        self.store() + 0.235
    }

    /// The distance of the first house of a row from the middle.
    pub fn middle(self) -> f64 {
        f64::from(self.0 - 1) / 2.0
    }

    /// The distance of a store from the middle.
    pub fn end(self) -> f64 {
        self.middle() + 0.5 + 0.12 + STORE
    }

    /// Half the width and half the height of the wood.
    pub fn wood(self) -> (f64, f64) {
        (self.end() + STORE + 0.24, self.rim() + 0.23)
    }

    pub fn extent(self) -> BoardExtent {
        let (width, height) = self.wood();
        let round = |length: f64| (length * 100.0).round() / 100.0;
        let (left, above) = (round(width + 0.12), round(height + 0.06));
        BoardExtent { width: 2.0 * left, height: round(2.0 * above + 0.24), left, above }
    }

    /// The coordinates of a cell.
    pub fn spot(self, cell: Cell) -> (f64, f64) {
        let (seat, place) = place(cell);
        let side = if seat.number() == 0 { 1.0 } else { -1.0 };
        match place {
            Pit::House(house) => ((f64::from(house - 1) - self.middle()) * side, self.row() * side),
            Pit::Store => (self.end() * side, 0.0),
        }
    }

    /// The outline of a cell, enlarged by `by`.
    pub fn outline(self, cell: Cell, by: f64) -> String {
        let (x, y) = self.spot(cell);
        let (half, tall) = match place(cell).1 {
            Pit::House(_) => (HOUSE + by, self.house() + by),
            Pit::Store => (STORE + by, self.store() + by),
        };
        let round = if matches!(place(cell).1, Pit::House(_)) { tall } else { half };
        let straight = 2.0 * (tall - round);
        let [left, top, rx, ry, across, down] =
            [x - half, y - tall + round, half, round, 2.0 * half, straight]
                .map(|length| number(length * UNIT));
        format!("M{left} {top}a{rx} {ry} 0 0 1 {across} 0v{down}a{rx} {ry} 0 0 1-{across} 0z")
    }
}

/// The class of a cell's column.
fn column(cell: Cell) -> String {
    match place(cell) {
        (seat, Pit::House(house)) => format!("kc{}{house}", seat.number()),
        (seat, Pit::Store) => format!("ke{}", seat.number()),
    }
}

/// The classes that place something on a cell.
pub fn cell_classes(cell: Cell) -> CompactString {
    match place(cell) {
        (seat, Pit::House(_)) => format_compact!("{} kr{}", column(cell), seat.number()),
        (_, Pit::Store) => format_compact!("{} km", column(cell)),
    }
}

/// The classes that place something on the rim beside a cell.
pub fn rim_classes(cell: Cell) -> String {
    format!("{} ko{}", column(cell), place(cell).0.number())
}

/// How many seeds a sowing that is shown at once sows one after the other.
const MOST_SOWN: u8 = 24;

/// The screens on which the board stands upright.
pub const UPRIGHT: &str = "@media (max-width:39.99rem) and (orientation:portrait)";

/// The stylesheet: the sizes of each board, also upright, and the places in terms of those.
pub fn stylesheet() -> String {
    let mut text = String::new();
    for shape in KalahShape::all() {
        let BoardExtent { width, height, left, above } = shape.extent();
        let [width, height, left, above, mid, row, rim, end, tall, long] = [
            width,
            height,
            left,
            above,
            shape.middle(),
            shape.row(),
            shape.rim(),
            shape.end(),
            shape.house(),
            shape.store(),
        ]
        .map(number);
        let _ = writeln!(
            text,
            ".kalah{}{{--w:{width};--h:{height};--left:{left};--above:{above};--mid:{mid};--row:{row};--rim:{rim};--end:{end};--tall:{tall};--long:{long}}}",
            shape.0
        );
    }
    let _ = write!(text, "{UPRIGHT}{{");
    for shape in KalahShape::all() {
        let BoardExtent { width, height, left, above } = shape.extent();
        let [width, height, left, above] = [width, height, left, above].map(number);
        let houses = shape.0;
        let _ = write!(
            text,
            ".board:not(.still).kalah{houses}{{--w:{height};--h:{width};--left:{above};--above:{left}}}"
        );
    }
    text.push_str("}\n");
    for house in 1..=MOST_HOUSES {
        let index = house - 1;
        let _ = writeln!(
            text,
            ".kc0{house}{{--x:calc({index} - var(--mid))}}.kc1{house}{{--x:calc(var(--mid) - {index})}}"
        );
    }
    for after in 1..=MOST_SOWN {
        let _ = writeln!(text, ".w{after}{{--after:{after}}}");
    }
    text + ".ke0{--x:var(--end)}.ke1{--x:calc(0 - var(--end))}.km{--y:0}\n\
        .kr0{--y:var(--row)}.kr1{--y:calc(0 - var(--row))}.ko0{--y:var(--rim)}.ko1{--y:calc(0 - var(--rim))}\n"
}

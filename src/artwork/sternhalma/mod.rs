//! The board of Sternhalma.

mod art;

use super::strokes::number;
use super::{BoardExtent, GameArtwork, marble};
use crate::games::sternhalma::{Sternhalma, board};
use crate::games::{Cell, Seat};

pub const STAR: &str = "boards/sternhalma.svg";
pub const SMALL: &str = "boards/sternhalma-small.svg";

/// The star reaches as far up as down; below it is its shadow.
pub const EXTENT: BoardExtent = BoardExtent { width: 14.1, height: 16.3, left: 7.05, above: 8.0 };

impl GameArtwork for Sternhalma {
    const STYLESHEET: &'static str = "boards/sternhalma.css";
    const STYLES: &'static str = include_str!("styles.css");

    fn chip(_: u8, seat: Seat) -> &'static str {
        marble::name(seat.number())
    }

    fn generated_files() -> Vec<(String, String)> {
        let files = [(Self::STYLESHEET, places()), (STAR, art::star()), (SMALL, art::small())];
        files.into_iter().map(|(name, body)| (name.to_owned(), body)).collect()
    }
}

/// The stylesheet that places things on holes.
pub fn places() -> String {
    let BoardExtent { width, height, left, above } = EXTENT;
    let holes = (0..board::HOLES).map(|hole| {
        let (x, y) = spot(Cell(hole));
        format!(".c{hole}{{--x:{};--y:{}}}\n", number(x), number(y))
    });
    format!(
        ".sternhalma{{--w:{width};--h:{height};--left:{left};--above:{above}}}\n{}",
        holes.collect::<String>()
    )
}

/// The coordinates of a hole. `y` points north on the board, and down on the screen.
pub fn spot(cell: Cell) -> (f64, f64) {
    let (x, y) = board::place(cell);
    (x, -y)
}

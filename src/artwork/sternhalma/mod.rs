//! The board of Sternhalma.

mod art;
mod layout;

pub use self::layout::{EXTENT, spot};

use super::strokes::number;
use super::{BoardExtent, GameArtwork, marble};
use crate::games::sternhalma::{Sternhalma, board};
use crate::games::{Cell, Seat};

pub const STAR: &str = "boards/sternhalma.svg";
pub const SMALL: &str = "boards/sternhalma-small.svg";

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

//! The tin board of Aeroplane Chess, its planes and its die.

mod art;
pub mod die;
mod emblem;
pub mod fan;
pub mod heading;
mod layout;
pub mod plane;
pub mod sprite;

pub use self::layout::{EXTENT, spot};

use super::strokes::number;
use super::{BoardExtent, GameArtwork};
use crate::games::aeroplane::Aeroplane;
use crate::games::aeroplane::board::{CELLS, PlaneColour};
use crate::games::{Cell, Seat};

pub const BOARD: &str = "boards/aeroplane.svg";
pub const SMALL: &str = "boards/aeroplane-small.svg";

impl GameArtwork for Aeroplane {
    const STYLESHEET: &'static str = "boards/aeroplane.css";
    const STYLES: &'static str = include_str!("styles.css");

    fn chip(seats: u8, seat: Seat) -> &'static str {
        plane::chip(PlaneColour::of(seats, seat))
    }

    fn generated_files() -> Vec<(String, String)> {
        let files = [
            (Self::STYLESHEET, places()),
            (BOARD, art::board()),
            (SMALL, art::small()),
            (sprite::SPRITE, sprite::draw()),
        ];
        let files = files.into_iter().chain(plane::generated_files()).chain(die::generated_files());
        files.map(|(name, body)| (name.to_owned(), body)).collect()
    }
}

/// The stylesheet that places things on cells, fans them out and turns planes. All rules contain the board's class,
/// as a page may show other games too.
pub fn places() -> String {
    let BoardExtent { width, height, left, above } = EXTENT;
    let cells = (0..CELLS).map(|cell| {
        let (x, y) = spot(Cell(cell));
        format!(".aeroplane .c{cell}{{--x:{};--y:{}}}\n", number(x), number(y))
    });
    let board = format!(".aeroplane{{--w:{width};--h:{height};--left:{left};--above:{above}}}\n");
    [board, cells.collect(), fan::rules(), heading::rules(), die::rules()].concat()
}

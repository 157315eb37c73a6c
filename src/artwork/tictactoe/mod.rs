//! The board of Tic-Tac-Toe and its marks.

pub mod art;
mod layout;

pub use self::layout::{extent, margin};

use super::{BoardExtent, GameArtwork};
use crate::games::Seat;
use crate::games::tictactoe::TicTacToe;

pub const CHIPS: [&str; 2] = ["marks/x.svg", "marks/o.svg"];

/// The papers by size of board, from the smallest.
pub const PAPERS: [&str; 13] = [
    "boards/tictactoe-3.svg",
    "boards/tictactoe-4.svg",
    "boards/tictactoe-5.svg",
    "boards/tictactoe-6.svg",
    "boards/tictactoe-7.svg",
    "boards/tictactoe-8.svg",
    "boards/tictactoe-9.svg",
    "boards/tictactoe-10.svg",
    "boards/tictactoe-11.svg",
    "boards/tictactoe-12.svg",
    "boards/tictactoe-13.svg",
    "boards/tictactoe-14.svg",
    "boards/tictactoe-15.svg",
];
pub const LEAST: u8 = 3;
pub const MAX: u8 = 15;

impl GameArtwork for TicTacToe {
    const STYLESHEET: &'static str = "boards/tictactoe.css";
    const STYLES: &'static str = include_str!("styles.css");

    fn chip(_: u8, seat: Seat) -> &'static str {
        CHIPS[seat.index() % 2]
    }

    fn generated_files() -> Vec<(String, String)> {
        let papers = (LEAST..=MAX).zip(PAPERS).map(|(size, name)| (name, art::paper(size)));
        let chips = CHIPS.into_iter().zip([art::chip(0), art::chip(1)]);
        let files = papers.chain(chips).chain([(Self::STYLESHEET, places())]);
        files.map(|(name, body)| (name.to_owned(), body)).collect()
    }
}

/// Files and ranks have a class each, so that one stylesheet serves every size.
pub fn places() -> String {
    let size = |size: u8| {
        let BoardExtent { width, height, left, above } = extent(size);
        format!(".size{size}{{--w:{width};--h:{height};--left:{left};--above:{above}}}\n")
    };
    let line = |index: u8| format!(".f{index}{{--x:{index}}}.r{index}{{--y:-{index}}}\n");
    (LEAST..=MAX).map(size).chain((0..MAX).map(line)).collect()
}

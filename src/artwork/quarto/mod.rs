//! The board and tray of Quarto, and its pieces.

mod art;
mod piece_art;
pub mod places;

use super::GameArtwork;
use crate::games::Seat;
use crate::games::quarto::{PIECE_COUNT, Quarto, QuartoPiece};
use places::{BELOW, BESIDE};

pub const SLAB: &str = "boards/quarto.svg";
pub const TRAY_BELOW: &str = "boards/quarto-below.svg";
pub const TRAY_BESIDE: &str = "boards/quarto-beside.svg";
pub const CHIPS: [&str; 2] = ["quarto/seat-0.svg", "quarto/seat-1.svg"];

/// The pieces by number.
pub const PIECES: [&str; PIECE_COUNT as usize] = [
    "quarto/0.svg",
    "quarto/1.svg",
    "quarto/2.svg",
    "quarto/3.svg",
    "quarto/4.svg",
    "quarto/5.svg",
    "quarto/6.svg",
    "quarto/7.svg",
    "quarto/8.svg",
    "quarto/9.svg",
    "quarto/a.svg",
    "quarto/b.svg",
    "quarto/c.svg",
    "quarto/d.svg",
    "quarto/e.svg",
    "quarto/f.svg",
];

impl GameArtwork for Quarto {
    const STYLESHEET: &'static str = "boards/quarto.css";
    const STYLES: &'static str = "";

    fn chip(_: u8, seat: Seat) -> &'static str {
        CHIPS[seat.index() % 2]
    }

    fn generated_files() -> Vec<(String, String)> {
        let pieces =
            PIECES.into_iter().zip((0..PIECE_COUNT).map(|number| piece_art::draw(QuartoPiece::new(number))));
        let trays = [(TRAY_BELOW, art::tray(BELOW)), (TRAY_BESIDE, art::tray(BESIDE))];
        let chips = CHIPS.into_iter().zip([art::chip(0), art::chip(1)]);
        let files = [(SLAB, art::board()), (Self::STYLESHEET, places::stylesheet())];
        let files = files.into_iter().chain(trays).chain(chips).chain(pieces);
        files.map(|(name, body)| (name.to_owned(), body)).collect()
    }
}

//! The carved board of Kalah and its stones.

mod art;
pub mod shape;
pub mod stones;

use super::GameArtwork;
use crate::games::Seat;
use crate::games::kalah::Kalah;
use shape::KalahShape;

pub const CHIPS: [&str; 2] = ["seeds/one.svg", "seeds/three.svg"];

/// The boards by number of houses a side, from two.
pub const BOARDS: [&str; 8] = [
    "boards/kalah-2.svg",
    "boards/kalah-3.svg",
    "boards/kalah-4.svg",
    "boards/kalah-5.svg",
    "boards/kalah-6.svg",
    "boards/kalah-7.svg",
    "boards/kalah-8.svg",
    "boards/kalah-9.svg",
];

impl GameArtwork for Kalah {
    const STYLESHEET: &'static str = "boards/kalah.css";
    const STYLES: &'static str = include_str!("styles.css");

    fn chip(_: u8, seat: Seat) -> &'static str {
        CHIPS[seat.index() % 2]
    }

    fn generated_files() -> Vec<(String, String)> {
        let boards = BOARDS.into_iter().zip(KalahShape::all().map(art::board));
        let chips = CHIPS.into_iter().zip([art::chip(0), art::chip(1)]);
        let files = boards.chain(chips).chain(stones::NAMES.into_iter().zip(art::stones()));
        files
            .chain([(Self::STYLESHEET, shape::stylesheet())])
            .map(|(name, body)| (name.to_owned(), body))
            .collect()
    }
}

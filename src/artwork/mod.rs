//! Drawings that are made by code: the boards and pieces of the games, the icon of the site, and the stylesheets with the
//! places of cells. Pure: text from what `games` knows.

pub mod aeroplane;
pub mod badge;
pub mod kalah;
pub mod marble;
pub mod quarto;
pub mod sternhalma;
pub mod strokes;
pub mod tictactoe;

use crate::games::{Game, Seat, for_game};

/// The room a board takes, and where its origin lies in it.
#[derive(Clone, Copy)]
pub struct BoardExtent {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub above: f64,
}

/// Drawing units a unit of length.
pub const UNIT: f64 = 20.0;

/// What is drawn of a game by code, and what it looks like.
pub trait GameArtwork {
    /// The file with the places of the cells on its board.
    const STYLESHEET: &'static str;
    /// Its part of the site's stylesheet: what its board and pieces look like wherever they are shown. Nothing where that
    /// stands in [`Self::STYLESHEET`].
    const STYLES: &'static str;
    /// The file with the sign of a seat at a table of `seats`: its marble, the mark it makes, or a chip with its number.
    fn chip(seats: u8, seat: Seat) -> &'static str;
    /// Every file that is drawn: name and content.
    fn drawn() -> Vec<(String, String)>;
}

/// Every file that is drawn: name and content.
pub fn drawn() -> Vec<(String, String)> {
    let of_games = Game::ALL.iter().flat_map(|game| for_game!(*game, R => <R as GameArtwork>::drawn()));
    marble::drawn().chain(of_games).chain(badge::drawn()).collect()
}

/// The styles of all games, for the site's stylesheet.
pub fn styles() -> String {
    let of_games = Game::ALL.iter().map(|game| for_game!(*game, R => <R as GameArtwork>::STYLES));
    of_games.collect::<Vec<_>>().join("\n")
}

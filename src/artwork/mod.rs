//! Generated drawings: the boards and pieces of the games, the icon of the site, and the stylesheets with the places
//! of cells. Pure: strings from what `games` knows.

pub mod aeroplane;
pub mod badge;
pub mod kalah;
mod lettering;
pub mod marble;
mod picture;
pub mod quarto;
pub mod sternhalma;
pub mod strokes;
pub mod tictactoe;

pub use lettering::Lettering;
pub use picture::{Animation, AnimationFrame, Drawing, Layer, Picture, without_coordinates};

use crate::games::{Game, Seat, for_game};

/// The size of a board, and where its origin is.
#[derive(Clone, Copy)]
pub struct BoardExtent {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub above: f64,
}

/// Drawing units per unit of length.
pub const UNIT: f64 = 20.0;

/// The generated files and styles of a game.
pub trait GameArtwork {
    /// The stylesheet with the places of the cells.
    const STYLESHEET: &'static str;
    /// Its part of the site's stylesheet: the look of its board and pieces on all pages. Empty if that is in
    /// [`Self::STYLESHEET`].
    const STYLES: &'static str;
    /// The file with the sign of a seat: its marble, its mark, or a chip with its number.
    fn chip(seats: u8, seat: Seat) -> &'static str;
    /// All generated files: names and contents.
    fn generated_files() -> Vec<(String, String)>;
}

/// All generated files of all games: names and contents.
pub fn all_generated_files() -> Vec<(String, String)> {
    let of_games =
        Game::ALL.iter().flat_map(|game| for_game!(*game, R => <R as GameArtwork>::generated_files()));
    marble::generated_files().chain(of_games).chain(badge::generated_files()).collect()
}

/// The styles of all games, for the site's stylesheet.
pub fn styles() -> String {
    let of_games = Game::ALL.iter().map(|game| for_game!(*game, R => <R as GameArtwork>::STYLES));
    of_games.collect::<Vec<_>>().join("\n")
}

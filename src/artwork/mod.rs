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

/// The room a board takes, and where its origin lies in it.
#[derive(Clone, Copy)]
pub struct Extent {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub above: f64,
}

/// Drawing units a unit of length.
pub const UNIT: f64 = 20.0;

/// Every file that is drawn: name and content.
pub fn drawn() -> Vec<(String, String)> {
    marble::drawn()
        .chain(aeroplane::drawn())
        .chain(quarto::drawn())
        .chain(sternhalma::drawn())
        .chain(kalah::drawn())
        .chain(tictactoe::drawn())
        .chain(badge::drawn())
        .collect()
}

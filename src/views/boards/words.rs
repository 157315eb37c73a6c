//! Boards and plies in words.

use super::view;
use crate::games::{Game, Position, Seat};

/// What a ply is in words: "Ada moves d4 to e6".
pub fn say(position: &Position, notation: &str, name: &str) -> String {
    format!("{name} {}", view(position).doing(notation))
}

/// The board for those who cannot see it: for each seat, where its pieces stand.
pub fn in_words(position: &Position) -> Vec<(Seat, String)> {
    let standing = position.pieces();
    let of = |seat: Seat| {
        let mut cells: Vec<_> =
            standing.iter().filter(|on| on.piece.look == seat.number()).map(|on| on.cell).collect();
        cells.sort_unstable();
        let names: Vec<_> = cells.into_iter().map(|cell| position.cell_name(cell)).collect();
        let where_to = if names.is_empty() { "none yet".to_owned() } else { names.join(", ") };
        (seat, format!("{} {where_to}", view(position).holding()))
    };
    Seat::first(position.seats()).map(of).collect()
}

/// A game in a sentence, for somebody who does not know it.
pub fn in_a_sentence(game: Game) -> &'static str {
    match game {
        Game::Sternhalma => "Bring ten marbles across the star, hopping over everybody's.",
        Game::TicTacToe => "Three in a row on a scrap of paper, or five in a row on a board of fifteen.",
    }
}

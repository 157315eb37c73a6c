//! Boards and plies in words.

use maud::{Markup, html};

use super::board_view::{BoardView, LastPly, view};
use crate::games::{Effect, Game, Position, Seat, for_game};
use crate::texts::tr;

/// A ply as a sentence: "Ada moves d4 to e6".
pub fn move_sentence(position: &Position, notation: &str, name: &str) -> String {
    view(position).ply_sentence(name, notation)
}

/// A ply as short as can be understood beside its board.
pub fn listing(position: &Position, last: &LastPly<'_>) -> Markup {
    html! { span.listing { (view(position).listing(last.notation, last.effects)) } }
}

/// [`listing`] for lists of moves, which is a sentence for screen readers.
pub fn listed_ply(position: &Position, last: &LastPly<'_>, sentence: &str) -> Markup {
    html! {
        span.listing aria-hidden="true" { (view(position).listing(last.notation, last.effects)) }
        span.unseen { (sentence) }
    }
}

/// The paths that mark a ply on the board: see [`LastPly`].
pub fn trail_path(position: &Position, last: &LastPly<'_>) -> String {
    view(position).trail(last)
}

/// The headline of the seat to act, if the game has its own: "You rolled 6: choose a plane".
pub fn own_turn(position: &Position) -> Option<String> {
    view(position).own_turn()
}

/// What the seat to act has to do: "Place the tall dark round solid piece."
pub fn asks(position: &Position) -> Option<String> {
    view(position).asks()
}

/// What the seat to act is doing: "Placing the tall dark round solid piece."
pub fn activity(position: &Position) -> Option<String> {
    view(position).activity()
}

/// What a ply led to, if that needs an explanation: "four tall and four dark pieces in a row".
pub fn why(after: &Position, effects: &[Effect]) -> Option<String> {
    view(after).why(effects)
}

/// What to do on this board, for players in their first match: a sentence for each of their first moves.
pub fn tips(position: &Position) -> [String; 3] {
    view(position).tips()
}

/// The position as text: the pieces of each seat, and what belongs to no seat.
pub fn in_words(position: &Position) -> Vec<(Option<Seat>, String)> {
    let view = view(position);
    let of = |seat: Seat| {
        let own = view.seat_summary(seat).or_else(|| view.holding(&cells_of(position, seat)))?;
        Some((Some(seat), own))
    };
    Seat::first(position.seats())
        .filter_map(of)
        .chain(view.shared().into_iter().map(|words| (None, words)))
        .collect()
}

/// The names of the cells with a seat's pieces.
fn cells_of(position: &Position, seat: Seat) -> String {
    let standing = position.pieces();
    let own = standing.iter().filter(|on| on.piece.kind == seat.number());
    let mut cells: Vec<_> = own.map(|on| on.cell).collect();
    cells.sort_unstable();
    let view = view(position);
    let names: Vec<_> = cells.into_iter().map(|cell| view.cell_title(cell)).collect();
    if names.is_empty() { tr("no square yet").to_owned() } else { names.join(", ") }
}

/// A word of any game's rules in the language of the page.
pub fn attribute(word: &'static str) -> &'static str {
    Game::ALL.iter().find_map(|game| for_game!(*game, R => <R as BoardView>::attribute(word))).unwrap_or(word)
}

/// A one-sentence description of a game.
pub fn game_description(game: Game) -> &'static str {
    for_game!(game, R => <R as BoardView>::description())
}

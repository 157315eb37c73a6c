//! The parts of a board that every game draws in the same way.

use compact_str::{CompactString, format_compact};
use maud::{Markup, html};

use super::board_view::{BoardView, LastPly, view};
use super::counting;
use crate::artwork::strokes::number;
use crate::artwork::{BoardExtent, GameArtwork, UNIT};
use crate::games::{Cell, Effect, Game, Piece, PlacedPiece, Position, Seat, for_game};
use crate::views::parts::words::capital;

/// The asset with the sign of a seat: its marble, its mark, or a chip with its number.
pub fn chip(game: Game, seats: u8, seat: Seat) -> &'static str {
    for_game!(game, R => <R as GameArtwork>::chip(seats, seat))
}

/// The picture of an empty board.
pub fn art(position: &Position) -> &'static str {
    view(position).art()
}

/// The stylesheet with the positions of a game's cells.
pub fn stylesheet(game: Game) -> &'static str {
    for_game!(game, R => <R as GameArtwork>::STYLESHEET)
}

/// By how many steps the board is rotated for a viewer (60°, or 90° on a square board). Watchers see it as seat 0
/// does.
pub fn turns(position: &Position, seat: Option<Seat>) -> u8 {
    let view = view(position);
    seat.map_or(0, |seat| view.turns(seat)) % view.whole_turn()
}

/// The class that rotates a board.
pub(super) fn turn(view: &dyn BoardView, turns: u8) -> String {
    let kind = if view.whole_turn() == 4 { "quarter" } else { "turn" };
    format!("{kind}{}", turns % view.whole_turn())
}

/// Whether the board looks different from different seats.
pub fn differs_by_seat(position: &Position) -> bool {
    Seat::first(position.seats()).any(|seat| turns(position, Some(seat)) != 0)
}

/// The class of a board that the viewer has turned around; `None` if it looks the same from every seat.
pub(super) fn flipped(position: &Position, turns: u8) -> Option<String> {
    let view = view(position);
    differs_by_seat(position).then(|| turn(view, turns + view.whole_turn() / 2))
}

/// The label of a ply's button: "Move d2 to f3".
pub fn ply_label(position: &Position, notation: &str) -> String {
    capital(&view(position).ply_label(notation))
}

/// The board for a list.
pub fn small(position: &Position, turns: u8) -> Markup {
    let view = view(position);
    view.small(turns % view.whole_turn())
}

/// The pieces. A new one is animated, and so are seeds that are sown by the effects of a previewed ply.
pub(super) fn pieces(
    position: &Position,
    standing: &[PlacedPiece],
    new: Option<Piece>,
    previewed: &[Effect],
) -> Markup {
    let view = view(position);
    let class = |on: PlacedPiece| {
        let crowd = view.crowd_class(on, standing);
        if new == Some(on.piece) { format!("{crowd} new") } else { crowd.to_owned() }
    };
    html! {
        g #pieces {
            @for on in standing { (view.piece(*on, &class(*on), Some(&id(on.piece)))) }
            @if let Some(counting) = view.counting() { (counting::at_rest(counting, position, true, previewed)) }
        }
    }
}

/// The id of the die on the page.
pub(super) const DIE: &str = "die";

/// The class that positions something on a cell.
pub(super) fn cell_class(cell: Cell) -> CompactString {
    format_compact!("c{}", cell.0)
}

/// The id of a piece on the page, the same as long as the piece exists.
pub(super) fn id(piece: Piece) -> CompactString {
    format_compact!("p{}", piece.id)
}

pub(super) fn trail(position: &Position, last: Option<&LastPly<'_>>) -> Markup {
    let path = last.map(|last| view(position).trail(last)).unwrap_or_default();
    html! { path.last #last d=(path) {} }
}

/// The drawing of a suggested move; empty if it cannot be played.
pub(super) fn suggestion(position: &Position, notation: &str) -> Markup {
    let view = view(position);
    let BoardExtent { width, height, left, above } = view.extent();
    let size = [-left, -above, width, height].map(|length| number(length * UNIT));
    let played = position.clone().play(notation).ok();
    let path = played.map(|played| view.suggestion(&LastPly { notation, effects: &played.effects }));
    html! {
        @if let Some(path) = path.filter(|path| !path.is_empty()) {
            svg.suggestion viewBox=(size.join(" ")) aria-hidden="true" { path.last d=(path) {} }
        }
    }
}

/// The coordinates of a board. Each stays upright when the board is rotated.
pub(super) fn rim(view: &dyn BoardView) -> Markup {
    let labels = view.rim();
    html! {
        @if !labels.is_empty() {
            g.rim {
                @for (label, (x, y)) in &labels { text x=(number(x * UNIT)) y=(number(y * UNIT)) { (label) } }
            }
        }
    }
}

pub(super) fn highlights(position: &Position) -> Markup {
    html! { path.lit #lit d=(view(position).highlight_path(&position.highlighted_cells())) {} }
}

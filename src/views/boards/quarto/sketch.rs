//! The board of Quarto in emails: pieces as four characters, or drawn.

use maud::{Markup, html};

use crate::games::Cell;
use crate::games::quarto::{Quarto, QuartoPiece};
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards::sketch::{
    EMPTY_PLACE, SignLook, Sketch, SketchInput, SketchNote, SketchRow, SketchSign,
};

pub(super) fn sketch(position: &Quarto, input: &SketchInput<'_>) -> Sketch {
    let sign = |cell: Cell| {
        let look_of = |piece| SignLook::Drawing(code(piece), piece_drawing(piece));
        let look = position.piece_at(cell).map_or(SignLook::HOLE, look_of);
        SketchSign { look, mark: input.mark(cell) }
    };
    let rank = |rank: u8| {
        let squares = (0..4).map(|file| sign(Cell(rank * 4 + file)));
        SketchRow::of(std::iter::once(SketchSign::label(rank + 1)).chain(squares))
    };
    let mut sketch = Sketch::of((0..4).rev().map(rank).chain([SketchRow::files(4)]), 6);
    sketch.notes = notes(position);
    sketch
}

/// The piece in hand, the remaining pieces, and a legend.
fn notes(position: &Quarto) -> Vec<SketchNote> {
    let mut notes = Vec::new();
    if let Some(hand) = position.hand() {
        let text = tr_format!("In hand: {piece}", piece = code(hand));
        notes.push(pieces_note(text, tr("In hand:"), &[hand]));
    }
    let left: Vec<_> = position.pool().collect();
    if !left.is_empty() {
        let codes: Vec<_> = left.iter().copied().map(code).collect();
        let text = tr_format!("Remaining pieces: {pieces}", pieces = codes.join(" "));
        notes.push(pieces_note(text, tr("Remaining pieces:"), &left));
    }
    notes.push(legend());
    notes
}

/// Pieces that are not on the board.
fn pieces_note(text: String, caption: &str, pieces: &[QuartoPiece]) -> SketchNote {
    SketchNote {
        text,
        caption: caption.to_owned(),
        drawings: pieces.iter().copied().map(piece_drawing).collect(),
    }
}

/// The legend of the signs.
fn legend() -> SketchNote {
    let text = tr(
        "( ) round, [ ] square · capital letter tall, small letter short · D dark, L light · o hollow, otherwise solid",
    );
    let caption = tr("Large pieces are tall and small ones short. Pieces with a hole are hollow.");
    SketchNote { text: text.to_owned(), caption: caption.to_owned(), drawings: Vec::new() }
}

/// A piece in four characters: brackets for its shape, a letter for its colour, a capital if it is tall, and `o` if
/// it is hollow.
fn code(piece: QuartoPiece) -> String {
    let colour = if piece.is_dark() { 'd' } else { 'l' };
    let colour = if piece.is_tall() { colour.to_ascii_uppercase() } else { colour };
    let (open, close) = if piece.is_round() { ('(', ')') } else { ('[', ']') };
    let fill = if piece.is_hollow() { 'o' } else { ' ' };
    format!("{open}{colour}{fill}{close}")
}

/// A drawing of a piece: round or square, large or small, dark or light, solid or hollow; with its code as title. It is only
/// in emails, where styles have to be inline and no content policy applies.
fn piece_drawing(piece: QuartoPiece) -> Markup {
    let side: u16 = if piece.is_tall() { 36 } else { 24 };
    let (fill, edge, hole) = if piece.is_dark() {
        ("#3f2c1f", "#1f150e", EMPTY_PLACE)
    } else {
        ("#e3b76c", "#8a6410", EMPTY_PLACE)
    };
    let corner = if piece.is_round() { "50%" } else { "3px" };
    let hollow = side / 2 - 2;
    html! {
        div title=(code(piece)) style={
            "width:" (side) "px;height:" (side) "px;margin:0 auto;border:2px solid " (edge) ";border-radius:" (corner)
            ";background:" (fill) ";box-sizing:border-box;overflow:hidden"
        } {
            @if piece.is_hollow() {
                div style={
                    "width:" (hollow) "px;height:" (hollow) "px;margin:" ((side - 4 - hollow) / 2) "px auto;border-radius:" (corner)
                    ";background:" (hole)
                } {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_piece_has_its_own_code() {
        let codes: HashSet<_> = (0..16).map(|number| code(QuartoPiece::new(number))).collect();
        assert_eq!(codes.len(), 16);
    }
}

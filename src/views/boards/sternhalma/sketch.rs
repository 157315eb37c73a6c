//! The board of Sternhalma in emails.

use crate::games::sternhalma::{Sternhalma, board};
use crate::games::{Cell, Rules, Seat};
use crate::views::boards::sketch::{SignLook, Sketch, SketchInput, SketchRow, SketchSign};
use crate::views::boards::turns;

/// The star, turned so that the reader's home is at the bottom. Its rows are labelled only if they are horizontal.
pub(super) fn sketch(position: &Sternhalma, input: &SketchInput<'_>) -> Sketch {
    let turns = turns(input.position, Some(input.seat));
    let mut first = 0;
    let rows: Vec<_> = board::ROWS
        .iter()
        .map(|holes| {
            let cells = first..first + holes;
            first = cells.end;
            row(cells.start, &signs(position, input, turns, cells.map(Cell)), turns)
        })
        .collect();
    Sketch::of(rows.into_iter().rev(), 2)
}

/// The signs of these holes of the turned star, given by their cells on the board.
fn signs(
    position: &Sternhalma,
    input: &SketchInput<'_>,
    turns: u8,
    shown: impl Iterator<Item = Cell>,
) -> Vec<(SketchSign, Cell)> {
    let standing = position.pieces();
    let began = input.last.and_then(|(notation, _)| notation.split_once('-'));
    let from = began.and_then(|(from, _)| board::cell(from));
    let sign = |shown: Cell| {
        let cell = board::rotated(shown, (6 - turns) % 6);
        let look = match standing.iter().find(|on| on.cell == cell) {
            Some(on) => SignLook::of_seat((on.piece.kind + 1).to_string(), on.piece.kind),
            None => SignLook::HOLE,
        };
        (SketchSign { look, mark: input.mark_from(from, cell) }, cell)
    };
    shown.map(sign).collect()
}

fn row(first: u8, signs: &[(SketchSign, Cell)], turns: u8) -> SketchRow {
    let (x, _) = board::place(Cell(first));
    // The westernmost holes are six to the west of the centre.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 24")]
    let room = ((x + 6.0) * 2.0).round() as u8;
    let named = |(_, cell): &(SketchSign, Cell)| board::name(*cell).chars().next();
    let name = signs.first().and_then(named).filter(|_| turns.is_multiple_of(3));
    let edge = name.map_or(SignLook::Blank, |name| SignLook::Label(name.into())).unmarked();
    SketchRow {
        room,
        signs: std::iter::once(edge).chain(signs.iter().map(|(sign, _)| sign.clone())).collect(),
    }
}

pub(super) fn seat_sign(seat: Seat) -> String {
    (seat.number() + 1).to_string()
}

//! The board of Tic-Tac-Toe in emails.

use crate::games::Seat;
use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;
use crate::views::boards::sketch::{MoveMark, SignLook, Sketch, SketchInput, SketchRow, SketchSign};

pub(super) fn sketch(position: &TicTacToe, input: &SketchInput<'_>) -> Sketch {
    let size = position.size();
    let last = input.last.and_then(|(notation, _)| notation.parse::<Square>().ok());
    let sign = |square| {
        let look = match position.mark(square) {
            Some(seat) => SignLook::of_seat(seat_sign(seat), seat.number()),
            None => SignLook::HOLE,
        };
        SketchSign { look, mark: if last == Some(square) { MoveMark::To } else { MoveMark::None } }
    };
    let rank = |rank: u8| {
        let squares = (0..size).map(|file| sign(Square { file, rank }));
        SketchRow::of(std::iter::once(SketchSign::label(rank + 1)).chain(squares))
    };
    Sketch::of((0..size).rev().map(rank).chain([SketchRow::files(size)]), 3)
}

pub(super) fn seat_sign(seat: Seat) -> String {
    ["X", "O", "A", "B", "C", "D"].get(seat.index()).copied().unwrap_or("?").to_owned()
}

//! The rules of Quarto, tested with drawings: `.` is an empty square, a hexadecimal digit a piece.

mod lines;
mod matches;
mod plies;
mod text;

use super::*;
use crate::games::quarto::board::QuartoGrid;
use crate::games::square::Square;
use crate::games::{Cell, Effect, Piece, Rules, Seat, ToAct, UnreadableNotation};
use crate::games::{GameOptions, play};

fn options(squares: &str) -> QuartoOptions {
    QuartoOptions::read([("squares", squares)]).unwrap()
}

fn opening(squares: &str) -> Quarto {
    Quarto::opening(&options(squares), 2).unwrap()
}

fn read(squares: &str, text: &str) -> Result<Quarto, UnreadableNotation> {
    Quarto::from_text(&options(squares), 2, text)
}

/// The position of a drawing, from rank 4 down, with the piece in hand and the seat to act.
#[track_caller]
fn board(squares: &str, drawing: &str, rest: &str) -> Quarto {
    let ranks: Vec<_> = drawing.split_whitespace().collect();
    read(squares, &format!("{} {rest}", ranks.join("/"))).unwrap()
}

#[track_caller]
fn play_all(position: &mut Quarto, plies: &str) {
    for ply in plies.split_whitespace() {
        play(position, ply).unwrap_or_else(|error| panic!("{ply}: {error}"));
    }
}

fn names(position: &Quarto, cells: &[Cell]) -> String {
    cells.iter().map(|cell| position.cell_name(*cell)).collect::<Vec<_>>().join(" ")
}

//! The rules of Sternhalma, tested with drawings: `.` is an empty hole, a digit a seat's marble.

mod ending;
mod geometry;
mod moves;
mod text;

use super::board::{HOLES, ROWS, cell, cells_of, hole};
use super::history::MarbleSet;
use super::*;
use crate::games::sternhalma::board::home;
use crate::games::{Cell, Effect, Piece, PlacedPiece, Rules, Seat, ToAct, UnreadableNotation};

fn options(pairs: &str) -> SternhalmaOptions {
    use crate::games::GameOptions;
    let pairs = pairs.split(',').filter(|pair| !pair.is_empty());
    SternhalmaOptions::read(pairs.map(|pair| pair.split_once('=').unwrap())).unwrap()
}

fn opening(pairs: &str, seats: u8) -> Sternhalma {
    Sternhalma::opening(&options(pairs), seats).unwrap()
}

/// The holes with their characters in a drawing.
fn drawn(drawing: &str) -> Vec<(Cell, char)> {
    let rows: Vec<Vec<char>> = drawing
        .lines()
        .map(|line| line.chars().filter(|letter| !letter.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    assert!(rows.iter().map(|row| row.len() as u8).eq(ROWS.into_iter().rev()), "no star: {drawing}");
    (0..HOLES).map(Cell).zip(rows.into_iter().rev().flatten()).collect()
}

/// The position of a drawing, with any number of marbles and seat 0 to act.
fn star(pairs: &str, seats: u8, drawing: &str) -> Sternhalma {
    let mut marbles = MarbleSet::default();
    for (cell, letter) in drawn(drawing) {
        if let Some(seat) = letter.to_digit(10) {
            marbles[seat as usize] |= hole(cell);
        }
    }
    Sternhalma::set_up(options(pairs), seats, marbles)
}

/// The same position with these holes given to a seat, or emptied.
fn give(position: &Sternhalma, holes: &str, seat: Option<u8>) -> Sternhalma {
    let holes = holes.split_whitespace().fold(0, |all, name| all | hole(cell(name).unwrap()));
    let mut marbles = position.marbles.map(|others| others & !holes);
    if let Some(seat) = seat {
        marbles[usize::from(seat)] |= holes;
    }
    Sternhalma::set_up(position.options, position.seats, marbles)
}

/// The star as a drawing, with `x` on the holes that a marble can move to.
fn draw(position: &Sternhalma, from: &str) -> String {
    let ends = position.destinations(cell(from).unwrap());
    let letter = |index: u8| match position.marble(Cell(index)) {
        Some(seat) => char::from(b'0' + seat.number()),
        None if ends & hole(Cell(index)) != 0 => 'x',
        None => '.',
    };
    let mut rows: Vec<String> = Vec::new();
    let mut first = 0;
    for holes in ROWS {
        let letters: Vec<_> = (first..first + holes).map(|index| letter(index).to_string()).collect();
        rows.push(format!("{}{}\n", " ".repeat(13 - usize::from(holes)), letters.join(" ")));
        first += holes;
    }
    rows.into_iter().rev().collect()
}

/// Asserts that the marble on `from` can move exactly to the `x` of the drawing.
#[track_caller]
fn assert_goes(pairs: &str, seats: u8, from: &str, drawing: &str) {
    let position = star(pairs, seats, drawing);
    let expected: Vec<_> = drawn(drawing);
    let shown = draw(&position, from);
    assert!(drawn(&shown) == expected, "other destinations from {from}:\n{shown}");
}

fn go(notation: &str) -> SternhalmaMove {
    notation.parse().unwrap()
}

fn play_all(position: &mut Sternhalma, plies: &str) {
    for ply in plies.split_whitespace() {
        crate::games::play(position, ply).unwrap_or_else(|error| panic!("{ply}: {error}"));
    }
}

fn names(holes: board::HoleSet) -> Vec<&'static str> {
    cells_of(holes).map(board::name).collect()
}

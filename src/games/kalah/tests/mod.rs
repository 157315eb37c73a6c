//! The rules of Kalah, tested with drawings as seat 0 sees the board: the houses of seat 1 above, counted from the
//! right, its store on the left; the houses of seat 0 below, counted from the left, its store on the right.

mod ending;
mod records;
mod sowing;
mod swap;
mod text;

use super::*;
use crate::games::kalah::position::{KalahSide, STORE, SwapOption};
use crate::games::{Cell, Effect, Rules, Seat, UnreadableNotation};
use crate::games::{GameOptions, PlayError, PlayedPly, play};

fn options(pairs: &str) -> KalahOptions {
    let pairs = pairs.split(',').filter(|pair| !pair.is_empty());
    KalahOptions::read(pairs.map(|pair| pair.split_once('=').unwrap())).unwrap()
}

fn opening(pairs: &str) -> Kalah {
    Kalah::opening(&options(pairs), 2).unwrap()
}

/// The position of a drawing in mid-match, with this seat to act. The number of houses follows from the drawing.
fn board(pairs: &str, acting: u8, drawing: &str) -> Kalah {
    let drawn: Vec<u8> = drawing.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let houses = drawn.len() / 2 - 1;
    let options = KalahOptions { houses: houses as u8, ..options(pairs) };
    let mut sides = [KalahSide::default(); 2];
    let above = drawn[..houses].iter().rev();
    sides[1].iter_mut().zip(above).for_each(|(house, seeds)| *house = *seeds);
    sides[1][STORE] = drawn[houses];
    sides[0][STORE] = drawn[houses + 1];
    sides[0][..houses].copy_from_slice(&drawn[houses + 2..]);
    Kalah { sides, options, acting: Seat::new(acting), over: false, swap: SwapOption::No }
}

/// The board as a drawing, without margins.
fn draw(position: &Kalah) -> String {
    let houses = usize::from(position.houses());
    let row = |seeds: Vec<u8>| seeds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let above = row(position.sides[1][..houses].iter().rev().copied().collect());
    let below = row(position.sides[0][..houses].to_vec());
    format!("{above}\n{} {}\n{below}", position.sides[1][STORE], position.sides[0][STORE])
}

#[track_caller]
fn assert_drawn(position: &Kalah, drawing: &str) {
    let plain = |drawing: &str| drawing.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let shown = draw(position);
    assert!(plain(&shown) == plain(drawing), "the board differs:\n{shown}");
}

fn go(position: &mut Kalah, ply: &str) -> PlayedPly {
    play(position, ply).unwrap_or_else(|error| panic!("{ply}: {error}"))
}

fn play_all(position: &mut Kalah, plies: &str) {
    for ply in plies.split_whitespace() {
        go(position, ply);
    }
}

fn acting(position: &Kalah) -> Option<u8> {
    position.to_act().seat().map(Seat::number)
}

fn refused(position: &Kalah, ply: &str) -> String {
    play(&mut position.clone(), ply).unwrap_err().to_string()
}

fn house(seat: u8, number: u8) -> Cell {
    cell(Seat::new(seat), Pit::House(number))
}

fn store(seat: u8) -> Cell {
    cell(Seat::new(seat), Pit::Store)
}

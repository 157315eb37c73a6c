//! The rules of Aeroplane Chess, tested with position texts and drawings.

mod drawn;
mod ending;
mod moves;
mod odds;
mod text;
mod turns;
mod variants;

use super::*;
use crate::games::aeroplane::board::AeroplaneSpot;
use crate::games::aeroplane::route::PlaneProgress;
use crate::games::{Cell, Rules, Seat, ToAct, UnreadableNotation};
use crate::games::{Effect, GameOptions, play};

fn options(pairs: &str) -> AeroplaneOptions {
    let pairs = pairs.split(',').filter(|pair| !pair.is_empty());
    AeroplaneOptions::read(pairs.map(|pair| pair.split_once('=').unwrap())).unwrap()
}

fn opening(pairs: &str, seats: u8) -> Aeroplane {
    Aeroplane::opening(&options(pairs), seats).unwrap()
}

/// The position with this text and its number of seats.
fn at(pairs: &str, text: &str) -> Aeroplane {
    let seats = text.split(' ').next().unwrap().split('/').count() as u8;
    Aeroplane::from_text(&options(pairs), seats, text).unwrap_or_else(|_| panic!("no position: {text}"))
}

/// Plays the plies and returns the effects of the last one.
fn play_all(position: &mut Aeroplane, plies: &str) -> Vec<Effect> {
    let mut last = Vec::new();
    for ply in plies.split_whitespace() {
        last = play(position, ply).unwrap_or_else(|error| panic!("{ply}: {error}")).effects;
    }
    last
}

/// Asserts that plies lead from one position to another.
#[track_caller]
fn assert_leads(pairs: &str, before: &str, plies: &str, after: &str) {
    let mut position = at(pairs, before);
    play_all(&mut position, plies);
    assert_eq!(position.text(), after, "{plies} from {before}");
}

fn legal(position: &Aeroplane) -> Vec<String> {
    position.legal_moves().iter().map(ToString::to_string).collect()
}

/// The names of the cells that each piece visits, one string per travel.
fn travels(effects: &[Effect]) -> Vec<String> {
    let name = |cell: &Cell| AeroplaneSpot::of(*cell).name();
    let travel = |effect: &Effect| match effect {
        Effect::Travel { piece, path } => {
            Some(format!("{}: {}", piece.id, path.iter().map(name).collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    };
    effects.iter().filter_map(travel).collect()
}

/// The reasons for which cells were lit.
fn lights(effects: &[Effect]) -> Vec<&'static str> {
    let why = |effect: &Effect| match effect {
        Effect::Highlight { why, .. } => Some(*why),
        _ => None,
    };
    effects.iter().filter_map(why).collect()
}

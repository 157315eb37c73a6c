//! Why a ply is not legal, in words.

use super::Aeroplane;
use super::moves::Move;
use super::options::Launch;
use super::route::{Progress, STEPS_HOME};

pub(super) fn why_not(position: &Aeroplane, mv: Move) -> String {
    match (mv, position.die) {
        (Move::Throw(_), 0) => "the die shows one to six".to_owned(),
        (Move::Throw(_), die) => format!("the die has been thrown and shows {die}: move a plane"),
        (Move::Plane(_), 0) => "the die has to be thrown first".to_owned(),
        (Move::Plane(plane), die) => why_not_plane(position, plane, die),
    }
}

fn why_not_plane(position: &Aeroplane, plane: u8, die: u8) -> String {
    let (number, leader) = (plane + 1, position.leader(plane));
    match position.plane(plane) {
        Progress::HANGAR => format!("plane {number} leaves the hangar only with {}", launching(position)),
        Progress::HOME => format!("plane {number} is home"),
        _ if leader != plane => {
            format!("plane {number} moves together with plane {0}: play {0}", leader + 1)
        }
        progress => {
            let left = STEPS_HOME - progress.steps().unwrap_or_default();
            format!("plane {number} has {left} left to come home exactly: {die} is too many")
        }
    }
}

fn launching(position: &Aeroplane) -> &'static str {
    match position.options.launch {
        Launch::Six => "a six",
        Launch::FiveSix => "a five or a six",
        Launch::Even => "an even throw",
    }
}

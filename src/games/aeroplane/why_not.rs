//! Why a ply is not legal, in words.

use super::Aeroplane;
use super::moves::Move;
use super::options::Launch;
use super::route::{Progress, STEPS_HOME};
use crate::games::{Why, because};

pub(super) fn why_not(position: &Aeroplane, mv: Move) -> Why {
    match (mv, position.die) {
        (Move::Throw(_), 0) => because("the die shows one to six"),
        (Move::Throw(_), die) => {
            because("the die has been thrown and shows {die}: move a plane").with("die", die)
        }
        (Move::Plane(_), 0) => because("the die has to be thrown first"),
        (Move::Plane(plane), die) => why_not_plane(position, plane, die),
    }
}

fn why_not_plane(position: &Aeroplane, plane: u8, die: u8) -> Why {
    let (number, leader) = (plane + 1, position.leader(plane));
    match position.plane(plane) {
        Progress::HANGAR => not_launched(position).with("number", number),
        Progress::HOME => because("plane {number} is home").with("number", number),
        _ if leader != plane => because("plane {number} moves together with plane {leader}: play {leader}")
            .with("number", number)
            .with("leader", leader + 1),
        progress => {
            let left = STEPS_HOME - progress.steps().unwrap_or_default();
            because("plane {number} has {left} left to come home exactly: {die} is too many")
                .with("number", number)
                .with("left", left)
                .with("die", die)
        }
    }
}

const fn not_launched(position: &Aeroplane) -> Why {
    match position.options.launch {
        Launch::Six => because("plane {number} leaves the hangar only with a six"),
        Launch::FiveSix => because("plane {number} leaves the hangar only with a five or a six"),
        Launch::Even => because("plane {number} leaves the hangar only with an even throw"),
    }
}

//! Why a ply is not legal, as text.

use super::moves::AeroplaneMove;
use super::options::Launch;
use super::position::Aeroplane;
use super::route::{PlaneProgress, STEPS_HOME};
use crate::games::{RuleReason, because};

pub(super) fn why_not(position: &Aeroplane, mv: AeroplaneMove) -> RuleReason {
    match (mv, position.die) {
        (AeroplaneMove::Roll(_), 0) => because("the die shows one to six"),
        (AeroplaneMove::Roll(_), die) => {
            because("the die has been rolled and shows {die}: move a plane").with("die", die)
        }
        (AeroplaneMove::Plane(_), 0) => because("the die has to be rolled first"),
        (AeroplaneMove::Plane(plane), die) => why_not_plane(position, plane, die),
    }
}

fn why_not_plane(position: &Aeroplane, plane: u8, die: u8) -> RuleReason {
    let (number, leader) = (plane + 1, position.leader(plane));
    match position.plane(plane) {
        PlaneProgress::HANGAR => not_launched(position).with("number", number),
        PlaneProgress::HOME => because("plane {number} is home").with("number", number),
        _ if leader != plane => because("plane {number} moves together with plane {leader}: play {leader}")
            .with("number", number)
            .with("leader", leader + 1),
        progress => {
            let left = STEPS_HOME - progress.steps().unwrap_or_default();
            because("plane {number} needs exactly {left} to get home: {die} is too many")
                .with("number", number)
                .with("left", left)
                .with("die", die)
        }
    }
}

const fn not_launched(position: &Aeroplane) -> RuleReason {
    match position.options.launch {
        Launch::Six => because("plane {number} leaves the hangar only with a six"),
        Launch::FiveSix => because("plane {number} leaves the hangar only with a five or a six"),
        Launch::Even => because("plane {number} leaves the hangar only with an even number"),
    }
}

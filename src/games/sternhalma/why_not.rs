//! Why a ply is not legal, in words.

use super::board::{hole, name, target};
use super::{Move, Sternhalma};
use crate::games::Cell;

pub(super) fn why_not(position: &Sternhalma, mv: Move) -> String {
    match mv {
        Move::Pass => "a pass is allowed only when nothing can move".to_owned(),
        Move::Go { .. } if position.must_pass() => "none of your marbles can move: play pass".to_owned(),
        Move::Go { from, to } => why_not_go(position, from, to),
    }
}

fn why_not_go(position: &Sternhalma, from: Cell, to: Cell) -> String {
    let (from_name, to_name) = (name(from), name(to));
    match (position.marble(from), position.marble(to)) {
        (None, _) => format!("{from_name} holds no marble"),
        (Some(seat), _) if seat != position.acting => format!("{from_name} is not your marble"),
        _ if from == to => format!("the marble on {from_name} has to end on another hole"),
        (_, Some(_)) => format!("{to_name} is taken"),
        _ if position.reach(from, position.occupied()) & hole(to) == 0 => {
            format!("{from_name} cannot reach {to_name}: no chain of hops leads there")
        }
        _ => why_not_end(position, from, to),
    }
}

/// Why a marble may not end in a hole it can reach.
fn why_not_end(position: &Sternhalma, from: Cell, to: Cell) -> String {
    if position.resting_holes() & hole(to) == 0 {
        let to = name(to);
        return format!(
            "{to} lies in another point: you may only end in your home, your target or the middle"
        );
    }
    debug_assert!(target(position.seats, position.acting).holes() & hole(from) != 0);
    format!("{} is in your target: from there you may only end in another hole of it", name(from))
}

impl Sternhalma {
    /// Whether the acting seat can only pass.
    pub(super) fn must_pass(&self) -> bool {
        let mut stuck = true;
        self.each_marble(|_, ends| stuck &= ends == 0);
        stuck
    }
}

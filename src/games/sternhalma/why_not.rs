//! Why a ply is not legal, as text.

use super::board::{hole, name, target};
use super::moves::SternhalmaMove;
use super::moves::reachable;
use super::position::Sternhalma;
use crate::games::{Cell, RuleReason, because};

pub(super) fn why_not(position: &Sternhalma, mv: SternhalmaMove) -> RuleReason {
    match mv {
        SternhalmaMove::Pass => because("you can pass only if none of your marbles can move"),
        SternhalmaMove::Go { .. } if position.must_pass() => {
            because("none of your marbles can move: play pass")
        }
        SternhalmaMove::Go { from, to } => why_not_go(position, from, to),
    }
}

fn why_not_go(position: &Sternhalma, from: Cell, to: Cell) -> RuleReason {
    let (from_name, to_name) = (name(from), name(to));
    match (position.marble(from), position.marble(to)) {
        (None, _) => because("there’s no marble on {from}").with("from", from_name),
        (Some(seat), _) if seat != position.acting => {
            because("the marble on {from} isn’t yours").with("from", from_name)
        }
        _ if from == to => {
            because("the marble on {from} has to move to another hole").with("from", from_name)
        }
        (_, Some(_)) => because("{square} is taken").with("square", to_name),
        _ if reachable(from, position.occupied()) & hole(to) == 0 => {
            because("{from} can’t reach {to}: no chain of hops leads there")
                .with("from", from_name)
                .with("to", to_name)
        }
        _ => why_not_end(position, from, to),
    }
}

/// Why a marble may not end in a hole that it can reach.
fn why_not_end(position: &Sternhalma, from: Cell, to: Cell) -> RuleReason {
    if position.resting_holes() & hole(to) == 0 {
        return because(
            "{to} is in another point: you can only stop in your home, your target or the middle",
        )
        .with("to", name(to));
    }
    debug_assert!(target(position.seats, position.acting).holes() & hole(from) != 0);
    because("{from} is in your target: from there you may only move to another hole of it")
        .with("from", name(from))
}

impl Sternhalma {
    /// Whether the acting seat can only pass.
    pub(super) fn must_pass(&self) -> bool {
        let mut stuck = true;
        self.each_marble(|_, ends| stuck &= ends == 0);
        stuck
    }
}

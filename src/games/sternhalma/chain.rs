//! A ply clicked hole by hole along its chain.

use super::board::{Holes, each, hole};
use super::moves::{chain_ends, next_hops, steps};
use super::{Move, Sternhalma};
use crate::games::{Cell, Chain};

/// Where a chain can go on to. It never rests on a hole twice, and goes only where it can still end.
pub(super) fn chain(position: &Sternhalma, so_far: &[Cell]) -> Option<Chain<Move>> {
    let (from, rests) = so_far.split_first()?;
    if position.destinations(*from) == 0 {
        return None;
    }
    let mut walk = Walk::begin(position, *from);
    for rest in rests {
        walk = walk.on_to(*rest)?;
    }
    Some(Chain { next: each(walk.next()).collect(), ends: walk.ends() })
}

struct Walk {
    from: Cell,
    at: Cell,
    /// Every marble but the one that is lifted.
    occupied: Holes,
    /// The holes the chain has rested on.
    rested: Holes,
    /// The holes in which the ply may end.
    ends: Holes,
    stepped: bool,
}

impl Walk {
    fn begin(position: &Sternhalma, from: Cell) -> Self {
        let ends = position.ends_from(from, position.resting_holes());
        let occupied = position.occupied_without(from);
        Self { from, at: from, occupied, rested: hole(from), ends, stepped: false }
    }

    fn steps(&self) -> Holes {
        if self.at == self.from { steps(self.from, self.occupied) & self.ends } else { 0 }
    }

    fn hops(&self) -> Holes {
        let leads_on = |to: &Cell| {
            let barred = self.rested | hole(*to);
            (chain_ends(*to, self.occupied, barred) | hole(*to)) & self.ends != 0
        };
        let landings = each(next_hops(self.at, self.occupied) & !self.rested);
        landings.filter(leads_on).fold(0, |all, to| all | hole(to))
    }

    fn next(&self) -> Holes {
        if self.stepped { 0 } else { self.steps() | self.hops() }
    }

    fn on_to(self, to: Cell) -> Option<Self> {
        if self.next() & hole(to) == 0 {
            return None;
        }
        let stepped = self.steps() & hole(to) != 0;
        Some(Self { at: to, rested: self.rested | hole(to), stepped, ..self })
    }

    fn ends(&self) -> Option<Move> {
        let may_end = self.at != self.from && self.ends & hole(self.at) != 0;
        may_end.then_some(Move::Go { from: self.from, to: self.at })
    }
}

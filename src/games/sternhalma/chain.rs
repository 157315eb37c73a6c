//! A ply that is clicked hole by hole along its chain.

use super::board::{HoleSet, cells_of, hole};
use super::moves::SternhalmaMove;
use super::moves::{chain_ends, next_hops, steps};
use super::position::Sternhalma;
use crate::games::{Cell, HopChain};

/// The continuations of a chain. It visits no hole twice and leads only to holes from which it can still end.
pub(super) fn chain(position: &Sternhalma, so_far: &[Cell]) -> Option<HopChain<SternhalmaMove>> {
    let (from, rests) = so_far.split_first()?;
    if position.destinations(*from) == 0 {
        return None;
    }
    let mut walk = ChainWalk::begin(position, *from);
    for rest in rests {
        walk = walk.on_to(*rest)?;
    }
    Some(HopChain { next: cells_of(walk.next()).collect(), ends: walk.ends() })
}

struct ChainWalk {
    from: Cell,
    at: Cell,
    /// Every marble except the moving one.
    occupied: HoleSet,
    /// The holes visited by the chain.
    rested: HoleSet,
    /// The holes in which the ply can end.
    ends: HoleSet,
    stepped: bool,
}

impl ChainWalk {
    fn begin(position: &Sternhalma, from: Cell) -> Self {
        let ends = position.ends_from(from, position.resting_holes());
        let occupied = position.occupied_without(from);
        Self { from, at: from, occupied, rested: hole(from), ends, stepped: false }
    }

    fn steps(&self) -> HoleSet {
        if self.at == self.from { steps(self.from, self.occupied) & self.ends } else { 0 }
    }

    fn hops(&self) -> HoleSet {
        let leads_on = |to: &Cell| {
            let barred = self.rested | hole(*to);
            (chain_ends(*to, self.occupied, barred) | hole(*to)) & self.ends != 0
        };
        let landings = cells_of(next_hops(self.at, self.occupied) & !self.rested);
        landings.filter(leads_on).fold(0, |all, to| all | hole(to))
    }

    fn next(&self) -> HoleSet {
        if self.stepped { 0 } else { self.steps() | self.hops() }
    }

    fn on_to(self, to: Cell) -> Option<Self> {
        if self.next() & hole(to) == 0 {
            return None;
        }
        let stepped = self.steps() & hole(to) != 0;
        Some(Self { at: to, rested: self.rested | hole(to), stepped, ..self })
    }

    fn ends(&self) -> Option<SternhalmaMove> {
        let may_end = self.at != self.from && self.ends & hole(self.at) != 0;
        may_end.then_some(SternhalmaMove::Go { from: self.from, to: self.at })
    }
}

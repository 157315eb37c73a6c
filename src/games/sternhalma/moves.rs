//! The destinations and routes of marbles.

use std::fmt;
use std::str::FromStr;

use super::board::{self, BOARD, HoleSet, StarBoard, cells_of, hole, home, target};
use super::options::{Points, Target};
use super::position::Sternhalma;
use crate::games::{Cell, Seat, UnreadableNotation};

/// A ply of Sternhalma, `d2-f3` or `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SternhalmaMove {
    /// No marble can move.
    Pass,
    /// A marble moves to another hole, by any route.
    Go { from: Cell, to: Cell },
}

impl fmt::Display for SternhalmaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Go { from, to } => write!(f, "{}-{}", board::name(*from), board::name(*to)),
        }
    }
}

impl FromStr for SternhalmaMove {
    type Err = UnreadableNotation;

    fn from_str(text: &str) -> Result<Self, UnreadableNotation> {
        if text == "pass" {
            return Ok(Self::Pass);
        }
        let (from, to) = text.split_once('-').ok_or(UnreadableNotation)?;
        let read = |name| board::cell(name).ok_or(UnreadableNotation);
        Ok(Self::Go { from: read(from)?, to: read(to)? })
    }
}

/// The holes after one more hop: those beyond occupied neighbours that are empty.
#[inline]
fn landings(board: &StarBoard, from: Cell, occupied: HoleSet) -> HoleSet {
    if board.near[from.index()] & occupied == 0 {
        return 0;
    }
    let mut found = 0;
    for hop in &board.hops[from.index()] {
        if hop.over & occupied != 0 {
            found |= hop.to;
        }
    }
    found & !occupied
}

/// Every hole that a chain of one or more hops reaches without resting on `barred` holes. The moving marble is not
/// among the occupied holes.
#[inline]
pub(super) fn chain_ends(from: Cell, occupied: HoleSet, barred: HoleSet) -> HoleSet {
    let board = &*BOARD;
    let free = !barred;
    let mut reached = landings(board, from, occupied) & free;
    let mut edge = reached;
    while edge != 0 {
        let at = Cell(edge.trailing_zeros() as u8);
        edge &= edge - 1;
        let new = landings(board, at, occupied) & free & !reached;
        reached |= new;
        edge |= new;
    }
    reached
}

/// The holes after one hop.
pub(super) fn next_hops(from: Cell, occupied: HoleSet) -> HoleSet {
    landings(&BOARD, from, occupied)
}

/// The holes after one step.
pub(super) fn steps(from: Cell, occupied: HoleSet) -> HoleSet {
    BOARD.near[from.index()] & !occupied
}

/// The shortest chain to a reachable hole, without the start. Of several, the one with the earlier direction at the
/// first difference.
fn shortest_chain(from: Cell, to: Cell, occupied: HoleSet) -> Vec<Cell> {
    let mut came_from = [None; board::HOLES as usize];
    let mut line = vec![from];
    let mut next = 0;
    while let Some(at) = line.get(next).copied().filter(|at| *at != to) {
        next += 1;
        for hop in &BOARD.hops[at.index()] {
            let landing = Cell(hop.to.trailing_zeros() as u8);
            let open = hop.over & occupied != 0 && hop.to & occupied == 0;
            if open && landing != from && came_from[landing.index()].is_none() {
                came_from[landing.index()] = Some(at);
                line.push(landing);
            }
        }
    }
    let back = std::iter::successors(Some(to), |at| came_from[at.index()]);
    let mut route: Vec<Cell> = back.take_while(|at| *at != from).collect();
    route.reverse();
    route
}

/// Every hole that a marble can reach by a step or a chain, whether or not a ply may end there.
#[inline]
pub fn reachable(from: Cell, occupied: HoleSet) -> HoleSet {
    let lifted = occupied & !hole(from);
    (steps(from, lifted) | chain_ends(from, lifted, 0)) & !hole(from)
}

impl Sternhalma {
    #[inline]
    pub(super) fn occupied(&self) -> HoleSet {
        self.marbles.iter().fold(0, |all, holes| all | holes)
    }

    /// Every hole with a marble except the moving one.
    pub(super) fn occupied_without(&self, lifted: Cell) -> HoleSet {
        self.occupied() & !hole(lifted)
    }

    /// The holes in which a ply of the acting seat may end, from any start.
    #[inline]
    pub(super) fn resting_holes(&self) -> HoleSet {
        self.resting_holes_of(self.acting)
    }

    /// The holes in which a seat's marbles may rest.
    #[inline]
    pub fn resting_holes_of(&self, seat: Seat) -> HoleSet {
        match self.options.points {
            Points::Any => HoleSet::MAX,
            Points::Own => {
                let home = home(self.seats, seat);
                BOARD.middle | home.holes() | home.opposite().holes()
            }
        }
    }

    /// The holes in which a ply of the acting seat from `from` may end.
    #[inline]
    pub(super) fn ends_from(&self, from: Cell, resting: HoleSet) -> HoleSet {
        let target = target(self.seats, self.acting).holes();
        let locked = self.options.target == Target::Locked && target & hole(from) != 0;
        if locked { resting & target } else { resting }
    }

    /// Calls `see` with each marble of the acting seat and the holes it can move to.
    #[inline]
    pub(super) fn each_marble(&self, mut see: impl FnMut(Cell, HoleSet)) {
        let (occupied, resting) = (self.occupied(), self.resting_holes());
        for from in cells_of(self.marbles[self.acting.index()]) {
            see(from, reachable(from, occupied) & self.ends_from(from, resting));
        }
    }

    /// Every marble of the acting seat that can move, and its number of destinations.
    pub fn mobility(&self) -> Vec<(Cell, u32)> {
        let mut found = Vec::new();
        if !self.over {
            self.each_marble(|from, ends| found.push((from, ends.count_ones())));
        }
        found.retain(|(_, ends)| *ends > 0);
        found
    }

    /// One move of every marble of the acting seat that can move. Most have a step, so their chains are not computed.
    pub(super) fn one_move_each(&self) -> impl Iterator<Item = SternhalmaMove> {
        let (occupied, resting) = (self.occupied(), self.resting_holes());
        cells_of(self.marbles[self.acting.index()]).filter_map(move |from| {
            let ends = self.ends_from(from, resting);
            let step = steps(from, occupied) & ends;
            let to = if step != 0 { step } else { reachable(from, occupied) & ends };
            cells_of(to).next().map(|to| SternhalmaMove::Go { from, to })
        })
    }

    /// The holes the marble on `from` can move to, if it belongs to the acting seat.
    pub(super) fn destinations(&self, from: Cell) -> HoleSet {
        if self.over || self.marbles[self.acting.index()] & hole(from) == 0 {
            return 0;
        }
        reachable(from, self.occupied()) & self.ends_from(from, self.resting_holes())
    }

    /// The holes a legal move visits, in order: a single step if there is one, otherwise the shortest chain.
    pub fn route(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let occupied = self.occupied_without(from);
        if steps(from, occupied) & hole(to) != 0 { vec![to] } else { shortest_chain(from, to, occupied) }
    }
}

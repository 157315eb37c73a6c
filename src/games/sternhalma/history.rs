//! Which positions a match has been through, for the third occurrence.

use std::sync::Arc;

use super::board::{Holes, hole};
use crate::games::{Cell, MOST_SEATS, Seat};

/// Each seat's marbles.
pub(super) type Marbles = [Holes; MOST_SEATS as usize];

/// How many plies are kept beside the position before they are shared between its descendants.
const BLOCK: usize = 16;

/// The plies so far, each with a hash of the board before it. Quick to copy, since only the last few are copied, and quick
/// to search, since only boards with an equal hash are looked at: those are rebuilt by taking plies back.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    recent: [Ply; BLOCK],
    count: u8,
    older: Option<Arc<Block>>,
}

#[derive(Debug)]
struct Block {
    plies: [Ply; BLOCK],
    older: Option<Arc<Block>>,
}

/// A ply, by the seat that was to act, and the hash of the board before it. A pass goes from a hole to itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    pub hash: u32,
    pub seat: Seat,
    pub from: Cell,
    pub to: Cell,
}

impl History {
    pub fn push(&mut self, ply: Ply) {
        if usize::from(self.count) == BLOCK {
            let block = Block { plies: self.recent, older: self.older.take() };
            self.older = Some(Arc::new(block));
            self.count = 0;
        }
        self.recent[usize::from(self.count)] = ply;
        self.count += 1;
    }

    /// The plies, the last one first.
    fn back(&self) -> impl Iterator<Item = &Ply> {
        let blocks = std::iter::successors(self.older.as_deref(), |block| block.older.as_deref());
        let older = blocks.flat_map(|block| block.plies.iter().rev());
        self.recent[..usize::from(self.count)].iter().rev().chain(older)
    }

    /// How often this board with this seat to act has occurred before, given that it is the one the last ply led to.
    pub fn occurrences(&self, board: &Marbles, hash: u32, to_act: Seat) -> usize {
        let alike = |ply: &Ply| ply.hash == hash && ply.seat == to_act;
        if self.back().filter(|ply| alike(ply)).count() < 2 {
            return 0;
        }
        let mut before = *board;
        let mut same = |ply: &&Ply| {
            take_back(&mut before, ply);
            alike(ply) && before == *board
        };
        self.back().filter(|ply| same(ply)).count()
    }
}

fn take_back(board: &mut Marbles, ply: &Ply) {
    if ply.from != ply.to {
        board[ply.seat.index()] ^= hole(ply.from) | hole(ply.to);
    }
}

/// The hash of a board is the exclusive or of this over all marbles.
#[inline]
pub(super) fn hash_of(seat: Seat, cell: Cell) -> u32 {
    let number = (u64::from(seat.number()) << 8 | u64::from(cell.0)) + 1;
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as u32
}

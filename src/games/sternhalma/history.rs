//! Which positions a match has been through, for the third occurrence.

use std::sync::Arc;

use super::board::{HoleSet, hole};
use crate::games::{Cell, MOST_SEATS, Seat};

/// Each seat's marbles.
pub(super) type MarbleSet = [HoleSet; MOST_SEATS as usize];

/// How many plies are kept beside the position before they are shared between its descendants.
const BLOCK: usize = 16;

/// The plies so far, each with a hash of the board before it. Quick to copy, since only the last few are copied, and quick
/// to search, since only boards with an equal hash are looked at: those are rebuilt by taking plies back.
#[derive(Clone, Debug, Default)]
pub(super) struct MarbleHistory {
    recent: PlyHistory,
    count: u8,
    older: Option<Arc<HistoryBlock>>,
}

/// The hashes lie side by side, so that many are compared at once.
#[derive(Clone, Copy, Debug, Default)]
struct PlyHistory {
    hashes: [u32; BLOCK],
    plies: [HistoryPly; BLOCK],
}

#[derive(Debug)]
struct HistoryBlock {
    of: PlyHistory,
    older: Option<Arc<HistoryBlock>>,
}

/// A ply, by the seat that was to act. A pass goes from a hole to itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HistoryPly {
    pub seat: Seat,
    pub from: Cell,
    pub to: Cell,
}

impl MarbleHistory {
    /// Adds a ply and the hash of the board before it.
    pub fn push(&mut self, hash: u32, ply: HistoryPly) {
        if usize::from(self.count) == BLOCK {
            let block = HistoryBlock { of: self.recent, older: self.older.take() };
            self.older = Some(Arc::new(block));
            self.count = 0;
        }
        self.recent.hashes[usize::from(self.count)] = hash;
        self.recent.plies[usize::from(self.count)] = ply;
        self.count += 1;
    }

    fn blocks(&self) -> impl Iterator<Item = &PlyHistory> {
        let blocks = std::iter::successors(self.older.as_deref(), |block| block.older.as_deref());
        blocks.map(|block| &block.of)
    }

    /// The plies, each with the hash of the board before it, the last one first.
    fn back(&self) -> impl Iterator<Item = (u32, &HistoryPly)> {
        let recent = self.recent.until(usize::from(self.count));
        recent.chain(self.blocks().flat_map(|plies| plies.until(BLOCK)))
    }

    /// How often a hash is there: at least as often as the board it belongs to.
    fn count(&self, hash: u32) -> usize {
        let among = |hashes: &[u32]| hashes.iter().filter(|other| **other == hash).count();
        let older: usize = self.blocks().map(|plies| among(&plies.hashes)).sum();
        among(&self.recent.hashes[..usize::from(self.count)]) + older
    }

    /// How often this board with this seat to act has occurred before, given that it is the one the last ply led to.
    pub fn occurrences(&self, board: &MarbleSet, hash: u32, to_act: Seat) -> usize {
        if self.count(hash) < 2 {
            return 0;
        }
        let mut before = *board;
        let mut same = |hashed: u32, ply: &HistoryPly| {
            take_back(&mut before, ply);
            hashed == hash && ply.seat == to_act && before == *board
        };
        self.back().filter(|(hashed, ply)| same(*hashed, ply)).count()
    }
}

impl PlyHistory {
    /// The first of them, the last one first.
    fn until(&self, count: usize) -> impl Iterator<Item = (u32, &HistoryPly)> {
        self.hashes[..count].iter().copied().zip(&self.plies[..count]).rev()
    }
}

fn take_back(board: &mut MarbleSet, ply: &HistoryPly) {
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

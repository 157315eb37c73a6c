//! The positions of a match so far, for the third occurrence.

use std::sync::Arc;

use super::board::{HoleSet, hole};
use crate::games::{Cell, MOST_SEATS, Seat};

/// The marbles of each seat.
pub(super) type MarbleSet = [HoleSet; MOST_SEATS as usize];

/// The number of recent plies stored inline before they are moved into a shared block.
const BLOCK: usize = 16;

/// The plies so far, each with a hash of the board before it. It is cheap to copy, because only the most recent plies
/// are copied, and cheap to search, because only boards with an equal hash are compared: those are rebuilt by undoing
/// plies.
#[derive(Clone, Debug, Default)]
pub(super) struct MarbleHistory {
    recent: PlyHistory,
    count: u8,
    older: Option<Arc<HistoryBlock>>,
}

/// The hashes are contiguous, so that many are compared at once.
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

/// A ply by the acting seat. A pass is a move from a hole to itself.
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

    /// The plies, each with the hash of the board before it, from the latest to the first.
    fn back(&self) -> impl Iterator<Item = (u32, &HistoryPly)> {
        let recent = self.recent.until(usize::from(self.count));
        recent.chain(self.blocks().flat_map(|plies| plies.until(BLOCK)))
    }

    /// The number of entries with a hash: an upper bound for the occurrences of its board.
    fn count(&self, hash: u32) -> usize {
        let among = |hashes: &[u32]| hashes.iter().filter(|other| **other == hash).count();
        let older: usize = self.blocks().map(|plies| among(&plies.hashes)).sum();
        among(&self.recent.hashes[..usize::from(self.count)]) + older
    }

    /// The number of earlier occurrences of this board with this seat to act, where the board is the current one.
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
    /// The first `count` of them, from the latest to the first.
    fn until(&self, count: usize) -> impl Iterator<Item = (u32, &HistoryPly)> {
        self.hashes[..count].iter().copied().zip(&self.plies[..count]).rev()
    }
}

fn take_back(board: &mut MarbleSet, ply: &HistoryPly) {
    if ply.from != ply.to {
        board[ply.seat.index()] ^= hole(ply.from) | hole(ply.to);
    }
}

/// The hash of a board is the exclusive or of this value over all marbles.
#[inline]
pub(super) fn hash_of(seat: Seat, cell: Cell) -> u32 {
    let number = (u64::from(seat.number()) << 8 | u64::from(cell.0)) + 1;
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32) as u32
}

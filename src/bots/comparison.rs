//! Comparing the best move with the one that was played, in one search and at one depth.
//!
//! Two searches, of a position and of the one after a move, end at different depths, and a guess after an odd number of plies
//! differs from one after an even number by more than most mistakes.

use super::ChosenMove;
use super::alpha_beta::{AlphaBeta, INFINITE, MOST_PLIES, SearchFinding, SearchPosition};

/// The move that a search has chosen, and how much worse the move is that was played.
pub(super) struct ComparedChoice<M> {
    pub choice: ChosenMove<M>,
    /// By how much the choice is better, in the units of the game. `None` where no move was played, or the limits left no time
    /// to compare it.
    pub loss: Option<f64>,
}

/// The value of a move.
#[derive(Clone, Copy)]
pub(super) struct MoveValue {
    pub value: i32,
    /// Whether no evaluation decided it.
    pub is_proven: bool,
}

/// The values of the best move and of the one that was played, at the same depth.
#[derive(Clone, Copy)]
pub(super) struct MovePair {
    pub best: MoveValue,
    pub played: MoveValue,
}

impl MovePair {
    /// By how much the best move is better. `expected` turns a value into the units of the game.
    pub fn loss(self, expected: impl Fn(MoveValue) -> f64) -> f64 {
        (expected(self.best) - expected(self.played)).max(0.0)
    }
}

impl AlphaBeta<'_> {
    /// Searches the move that was found and the one that was played deeper and deeper, to the depth of the search before or
    /// until both values are proven, with so many nodes more. The deepest values of both count. If the move that was played
    /// turns out better, it becomes the one that was found.
    ///
    /// `played` has all moves of the search that begin with it: several where a move of the search is two plies.
    pub fn compare<P: SearchPosition>(
        &mut self,
        root: &P,
        found: &mut SearchFinding,
        played: &[u16],
        nodes: u64,
    ) -> Option<MovePair> {
        self.meter.allow_again(nodes);
        // The last iteration of the search may have come as far as the best move.
        let deepest = if found.is_solved { MOST_PLIES as u32 } else { found.depth + 1 };
        let mut last = None;
        for depth in 1..=deepest {
            let Some((_, best)) = self.best_of(root, &[found.mv], depth) else { break };
            let Some((mv, value)) = self.best_of(root, played, depth) else { break };
            let pair = MovePair { best, played: value };
            last = Some((mv, pair));
            if pair.best.is_proven && pair.played.is_proven {
                break;
            }
        }
        let (mv, pair) = last?;
        if pair.played.value > pair.best.value {
            (found.mv, found.value) = (mv, found.value + pair.played.value - pair.best.value);
            found.line = self.line(root, mv);
        }
        Some(pair)
    }

    /// The best of some moves and its value. `None` if a limit is reached before, or there are no moves.
    fn best_of<P: SearchPosition>(
        &mut self,
        root: &P,
        moves: &[u16],
        depth: u32,
    ) -> Option<(u16, MoveValue)> {
        let (mut best, mut all_proven): (Option<(u16, MoveValue)>, _) = (None, true);
        for mv in moves {
            let alpha = best.map_or(-INFINITE, |(_, best)| best.value);
            let value = self.after(root, *mv, depth as i32, 0, (alpha, INFINITE), best.is_some());
            if self.meter.is_stopped() {
                return None;
            }
            all_proven &= self.proven;
            if best.is_none() || value > alpha {
                best = Some((*mv, MoveValue { value, is_proven: false }));
            }
        }
        best.map(|(mv, best)| (mv, MoveValue { is_proven: all_proven, ..best }))
    }
}

//! What the search asks of a Kalah board.

use super::board::{HOUSES, KalahBoard, SEED, SWAP, SwapState, total};
use super::endgame;
use crate::bots::alpha_beta::{INFINITE, MoveResult, RankedMove, SearchPosition};
use crate::bots::limits::NodeMeter;
use crate::bots::random::mixed;

/// The margin of an opening move.
const MARGIN: i32 = 7 * SEED / 4;

/// Ten houses as two numbers.
#[inline]
const fn packed(side: &[u8; HOUSES]) -> (u64, u64) {
    let [a, b, c, d, e, f, g, h, i, j] = *side;
    (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes([i, j, 0, 0, 0, 0, 0, 0]))
}

impl SearchPosition for KalahBoard {
    #[inline]
    fn key(&self) -> u64 {
        let ((own, last), (other, other_last)) = (packed(&self.own), packed(&self.other));
        let mut key = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ mixed(other.wrapping_add(mixed(last << 16 | other_last)));
        if self.swap != SwapState::Closed {
            let now = u64::from(self.swap == SwapState::Now);
            key ^= mixed(((self.lead as u64) << 1 | now).wrapping_add(1));
        }
        mixed(key)
    }

    #[inline]
    fn moves_into(&self, moves: &mut Vec<RankedMove>) {
        for house in 0..self.houses {
            let seeds = usize::from(self.own[house]);
            if seeds == 0 {
                continue;
            }
            // A move that ends in the own store comes first, the nearest first; then captures, the largest first; then the
            // rest, the nearest first.
            let around = 2 * self.houses + 1;
            let end = (house + seeds) % around;
            let captured = if end < self.houses && self.fills_empty(end, house, seeds) {
                i32::from(self.other[self.houses - 1 - end])
            } else {
                0
            };
            let rank = house as i32 + (captured << 16) + if end == self.houses { 2 << 20 } else { 0 };
            moves.push(RankedMove { mv: house as u16, rank });
        }
        if self.swap == SwapState::Now {
            moves.push(RankedMove { mv: SWAP, rank: 0 });
        }
    }

    #[inline]
    fn play(&mut self, mv: u16) -> MoveResult {
        if mv == SWAP { self.change_sides() } else { self.sow(usize::from(mv) % HOUSES) }
    }

    #[inline]
    fn known_value(&self) -> Option<i32> {
        self.over.then_some(0)
    }

    #[inline]
    fn endgame_value(&self, meter: &mut NodeMeter) -> Option<i32> {
        endgame::value(self, meter)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.over
    }

    /// Until a fifth of the seeds are in the stores, for Expert. Master lost a tenth of its score with it.
    fn margin(&self) -> i32 {
        if self.follows_turns && u16::from(self.seeds) * 5 > u16::from(self.all_seeds) * 4 {
            MARGIN
        } else {
            0
        }
    }

    /// At best every seed that is left goes into one store.
    #[inline]
    fn range(&self) -> (i32, i32) {
        let seeds = i32::from(self.seeds) * SEED;
        if self.swap == SwapState::Closed { (-seeds, seeds) } else { (-INFINITE, INFINITE) }
    }

    /// Seeds on the own side tend to stay: each counts for a quarter.
    #[inline]
    fn evaluate(&self) -> i32 {
        (total(&self.own) - total(&self.other)) * SEED / 4 + SEED / 2
    }
}

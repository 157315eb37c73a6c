//! The values of all positions with few seeds in the houses, each worked out when it is first met.
//!
//! A position of `k` houses with at most `n` seeds has a number below the binomial coefficient of `n + k` over `k`: with the
//! seeds of the first `i` houses summed up to `s(i)`, it is the sum of the coefficients of `s(i) + i - 1` over `i`. A byte
//! for each number holds the value.

use super::board::{KalahBoard, SEED};
use crate::bots::alpha_beta::SearchPosition;
use crate::bots::endgame::Endgame;
use crate::bots::limits::NodeMeter;

/// More seeds are left to the search, which skips most of the positions that a table would have to fill: proving positions
/// with 24 seeds took fewest nodes with 9 and 10 seeds in the table, and twice as many with 12.
const MOST_SEEDS: usize = 10;

/// The houses of both sides, at most.
const PITS: usize = 18;

/// What is added to a value to store it; 0 is a value that is not known yet.
const ZERO: i32 = 64;

pub(super) struct EndgameTable {
    /// The most seeds of a position in the table.
    most: u8,
    /// What the seeds in the first houses, up to each one, add to the number of a position.
    parts: [[u32; MOST_SEEDS + 1]; PITS],
    values: Vec<u8>,
}

impl EndgameTable {
    #[inline]
    fn number(&self, at: &KalahBoard) -> usize {
        let (mut number, mut seeds) = (0, 0);
        for (parts, in_house) in self.parts.iter().zip(at.pits()) {
            seeds += usize::from(in_house);
            number += parts.get(seeds).copied().unwrap_or_default();
        }
        number as usize
    }

    /// The value in seeds.
    fn table_value(&mut self, at: &KalahBoard, meter: &mut NodeMeter) -> Option<i32> {
        if at.is_over() {
            return Some(0);
        }
        let number = self.number(at);
        match self.values.get(number) {
            Some(0) => {}
            Some(value) => return Some(i32::from(*value) - ZERO),
            None => return None,
        }
        if meter.tick() {
            return None;
        }
        let mut best = -ZERO;
        for house in 0..at.houses() {
            let mut next = *at;
            let Some(result) = next.sown(house) else { continue };
            let value = self.table_value(&next, meter)?;
            best = best.max(result.gain / SEED + if result.acts_again { value } else { -value });
        }
        if let Some(place) = self.values.get_mut(number) {
            *place = (best + ZERO) as u8;
        }
        Some(best)
    }
}

impl Endgame<KalahBoard> for EndgameTable {
    fn new(root: &KalahBoard, bytes: usize) -> Self {
        let pits = 2 * root.houses();
        let mut parts = [[0; MOST_SEEDS + 1]; PITS];
        for (house, parts) in (1..).zip(&mut parts) {
            for (seeds, part) in parts.iter_mut().enumerate() {
                *part = if seeds == 0 { 0 } else { binomial(seeds + house - 1, house) as u32 };
            }
        }
        let size = |seeds: usize| binomial(seeds + pits, pits) as usize;
        let most = (1..=MOST_SEEDS).rev().find(|most| root.is_storing() && size(*most) <= bytes).unwrap_or(0);
        let values = vec![0; if most > 0 { size(most) } else { 0 }];
        Self { most: most as u8, parts, values }
    }

    fn bytes(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn value(&mut self, at: &KalahBoard, meter: &mut NodeMeter) -> Option<i32> {
        if at.seeds() > self.most || !at.is_plain() {
            return None;
        }
        self.table_value(at, meter).map(|value| value * SEED)
    }
}

/// The binomial coefficient of `n` over `k`.
fn binomial(n: usize, k: usize) -> u64 {
    (1..=k as u64).fold(1, |product, factor| product * (n as u64 - k as u64 + factor) / factor)
}

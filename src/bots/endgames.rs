//! Tables of exact values near the end of Kalah, shared by all searches of a process.
//!
//! They hold what [`kalah`](super::kalah) has worked out. A distribution of at most `n` seeds over `k` houses has a
//! number below the binomial coefficient of `n + k` over `k`: with the seeds of the first `i` houses summed up to
//! `s(i)`, it is the sum of the coefficients of `s(i) + i - 1` over `i`. A byte for each number holds the value.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// The most seeds of any table.
const MOST_SEEDS: usize = 14;

/// The most houses of a side, and of both.
const MOST_HOUSES: usize = 9;
const PITS: usize = 2 * MOST_HOUSES;

/// The largest table in bytes: 14 seeds in twelve houses. All variants together come to less than 64 MiB.
const MOST_BYTES: usize = binomial(MOST_SEEDS + 12, 12);

/// Tables for each number of houses, with and without captures of nothing.
const TABLES: usize = 2 * MOST_HOUSES;

/// What is added to a value to store it; 0 is a value that is not known yet.
const ZERO: i32 = 64;

/// What the seeds in the first houses, up to each one, add to the number of a distribution.
const PARTS: [[u32; MOST_SEEDS + 1]; PITS] = parts();

/// A table for each variant, set up when it is first needed, and filled by the searches that need its values. A value
/// depends on nothing but the position, so it does not matter who writes it, or whether two do at once.
pub struct Endgames {
    most_seeds: u8,
    tables: [OnceLock<EndgameTable>; TABLES],
}

impl Endgames {
    /// The most seeds in the houses by default: 14 seeds in twelve houses take 9.7 MB and 1.5 s of one core. A build
    /// without optimisation takes many times as long, so it has fewer.
    pub const SEEDS: u8 = if cfg!(debug_assertions) { 8 } else { MOST_SEEDS as u8 };

    /// Tables of the positions with at most this many seeds in the houses; fewer where a table would be larger than one
    /// of 14 seeds in twelve houses.
    pub const fn new(most_seeds: u8) -> Self {
        Self { most_seeds, tables: [const { OnceLock::new() }; TABLES] }
    }

    /// The most seeds of any table.
    #[inline]
    pub(super) const fn most_seeds(&self) -> u8 {
        self.most_seeds
    }

    /// The table of a variant with so many houses on each side.
    #[inline]
    pub(super) fn table(&self, houses: usize, empty_capture: bool) -> Option<&EndgameTable> {
        let variant = 2 * houses.checked_sub(1)? + usize::from(empty_capture);
        let table = self.tables.get(variant)?;
        Some(table.get_or_init(|| EndgameTable::new(2 * houses, usize::from(self.most_seeds))))
    }
}

impl Default for Endgames {
    fn default() -> Self {
        Self::new(Self::SEEDS)
    }
}

/// The values of all distributions of at most so many seeds over the houses, as far as they are known.
pub(super) struct EndgameTable {
    seeds: u8,
    values: Box<[AtomicU8]>,
}

impl EndgameTable {
    fn new(pits: usize, most_seeds: usize) -> Self {
        let fits = |seeds: &usize| binomial(seeds + pits, pits) <= MOST_BYTES;
        let seeds = (0..=most_seeds.min(MOST_SEEDS)).rev().find(fits).unwrap_or_default();
        let values = (0..binomial(seeds + pits, pits)).map(|_| AtomicU8::new(0)).collect();
        Self { seeds: seeds as u8, values }
    }

    /// The most seeds of a position in the table.
    #[inline]
    pub const fn seeds(&self) -> u8 {
        self.seeds
    }

    /// The place of a distribution in the table.
    #[inline]
    pub fn number(pits: impl Iterator<Item = u8>) -> usize {
        let (mut number, mut seeds) = (0, 0);
        for (parts, in_house) in PARTS.iter().zip(pits) {
            seeds += usize::from(in_house);
            number += parts.get(seeds).copied().unwrap_or_default();
        }
        number as usize
    }

    /// The value at a place, if it is known.
    #[inline]
    pub fn get(&self, number: usize) -> Option<i32> {
        let stored = self.values.get(number)?.load(Ordering::Relaxed);
        (stored > 0).then(|| i32::from(stored) - ZERO)
    }

    /// Keeps the value of a place.
    #[inline]
    pub fn put(&self, number: usize, value: i32) {
        if let Some(place) = self.values.get(number) {
            place.store((value + ZERO) as u8, Ordering::Relaxed);
        }
    }
}

const fn parts() -> [[u32; MOST_SEEDS + 1]; PITS] {
    let mut parts = [[0; MOST_SEEDS + 1]; PITS];
    let mut house = 0;
    while house < PITS {
        let mut seeds = 1;
        while seeds <= MOST_SEEDS {
            parts[house][seeds] = binomial(seeds + house, house + 1) as u32;
            seeds += 1;
        }
        house += 1;
    }
    parts
}

/// The binomial coefficient of `n` over `k`.
const fn binomial(n: usize, k: usize) -> usize {
    let (mut product, mut factor) = (1, 1);
    while factor <= k {
        product = product * (n - k + factor) / factor;
        factor += 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_all_variants_together_take_less_than_64_mib() {
        let table = |houses| EndgameTable::new(2 * houses, MOST_SEEDS).values.len();
        let sizes: Vec<_> = (1..=MOST_HOUSES).map(table).collect();
        assert_eq!(sizes[5], 9_657_700);
        assert!(2 * sizes.iter().sum::<usize>() < 64 << 20, "{sizes:?}");
    }

    #[test]
    fn every_distribution_has_a_place_of_its_own() {
        let table = EndgameTable::new(4, 5);
        let mut numbers = Vec::new();
        for code in 0..6_u32.pow(4) {
            let pits: Vec<_> = (0..4).map(|pit| (code / 6_u32.pow(pit) % 6) as u8).collect();
            if pits.iter().sum::<u8>() <= 5 {
                numbers.push(EndgameTable::number(pits.into_iter()));
            }
        }
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..table.values.len()));
    }
}

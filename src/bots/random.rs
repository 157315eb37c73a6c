//! Random numbers that are the same in every run.

/// A generator of random numbers (splitmix64, Steele, Lea and Flood 2014): small, quick, and good enough for playouts.
#[derive(Clone, Debug)]
pub struct RandomSource(u64);

impl RandomSource {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The generator of one of many numbered streams. Generators whose seeds differ by a multiple of the increment of [`next`]
    /// draw from one sequence at different places; streams do not.
    ///
    /// [`next`]: Self::next
    pub const fn stream(seed: u64, number: u64) -> Self {
        Self(mixed(mixed(seed).wrapping_add(number)))
    }

    /// The next number; all are equally likely.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below `bound`; 0 when the bound is 0.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * bound as u64) >> 32) as u32
    }

    /// A whole number from `-spread` to `spread`.
    pub const fn around_zero(&mut self, spread: i32) -> i32 {
        self.below(2 * spread.unsigned_abs() + 1) as i32 - spread.abs()
    }

    /// Whether something happens that happens in so many cases of a hundred.
    pub const fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}

/// Spreads the bits of a number over all 64: the finalizer of splitmix64.
#[inline]
pub(super) const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn streams_of_neighbouring_numbers_share_nothing() {
        let first = |mut source: RandomSource| (0..100).map(|_| source.next()).collect::<Vec<_>>();
        let numbers: HashSet<_> =
            (0..4).flat_map(|seed| (0..50).flat_map(move |n| first(RandomSource::stream(seed, n)))).collect();
        assert_eq!(numbers.len(), 4 * 50 * 100);
    }
}

//! Positions of Quarto that are the same game: by turning the board, by renaming properties, by exchanging what a property's
//! two values are called.

use std::sync::LazyLock;

use crate::bots::random::mixed;

/// A set of squares (bit by cell) or of pieces (bit by number).
pub(super) type Set = u16;

/// With at least so many empty squares symmetries of the board are looked at: below, looking costs more than it saves.
const MANY_EMPTY: u32 = 6;

/// A symmetry of the board: where each half of a set of squares goes.
struct BoardSymmetry {
    low: [Set; 256],
    high: [Set; 256],
}

impl BoardSymmetry {
    fn new(to: impl Fn(usize) -> usize) -> Self {
        let half = |first: usize| {
            std::array::from_fn(|byte: usize| {
                let squares = (0..8).filter(|bit| byte >> bit & 1 == 1);
                squares.fold(0, |set, bit| set | 1 << to(first + bit))
            })
        };
        Self { low: half(0), high: half(8) }
    }

    #[inline]
    fn of(&self, set: Set) -> Set {
        let [low, high] = set.to_le_bytes();
        self.low[usize::from(low)] | self.high[usize::from(high)]
    }
}

/// The symmetries of the board that keep rows, columns and both diagonals: a permutation of files that keeps mirror images
/// is applied to files and ranks alike, then ranks may be mirrored, then files and ranks exchanged. The first eight keep
/// blocks of two by two as well.
static SYMMETRIES: LazyLock<Vec<BoardSymmetry>> = LazyLock::new(|| {
    let plain: [[usize; 4]; 8] = [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [0, 2, 1, 3],
        [3, 1, 2, 0],
        [1, 0, 3, 2],
        [2, 3, 0, 1],
        [1, 3, 0, 2],
        [2, 0, 3, 1],
    ];
    let mut symmetries = Vec::new();
    for line in plain {
        for mirrored in [false, true] {
            for exchanged in [false, true] {
                symmetries.push(BoardSymmetry::new(|square| {
                    let (file, rank) = (line[square % 4], line[square / 4]);
                    let rank = if mirrored { 3 - rank } else { rank };
                    if exchanged { rank + 4 * file } else { file + 4 * rank }
                }));
            }
        }
    }
    symmetries
});

/// A key that all positions share that are the same game up to symmetry. Pieces are renamed so that the one in hand (if there
/// is one) lacks every property, and properties are sorted by the squares that have them.
pub(super) fn canonical_key(planes: [Set; 4], occupied: Set, hand: u8, blocks: bool) -> u64 {
    let mut property = 0;
    let planes = planes.map(|plane| {
        let has = hand >> property & 1 == 1;
        property += 1;
        if has { plane ^ occupied } else { plane }
    });
    let packed = if (!occupied).count_ones() >= MANY_EMPTY {
        least_image(planes, occupied, blocks)
    } else {
        (occupied, sorted(planes))
    };
    let (occupied, planes) = packed;
    mixed(planes ^ mixed(u64::from(occupied) | u64::from(hand >> 4) << 16 | 1 << 20))
}

/// The least of the images of a board under its symmetries.
fn least_image(planes: [Set; 4], occupied: Set, blocks: bool) -> (Set, u64) {
    let symmetries = &SYMMETRIES;
    let symmetries = if blocks { symmetries.get(..8).unwrap_or_default() } else { symmetries.as_slice() };
    let mut least = (Set::MAX, u64::MAX);
    for symmetry in symmetries {
        let image = symmetry.of(occupied);
        if image <= least.0 {
            least = least.min((image, sorted(planes.map(|plane| symmetry.of(plane)))));
        }
    }
    least
}

#[inline]
fn sorted([mut a, mut b, mut c, mut d]: [Set; 4]) -> u64 {
    let sort = |one: &mut Set, other: &mut Set| (*one, *other) = ((*one).min(*other), (*one).max(*other));
    sort(&mut a, &mut b);
    sort(&mut c, &mut d);
    sort(&mut a, &mut c);
    sort(&mut b, &mut d);
    sort(&mut b, &mut c);
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_the_lines() {
        let lines: [Set; 10] = [0xf, 0xf0, 0xf00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];
        assert_eq!(SYMMETRIES.len(), 32);
        for symmetry in SYMMETRIES.iter() {
            assert!(lines.iter().all(|line| lines.contains(&symmetry.of(*line))));
        }
        let block = |set: Set| (0..9).any(|at| 0x33 << (at % 3 + 4 * (at / 3)) == set);
        assert!(
            SYMMETRIES[..8]
                .iter()
                .all(|symmetry| (0..9).all(|at| block(symmetry.of(0x33 << (at % 3 + 4 * (at / 3))))))
        );
    }

    #[test]
    fn a_position_and_its_image_share_a_key() {
        // Pieces 1, 2 and 12 on a1, b1 and c3, piece 5 in hand; then turned, with hollow and dark exchanged.
        let key = canonical_key([0b1, 0b10, 1 << 10, 1 << 10], 1 | 2 | 1 << 10, 5, false);
        let turn = &SYMMETRIES[1];
        let image = [0b10, 0b1, 1 << 10, 1 << 10].map(|plane| turn.of(plane));
        assert_eq!(key, canonical_key(image, turn.of(1 | 2 | 1 << 10), 6, false));
        assert_ne!(key, canonical_key([0b1, 0b10, 1 << 10, 1 << 10], 1 | 2 | 1 << 10, 4, false));
    }
}

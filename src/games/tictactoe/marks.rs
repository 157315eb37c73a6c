//! The marks of one seat as a bitboard.

use crate::games::square::Square;

/// A set of squares with sixteen bits per rank. With at most fifteen files a guard column is always empty, so no line
/// wraps around the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MarkSet([u64; 4]);

/// Ranks in the first word. Boards up to this size use only that word.
const FIRST_WORD: u8 = 4;

/// The direction of a row, a column and both diagonals, in files and ranks.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl MarkSet {
    /// Every square of a board.
    pub const fn full(size: u8) -> Self {
        let mut words = [0; 4];
        let mut rank = 0;
        while rank < size {
            words[(rank / 4) as usize] |= ((1 << size) - 1) << (16 * (rank % 4));
            rank += 1;
        }
        Self(words)
    }

    const fn place(square: Square) -> (usize, u64) {
        ((square.rank / 4) as usize, 1 << (16 * (square.rank % 4) + square.file))
    }

    /// Whether the square is marked.
    #[inline]
    pub const fn has(&self, square: Square) -> bool {
        let (word, bit) = Self::place(square);
        self.0[word] & bit != 0
    }

    /// Marks a square.
    #[inline]
    pub const fn add(&mut self, square: Square) {
        let (word, bit) = Self::place(square);
        self.0[word] |= bit;
    }

    /// Removes a mark.
    pub const fn remove(&mut self, square: Square) {
        let (word, bit) = Self::place(square);
        self.0[word] &= !bit;
    }

    /// The squares of `self` that are in neither of the others.
    #[inline]
    pub const fn without(&self, a: &Self, b: &Self) -> Self {
        let mut words = self.0;
        let mut word = 0;
        while word < 4 {
            words[word] &= !(a.0[word] | b.0[word]);
            word += 1;
        }
        Self(words)
    }

    /// The number of squares.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The squares, rank by rank from the bottom left.
    #[inline]
    pub fn for_each(&self, mut see: impl FnMut(Square)) {
        for (word, first_rank) in self.0.into_iter().zip([0, 4, 8, 12]) {
            let mut rest = word;
            while rest != 0 {
                let bit = rest.trailing_zeros() as u8;
                see(Square { file: bit % 16, rank: first_rank + bit / 16 });
                rest &= rest - 1;
            }
        }
    }

    /// Whether the mark on `last` is in a line of at least `line`.
    #[inline]
    pub fn line_through(&self, last: Square, line: u8, size: u8) -> bool {
        if size <= FIRST_WORD {
            return self.line_in_first_word(line);
        }
        DIRECTIONS.iter().any(|direction| self.run(last, *direction, size).count() >= usize::from(line))
    }

    /// Whether there is a line of at least `line` within the first four ranks.
    #[inline]
    fn line_in_first_word(&self, line: u8) -> bool {
        let marks = self.0[0];
        let begins = |stride: u32| (1..line).fold(marks, |run, _| marks & (run >> stride));
        begins(1) | begins(15) | begins(16) | begins(17) != 0
    }

    /// The unbroken run of marks through a square, in both directions.
    fn run(&self, through: Square, (files, ranks): (i8, i8), size: u8) -> impl Iterator<Item = Square> {
        let marks = *self;
        let walk = move |files: i8, ranks: i8| {
            std::iter::successors(Some(through), move |at| {
                at.step(files, ranks, size).filter(|next| marks.has(*next))
            })
        };
        walk(files, ranks).chain(walk(-files, -ranks).skip(1))
    }

    /// The squares of all lines of at least `line`.
    pub fn lines(&self, line: u8, size: u8) -> Self {
        let mut lit = Self::default();
        self.for_each(|square| {
            let long = |direction| self.run(square, direction, size).count() >= usize::from(line);
            if DIRECTIONS.into_iter().any(long) {
                lit.add(square);
            }
        });
        lit
    }
}

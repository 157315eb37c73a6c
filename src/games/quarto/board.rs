//! The board of four by four squares, and the properties that pieces in a line share.

use super::piece::QuartoPiece;
use crate::games::Cell;

/// Files and ranks of the board.
pub const SIZE: u8 = 4;

/// A set of squares: the bit of a square is its cell's number, rank by rank from a1.
pub type SquareSet = u16;

/// Rows, columns and main diagonals, followed by the nine blocks of two by two, which are lines with `squares=on`.
pub const LINES: [SquareSet; 19] = lines();

/// How many of the lines are rows, columns and main diagonals.
pub const STRAIGHT: usize = 10;

/// The lines through each square: rows, columns and diagonals, and those with the blocks.
static THROUGH: [[[SquareSet; 7]; 16]; 2] = [lines_through(STRAIGHT), lines_through(LINES.len())];

/// One bit in each of four lanes of sixteen, a lane for each property.
const LANES: u64 = 0x0001_0001_0001_0001;

const fn lines() -> [SquareSet; 19] {
    let mut lines = [0; 19];
    let mut index = 0;
    while index < 4 {
        lines[index] = 0xf << (4 * index);
        lines[4 + index] = 0x1111 << index;
        index += 1;
    }
    lines[8] = 0x8421;
    lines[9] = 0x1248;
    let mut block = 0;
    while block < 9 {
        lines[STRAIGHT + block] = 0x33 << (block % 3 + 4 * (block / 3));
        block += 1;
    }
    lines
}

const fn lines_through(kinds: usize) -> [[SquareSet; 7]; 16] {
    let mut through = [[0; 7]; 16];
    let mut square = 0;
    while square < 16 {
        let (mut line, mut found) = (0, 0);
        while line < kinds {
            if LINES[line] >> square & 1 == 1 {
                through[square][found] = LINES[line];
                found += 1;
            }
            line += 1;
        }
        square += 1;
    }
    through
}

/// The lanes in which a piece has its property.
const fn spread(piece: QuartoPiece) -> u64 {
    let bits = piece.number() as u64;
    (bits & 1) | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45
}

/// Whether any of the four lanes is empty.
const fn has_empty_lane(lanes: u64) -> bool {
    lanes.wrapping_sub(LANES) & !lanes & (LANES << 15) != 0
}

/// The pieces on the board: for each property the squares whose piece has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct QuartoGrid {
    planes: u64,
    pub occupied: SquareSet,
}

/// A property that all four pieces of a completed line have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SharedAttributes {
    pub line: SquareSet,
    pub why: &'static str,
}

/// The reason for a property that none of the four pieces has, and for one that all have; the lowest bit first.
const WHYS: [[&str; 2]; 4] = [
    ["four light", "four dark"],
    ["four solid", "four hollow"],
    ["four short", "four tall"],
    ["four square", "four round"],
];

impl QuartoGrid {
    pub const EMPTY: Self = Self { planes: 0, occupied: 0 };

    /// Puts a piece on an empty square.
    #[inline]
    pub const fn put(&mut self, piece: QuartoPiece, cell: Cell) {
        self.planes |= spread(piece) << cell.0;
        self.occupied |= 1 << cell.0;
    }

    /// The board with a square emptied.
    pub const fn without(&self, cell: Cell) -> Self {
        Self { planes: self.planes & !(LANES << cell.0), occupied: self.occupied & !(1 << cell.0) }
    }

    /// The piece on a square.
    pub fn piece_at(&self, cell: Cell) -> Option<QuartoPiece> {
        let lanes = self.planes >> cell.0 & LANES;
        let number = lanes | lanes >> 15 | lanes >> 30 | lanes >> 45;
        (self.occupied >> cell.0 & 1 == 1).then(|| QuartoPiece::new(number as u8 & 15))
    }

    pub const fn count(&self) -> u8 {
        self.occupied.count_ones() as u8
    }

    /// Whether the squares of a line hold four pieces with a common property.
    #[inline]
    const fn is_complete(&self, line: SquareSet) -> bool {
        if self.occupied & line != line {
            return false;
        }
        let line = line as u64 * LANES;
        let having = self.planes & line;
        has_empty_lane(having) || has_empty_lane(having ^ line)
    }

    /// Whether a line through a square is complete.
    #[inline]
    pub fn is_complete_through(&self, cell: Cell, blocks: bool) -> bool {
        let lines = &THROUGH[usize::from(blocks)][cell.index() % 16];
        lines.iter().any(|line| *line != 0 && self.is_complete(*line))
    }

    /// The lines that are complete.
    pub fn complete(&self, blocks: bool) -> impl Iterator<Item = SquareSet> {
        let lines = if blocks { &LINES[..] } else { &LINES[..STRAIGHT] };
        lines.iter().copied().filter(|line| self.is_complete(*line))
    }

    /// The shared properties of the complete lines, line by line.
    pub fn shared(&self, blocks: bool) -> impl Iterator<Item = SharedAttributes> {
        self.complete(blocks).flat_map(|line| self.shared_in(line))
    }

    fn shared_in(&self, line: SquareSet) -> impl Iterator<Item = SharedAttributes> {
        let planes = self.planes;
        [3, 2, 1, 0].into_iter().filter_map(move |property| {
            let having = (planes >> (16 * property)) as SquareSet & line;
            let [without, with] = WHYS[property];
            let why = if having == line { with } else { without };
            (having == line || having == 0).then_some(SharedAttributes { line, why })
        })
    }
}

/// The squares of a set, rank by rank.
#[inline]
pub(super) fn cells_of(mut squares: SquareSet) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = Cell(squares.trailing_zeros() as u8);
        let more = squares != 0;
        squares &= squares.wrapping_sub(1);
        more.then_some(cell)
    })
}

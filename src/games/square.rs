//! Squares of boards with files and ranks: names, and numbers as cells.

use std::fmt;
use std::str::FromStr;

use super::{Cell, UnreadableNotation};

/// A square by its file (`a` is 0, left) and rank (`1` is 0, bottom).
///
/// ```
/// use parlour::games::square::Square;
/// let square: Square = "b3".parse().unwrap();
/// assert_eq!((square.file, square.rank), (1, 2));
/// assert_eq!(square.cell(4).0, 9);
/// assert_eq!(square.to_string(), "b3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// From 0, left to right; at most 25.
    pub file: u8,
    /// From 0, bottom to top; at most 98.
    pub rank: u8,
}

impl Square {
    /// Its cell on a board of `width` files: numbered rank by rank from the bottom left.
    pub const fn cell(self, width: u8) -> Cell {
        Cell(self.rank * width + self.file)
    }

    /// The square of a cell on a board of `width` files.
    pub const fn of(cell: Cell, width: u8) -> Self {
        Self { file: cell.0 % width, rank: cell.0 / width }
    }

    /// Whether it lies on a board of `size` files and ranks.
    pub const fn is_on(self, size: u8) -> bool {
        self.file < size && self.rank < size
    }

    /// The square so many files to the right and ranks up, unless it lies off a board of `size`.
    pub fn step(self, files: i8, ranks: i8, size: u8) -> Option<Self> {
        let file = self.file.checked_add_signed(files)?;
        let rank = self.rank.checked_add_signed(ranks)?;
        Some(Self { file, rank }).filter(|square| square.is_on(size))
    }

    /// Every square of a board of `size` files and ranks, in the order of their cells.
    pub fn all(size: u8) -> impl Iterator<Item = Self> {
        (0..size).flat_map(move |rank| (0..size).map(move |file| Self { file, rank }))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

impl FromStr for Square {
    type Err = UnreadableNotation;

    fn from_str(text: &str) -> Result<Self, UnreadableNotation> {
        let (file, rank) = text.split_at_checked(1).ok_or(UnreadableNotation)?;
        let file = file.bytes().next().filter(u8::is_ascii_lowercase).ok_or(UnreadableNotation)? - b'a';
        let rank: u8 = rank.parse().map_err(|_| UnreadableNotation)?;
        let square =
            Self { file, rank: rank.checked_sub(1).filter(|rank| *rank < 99).ok_or(UnreadableNotation)? };
        if square.to_string() == text { Ok(square) } else { Err(UnreadableNotation) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_round_trips_through_its_name_and_its_cell() {
        for square in Square::all(15) {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::of(square.cell(15), 15), square);
        }
    }

    #[test]
    fn an_invalid_square_name_is_refused() {
        for text in ["", "a", "1", "a0", "a01", "a+1", "A1", "a1 ", "aa1", "é1", "a100", "a256"] {
            assert_eq!(text.parse::<Square>(), Err(UnreadableNotation), "{text}");
        }
    }

    #[test]
    fn a_step_off_the_board_is_none() {
        let corner = Square { file: 2, rank: 2 };
        assert_eq!(corner.step(1, 0, 3), None);
        assert_eq!(corner.step(-1, -2, 3), Some(Square { file: 1, rank: 0 }));
    }
}

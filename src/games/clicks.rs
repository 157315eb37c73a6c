//! The cells that are clicked, in order, to enter a move.

use std::ops::Deref;

use super::Cell;

/// The cells that are clicked to enter a move, in order: two at most.
///
/// ```
/// use parlour::games::{Cell, Clicks};
/// let clicks = Clicks::from([Cell(3), Cell(7)]);
/// assert_eq!(clicks.split_first(), Some((&Cell(3), &[Cell(7)][..])));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Clicks {
    cells: [Cell; 2],
    count: usize,
}

impl Clicks {
    /// No cells: the move is offered by name.
    pub const NONE: Self = Self { cells: [Cell(0); 2], count: 0 };
}

impl From<Cell> for Clicks {
    fn from(cell: Cell) -> Self {
        Self { cells: [cell; 2], count: 1 }
    }
}

impl From<[Cell; 2]> for Clicks {
    fn from(cells: [Cell; 2]) -> Self {
        Self { cells, count: 2 }
    }
}

impl Deref for Clicks {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        &self.cells[..self.count]
    }
}

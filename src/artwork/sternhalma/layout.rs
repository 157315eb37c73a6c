//! The size of the board, and where its holes are.

use crate::artwork::BoardExtent;
use crate::games::Cell;
use crate::games::sternhalma::board;

/// The star reaches as far up as down; below it is its shadow.
pub const EXTENT: BoardExtent = BoardExtent { width: 14.1, height: 16.3, left: 7.05, above: 8.0 };

/// The coordinates of a hole. `y` points north on the board, and down on the screen.
pub fn spot(cell: Cell) -> (f64, f64) {
    let (x, y) = board::place(cell);
    (x, -y)
}

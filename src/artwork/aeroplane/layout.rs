//! The size of the board, and where its cells are.

use crate::artwork::BoardExtent;
use crate::games::Cell;
use crate::games::aeroplane::board::AeroplaneSpot;

/// The board is square, so that it can be rotated.
pub const EXTENT: BoardExtent = BoardExtent { width: 15.9, height: 15.9, left: 7.95, above: 7.95 };

pub fn spot(cell: Cell) -> (f64, f64) {
    AeroplaneSpot::of(cell).place()
}

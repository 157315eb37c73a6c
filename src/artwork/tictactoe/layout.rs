//! The size of the board, and its margin.

use crate::artwork::BoardExtent;

/// The margin for the names of files and ranks, wider on larger boards, where squares are small.
pub fn margin(size: u8) -> f64 {
    0.42 + 0.03 * f64::from(size)
}

pub fn extent(size: u8) -> BoardExtent {
    let (size, margin) = (f64::from(size), margin(size));
    let round = |length: f64| (length * 100.0).round() / 100.0;
    let whole = round(size + 2.0 * margin);
    BoardExtent { width: whole, height: whole, left: round(margin + 0.5), above: round(margin + size - 0.5) }
}

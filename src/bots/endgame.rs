//! Values of positions near the end, worked out once and looked up from then on.

use super::limits::NodeMeter;

/// A table of exact values of positions near the end, which lives as long as a search.
pub(super) trait Endgame<P> {
    /// A table for the positions that follow this one, of at most `bytes` bytes.
    fn new(root: &P, bytes: usize) -> Self;

    /// The bytes it takes.
    fn bytes(&self) -> usize;

    /// The value of a position, from the view of the seat to act. `None` when the table does not cover it, or when the meter
    /// stops before the value is known.
    fn value(&mut self, at: &P, meter: &mut NodeMeter) -> Option<i32>;
}

/// No values, for games in which the transposition table does as well.
pub(super) struct NoEndgame;

impl<P> Endgame<P> for NoEndgame {
    fn new(_: &P, _: usize) -> Self {
        Self
    }

    fn bytes(&self) -> usize {
        0
    }

    #[inline]
    fn value(&mut self, _: &P, _: &mut NodeMeter) -> Option<i32> {
        None
    }
}

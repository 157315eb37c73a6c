//! The names of the marbles.

use crate::texts::tr;

/// What the marble of a seat is called by its colour.
pub(super) fn colour(seat: u8) -> &'static str {
    match seat % 6 {
        0 => tr("yellow"),
        1 => tr("blue"),
        2 => tr("red"),
        3 => tr("green"),
        4 => tr("purple"),
        _ => tr("grey"),
    }
}

//! Names of marbles.

use crate::texts::tr;

/// The colour of a seat's marble.
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

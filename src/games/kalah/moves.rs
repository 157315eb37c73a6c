//! The plies of Kalah and their notation.

use std::fmt;
use std::str::FromStr;

use crate::games::Unreadable;

/// A ply: a house to sow from, counted by the mover from their left, or the swap of sides.
///
/// ```
/// use parlour::games::kalah::Move;
/// assert_eq!("3".parse(), Ok(Move::Sow(3)));
/// assert_eq!(Move::Swap.to_string(), "swap");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Sows all the seeds of the house with this number, from 1.
    Sow(u8),
    /// Takes over seat 0's side.
    Swap,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Sow(house) => write!(f, "{house}"),
            Move::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        if text == "swap" {
            return Ok(Move::Swap);
        }
        text.parse().map(Move::Sow).map_err(|_| Unreadable)
    }
}

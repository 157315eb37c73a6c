//! The plies of Kalah and their notation.

use std::fmt;
use std::str::FromStr;

use crate::games::UnreadableNotation;

/// A ply: a house to sow from, counted from the mover's left, or the swap of sides.
///
/// ```
/// use parlour::games::kalah::KalahMove;
/// assert_eq!("3".parse(), Ok(KalahMove::Sow(3)));
/// assert_eq!(KalahMove::Swap.to_string(), "swap");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KalahMove {
    /// Sows all seeds of the house with this number, from 1.
    Sow(u8),
    /// Takes over seat 0's side.
    Swap,
}

impl fmt::Display for KalahMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KalahMove::Sow(house) => write!(f, "{house}"),
            KalahMove::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for KalahMove {
    type Err = UnreadableNotation;

    fn from_str(text: &str) -> Result<Self, UnreadableNotation> {
        if text == "swap" {
            return Ok(KalahMove::Swap);
        }
        text.parse().map(KalahMove::Sow).map_err(|_| UnreadableNotation)
    }
}

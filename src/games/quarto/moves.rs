//! The two kinds of plies, and their notation.

use std::fmt;
use std::str::FromStr;

use super::figure::Figure;
use crate::games::Unreadable;
use crate::games::square::Square;

/// A ply of Quarto.
///
/// ```
/// use parlour::games::quarto::{Figure, Move};
/// assert_eq!("c".parse(), Ok(Move::Give(Figure::new(12))));
/// assert_eq!("c".parse::<Move>().unwrap().to_string(), "c");
/// assert!("C".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// One of the pieces left goes to the opponent's hand: its hexadecimal digit, `7` or `c`.
    Give(Figure),
    /// The piece in hand goes on an empty square: `b3`.
    Place(Square),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Give(figure) => figure.fmt(f),
            Self::Place(square) => square.fmt(f),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        match text.as_bytes() {
            [digit] => Figure::from_digit(*digit).map(Self::Give).ok_or(Unreadable),
            _ => text.parse().map(Self::Place),
        }
    }
}

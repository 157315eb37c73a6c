//! The two kinds of plies, and their notation.

use std::fmt;
use std::str::FromStr;

use super::piece::QuartoPiece;
use crate::games::UnreadableNotation;
use crate::games::square::Square;

/// A ply of Quarto.
///
/// ```
/// use parlour::games::quarto::{QuartoPiece, QuartoMove};
/// assert_eq!("c".parse(), Ok(QuartoMove::Give(QuartoPiece::new(12))));
/// assert_eq!("c".parse::<QuartoMove>().unwrap().to_string(), "c");
/// assert!("C".parse::<QuartoMove>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuartoMove {
    /// Gives one of the remaining pieces to the opponent, by its hexadecimal digit: `7` or `c`.
    Give(QuartoPiece),
    /// Places the piece in hand on an empty square: `b3`.
    Place(Square),
}

impl fmt::Display for QuartoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Give(piece) => piece.fmt(f),
            Self::Place(square) => square.fmt(f),
        }
    }
}

impl FromStr for QuartoMove {
    type Err = UnreadableNotation;

    fn from_str(text: &str) -> Result<Self, UnreadableNotation> {
        match text.as_bytes() {
            [digit] => QuartoPiece::from_digit(*digit).map(Self::Give).ok_or(UnreadableNotation),
            _ => text.parse().map(Self::Place),
        }
    }
}

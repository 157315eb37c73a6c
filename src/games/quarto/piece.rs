//! The sixteen pieces: one for each combination of four properties.

use std::fmt;

/// The number of pieces, and of squares.
pub const PIECE_COUNT: u8 = 16;

/// The set of all pieces: the bit of a piece is its number.
pub const ALL: u16 = u16::MAX;

/// The names of each property when its bit is set and when it is not; the lowest bit first.
pub const PROPERTIES: [[&str; 2]; 4] =
    [["light", "dark"], ["solid", "hollow"], ["short", "tall"], ["square", "round"]];

/// A piece, 0 to 15. Each bit of its number is a property: 8 is round (else square), 4 tall (else short), 2 hollow (else
/// solid), 1 dark (else light).
///
/// ```
/// use parlour::games::quarto::QuartoPiece;
/// let piece = QuartoPiece::new(13);
/// assert!(piece.is_round() && piece.is_tall() && !piece.is_hollow() && piece.is_dark());
/// assert_eq!(piece.in_words(), "tall dark round solid");
/// assert_eq!(piece.to_string(), "d");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuartoPiece(u8);

impl QuartoPiece {
    /// The piece with this number. Only the lowest four bits are used.
    pub const fn new(number: u8) -> Self {
        Self(number % PIECE_COUNT)
    }

    /// Its number, 0 to 15.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The set of only this piece.
    #[inline]
    pub const fn alone(self) -> u16 {
        1 << self.0
    }

    /// Every piece of a set, in the order of their numbers.
    pub fn pieces_in(set: u16) -> impl Iterator<Item = Self> {
        (0..PIECE_COUNT).map(Self).filter(move |piece| set & piece.alone() != 0)
    }

    /// Round, not square.
    pub const fn is_round(self) -> bool {
        self.0 & 8 != 0
    }

    /// Tall, not short.
    pub const fn is_tall(self) -> bool {
        self.0 & 4 != 0
    }

    /// Hollow, not solid.
    pub const fn is_hollow(self) -> bool {
        self.0 & 2 != 0
    }

    /// Dark, not light.
    pub const fn is_dark(self) -> bool {
        self.0 & 1 != 0
    }

    /// All four properties: "tall dark round solid".
    pub fn in_words(self) -> String {
        self.attribute_words().join(" ")
    }

    /// The same word by word.
    pub fn attribute_words(self) -> [&'static str; 4] {
        let [tone, fill, height, shape] =
            [0, 1, 2, 3].map(|bit| PROPERTIES[bit][usize::from(self.0 >> bit & 1)]);
        [height, tone, shape, fill]
    }

    /// The piece for a lower-case hexadecimal digit.
    pub(super) const fn from_digit(digit: u8) -> Option<Self> {
        match digit {
            b'0'..=b'9' => Some(Self(digit - b'0')),
            b'a'..=b'f' => Some(Self(digit - b'a' + 10)),
            _ => None,
        }
    }
}

impl fmt::Display for QuartoPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

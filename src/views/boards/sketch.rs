//! Boards in characters, for emails. Each game places its signs, and `notices::emails::board` makes text and HTML of
//! them.

use maud::Markup;

use super::view;
use crate::games::{Cell, Effect, PlacedPiece, Position, Seat};

/// A board in characters.
pub struct Sketch {
    /// The rows from the top.
    pub rows: Vec<SketchRow>,
    /// How many characters wide a sign is.
    pub pitch: usize,
    /// The caption above.
    pub above: Option<String>,
    /// The caption below.
    pub below: Option<String>,
    /// Further notes.
    pub notes: Vec<SketchNote>,
}

/// What a sketch is made of.
pub struct SketchInput<'a> {
    pub position: &'a Position,
    /// The seat at the bottom.
    pub seat: Seat,
    /// The last ply that moved a piece: notation and effects.
    pub last: Option<(&'a str, &'a [Effect])>,
    /// The name of a seat's player.
    pub name: &'a dyn Fn(Seat) -> String,
}

/// A row of signs with an indent.
#[derive(Clone, Debug)]
pub struct SketchRow {
    /// The indent, in halves of a sign.
    pub room: u8,
    /// From left to right.
    pub signs: Vec<SketchSign>,
}

/// A sign at a place of the board.
#[derive(Clone, Debug)]
pub struct SketchSign {
    pub look: SignLook,
    pub mark: MoveMark,
}

/// What a sign looks like.
#[derive(Clone, Debug)]
pub enum SignLook {
    /// Not part of the board.
    Blank,
    /// A coordinate.
    Label(String),
    /// An empty place: text and colour.
    Empty(&'static str, &'static str),
    /// A piece or a number: text and colour.
    Piece(String, &'static str),
    /// A drawn piece: text, and drawing for HTML.
    Drawing(String, Markup),
}

/// How the last move concerns a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMark {
    /// Not at all.
    None,
    /// It began here.
    From,
    /// It ended here.
    To,
}

/// A note below a board.
pub struct SketchNote {
    pub text: String,
    /// The caption in HTML.
    pub caption: String,
    /// The drawings below the caption in HTML.
    pub drawings: Vec<Markup>,
}

impl From<String> for SketchNote {
    fn from(text: String) -> Self {
        Self { caption: text.clone(), text, drawings: Vec::new() }
    }
}

/// The colour of an empty place, and of the hole of a piece.
pub const EMPTY_PLACE: &str = "#f6ecd8";

/// The colours of the seats' pieces.
const SEAT_COLOURS: [&str; 6] = ["#8a6410", "#245a8c", "#96341f", "#2f6e3b", "#6b3673", "#4a5560"];

/// The sketch of a position.
pub fn sketch(input: &SketchInput<'_>) -> Sketch {
    view(input.position).sketch(input)
}

/// The sign of a seat's pieces in a sketch; `None` if pieces belong to no seat.
pub fn seat_sign(position: &Position, seat: Seat) -> Option<String> {
    view(position).seat_sign(seat)
}

/// Whether a ply only prepares the next one, such as giving a piece: the move before it stays marked.
pub fn is_preparation(position: &Position, notation: &str) -> bool {
    view(position).is_preparation(notation)
}

impl SketchInput<'_> {
    /// The mark of a cell, from the effects of the last move.
    pub(super) fn mark(&self, cell: Cell) -> MoveMark {
        self.mark_from(None, cell)
    }

    /// The mark of a cell, for a move that is known to have begun at `from`.
    pub(super) fn mark_from(&self, from: Option<Cell>, cell: Cell) -> MoveMark {
        let Some((_, effects)) = self.last else { return MoveMark::None };
        let counted = |effect: &Effect| match effect {
            Effect::Count { cell, .. } => Some(*cell),
            _ => None,
        };
        let to = resting_place(effects).or_else(|| effects.iter().rev().find_map(counted));
        let from = from.or_else(|| effects.iter().find_map(counted));
        match cell {
            cell if to == Some(cell) => MoveMark::To,
            cell if from == Some(cell) => MoveMark::From,
            _ => MoveMark::None,
        }
    }
}

/// Where the first piece to move comes to rest.
fn resting_place(effects: &[Effect]) -> Option<Cell> {
    let mover = effects.iter().find_map(|effect| match effect {
        Effect::Travel { piece, .. } | Effect::Place(PlacedPiece { piece, .. }) => Some(*piece),
        _ => None,
    });
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Place(on) => Some(on.cell),
        Effect::Travel { piece, path } if Some(*piece) == mover => path.last().copied(),
        _ => None,
    })
}

impl Sketch {
    pub(super) fn of(rows: impl IntoIterator<Item = SketchRow>, pitch: usize) -> Self {
        Self { rows: rows.into_iter().collect(), pitch, above: None, below: None, notes: Vec::new() }
    }
}

impl SketchRow {
    pub(super) fn of(signs: impl IntoIterator<Item = SketchSign>) -> Self {
        Self { room: 0, signs: signs.into_iter().collect() }
    }

    /// The letters below a square board, after the column of numbers.
    pub(super) fn files(size: u8) -> Self {
        let file = |file: u8| SignLook::Label(char::from(b'a' + file).into()).unmarked();
        Self::of(std::iter::once(SketchSign::blank()).chain((0..size).map(file)))
    }
}

impl SketchSign {
    pub(super) const fn blank() -> Self {
        SignLook::Blank.unmarked()
    }

    pub(super) fn label(number: u8) -> Self {
        SignLook::Label(number.to_string()).unmarked()
    }
}

impl SignLook {
    /// An empty hole or square.
    pub(super) const HOLE: Self = Self::Empty(".", EMPTY_PLACE);

    /// A piece of a seat, in its colour.
    pub(super) fn of_seat(text: String, seat: u8) -> Self {
        Self::Piece(text, SEAT_COLOURS[usize::from(seat) % SEAT_COLOURS.len()])
    }

    pub(super) const fn unmarked(self) -> SketchSign {
        SketchSign { look: self, mark: MoveMark::None }
    }
}

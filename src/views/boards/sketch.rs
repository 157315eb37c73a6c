//! Boards drawn with signs, for mail: each game says which sign stands where, `letters` makes text and HTML of it.

use maud::Markup;

use super::view;
use crate::games::{Cell, Effect, PlacedPiece, Position, Seat};

/// A board, sign by sign.
pub struct Sketch {
    /// The signs, from the top.
    pub rows: Vec<SketchRow>,
    /// How many columns a sign takes in characters.
    pub pitch: usize,
    /// What stands above it.
    pub above: Option<String>,
    /// What stands below it.
    pub below: Option<String>,
    /// What else there is to say.
    pub notes: Vec<SketchNote>,
}

/// What a sketch is made of: a position, and who reads it.
pub struct SketchInput<'a> {
    /// How the board stands.
    pub position: &'a Position,
    /// Whose side is at the bottom.
    pub seat: Seat,
    /// The last ply that moved something: its notation and effects.
    pub last: Option<(&'a str, &'a [Effect])>,
    /// What a seat is called.
    pub name: &'a dyn Fn(Seat) -> String,
}

/// Signs beside each other, after so many half signs of room.
#[derive(Clone, Debug)]
pub struct SketchRow {
    /// The half signs that are left free on the left.
    pub room: u8,
    /// From left to right.
    pub signs: Vec<SketchSign>,
}

/// Something in one place of a board.
#[derive(Clone, Debug)]
pub struct SketchSign {
    /// What is written there.
    pub look: SignLook,
    /// What the last move did there.
    pub mark: MoveMark,
}

/// What a sign looks like.
#[derive(Clone, Debug)]
pub enum SignLook {
    /// No part of the board.
    Blank,
    /// A coordinate.
    Label(String),
    /// A place that is empty: how it is written, and its colour.
    Empty(&'static str, &'static str),
    /// A piece, or a number of things: how it is written, and in which colour.
    Piece(String, &'static str),
    /// A piece that is drawn: how it is written in text, and how it looks in HTML.
    Drawing(String, Markup),
}

/// What the last move did in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMark {
    /// Nothing.
    None,
    /// It began here.
    From,
    /// It ended here.
    To,
}

/// Something said below a board.
pub struct SketchNote {
    /// How it is said in text.
    pub text: String,
    /// How it is said in HTML.
    pub caption: String,
    /// What is drawn below that in HTML.
    pub drawings: Vec<Markup>,
}

impl From<String> for SketchNote {
    fn from(text: String) -> Self {
        Self { caption: text.clone(), text, drawings: Vec::new() }
    }
}

/// The colour of an empty place, and of a hole in a piece.
pub const EMPTY_PLACE: &str = "#f6ecd8";

/// The colours of the pieces of each seat.
const SEAT_COLOURS: [&str; 6] = ["#8a6410", "#245a8c", "#96341f", "#2f6e3b", "#6b3673", "#4a5560"];

/// The board of a position as its game draws it with signs.
pub fn sketch(input: &SketchInput<'_>) -> Sketch {
    view(input.position).sketch(input)
}

/// What the pieces of a seat are written with in a sketch, where they are anybody's.
pub fn seat_sign(position: &Position, seat: Seat) -> Option<String> {
    view(position).seat_sign(seat)
}

/// Whether a ply only prepares the next one, as giving a piece does: the move before it stays the one that is marked.
pub fn is_preparation(position: &Position, notation: &str) -> bool {
    view(position).is_preparation(notation)
}

impl SketchInput<'_> {
    /// What the last move did in a cell, as its effects show it.
    pub(super) fn mark(&self, cell: Cell) -> MoveMark {
        self.mark_from(None, cell)
    }

    /// The same for a move that is known to have begun at `from`.
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

/// Where the piece comes to rest that is the first to move.
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

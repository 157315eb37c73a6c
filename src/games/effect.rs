//! Effects: the visible changes a ply makes, in terms common to all games.

use super::Seat;

/// A cell of a board, numbered by its game. The game defines its name ([`Rules::cell_name`](super::Rules::cell_name))
/// and the board view its coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// The number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece. `id` is stable as long as the piece exists, and `kind` tells the board view what to draw: the owner's seat
/// number, or a kind defined by the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Unique within the match.
    pub id: u8,
    /// The kind, as the game defines it.
    pub kind: u8,
}

/// A piece and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedPiece {
    pub piece: Piece,
    pub cell: Cell,
}

/// A visible change. The effects of a ply, in order, turn the board before it into the board after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A new piece appears.
    Place(PlacedPiece),
    /// A piece moves from cell to cell. The path does not contain the first cell.
    Travel {
        piece: Piece,
        /// The cells of the path, one per step.
        path: Vec<Cell>,
    },
    /// The die shows a face.
    Roll {
        /// 1 to 6.
        face: u8,
    },
    /// The number of things in a cell changes to `count`.
    Count { cell: Cell, count: u8 },
    /// The contents of several cells move to another cell at once.
    Gather {
        /// The cells that are emptied.
        from: Vec<Cell>,
        /// The receiving cell.
        to: Cell,
        /// The number in the receiving cell afterwards.
        count: u8,
    },
    /// The contents of cells are swapped pair by pair, all at once.
    Exchange(Vec<(Cell, Cell)>),
    /// The turn passes to another seat.
    Turn(Seat),
    /// Cells are lit for a reason.
    Highlight {
        cells: Vec<Cell>,
        /// The reason in a few words ("three in a row").
        why: &'static str,
    },
}

impl Effect {
    /// Whether the effect changes the board. A roll or a passed turn does not.
    pub const fn moves(&self) -> bool {
        match self {
            Effect::Place(_)
            | Effect::Travel { .. }
            | Effect::Count { .. }
            | Effect::Gather { .. }
            | Effect::Exchange(_) => true,
            Effect::Roll { .. } | Effect::Turn(_) | Effect::Highlight { .. } => false,
        }
    }
}

/// Whether effects of one ply are a capture: seeds are gathered, or a piece of another kind than the first is moved.
pub fn captures(effects: &[Effect]) -> bool {
    let mut moved = effects.iter().filter_map(|effect| match effect {
        Effect::Travel { piece, .. } => Some(piece.kind),
        _ => None,
    });
    let first = moved.next();
    let takes = |effect: &Effect| matches!(effect, Effect::Gather { .. });
    effects.iter().any(takes) || moved.any(|kind| Some(kind) != first)
}

/// The reason for which the store is lit when the same seat moves again.
pub const MOVES_AGAIN: &str = "moves again";

/// Receives the effects of a ply while it is played.
///
/// Search and perft use `()`, which ignores effects at no cost. Everything else uses a `Vec<Effect>`.
pub trait EffectSink {
    /// Takes an effect, which is built only if the sink uses it.
    fn emit(&mut self, effect: impl FnOnce() -> Effect);
}

impl EffectSink for () {
    #[inline]
    fn emit(&mut self, _: impl FnOnce() -> Effect) {}
}

impl EffectSink for Vec<Effect> {
    fn emit(&mut self, effect: impl FnOnce() -> Effect) {
        self.push(effect());
    }
}

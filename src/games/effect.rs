//! Effects: the visible changes a ply makes, in terms common to all games.

use super::Seat;

/// A spot on a board, numbered by its game. What it is called is the game's affair
/// ([`Rules::cell_name`](super::Rules::cell_name)); where it is drawn is the board view's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Its number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece: `id` lives as long as the piece does, `kind` tells the board view which kind to draw
/// (the owner's seat number, or what the game says it means).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Unique within the match.
    pub id: u8,
    /// The kind, as the game defines it.
    pub kind: u8,
}

/// A piece and the cell it stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedPiece {
    pub piece: Piece,
    /// Where it stands.
    pub cell: Cell,
}

/// One thing to see. The effects of a ply, in order, turn the picture before it into the picture after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A new piece appears.
    Place(PlacedPiece),
    /// A piece goes from cell to cell; the path leaves out the cell it starts from.
    Travel {
        piece: Piece,
        /// Every cell it comes to rest on, one a step.
        path: Vec<Cell>,
    },
    /// A piece leaves the board.
    Remove(Piece),
    /// The die shows a face.
    Roll {
        /// 1 to 6.
        face: u8,
    },
    /// The number of things in a cell is now this.
    Count {
        cell: Cell,
        /// How many are in it.
        count: u8,
    },
    /// All that cells hold goes to another cell at once.
    Gather {
        /// Which cells; they are empty then.
        from: Vec<Cell>,
        /// Where it goes.
        to: Cell,
        /// How many are in it then.
        count: u8,
    },
    /// What cells hold changes places, pair by pair, all at once.
    Exchange(Vec<(Cell, Cell)>),
    /// The turn passes to another seat.
    Turn(Seat),
    /// Cells are lit for a reason that can be said.
    Highlight {
        /// Which cells.
        cells: Vec<Cell>,
        /// Why, in a few words ("three in a row").
        why: &'static str,
    },
}

impl Effect {
    /// Whether something on the board is otherwise after it: a throw of the die or a turn that passes moves nothing.
    pub const fn moves(&self) -> bool {
        match self {
            Effect::Place(_)
            | Effect::Travel { .. }
            | Effect::Remove(_)
            | Effect::Count { .. }
            | Effect::Gather { .. }
            | Effect::Exchange(_) => true,
            Effect::Roll { .. } | Effect::Turn(_) | Effect::Highlight { .. } => false,
        }
    }
}

/// Why the store is lit when the seat that has moved moves once more.
pub const MOVES_AGAIN: &str = "moves again";

/// Receives the effects of a ply while it is played.
///
/// Search and perft play with `()`, which sees nothing and costs nothing; everybody else with a `Vec<Effect>`.
pub trait EffectSink {
    /// Takes an effect, which is only built if the sink wants it.
    fn see(&mut self, effect: impl FnOnce() -> Effect);
}

impl EffectSink for () {
    #[inline]
    fn see(&mut self, _: impl FnOnce() -> Effect) {}
}

impl EffectSink for Vec<Effect> {
    fn see(&mut self, effect: impl FnOnce() -> Effect) {
        self.push(effect());
    }
}

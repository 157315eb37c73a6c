//! A position of Quarto, and the cells of its pieces.

use super::board::{QuartoGrid, SIZE, SquareSet, cells_of};
use super::options::QuartoOptions;
use super::piece::{self, QuartoPiece};
use crate::games::square::Square;
use crate::games::{Cell, Effect, EffectSink, Piece, Seat};

/// The cell of the hand. Squares are cells 0 to 15, rank by rank from a1.
pub const HAND: Cell = Cell(32);

/// The cell of a piece before it is given: 16 to 31.
pub const fn pool_cell(piece: QuartoPiece) -> Cell {
    Cell(16 + piece.number())
}

/// A position of Quarto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quarto {
    pub(super) options: QuartoOptions,
    pub(super) board: QuartoGrid,
    /// The pieces left to give.
    pub(super) pool: u16,
    pub(super) hand: Option<QuartoPiece>,
    pub(super) won: bool,
}

impl Quarto {
    pub(super) const fn empty(options: QuartoOptions) -> Self {
        let board = QuartoGrid::EMPTY;
        Self { options, board, pool: piece::ALL, hand: None, won: false }
    }

    /// The match's options.
    pub const fn options(&self) -> &QuartoOptions {
        &self.options
    }

    /// The piece on a square.
    pub fn piece_at(&self, cell: Cell) -> Option<QuartoPiece> {
        self.board.piece_at(cell)
    }

    /// The piece that was given and has to be placed.
    pub const fn hand(&self) -> Option<QuartoPiece> {
        self.hand
    }

    /// The pieces left to give, in the order of their numbers.
    pub fn pool(&self) -> impl Iterator<Item = QuartoPiece> {
        QuartoPiece::pieces_in(self.pool)
    }

    pub(super) const fn is_over(&self) -> bool {
        self.won || self.board.occupied == SquareSet::MAX
    }

    /// The seat to act during the match. Seat 1 places the first piece, seat 0 the second, and the seat that placed
    /// gives.
    #[inline]
    pub(super) const fn seat_to_act(&self) -> Seat {
        Seat::new((self.board.count() + self.hand.is_some() as u8) % 2)
    }

    /// The squares of the completed lines.
    pub(super) fn completed(&self) -> SquareSet {
        self.board.complete(self.options.squares).fold(0, |all, line| all | line)
    }

    #[inline]
    pub(super) fn give(&mut self, piece: QuartoPiece, sink: &mut impl EffectSink) {
        self.pool &= !piece.alone();
        self.hand = Some(piece);
        sink.emit(|| Effect::Travel { piece: board_piece(piece), path: vec![HAND] });
        let next = self.seat_to_act();
        sink.emit(|| Effect::Turn(next));
    }

    #[inline]
    pub(super) fn place(&mut self, cell: Cell, sink: &mut impl EffectSink) {
        let Some(piece) = self.hand.take() else { return };
        self.board.put(piece, cell);
        self.won = self.board.is_complete_through(cell, self.options.squares);
        sink.emit(|| Effect::Travel { piece: board_piece(piece), path: vec![cell] });
        if self.won {
            self.show_lines(sink);
        }
    }

    /// Lights each completed line once for each property that its pieces share.
    fn show_lines(&self, sink: &mut impl EffectSink) {
        for shared in self.board.shared(self.options.squares) {
            sink.emit(|| Effect::Highlight { cells: cells_of(shared.line).collect(), why: shared.why });
        }
    }

    /// The cell of a piece: in the pool, in hand or on a square.
    pub(super) fn cell_of(&self, piece: QuartoPiece) -> Cell {
        if self.hand == Some(piece) {
            return HAND;
        }
        let on = cells_of(self.board.occupied).find(|cell| self.piece_at(*cell) == Some(piece));
        on.unwrap_or(pool_cell(piece))
    }
}

/// The piece as boards draw it. Its id and its kind are its number.
pub(super) const fn board_piece(piece: QuartoPiece) -> Piece {
    Piece { id: piece.number(), kind: piece.number() }
}

pub(super) fn square(cell: Cell) -> Square {
    Square::of(cell, SIZE)
}

//! Quarto: sixteen pieces with four properties, where the opponent chooses the piece that is placed.
//!
//! Every piece is round or square, tall or short, hollow or solid, dark or light, and there is one of each combination.
//! Seat 0 opens by giving a piece to seat 1. From then on a turn is two plies of the same seat: it *places* the piece
//! it was given on an empty square, then *gives* one of the remaining pieces to the opponent. The seat that places the
//! fourth piece of a row, a column or a main diagonal in which all four share at least one property wins; with
//! `squares=on` the nine blocks of two by two squares are lines too. A line does not have to be called. The match is
//! drawn when all sixteen are on the board without such a line.
//!
//! ```
//! use parlour::games::Game;
//! let game = Game::Quarto;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! for ply in ["4", "a1", "d", "b1", "6", "c1", "f"] {
//!     position.play(ply).unwrap();
//! }
//! assert_eq!(position.text(), "..../..../..../4d6. f 0");
//! position.play("d1").unwrap();
//! assert_eq!(position.outcome().unwrap().places(), [1, 2]);
//! ```

mod board;
mod moves;
mod options;
mod piece;
#[cfg(test)]
mod tests;
mod text;
mod why_not;

use std::ops::RangeInclusive;

use compact_str::{CompactString, ToCompactString};

pub use board::{LINES, SIZE, STRAIGHT};
use board::{QuartoGrid, SquareSet, cells_of};
pub use moves::QuartoMove;
pub use options::QuartoOptions;
pub use piece::{PIECE_COUNT, QuartoPiece};

use super::square::Square;
use super::{
    Cell, Clicks, Effect, EffectSink, Outcome, Piece, PlacedPiece, RuleReason, Rules, Seat, SetupError,
    ToAct, UnreadableNotation, check_seats,
};

/// The cell of the hand. Squares are cells 0 to 15, rank by rank from a1.
pub const HAND: Cell = Cell(32);

/// The cell of a piece before it is given: 16 to 31.
pub const fn pool_cell(piece: QuartoPiece) -> Cell {
    Cell(16 + piece.number())
}

/// A position of Quarto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quarto {
    options: QuartoOptions,
    board: QuartoGrid,
    /// The pieces left to give.
    pool: u16,
    hand: Option<QuartoPiece>,
    won: bool,
}

impl Quarto {
    const fn empty(options: QuartoOptions) -> Self {
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

    const fn is_over(&self) -> bool {
        self.won || self.board.occupied == SquareSet::MAX
    }

    /// The seat to act during the match. Seat 1 places the first piece, seat 0 the second, and the seat that placed
    /// gives.
    #[inline]
    const fn seat_to_act(&self) -> Seat {
        Seat::new((self.board.count() + self.hand.is_some() as u8) % 2)
    }

    /// The squares of the completed lines.
    fn completed(&self) -> SquareSet {
        self.board.complete(self.options.squares).fold(0, |all, line| all | line)
    }

    #[inline]
    fn give(&mut self, piece: QuartoPiece, sink: &mut impl EffectSink) {
        self.pool &= !piece.alone();
        self.hand = Some(piece);
        sink.emit(|| Effect::Travel { piece: board_piece(piece), path: vec![HAND] });
        let next = self.seat_to_act();
        sink.emit(|| Effect::Turn(next));
    }

    #[inline]
    fn place(&mut self, cell: Cell, sink: &mut impl EffectSink) {
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
    fn cell_of(&self, piece: QuartoPiece) -> Cell {
        if self.hand == Some(piece) {
            return HAND;
        }
        let on = cells_of(self.board.occupied).find(|cell| self.piece_at(*cell) == Some(piece));
        on.unwrap_or(pool_cell(piece))
    }
}

/// The piece as boards draw it. Its id and its kind are its number.
const fn board_piece(piece: QuartoPiece) -> Piece {
    Piece { id: piece.number(), kind: piece.number() }
}

fn square(cell: Cell) -> Square {
    Square::of(cell, SIZE)
}

impl Rules for Quarto {
    const KEY: &'static str = "quarto";
    const TITLE: &'static str = "Quarto";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const NOTATION: &'static str = "a piece to give such as 7 or c, or a square such as b3";

    type Move = QuartoMove;
    type Options = QuartoOptions;

    fn opening(options: &QuartoOptions, seats: u8) -> Result<Self, SetupError> {
        check_seats::<Self>(seats)?;
        Ok(Self::empty(*options))
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        if self.is_over() { ToAct::Nobody } else { ToAct::Seat(self.seat_to_act()) }
    }

    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<QuartoMove>) {
        match self.hand {
            _ if self.won => {}
            Some(_) => {
                moves.extend(cells_of(!self.board.occupied).map(|cell| QuartoMove::Place(square(cell))))
            }
            None => moves
                .extend(cells_of(self.pool).map(|Cell(number)| QuartoMove::Give(QuartoPiece::new(number)))),
        }
    }

    /// Any remaining piece can be given, and a piece can be placed on any empty square.
    #[inline]
    fn count_legal_moves(&self) -> u64 {
        match self.hand {
            _ if self.won => 0,
            Some(_) => u64::from((!self.board.occupied).count_ones()),
            None => u64::from(self.pool.count_ones()),
        }
    }

    fn is_legal(&self, mv: &QuartoMove) -> bool {
        match (*mv, self.hand) {
            _ if self.won => false,
            (QuartoMove::Give(piece), None) => self.pool & piece.alone() != 0,
            (QuartoMove::Place(at), Some(_)) => at.is_on(SIZE) && self.piece_at(at.cell(SIZE)).is_none(),
            _ => false,
        }
    }

    #[inline]
    fn advance(&mut self, mv: &QuartoMove, sink: &mut impl EffectSink) {
        match *mv {
            QuartoMove::Give(piece) => self.give(piece, sink),
            QuartoMove::Place(at) => self.place(at.cell(SIZE), sink),
        }
    }

    /// The winner placed the last piece: seat 1 an odd one, seat 0 an even one.
    fn outcome(&self) -> Option<Outcome> {
        let places = match (self.won, self.board.count() % 2) {
            (true, 0) => vec![1, 2],
            (true, _) => vec![2, 1],
            _ => vec![1, 1],
        };
        self.is_over().then(|| Outcome::from_places(places))
    }

    fn why_not(&self, mv: &QuartoMove) -> RuleReason {
        why_not::why_not(self, *mv)
    }

    fn clicks(&self, mv: &QuartoMove) -> Clicks {
        match *mv {
            QuartoMove::Give(piece) => pool_cell(piece).into(),
            QuartoMove::Place(at) => at.cell(SIZE).into(),
        }
    }

    fn cell_name(&self, cell: Cell) -> CompactString {
        match cell.0 {
            0..16 => square(cell).to_compact_string(),
            16..32 => QuartoPiece::new(cell.0 - 16).to_compact_string(),
            _ => CompactString::const_new("hand"),
        }
    }

    fn pieces(&self) -> Vec<PlacedPiece> {
        let standing = |piece| PlacedPiece { piece: board_piece(piece), cell: self.cell_of(piece) };
        QuartoPiece::pieces_in(piece::ALL).map(standing).collect()
    }

    fn highlighted_cells(&self) -> Vec<Cell> {
        cells_of(self.completed()).collect()
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn from_text(options: &QuartoOptions, seats: u8, text: &str) -> Result<Self, UnreadableNotation> {
        check_seats::<Self>(seats).map_err(|_| UnreadableNotation)?;
        text::read(*options, text)
    }
}

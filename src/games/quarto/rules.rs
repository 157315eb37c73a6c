//! The rules as the program calls them.

use std::ops::RangeInclusive;

use compact_str::{CompactString, ToCompactString};

use super::board::{SIZE, cells_of};
use super::moves::QuartoMove;
use super::options::QuartoOptions;
use super::piece::{self, QuartoPiece};
use super::position::{Quarto, board_piece, pool_cell, square};
use super::{text, why_not};
use crate::games::{
    Cell, Clicks, EffectSink, Outcome, PlacedPiece, RuleReason, Rules, SetupError, ToAct, UnreadableNotation,
    check_seats,
};

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

//! A position of Tic-Tac-Toe.

use super::marks::MarkSet;
use crate::games::square::Square;
use crate::games::{Cell, Effect, EffectSink, Piece, PlacedPiece, Rules, Seat, ToAct};

/// A position of Tic-Tac-Toe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    pub(super) marks: [MarkSet; 2],
    pub(super) size: u8,
    pub(super) line: u8,
    pub(super) plies: u8,
    pub(super) won: bool,
}

/// Every square of a board, by its size.
static FULL: [MarkSet; 16] = {
    let mut full = [MarkSet::full(0); 16];
    let mut size = 0;
    while size < 16 {
        full[size] = MarkSet::full(size as u8);
        size += 1;
    }
    full
};

impl TicTacToe {
    /// Files and ranks of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The number of marks in a line that wins.
    pub const fn line(&self) -> u8 {
        self.line
    }

    /// The seat whose mark is on a square.
    pub fn mark(&self, square: Square) -> Option<Seat> {
        Seat::first(2).find(|seat| self.marks[seat.index()].has(square))
    }

    pub(super) const fn is_over(&self) -> bool {
        self.won || self.plies == self.size * self.size
    }

    /// The seat that played last, or seat 1 in the opening.
    pub(super) const fn last_mover(&self) -> usize {
        1 - (self.plies % 2) as usize
    }

    pub(super) fn empty(&self) -> MarkSet {
        FULL[usize::from(self.size)].without(&self.marks[0], &self.marks[1])
    }

    pub(super) fn cells(&self, marks: &MarkSet) -> Vec<Cell> {
        let mut cells = Vec::new();
        marks.for_each(|square| cells.push(square.cell(self.size)));
        cells
    }

    pub(super) fn standing_on(&self, square: Square, seat: Seat) -> PlacedPiece {
        let cell = square.cell(self.size);
        PlacedPiece { piece: Piece { id: cell.0, kind: seat.number() }, cell }
    }

    fn in_a_row(&self) -> &'static str {
        match self.line {
            3 => "three in a row",
            4 => "four in a row",
            5 => "five in a row",
            _ => "six in a row",
        }
    }

    pub(super) fn show(&self, square: Square, mover: Seat, sink: &mut impl EffectSink) {
        sink.emit(|| Effect::Place(self.standing_on(square, mover)));
        if self.won {
            sink.emit(|| Effect::Highlight { cells: self.highlighted_cells(), why: self.in_a_row() });
        }
        if let ToAct::Seat(next) = self.to_act() {
            sink.emit(|| Effect::Turn(next));
        }
    }
}

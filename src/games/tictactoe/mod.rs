//! Tic-Tac-Toe: a number of marks in a line, on boards from three by three up to fifteen by fifteen (gomoku).
//!
//! Seat 0 is X and begins. The first seat with `line` or more of its marks in a row, a column or a diagonal wins; a
//! full board without a line is a draw.
//!
//! ```
//! use parlour::games::Game;
//! let game = Game::TicTacToe;
//! let mut position = game.opening(&game.options([]).unwrap(), 2).unwrap();
//! for ply in ["a1", "b1", "a2", "b2", "a3"] {
//!     position.play(ply).unwrap();
//! }
//! assert_eq!(position.outcome().unwrap().places(), [1, 2]);
//! ```

mod marks;
mod options;
#[cfg(test)]
mod tests;
mod text;

use std::ops::RangeInclusive;

use compact_str::{CompactString, ToCompactString};

use marks::MarkSet;
pub use options::TicTacToeOptions;

use super::square::Square;
use super::{
    Cell, Clicks, Effect, EffectSink, GameOptions, Outcome, Piece, PlacedPiece, RuleReason, Rules, Seat,
    SetupError, ToAct, UnreadableNotation, because, check_seats,
};

/// A position of Tic-Tac-Toe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    marks: [MarkSet; 2],
    size: u8,
    line: u8,
    plies: u8,
    won: bool,
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

    const fn is_over(&self) -> bool {
        self.won || self.plies == self.size * self.size
    }

    /// The seat that played last, or seat 1 in the opening.
    const fn last_mover(&self) -> usize {
        1 - (self.plies % 2) as usize
    }

    fn empty(&self) -> MarkSet {
        FULL[usize::from(self.size)].without(&self.marks[0], &self.marks[1])
    }

    fn cells(&self, marks: &MarkSet) -> Vec<Cell> {
        let mut cells = Vec::new();
        marks.for_each(|square| cells.push(square.cell(self.size)));
        cells
    }

    fn standing_on(&self, square: Square, seat: Seat) -> PlacedPiece {
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

    fn show(&self, square: Square, mover: Seat, sink: &mut impl EffectSink) {
        sink.emit(|| Effect::Place(self.standing_on(square, mover)));
        if self.won {
            sink.emit(|| Effect::Highlight { cells: self.highlighted_cells(), why: self.in_a_row() });
        }
        if let ToAct::Seat(next) = self.to_act() {
            sink.emit(|| Effect::Turn(next));
        }
    }
}

impl Rules for TicTacToe {
    const KEY: &'static str = "tictactoe";
    const TITLE: &'static str = "Tic-Tac-Toe";
    const SEATS: RangeInclusive<u8> = 2..=2;
    const NOTATION: &'static str = "a square such as b2";

    type Move = Square;
    type Options = TicTacToeOptions;

    fn opening(options: &TicTacToeOptions, seats: u8) -> Result<Self, SetupError> {
        check_seats::<Self>(seats)?;
        options.check()?;
        let TicTacToeOptions { size, line } = *options;
        Ok(Self { marks: [MarkSet::default(); 2], size, line, plies: 0, won: false })
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        if self.is_over() { ToAct::Nobody } else { ToAct::Seat(Seat::new(self.plies % 2)) }
    }

    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<Square>) {
        if !self.won {
            self.empty().for_each(|square| moves.push(square));
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        if self.won { 0 } else { u64::from(self.size * self.size - self.plies) }
    }

    fn is_legal(&self, mv: &Square) -> bool {
        !self.won && mv.is_on(self.size) && self.empty().has(*mv)
    }

    #[inline]
    fn advance(&mut self, mv: &Square, sink: &mut impl EffectSink) {
        let mover = self.plies % 2;
        let marks = &mut self.marks[usize::from(mover)];
        marks.add(*mv);
        self.won = marks.line_through(*mv, self.line, self.size);
        self.plies += 1;
        self.show(*mv, Seat::new(mover), sink);
    }

    fn outcome(&self) -> Option<Outcome> {
        let places = match (self.won, self.last_mover()) {
            (true, 0) => vec![1, 2],
            (true, _) => vec![2, 1],
            _ => vec![1, 1],
        };
        self.is_over().then(|| Outcome::from_places(places))
    }

    fn why_not(&self, mv: &Square) -> RuleReason {
        if !mv.is_on(self.size) {
            let last = Square { file: self.size - 1, rank: self.size - 1 };
            return because("{square} is off the board, which goes from a1 to {last}")
                .with("square", mv)
                .with("last", last);
        }
        because("{square} is taken").with("square", mv)
    }

    fn clicks(&self, mv: &Square) -> Clicks {
        mv.cell(self.size).into()
    }

    fn cell_name(&self, cell: Cell) -> CompactString {
        Square::of(cell, self.size).to_compact_string()
    }

    fn pieces(&self) -> Vec<PlacedPiece> {
        Square::all(self.size)
            .filter_map(|square| self.mark(square).map(|seat| self.standing_on(square, seat)))
            .collect()
    }

    fn highlighted_cells(&self) -> Vec<Cell> {
        self.cells(&self.marks[self.last_mover()].lines(self.line, self.size))
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn from_text(options: &TicTacToeOptions, seats: u8, text: &str) -> Result<Self, UnreadableNotation> {
        let empty = Self::opening(options, seats).map_err(|_| UnreadableNotation)?;
        text::read(empty, text)
    }
}

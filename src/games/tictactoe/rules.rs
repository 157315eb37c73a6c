//! The rules as the program calls them.

use std::ops::RangeInclusive;

use compact_str::{CompactString, ToCompactString};

use super::marks::MarkSet;
use super::options::TicTacToeOptions;
use super::position::TicTacToe;
use super::text;
use crate::games::square::Square;
use crate::games::{
    Cell, Clicks, EffectSink, GameOptions, Outcome, PlacedPiece, RuleReason, Rules, Seat, SetupError, ToAct,
    UnreadableNotation, because, check_seats,
};

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

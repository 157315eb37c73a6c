//! Tic-Tac-Toe up to gomoku as the search sees it: how many marks of each seat every window holds, and how much every
//! empty square is worth to each.

use super::geometry::{LineGeometry, SQUARES, WINDOWS};
use crate::bots::alpha_beta::{MoveResult, RankedMove, SearchPosition, WIN};
use crate::bots::random::mixed;
use crate::games::Rules;
use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;

/// What a window with only one seat's marks is worth to each of its empty squares, by the marks that it lacks. A square that
/// completes a line is worth more than all others together.
const SQUARE_WORTH: [i32; 7] = [0, COMPLETES, 3000, 300, 40, 6, 1];
const COMPLETES: i32 = 1_000_000;

/// What such a window is worth to the position, by the marks that it lacks.
const WINDOW_WORTH: [i32; 7] = [0, 400, 90, 18, 4, 1, 0];

/// Squares that are searched on large boards: the ones worth most to either seat.
const CANDIDATES: usize = 14;

/// Boards with at most so many squares are searched in full.
pub(super) const SMALL: usize = 25;

#[derive(Clone)]
pub(super) struct LineBoard<'g> {
    geometry: &'g LineGeometry,
    /// 0 for an empty square, else 1 + the seat.
    marks: [u8; SQUARES],
    /// Marks in each window: the low half counts those of seat 0, the high half those of seat 1.
    counts: [u8; WINDOWS],
    /// What each square is worth to each seat.
    worth: [[i32; SQUARES]; 2],
    /// For each seat, how many windows lack only one of its marks.
    threats: [u16; 2],
    /// What the windows are worth to seat 0, less what they are worth to seat 1.
    balance: i32,
    key: u64,
    placed: u16,
    acting: usize,
    won: bool,
}

impl<'g> LineBoard<'g> {
    /// The board of a position that is not over, on the geometry of its size and line.
    pub fn of(position: &TicTacToe, geometry: &'g LineGeometry) -> Option<Self> {
        let seat = position.to_act().seat()?;
        let mut board = Self {
            geometry,
            marks: [0; SQUARES],
            counts: [0; WINDOWS],
            worth: [[0; SQUARES]; 2],
            threats: [0; 2],
            balance: 0,
            key: 0,
            placed: 0,
            acting: 0,
            won: false,
        };
        for window in 0..geometry.windows() {
            for square in geometry.squares_of(window as u16) {
                for worth in &mut board.worth {
                    worth[usize::from(*square)] += SQUARE_WORTH[geometry.line];
                }
            }
        }
        for square in Square::all(position.size()) {
            if let Some(mark) = position.mark(square) {
                board.put(square.cell(position.size()).index(), mark.index());
            }
        }
        board.acting = seat.index();
        Some(board)
    }

    /// Whether every square is searched, so that a value without a guess in it is proven.
    pub const fn is_searched_in_full(&self) -> bool {
        self.geometry.squares() <= SMALL
    }

    fn put(&mut self, square: usize, seat: usize) {
        let geometry = self.geometry;
        self.marks[square] = 1 + seat as u8;
        self.key ^= mixed((2 * square + seat + 1) as u64);
        self.placed += 1;
        for window in geometry.through(square) {
            let count = self.counts[usize::from(*window)];
            let after = count + (1 << (4 * seat));
            self.counts[usize::from(*window)] = after;
            self.change(*window, count, after);
        }
    }

    /// Counts a window anew for both seats.
    #[inline]
    fn change(&mut self, window: u16, before: u8, after: u8) {
        let line = self.geometry.line;
        for seat in 0..2 {
            let lacks = |count: u8| {
                let (own, other) = (count >> (4 * seat) & 15, count >> (4 * (1 - seat)) & 15);
                if other == 0 { line - usize::from(own) } else { 0 }
            };
            let had = lacks(before);
            let has = lacks(after);
            self.won |= after >> (4 * seat) & 15 == line as u8;
            if had == has {
                continue;
            }
            self.threats[seat] += u16::from(has == 1);
            self.threats[seat] -= u16::from(had == 1);
            let gained = WINDOW_WORTH[has] - WINDOW_WORTH[had];
            self.balance += if seat == 0 { gained } else { -gained };
            let worth = SQUARE_WORTH[has] - SQUARE_WORTH[had];
            for square in self.geometry.squares_of(window) {
                self.worth[seat][usize::from(*square)] += worth;
            }
        }
    }

    /// Adds the empty squares that complete a line of a seat.
    fn completing_into(&self, seat: usize, moves: &mut Vec<RankedMove>) {
        for square in self.empty_squares() {
            if self.worth[seat][square] >= COMPLETES {
                moves.push(RankedMove { mv: square as u16, rank: self.rank(square) });
            }
        }
    }

    fn empty_squares(&self) -> impl Iterator<Item = usize> {
        let marks = self.marks[..self.geometry.squares()].iter().enumerate();
        marks.filter(|(_, mark)| **mark == 0).map(|(square, _)| square)
    }

    #[inline]
    fn rank(&self, square: usize) -> i32 {
        let (own, other) = (self.worth[self.acting][square], self.worth[1 - self.acting][square]);
        (own + own / 4 + other).min(1 << 24)
    }

    fn is_near_a_mark(&self, square: usize) -> bool {
        self.geometry.near[square].iter().any(|near| self.marks[usize::from(*near)] != 0)
    }

    fn candidates_into(&self, most: usize, moves: &mut Vec<RankedMove>) {
        let small = self.is_searched_in_full();
        for square in self.empty_squares() {
            if small || self.is_near_a_mark(square) {
                moves.push(RankedMove { mv: square as u16, rank: self.rank(square) });
            }
        }
        if moves.is_empty() {
            // The first mark, or none near another: the middle or the first square left.
            let middle = self.geometry.squares() / 2;
            let square = if self.marks[middle] == 0 { Some(middle) } else { self.empty_squares().next() };
            moves.extend(square.map(|square| RankedMove { mv: square as u16, rank: 0 }));
        }
        if !small && moves.len() > most {
            moves.select_nth_unstable_by_key(most, |ranked| (-ranked.rank, ranked.mv));
            moves.truncate(most);
        }
    }
}

impl SearchPosition for LineBoard<'_> {
    #[inline]
    fn key(&self) -> u64 {
        self.key ^ self.acting as u64
    }

    fn moves_into(&self, moves: &mut Vec<RankedMove>) {
        let [own, other] = [self.acting, 1 - self.acting];
        if self.threats[own] > 0 {
            self.completing_into(own, moves);
        } else if self.threats[other] > 0 {
            self.completing_into(other, moves);
        } else {
            self.candidates_into(CANDIDATES, moves);
        }
    }

    fn all_moves_into(&self, moves: &mut Vec<RankedMove>) {
        self.candidates_into(2 * CANDIDATES, moves);
    }

    fn play(&mut self, mv: u16) -> MoveResult {
        let (own, other) = (self.acting, 1 - self.acting);
        let is_forced = self.threats[own] == 0 && self.threats[other] > 0;
        self.put(usize::from(mv), own);
        self.acting = other;
        MoveResult { cost: if is_forced { 0 } else { 1 }, ..MoveResult::PLAIN }
    }

    #[inline]
    fn known_value(&self) -> Option<i32> {
        let left = (SQUARES as i32) - i32::from(self.placed);
        if self.won {
            return Some(-WIN - left);
        }
        if usize::from(self.placed) == self.geometry.squares() {
            return Some(0);
        }
        (self.threats[self.acting] > 0).then_some(WIN + left - 1)
    }

    fn is_over(&self) -> bool {
        self.won || usize::from(self.placed) == self.geometry.squares()
    }

    /// A line that lacks one mark has to be answered first.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.threats[1 - self.acting] == 0
    }

    fn evaluate(&self) -> i32 {
        let balance = if self.acting == 0 { self.balance } else { -self.balance };
        balance + 30
    }
}

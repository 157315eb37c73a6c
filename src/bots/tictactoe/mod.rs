//! Tic-Tac-Toe: alpha-beta with threats. On small boards every square is searched, so that three by three is played
//! perfectly; on larger ones the squares near marks that are worth most to either seat. A line that lacks one mark has to be
//! answered at once, and such answers cost no depth: sequences of fours are read to their end.

mod board;
#[cfg(test)]
mod decisive;
mod geometry;
mod review;
#[cfg(test)]
mod tests;

use super::alpha_beta::{AlphaBeta, SearchFinding, SearchPosition, WIN};
use super::comparison::ComparedChoice;
use super::effort::{Overlooked, SearchEffort};
use super::random::RandomSource;
use super::{BotLevel, BotRules, ChosenMove, SearchLimits};
use crate::games::Cell;
use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;
use board::{LineBoard, SMALL};
use geometry::LineGeometry;

const fn glance(depth: i32, overlooks: Overlooked, noise: i32) -> SearchEffort {
    SearchEffort::Glance { depth, overlooks, noise }
}

/// The effort on boards that are searched in full: there what a level overlooks decides, since a careful player never loses.
/// Beginners miss their own wins too, Intermediate still misses blocks, Advanced and Expert only forks.
const fn effort_on_small(level: BotLevel) -> SearchEffort {
    match level {
        BotLevel::FirstSteps => glance(1, Overlooked { wins: 30, replies: 95, plans: 0 }, 1500),
        BotLevel::Beginner => glance(1, Overlooked { wins: 12, replies: 88, plans: 0 }, 1500),
        BotLevel::Casual => glance(1, Overlooked::replies(68), 500),
        BotLevel::Intermediate => glance(2, Overlooked::replies(45), 200),
        BotLevel::Advanced => glance(3, Overlooked { wins: 0, replies: 0, plans: 80 }, 300),
        BotLevel::Expert => glance(9, Overlooked { wins: 0, replies: 0, plans: 55 }, 200),
        BotLevel::Master => SearchEffort::ALL,
    }
}

const fn effort_on_large(level: BotLevel) -> SearchEffort {
    match level {
        BotLevel::FirstSteps | BotLevel::Beginner => {
            SearchEffort::Glance { depth: 1, overlooks: Overlooked::replies(60), noise: 400 }
        }
        BotLevel::Casual => SearchEffort::Glance { depth: 1, overlooks: Overlooked::replies(25), noise: 100 },
        BotLevel::Intermediate => {
            SearchEffort::Glance { depth: 1, overlooks: Overlooked::replies(10), noise: 30 }
        }
        BotLevel::Advanced => glance(3, Overlooked { wins: 0, replies: 0, plans: 4 }, 15),
        BotLevel::Expert => SearchEffort::Nodes(20_000),
        BotLevel::Master => SearchEffort::ALL,
    }
}

impl BotRules for TicTacToe {
    const VALUE_UNIT: &'static str = "1 for a win, 0 for a draw, -1 for a loss; between them a guess";

    fn at_random(&self) -> u32 {
        // On a large board a player who only sometimes sees a line beats one who never does.
        let squares = usize::from(self.size()).pow(2);
        if squares <= 9 {
            25
        } else if squares <= SMALL {
            75
        } else if squares <= 100 {
            97
        } else {
            99
        }
    }

    fn choose(&self, level: BotLevel, seed: u64, limits: &SearchLimits) -> Option<ChosenMove<Square>> {
        let geometry = LineGeometry::new(self.size(), self.line());
        let board = LineBoard::of(self, &geometry)?;
        let effort =
            if board.is_searched_in_full() { effort_on_small(level) } else { effort_on_large(level) };
        effort.find(&board, seed, limits).map(|found| choice(self, found))
    }

    fn solve(&self, limits: &SearchLimits) -> Option<ChosenMove<Square>> {
        let geometry = LineGeometry::new(self.size(), self.line());
        let board = LineBoard::of(self, &geometry)?;
        // Where squares are left out, nothing is proven: one of them might be an answer.
        let mut search = AlphaBeta::new(limits, u64::MAX);
        let found = if board.is_searched_in_full() { search.solve(&board)? } else { return None };
        Some(choice(self, found))
    }

    /// The square that is worth most to both seats together: a player by patterns that looks one ply ahead.
    fn greedy(&self, seed: u64) -> Option<Square> {
        let geometry = LineGeometry::new(self.size(), self.line());
        let board = LineBoard::of(self, &geometry)?;
        let mut moves = Vec::new();
        board.moves_into(&mut moves);
        let mut random = RandomSource::new(seed);
        let best = moves.iter().max_by_key(|ranked| (ranked.rank, random.next()))?;
        Some(Square::of(Cell(best.mv as u8), self.size()))
    }
}

/// The choice of Master, compared with the move that was played.
fn compared(
    position: &TicTacToe,
    played: Option<&Square>,
    limits: &SearchLimits,
) -> Option<ComparedChoice<Square>> {
    let geometry = LineGeometry::new(position.size(), position.line());
    let board = LineBoard::of(position, &geometry)?;
    let mut search = AlphaBeta::new(limits, u64::MAX);
    let mut found = search.choose(&board)?;
    let code = |square: &Square| u16::from(square.cell(position.size()).0);
    let pair = played.and_then(|mv| search.compare(&board, &mut found, &[code(mv)], limits.nodes));
    let loss = pair.map(|pair| pair.loss(|found| expected_score(found.value, found.is_proven)));
    Some(ComparedChoice { choice: choice(position, found), loss })
}

fn choice(position: &TicTacToe, found: SearchFinding) -> ChosenMove<Square> {
    let square = |code: u16| Square::of(Cell(code as u8), position.size());
    ChosenMove {
        mv: square(found.mv),
        value: expected_score(found.value, found.is_solved),
        depth: found.depth,
        nodes: found.nodes,
        line: found.line.into_iter().map(square).collect(),
    }
}

fn expected_score(value: i32, is_solved: bool) -> f64 {
    match value {
        _ if value.abs() >= WIN => f64::from(value.signum()),
        _ if is_solved => 0.0,
        _ => f64::from(value) / (f64::from(value.abs()) + 500.0),
    }
}

//! Quarto: alpha-beta over turns (place, then give), on positions up to symmetry, so that the end of the game is solved.

mod board;
mod review;
mod symmetry;
#[cfg(test)]
mod tests;

use super::alpha_beta::{AlphaBeta, SearchFinding, SearchPosition, WIN};
use super::comparison::ComparedChoice;
use super::effort::{Overlooked, SearchEffort};
use super::random::RandomSource;
use super::{BotLevel, BotRules, ChosenMove, SearchLimits};
use crate::games::quarto::{Quarto, QuartoMove, QuartoPiece};
use board::{QuartoBoard, codes_of, plies_of};

/// With more empty squares than this, Master searches only so many nodes: nothing can be proven yet.
const OPEN: u32 = 13;
const OPEN_NODES: u64 = 300_000;

/// The choice of Master, compared with the ply that was played.
fn compared(
    position: &Quarto,
    played: Option<&QuartoMove>,
    seed: u64,
    limits: &SearchLimits,
) -> Option<ComparedChoice<QuartoMove>> {
    let board = QuartoBoard::of(position)?;
    if board.is_opening() {
        return Some(ComparedChoice {
            choice: first_give(seed),
            loss: Some(0.0).filter(|_| played.is_some()),
        });
    }
    let most = if board.empty() > OPEN { OPEN_NODES } else { u64::MAX };
    let mut search = AlphaBeta::new(limits, most);
    let mut found = search.choose(&board)?;
    let codes = played.map(|mv| codes_of(position, mv));
    let pair = codes.and_then(|codes| search.compare(&board, &mut found, &codes, limits.nodes));
    let loss = pair.map(|pair| pair.loss(|found| expected_score(found.value)));
    Some(ComparedChoice { choice: choice(found)?, loss })
}

const fn effort(level: BotLevel, empty: u32) -> SearchEffort {
    match level {
        BotLevel::FirstSteps | BotLevel::Beginner => {
            SearchEffort::Glance { depth: 1, overlooks: Overlooked::replies(30), noise: 200 }
        }
        BotLevel::Casual => SearchEffort::Glance { depth: 1, overlooks: Overlooked::replies(11), noise: 150 },
        BotLevel::Intermediate => {
            SearchEffort::Glance { depth: 2, overlooks: Overlooked::replies(2), noise: 90 }
        }
        BotLevel::Advanced => SearchEffort::Glance { depth: 3, overlooks: Overlooked::replies(1), noise: 60 },
        BotLevel::Expert => SearchEffort::Nodes(20_000),
        BotLevel::Master if empty > OPEN => SearchEffort::Nodes(OPEN_NODES),
        BotLevel::Master => SearchEffort::ALL,
    }
}

impl BotRules for Quarto {
    const VALUE_UNIT: &'static str = "1 for a win, 0 for a draw, -1 for a loss; between them a guess";

    fn at_random(&self) -> u32 {
        75
    }

    fn choose(&self, level: BotLevel, seed: u64, limits: &SearchLimits) -> Option<ChosenMove<QuartoMove>> {
        let board = QuartoBoard::of(self)?;
        if board.is_opening() {
            return Some(first_give(seed));
        }
        choice(effort(level, board.empty()).find(&board, seed, limits)?)
    }

    fn solve(&self, limits: &SearchLimits) -> Option<ChosenMove<QuartoMove>> {
        let board = QuartoBoard::of(self)?;
        AlphaBeta::new(limits, u64::MAX).solve(&board).and_then(choice)
    }

    /// Wins if it can, gives no piece that wins if it need not, and otherwise plays at random.
    fn greedy(&self, seed: u64) -> Option<QuartoMove> {
        let board = QuartoBoard::of(self)?;
        let mut moves = Vec::new();
        board.moves_into(&mut moves);
        let mut random = RandomSource::new(seed);
        let wins = |mv: u16| {
            let mut next = board;
            next.play(mv);
            next.is_over() && next.known_value() != Some(0)
        };
        let best = moves.iter().max_by_key(|ranked| (wins(ranked.mv), random.next()))?;
        plies_of(best.mv).next()
    }
}

fn choice(found: SearchFinding) -> Option<ChosenMove<QuartoMove>> {
    let line: Vec<QuartoMove> = found.line.iter().copied().flat_map(plies_of).collect();
    let mv = *line.first()?;
    Some(ChosenMove { mv, value: expected_score(found.value), depth: found.depth, nodes: found.nodes, line })
}

/// All pieces are the same as long as none is on the board.
fn first_give(seed: u64) -> ChosenMove<QuartoMove> {
    let mv = QuartoMove::Give(QuartoPiece::new(RandomSource::new(seed).below(16) as u8));
    ChosenMove { mv, value: 0.0, depth: 0, nodes: 0, line: vec![mv] }
}

fn expected_score(value: i32) -> f64 {
    if value.abs() >= WIN { f64::from(value.signum()) } else { f64::from(value) / 1000.0 }
}

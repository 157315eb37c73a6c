//! Kalah: alpha-beta on the difference of the stores, exact as soon as the search reaches the end.

#[cfg(test)]
mod accuracy;
mod board;
mod endgame;
mod review;
mod search;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use super::alpha_beta::{AlphaBeta, SearchFinding, SearchPosition};
use super::comparison::ComparedChoice;
use super::effort::{Overlooked, SearchEffort};
use super::random::RandomSource;
use super::{BotLevel, BotRules, ChosenMove, Endgames, SearchLimits};
use crate::games::kalah::{Kalah, KalahMove};
use board::{KalahBoard, SEED, code_of, move_of};

const fn effort(level: BotLevel) -> SearchEffort {
    match level {
        BotLevel::FirstSteps | BotLevel::Beginner => {
            SearchEffort::Glance { depth: 1, overlooks: Overlooked::replies(40), noise: 4 * SEED }
        }
        BotLevel::Casual => {
            SearchEffort::Glance { depth: 2, overlooks: Overlooked::replies(20), noise: 3 * SEED }
        }
        BotLevel::Intermediate => {
            SearchEffort::Glance { depth: 3, overlooks: Overlooked::replies(6), noise: 3 * SEED / 2 }
        }
        BotLevel::Advanced => {
            SearchEffort::Glance { depth: 4, overlooks: Overlooked::replies(2), noise: SEED / 2 }
        }
        BotLevel::Expert => SearchEffort::Nodes(600),
        BotLevel::Master => SearchEffort::ALL,
    }
}

/// The most seeds in the houses with which Master first tries to prove the value.
const ENDGAME_SEEDS: u8 = 28;

/// Proves the value where that is in reach, with at most half of what the limits allow, and otherwise searches as deep as they
/// do. What was found, with the search that found it.
fn master<'a>(board: &KalahBoard, limits: &SearchLimits<'a>) -> Option<(SearchFinding, AlphaBeta<'a>)> {
    let mut spent = 0;
    if board.seeds() <= ENDGAME_SEEDS && board.is_storing() {
        let half = SearchLimits { nodes: limits.nodes / 2, time: limits.time / 2, ..*limits };
        let mut search = AlphaBeta::new(&half, u64::MAX);
        if let Some(found) = search.solve(board) {
            return Some((found, search));
        }
        spent = search.nodes();
    }
    let left = limits.nodes.saturating_sub(spent);
    let mut search = AlphaBeta::new(limits, left);
    let found = search.choose(board)?;
    Some((SearchFinding { nodes: found.nodes + spent, ..found }, search))
}

/// The choice of Master, compared with the move that was played.
fn compared(
    position: &Kalah,
    played: Option<&KalahMove>,
    limits: &SearchLimits,
) -> Option<ComparedChoice<KalahMove>> {
    let (board, lead) = KalahBoard::of(position, position.options())?;
    let (mut found, mut search) = master(&board, limits)?;
    let pair = played.and_then(|mv| search.compare(&board, &mut found, &[code_of(mv)], limits.nodes));
    let loss = pair.map(|pair| pair.loss(|found| f64::from(found.value) / f64::from(SEED)));
    Some(ComparedChoice { choice: choice(found, lead), loss })
}

impl BotRules for Kalah {
    const VALUE_UNIT: &'static str = "seeds by which the seat's store is expected to be ahead at the end";

    fn at_random(&self) -> u32 {
        50
    }

    fn choose(&self, level: BotLevel, seed: u64, limits: &SearchLimits) -> Option<ChosenMove<Self::Move>> {
        let (mut board, lead) = KalahBoard::of(self, self.options())?;
        // Fewer of its moves lose seeds so. A proof takes more nodes, and the lower levels are to see less.
        board.follows_turns = level == BotLevel::Expert;
        let found = match level {
            BotLevel::Master => master(&board, limits)?.0,
            _ => effort(level).find(&board, seed, limits)?,
        };
        Some(choice(found, lead))
    }

    fn solve(&self, limits: &SearchLimits) -> Option<ChosenMove<Self::Move>> {
        let (board, lead) = KalahBoard::of(self, self.options())?;
        AlphaBeta::new(limits, u64::MAX).solve(&board).map(|found| choice(found, lead))
    }

    fn fill_endgames(endgames: &Endgames, cancel: &AtomicBool) {
        endgame::fill(endgames, cancel);
    }

    /// The move that brings most seeds into the store at once; of several a random one.
    fn greedy(&self, seed: u64) -> Option<KalahMove> {
        let (board, _) = KalahBoard::of(self, self.options())?;
        let mut moves = Vec::new();
        board.moves_into(&mut moves);
        let mut random = RandomSource::new(seed);
        let gain = |mv| { board }.play(mv).gain;
        let best = moves.iter().max_by_key(|ranked| (gain(ranked.mv), random.next()))?;
        Some(move_of(best.mv))
    }
}

/// The choice of a search, for a seat that is ahead by `lead` seeds.
fn choice(found: SearchFinding, lead: i32) -> ChosenMove<KalahMove> {
    ChosenMove {
        mv: move_of(found.mv),
        value: f64::from(lead) + f64::from(found.value) / f64::from(SEED),
        depth: found.depth,
        nodes: found.nodes,
        line: found.line.into_iter().map(move_of).collect(),
    }
}

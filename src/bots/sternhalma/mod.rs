//! Sternhalma: two seats by alpha-beta over the moves that bring marbles farthest, more seats by a search over the own moves
//! (see [`crowd`]), and a seat that nobody is in the way of by a search for the shortest way home.

#[cfg(test)]
mod confirmed;
mod crowd;
mod race;
mod review;
mod solo;
#[cfg(test)]
mod tests;

use super::alpha_beta::{AlphaBeta, SearchFinding, WIN};
use super::limits::NodeMeter;
use super::random::RandomSource;
use super::{BotLevel, BotRules, ChosenMove, SearchLimits};
use crate::games::Rules;
use crate::games::sternhalma::{Sternhalma, SternhalmaMove};
use race::{RaceBoard, RaceGeometry, STEP, move_of};

/// A move that brings a marble this far or farther is a long chain, which beginners may miss.
const LONG: i32 = 4 * STEP;

/// What a level does.
#[derive(Clone, Copy)]
enum RaceEffort {
    /// Looks at its own move only.
    Glance {
        /// How many long chains in a hundred are not seen.
        overlooks: u32,
        /// How far a move is misjudged at most, either way.
        noise: i32,
    },
    /// Searches so many positions.
    Nodes(u64),
}

const fn effort(level: BotLevel) -> RaceEffort {
    match level {
        BotLevel::FirstSteps | BotLevel::Beginner => RaceEffort::Glance { overlooks: 50, noise: 2 * STEP },
        BotLevel::Casual => RaceEffort::Glance { overlooks: 20, noise: STEP },
        BotLevel::Intermediate => RaceEffort::Nodes(50),
        BotLevel::Advanced => RaceEffort::Nodes(110),
        BotLevel::Expert => RaceEffort::Nodes(350),
        BotLevel::Master => RaceEffort::Nodes(u64::MAX),
    }
}

impl BotRules for Sternhalma {
    const VALUE_UNIT: &'static str = "steps by which the seat is ahead of the best of the others; 1000 for a win in sight, -1000 for a loss";

    fn at_random(&self) -> u32 {
        98
    }

    fn choose(
        &self,
        level: BotLevel,
        seed: u64,
        limits: &SearchLimits,
    ) -> Option<ChosenMove<SternhalmaMove>> {
        let geometry = RaceGeometry::of(self);
        let board = RaceBoard::of(self, &geometry)?;
        match effort(level) {
            RaceEffort::Glance { overlooks, noise } => glance(&board, overlooks, noise, seed),
            RaceEffort::Nodes(nodes) => search(&board, self.seats(), nodes, limits),
        }
    }

    /// The move that brings a marble most steps nearer to the tip of its target; of several a random one.
    fn greedy(&self, seed: u64) -> Option<SternhalmaMove> {
        let geometry = RaceGeometry::of(self);
        let board = RaceBoard::of(self, &geometry)?;
        let mut random = RandomSource::new(seed);
        let mut best = None;
        board.each_move(|mv, _| {
            let rated = (board.steps_gained(mv), random.next());
            if best.is_none_or(|(most, _)| rated > most) {
                best = Some((rated, mv));
            }
        });
        Some(best.map_or(SternhalmaMove::Pass, |(_, mv)| move_of(mv)))
    }
}

/// Chooses by what each move gains, as far as it is seen.
fn glance(board: &RaceBoard, overlooks: u32, noise: i32, seed: u64) -> Option<ChosenMove<SternhalmaMove>> {
    let mut random = RandomSource::new(seed);
    let (mut moves, mut best) = (Vec::new(), None);
    board.best_moves_into(usize::MAX, &mut moves);
    for ranked in &moves {
        let mut next = *board;
        next.play_move(ranked.mv);
        let gain = board.cost_of(board.seat_to_act()) - next.cost_of(board.seat_to_act());
        let is_home = next.has_finished(board.seat_to_act());
        let overlooked = gain >= LONG && random.chance(overlooks);
        let seen = if overlooked { 0 } else { gain } + random.around_zero(noise);
        let seen = if is_home { WIN } else { seen };
        if best.is_none_or(|(most, _)| seen > most) {
            best = Some((seen, ranked.mv));
        }
    }
    let (_, mv) = best?;
    let value = expected_score(board.lead(board.seat_to_act()));
    Some(ChosenMove { mv: move_of(mv), value, depth: 1, nodes: moves.len() as u64, line: vec![move_of(mv)] })
}

/// With at most so many marbles of others beside its way home, a seat of level Master goes as if nobody else moved.
const NEARLY_ALONE: usize = 3;

fn search(
    board: &RaceBoard,
    seats: u8,
    nodes: u64,
    limits: &SearchLimits,
) -> Option<ChosenMove<SternhalmaMove>> {
    let mut meter = NodeMeter::new(limits, nodes);
    if let Some(choice) = path_home(board, nodes, limits, &mut meter) {
        return Some(choice);
    }
    if seats == 2 {
        let found = AlphaBeta::new(limits, nodes.saturating_sub(meter.nodes())).choose(board)?;
        return Some(choice_of_two(found, meter.nodes()));
    }
    let found = crowd::deepen(*board, u32::MAX, &mut meter)?;
    let mv = move_of(found.mv);
    Some(ChosenMove {
        mv,
        value: expected_score(found.value),
        depth: found.depth,
        nodes: meter.nodes(),
        line: vec![mv],
    })
}

/// The choice of a seat that nobody is in the way of. `None` for one that meets others.
fn path_home(
    board: &RaceBoard,
    nodes: u64,
    limits: &SearchLimits,
    meter: &mut NodeMeter,
) -> Option<ChosenMove<SternhalmaMove>> {
    let seat = board.seat_to_act();
    let (has_passed, nodes) = (board.has_passed_all(seat), nodes.min(limits.nodes));
    if !has_passed && (nodes <= solo::NODES || board.guests(seat) as usize > NEARLY_ALONE) {
        return None;
    }
    let path = solo::search_path_home(*board, nodes, meter);
    let is_free = has_passed || path.is_complete && board.others_beside(seat, path.holes) <= NEARLY_ALONE;
    let mv = move_of(*path.moves.first().filter(|_| is_free)?);
    let line = path.moves.iter().copied().map(move_of).collect();
    let (value, depth) = (expected_score(board.lead(seat)), path.moves.len() as u32);
    Some(ChosenMove { mv, value, depth, nodes: meter.nodes(), line })
}

/// The choice of a search for two seats, after so many nodes that were spent before.
fn choice_of_two(found: SearchFinding, spent: u64) -> ChosenMove<SternhalmaMove> {
    ChosenMove {
        mv: move_of(found.mv),
        value: expected_score(found.value),
        depth: found.depth,
        nodes: found.nodes + spent,
        line: found.line.into_iter().map(move_of).collect(),
    }
}

fn expected_score(value: i32) -> f64 {
    if value.abs() >= WIN / 2 {
        f64::from(value.signum()) * 1000.0
    } else {
        f64::from(value) / f64::from(STEP)
    }
}

//! Bots: search, evaluation of each game, levels. Pure.
//!
//! [`think`] chooses a move in any position of any game. Each game has its folder with its own position for the search and
//! its own evaluation, and implements [`BotRules`]; a game without a bot does not compile. Games for two seats without
//! chance share one alpha-beta search.
//!
//! A choice depends on nothing but the position, the level, the seed and the node limit, unless the time or a cancellation
//! stops the search. Tables live only as long as a search does, except for [`Endgames`], which hold exact values only.

mod aeroplane;
mod alpha_beta;
mod chosen_move;
mod comparison;
mod effort;
mod endgames;
mod kalah;
mod level;
mod limits;
mod quarto;
pub mod random;
pub mod review;
mod search_position;
mod sternhalma;
#[cfg(test)]
mod tests;
mod tictactoe;
mod transposition;
mod variety;

pub use chosen_move::ChosenMove;
pub use endgames::Endgames;
pub use level::BotLevel;
pub use limits::SearchLimits;

use std::sync::atomic::AtomicBool;

use crate::games::{Game, Position, Rules, for_game, for_position};
use random::RandomSource;

/// A game that bots can play.
pub trait BotRules: Rules {
    /// What the value of a choice is measured in, for people who read it.
    const VALUE_UNIT: &'static str;

    /// Chooses a move for the seat to act. `None` when no seat is to act: the match is over, or the dice are to be thrown.
    fn choose(&self, level: BotLevel, seed: u64, limits: &SearchLimits) -> Option<ChosenMove<Self::Move>>;

    /// The value of a position in which no seat is better off than the others, in the same units.
    fn even_value(&self) -> f64 {
        0.0
    }

    /// Proves what the position is worth with best play. `None` when a limit is reached before, when no seat is to act, and
    /// in games with dice or for more than two seats.
    fn solve(&self, _: &SearchLimits) -> Option<ChosenMove<Self::Move>> {
        None
    }

    /// Works out the exact values of the default options that are kept in tables, until `cancel` is set.
    fn fill_endgames(_: &Endgames, _: &AtomicBool) {}

    /// How many moves in a hundred [`BotLevel::FirstSteps`] plays at random: as many as leave a random player a score of 25 to
    /// 40 % against it.
    fn at_random(&self) -> u32;

    /// The move of a simple player that takes what looks best at once: a yardstick for the levels.
    fn greedy(&self, seed: u64) -> Option<Self::Move>;
}

/// Chooses a move for the seat to act, in notation. `None` when no seat is to act: the match is over, or the dice are to be
/// thrown. A search that is cancelled answers with the best move it has found so far.
pub fn think(
    position: &Position,
    level: BotLevel,
    seed: u64,
    limits: &SearchLimits,
) -> Option<ChosenMove<String>> {
    for_position!(position, p => choose(p, level, seed, limits).map(ChosenMove::in_notation))
}

fn choose<R: BotRules>(
    position: &R,
    level: BotLevel,
    seed: u64,
    limits: &SearchLimits,
) -> Option<ChosenMove<R::Move>> {
    let mut random = RandomSource::stream(seed, 0);
    if level == BotLevel::FirstSteps && random.chance(position.at_random()) {
        let moves = position.legal_moves();
        let mv = moves.get(random.below(moves.len() as u32) as usize)?.clone();
        let value = position.even_value();
        return Some(ChosenMove { value, depth: 0, nodes: 0, line: vec![mv.clone()], mv });
    }
    position.choose(level, seed, limits)
}

/// Proves what a position is worth with best play, in notation: see [`BotRules::solve`].
pub fn solve(position: &Position, limits: &SearchLimits) -> Option<ChosenMove<String>> {
    for_position!(position, p => p.solve(limits).map(ChosenMove::in_notation))
}

/// The move of a simple player that takes what looks best at once, in notation: a yardstick for the levels. `None` when no
/// seat is to act.
pub fn greedy(position: &Position, seed: u64) -> Option<String> {
    for_position!(position, p => p.greedy(seed).map(|mv| mv.to_string()))
}

/// Works out the exact values of the default options of all games that are kept in tables. Returns early once `cancel`
/// is set.
pub fn fill_endgames(endgames: &Endgames, cancel: &AtomicBool) {
    for game in Game::ALL {
        for_game!(game, R => <R as BotRules>::fill_endgames(endgames, cancel));
    }
}

/// The value of a choice in a position in which no seat is better off than the others.
pub fn even_value(position: &Position) -> f64 {
    for_position!(position, p => p.even_value())
}

/// What the value of a choice is measured in: see [`BotRules::VALUE_UNIT`].
pub fn value_unit(game: Game) -> &'static str {
    for_game!(game, R => <R as BotRules>::VALUE_UNIT)
}

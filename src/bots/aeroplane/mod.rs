//! Aeroplane Chess: the lower levels judge what a move does at once, with the risk of being hit; the higher ones play matches
//! out.

mod policy;
mod rollout;
#[cfg(test)]
mod tests;

use super::limits::NodeMeter;
use super::random::RandomSource;
use super::{BotChoice, BotLevel, BotRules, SearchLimits};
use crate::games::Rules;
use crate::games::aeroplane::{Aeroplane, Move};
use policy::PlanePolicy;

/// What a level does.
enum PlaneEffort {
    /// Judges each move by itself.
    Policy(PlanePolicy),
    /// Plays so many plies out.
    Plies(u64),
}

const fn effort(level: BotLevel) -> PlaneEffort {
    match level {
        BotLevel::Beginner => {
            PlaneEffort::Policy(PlanePolicy { capture: 1, launch: 0, risk: 0, noise: 30, overlooks: 70 })
        }
        BotLevel::Casual => {
            PlaneEffort::Policy(PlanePolicy { capture: 1, launch: 3, risk: 0, noise: 12, overlooks: 40 })
        }
        BotLevel::Intermediate => {
            PlaneEffort::Policy(PlanePolicy { capture: 1, launch: 6, risk: 0, noise: 4, overlooks: 10 })
        }
        BotLevel::Advanced => {
            PlaneEffort::Policy(PlanePolicy { capture: 1, launch: 8, risk: 2, noise: 1, overlooks: 0 })
        }
        BotLevel::Expert => PlaneEffort::Plies(60_000),
        BotLevel::Master => PlaneEffort::Plies(u64::MAX),
    }
}

impl BotRules for Aeroplane {
    const VALUE_UNIT: &'static str = "the chance to win, from 0 to 1";

    fn choose(&self, level: BotLevel, seed: u64, limits: &SearchLimits) -> Option<BotChoice<Move>> {
        let seat = self.to_act().seat()?;
        match effort(level) {
            PlaneEffort::Policy(policy) => {
                let mut moves = Vec::new();
                let mv = policy.choose(self, &mut moves, &mut RandomSource::new(seed))?;
                let (value, nodes) = (rollout::estimate(self, seat), moves.len() as u64);
                Some(BotChoice { mv, value, depth: 1, nodes, line: vec![mv] })
            }
            PlaneEffort::Plies(plies) => {
                let mut meter = NodeMeter::new(limits, plies);
                let (mv, value) = rollout::choose(self, seed, &mut meter)?;
                Some(BotChoice { mv, value, depth: 0, nodes: meter.nodes(), line: vec![mv] })
            }
        }
    }

    /// The plane that gains most cells at once, its own and those that opponents lose; a launch counts for seven.
    fn greedy(&self, seed: u64) -> Option<Move> {
        let policy = PlanePolicy { capture: 1, launch: 6, risk: 0, noise: 0, overlooks: 0 };
        policy.choose(self, &mut Vec::new(), &mut RandomSource::new(seed))
    }
}

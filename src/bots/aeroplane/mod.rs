//! Aeroplane Chess: the lower levels judge what a move does at once, with the risk of being hit; the higher ones play matches
//! out.

mod policy;
mod review;
mod rollout;
#[cfg(test)]
mod tests;

use super::limits::NodeMeter;
use super::random::RandomSource;
use super::{BotChoice, BotLevel, BotRules, SearchLimits};
use crate::games::Rules;
use crate::games::aeroplane::{Aeroplane, AeroplaneMove};
use policy::PlanePolicy;

/// What a level does.
enum PlaneEffort {
    /// Judges each move by itself.
    Policy(PlanePolicy),
    /// Plays so many plies out.
    Plies(u64),
}

/// The effort of judging each move by itself: see the fields of [`PlanePolicy`].
const fn policy(capture: i32, launch: i32, risk: i32, noise: i32, overlooks: u32) -> PlaneEffort {
    PlaneEffort::Policy(PlanePolicy { capture, launch, risk, noise, overlooks })
}

const fn effort(level: BotLevel) -> PlaneEffort {
    match level {
        BotLevel::Beginner => policy(0, -8, 0, 16, 80),
        BotLevel::Casual => policy(1, 4, 0, 7, 30),
        BotLevel::Intermediate => policy(1, 6, 0, 3, 5),
        BotLevel::Advanced => policy(1, 8, 2, 1, 0),
        BotLevel::Expert => PlaneEffort::Plies(60_000),
        BotLevel::Master => PlaneEffort::Plies(u64::MAX),
    }
}

impl BotRules for Aeroplane {
    const VALUE_UNIT: &'static str = "the chance to win, from 0 to 1";

    fn even_value(&self) -> f64 {
        1.0 / f64::from(self.seats())
    }

    fn choose(&self, level: BotLevel, seed: u64, limits: &SearchLimits) -> Option<BotChoice<AeroplaneMove>> {
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
    fn greedy(&self, seed: u64) -> Option<AeroplaneMove> {
        let policy = PlanePolicy { capture: 1, launch: 6, risk: 0, noise: 0, overlooks: 0 };
        policy.choose(self, &mut Vec::new(), &mut RandomSource::new(seed))
    }
}

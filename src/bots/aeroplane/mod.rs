//! Aeroplane Chess: the lower levels judge what a move does at once, Expert by an evaluation fitted to the results of matches;
//! Master plays turns out with it.

mod board;
mod evaluation;
mod policy;
mod review;
mod rollout;
#[cfg(test)]
mod tests;

use super::limits::NodeMeter;
use super::random::RandomSource;
use super::{BotLevel, BotRules, ChosenMove, SearchLimits};
use crate::games::aeroplane::{Aeroplane, AeroplaneMove};
use crate::games::{Rules, ToAct};
use board::{PlaneBoard, PlaneTables};
use evaluation::PlaneWeights;
use policy::PlanePolicy;

/// What a level does.
enum PlaneEffort {
    /// Judges each move by what it does at once.
    Policy(PlanePolicy),
    /// Judges the position after each move.
    Evaluation,
    /// Plays turns out after each move.
    Playouts,
}

/// The effort of judging each move by itself: see the fields of [`PlanePolicy`].
const fn policy_effort(capture: i32, launch: i32, risk: i32, noise: i32, overlooks: u32) -> PlaneEffort {
    PlaneEffort::Policy(PlanePolicy { capture, launch, risk, noise, overlooks })
}

const fn effort(level: BotLevel) -> PlaneEffort {
    match level {
        BotLevel::FirstSteps | BotLevel::Beginner => policy_effort(1, 8, 0, 6, 35),
        BotLevel::Casual => policy_effort(1, 8, 0, 2, 6),
        BotLevel::Intermediate => policy_effort(1, 8, 1, 2, 6),
        BotLevel::Advanced => policy_effort(1, 10, 2, 0, 0),
        BotLevel::Expert => PlaneEffort::Evaluation,
        BotLevel::Master => PlaneEffort::Playouts,
    }
}

impl BotRules for Aeroplane {
    const VALUE_UNIT: &'static str =
        "the chance to win (once a seat has finished: to be the next), from 0 to 1";

    fn even_value(&self) -> f64 {
        1.0 / f64::from(self.seats())
    }

    fn at_random(&self) -> u32 {
        25
    }

    fn choose(&self, level: BotLevel, seed: u64, limits: &SearchLimits) -> Option<ChosenMove<AeroplaneMove>> {
        let ToAct::Seat(_) = self.to_act() else { return None };
        let (board, tables) = (PlaneBoard::of(self)?, PlaneTables::of(self));
        let nodes = u64::from(board.movable(&tables).count_ones());
        let judged = |plane| (plane, rollout::chance_after(&board, plane, &tables), 1, nodes);
        let (plane, value, depth, nodes) = match effort(level) {
            PlaneEffort::Policy(policy) => {
                let mv = policy.choose(self, &mut RandomSource::new(seed))?;
                let AeroplaneMove::Plane(plane) = mv else { return None };
                judged(usize::from(plane))
            }
            PlaneEffort::Evaluation => judged(PlaneWeights::FITTED.choose(&board, &tables)?),
            PlaneEffort::Playouts => {
                let mut meter = NodeMeter::new(limits, u64::MAX);
                let found = rollout::choose(&board, &tables, seed, &mut meter)?;
                (found.plane, found.value, 0, meter.nodes())
            }
        };
        let mv = AeroplaneMove::Plane(plane as u8);
        Some(ChosenMove { mv, value, depth, nodes, line: vec![mv] })
    }

    /// The plane that gains most cells at once, its own and those that opponents lose; a launch counts for seven.
    fn greedy(&self, seed: u64) -> Option<AeroplaneMove> {
        let policy = PlanePolicy { capture: 1, launch: 6, risk: 0, noise: 0, overlooks: 0 };
        policy.choose(self, &mut RandomSource::new(seed))
    }
}

//! What there is to say about a move in Sternhalma: how far it comes, and over which holes.

use super::race::{RaceBoard, RaceGeometry};
use super::worth;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two};
use crate::bots::{BotLevel, BotRules, SearchLimits};
use crate::games::sternhalma::board::HOLES;
use crate::games::sternhalma::{Sternhalma, SternhalmaMove};
use crate::games::{Effect, Rules, Seat};

/// What a seat has once it is over: the value of a win or of a loss.
const OVER: f64 = 1000.0;

/// By how many steps a move brings a marble nearer to the tip of its target.
fn steps_gained(position: &Sternhalma, mv: &SternhalmaMove) -> i32 {
    let SternhalmaMove::Go { from, to } = mv else { return 0 };
    let geometry = RaceGeometry::of(position);
    let code = u16::from(from.0) * u16::from(HOLES) + u16::from(to.0);
    RaceBoard::of(position, &geometry).map_or(0, |board| board.steps_gained(code))
}

/// What a move shows: a chain of several hops, or how many steps it gains.
fn progress(position: &Sternhalma, mv: &SternhalmaMove) -> Option<MoveReason> {
    let SternhalmaMove::Go { from, .. } = mv else { return None };
    let steps = u8::try_from(steps_gained(position, mv)).ok().filter(|steps| *steps > 0)?;
    let effects = position.clone().apply(mv);
    let hops = effects.iter().find_map(|effect| match effect {
        Effect::Travel { path, .. } => Some(path),
        _ => None,
    })?;
    if hops.len() < 2 {
        return Some(MoveReason::Advances(steps));
    }
    let path = std::iter::once(from).chain(hops).copied().collect();
    Some(MoveReason::Chain { path, steps })
}

/// Three seats and more: how far each is ahead, and the move of the search over own moves.
fn of_crowd(position: &Sternhalma, seed: u64, limits: &SearchLimits) -> PositionReview {
    let geometry = RaceGeometry::of(position);
    let Some(board) = RaceBoard::of(position, &geometry) else {
        let outcome = position.ranking_if_stopped();
        let values = outcome.places().iter().map(|place| if *place == 1 { OVER } else { -OVER });
        return PositionReview { values: values.collect(), ..PositionReview::default() };
    };
    let value = |board: &RaceBoard, seat: usize| {
        if board.has_finished(seat) { OVER } else { worth(board.lead(seat)) }
    };
    let values = Seat::first(position.seats()).map(|seat| value(&board, seat.index())).collect();
    let choice = position.choose(BotLevel::Master, seed, limits);
    let best = choice.as_ref().map(|choice| {
        let mut after = position.clone();
        after.advance(&choice.mv, &mut ());
        let (seat, geometry) = (board.acting(), RaceGeometry::of(&after));
        RaceBoard::of(&after, &geometry).map_or(OVER, |after| value(&after, seat))
    });
    let line = choice.map_or_else(Vec::new, |choice| choice.line.iter().map(ToString::to_string).collect());
    PositionReview { values, best, line }
}

impl ReviewRules for Sternhalma {
    const TURNING_POINT: f64 = 4.0;
    const RANGE: (f64, f64) = (-25.0, 25.0);

    fn review(&self, seed: u64, limits: &SearchLimits) -> PositionReview {
        if self.seats() > 2 {
            return of_crowd(self, seed, limits);
        }
        let first = || self.ranking_if_stopped().places().first() == Some(&1);
        of_two(self, seed, limits, || if first() { OVER } else { -OVER })
    }

    fn merit(&self, mv: &SternhalmaMove) -> Option<MoveReason> {
        progress(self, mv)
    }

    fn fault(&self, played: &SternhalmaMove, best: &SternhalmaMove) -> Option<MoveReason> {
        let is_farther = steps_gained(self, best) > steps_gained(self, played);
        progress(self, best).filter(|_| is_farther)
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::review::{MoveReason, fault, merit};
    use crate::bots::tests::opening;

    #[test]
    fn a_longer_chain_is_shown_with_its_holes() {
        let position = opening("sternhalma", "", 2, "c2-e8 n3-m8 d4-f7 n1-l8");
        let Some(MoveReason::Chain { path, steps }) = fault(&position, "d1-e5", "c3-g7") else {
            panic!("{:?}", fault(&position, "d1-e5", "c3-g7"));
        };
        let names: Vec<_> = path.iter().map(|cell| position.cell_name(*cell)).collect();
        assert_eq!((names[0].as_str(), names[names.len() - 1].as_str()), ("c3", "g7"));
        assert!(path.len() > 2 && steps >= 4, "{names:?} {steps}");
        assert!(matches!(merit(&position, "d1-e5"), Some(MoveReason::Advances(_))));
        assert_eq!(fault(&position, "c3-g7", "d1-e5"), None);
    }
}

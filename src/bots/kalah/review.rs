//! What there is to say about a move in Kalah: extra turns and captures.

use super::compared;
use crate::bots::SearchLimits;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two};
use crate::games::effect::MOVES_AGAIN;
use crate::games::kalah::{Kalah, KalahMove};
use crate::games::{Effect, Rules, Seat};

/// What a move does at once.
struct SownMove {
    moves_again: bool,
    captured: u8,
}

impl SownMove {
    fn of(position: &Kalah, mv: &KalahMove) -> Self {
        let effects = position.clone().apply(mv);
        let lit = |why| {
            effects
                .iter()
                .position(|effect| matches!(effect, Effect::Highlight { why: other, .. } if *other == why))
        };
        let captured =
            lit("captured").map_or(0, |at| captured(position, &effects[..at], effects.get(at + 1)));
        Self { moves_again: lit(MOVES_AGAIN).is_some(), captured }
    }

    fn reason(&self) -> Option<MoveReason> {
        match self {
            Self { captured: 1.., .. } => Some(MoveReason::Captures(self.captured)),
            Self { moves_again: true, .. } => Some(MoveReason::MovesAgain),
            _ => None,
        }
    }
}

/// How many seeds a capture brought to where it put them.
fn captured(before: &Kalah, sown: &[Effect], gathered: Option<&Effect>) -> u8 {
    let Some(Effect::Gather { to, count, .. }) = gathered else { return 0 };
    let left = sown.iter().rev().find_map(|effect| match effect {
        Effect::Count { cell, count } if cell == to => Some(*count),
        _ => None,
    });
    count.saturating_sub(left.unwrap_or_else(|| before.seeds(*to)))
}

impl ReviewRules for Kalah {
    const TURNING_POINT: f64 = 3.0;
    const LOST: Option<f64> = Some(-0.001);
    const RANGE: (f64, f64) = (-15.0, 15.0);

    fn review(&self, played: Option<&KalahMove>, _: u64, limits: &SearchLimits) -> PositionReview {
        let store = |seat| f64::from(self.store(Seat::new(seat)));
        of_two(self, compared(self, played, limits), || store(0) - store(1))
    }

    fn reason_for(&self, mv: &KalahMove) -> Option<MoveReason> {
        SownMove::of(self, mv).reason()
    }

    fn reason_against(&self, played: &KalahMove, best: &KalahMove) -> Option<MoveReason> {
        let (played, best) = (SownMove::of(self, played), SownMove::of(self, best));
        let more = best.captured > played.captured || best.moves_again && !played.moves_again;
        best.reason().filter(|_| more)
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::review::{MoveReason, reason_against, reason_for};
    use crate::bots::tests::opening;

    #[test]
    fn a_missed_extra_turn_and_a_missed_capture_are_named() {
        let position = opening("kalah", "", 2, "");
        assert_eq!(reason_for(&position, "3"), Some(MoveReason::MovesAgain));
        assert_eq!(reason_for(&position, "1"), None);
        assert_eq!(reason_against(&position, "1", "3"), Some(MoveReason::MovesAgain));
        assert_eq!(reason_against(&position, "3", "1"), None);
    }

    #[test]
    fn a_capture_is_counted_with_the_seed_that_makes_it() {
        let position = opening("kalah", "", 2, "6 3");
        assert_eq!(reason_for(&position, "2"), Some(MoveReason::Captures(6)));
        assert_eq!(reason_against(&position, "4", "2"), Some(MoveReason::Captures(6)));
        assert_eq!(reason_against(&position, "2", "4"), None);
        assert_eq!(reason_for(&position, "6"), None, "an empty house");
    }
}

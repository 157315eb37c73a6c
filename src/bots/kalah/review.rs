//! What there is to say about a move in Kalah: extra turns, captures, and seeds left to the opponent.

use super::compared;
use crate::bots::SearchLimits;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two};
use crate::games::effect::MOVES_AGAIN;
use crate::games::kalah::{Captured, Kalah, KalahMove};
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

fn after(position: &Kalah, mv: &KalahMove) -> Kalah {
    let mut after = position.clone();
    after.advance(mv, &mut ());
    after
}

/// How many seeds of the other seat the best capture of the seat to act takes. A capture into the store also counts the seed
/// that makes it.
fn most_captured(position: &Kalah) -> u8 {
    let own = u8::from(position.options().captured == Captured::Store);
    let taken = |mv: &KalahMove| SownMove::of(position, mv).captured.saturating_sub(own);
    position.legal_moves().iter().map(taken).max().unwrap_or_default()
}

/// How many seeds a move leaves to the best capture of the opponent. `None` where the opponent is not to act after it, or may
/// take over the side instead.
fn left_to_capture(position: &Kalah, mv: &KalahMove) -> Option<u8> {
    let (seat, next) = (position.to_act().seat()?, after(position, mv));
    let passes_turn = next.to_act().seat().is_some_and(|acting| acting != seat);
    (passes_turn && *mv != KalahMove::Swap && !next.is_swap_open()).then(|| most_captured(&next))
}

/// What the opponent could capture if it were to move instead.
fn threatened(position: &Kalah) -> Option<u8> {
    let other = position.to_act().seat()?.next(2);
    let text = position.text();
    let (board, _) = text.rsplit_once(' ').filter(|_| !position.is_swap_open())?;
    let passed = Kalah::from_text(position.options(), 2, &format!("{board} {}", other.number())).ok()?;
    Some(most_captured(&passed))
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
        SownMove::of(self, mv).reason().or_else(|| {
            let defended = threatened(self)?.saturating_sub(left_to_capture(self, mv)?);
            (defended > 0).then_some(MoveReason::DefendsSeeds(defended))
        })
    }

    fn reason_against(&self, played: &KalahMove, best: &KalahMove) -> Option<MoveReason> {
        let (left, least) = (left_to_capture(self, played), left_to_capture(self, best));
        let left = left.zip(least).filter(|(left, least)| left > least);
        let (played, best) = (SownMove::of(self, played), SownMove::of(self, best));
        // The capture that costs more is named.
        let missed = best.captured.saturating_sub(played.captured);
        if let Some((left, least)) = left
            && left - least > missed
        {
            return Some(MoveReason::LeavesSeeds(left));
        }
        best.reason().filter(|_| missed > 0 || best.moves_again && !played.moves_again)
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::BotLevel;
    use crate::bots::random::RandomSource;
    use crate::bots::review::{MoveReason, reason_against, reason_for};
    use crate::bots::tests::{chosen, opening};
    use crate::games::kalah::{Captured, Pit, cell};
    use crate::games::{Game, Options, Position, Seat};

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

    fn position(text: &str) -> Position {
        Game::Kalah.position(&Game::Kalah.options([]).unwrap(), 2, text).unwrap()
    }

    #[test]
    fn seeds_left_to_a_capture_and_seeds_defended_are_counted_without_the_seed_that_captures() {
        // House 1 of seat 1 can reach its empty house 3, which is opposite the nine seeds in house 4.
        let position = position("1,1,0,9,0,0/10/2,0,0,1,0,0/24 0");
        assert_eq!(reason_against(&position, "1", "4"), Some(MoveReason::LeavesSeeds(9)));
        assert_eq!(reason_for(&position, "4"), Some(MoveReason::DefendsSeeds(9)));
        assert_eq!(reason_for(&position, "1"), None);
    }

    /// Positions of matches at random and of Casual against itself, with their moves.
    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for (pairs, seed) in ["", "captured=house", "houses=4,seeds=3,empty_capture=on", "swap=on"]
            .into_iter()
            .flat_map(|pairs| [1, 2].map(|seed| (pairs, seed)))
        {
            let (mut random, mut position) = (RandomSource::new(seed), opening("kalah", pairs, 2, ""));
            while position.to_act().seat().is_some() {
                positions.push(position.clone());
                let legal = position.legal();
                let at_random = legal[random.below(legal.len() as u32) as usize].clone();
                let casual = || chosen(&position, BotLevel::Casual, seed, 3000).unwrap().mv;
                let mv = if seed == 1 { at_random } else { casual() };
                position.play(&mv).unwrap();
            }
        }
        positions
    }

    /// The seeds in the houses of a seat, and in its store.
    fn seeds(position: &Position, seat: Seat) -> (i32, i32) {
        let Position::Kalah(kalah) = position else { return (0, 0) };
        let houses = (1..=kalah.houses()).map(|house| i32::from(kalah.seeds(cell(seat, Pit::House(house)))));
        (houses.sum(), i32::from(kalah.store(seat)))
    }

    /// How many seeds a ply sows into the houses of the other seat and into the own store.
    fn sown(position: &Position, notation: &str) -> (i32, i32) {
        let (Position::Kalah(kalah), Ok(house)) = (position, notation.parse::<u8>()) else { return (0, 0) };
        let (seat, houses) = (position.to_act().seat().unwrap(), i32::from(kalah.houses()));
        let count = i32::from(kalah.seeds(cell(seat, Pit::House(house))));
        let place = |step: i32| (i32::from(house) - 1 + step) % (2 * houses + 1);
        let into = |is: &dyn Fn(i32) -> bool| (1..=count).filter(|step| is(place(*step))).count() as i32;
        (into(&|place| place > houses), into(&|place| place == houses))
    }

    fn played(position: &Position, notation: &str) -> Position {
        let mut after = position.clone();
        after.play_unseen(notation).unwrap();
        after
    }

    /// What a ply takes from the other seat: what it had, and was sown, and neither its houses nor its store hold then.
    fn taken(position: &Position, notation: &str) -> i32 {
        let other = position.to_act().seat().unwrap().next(2);
        let (before, after) = (seeds(position, other), seeds(&played(position, notation), other));
        before.0 + before.1 + sown(position, notation).0 - after.0 - after.1
    }

    fn most_taken(position: &Position) -> i32 {
        let sowing = position.legal().into_iter().filter(|notation| notation != "swap");
        sowing.map(|notation| taken(position, &notation)).max().unwrap_or_default()
    }

    /// The same position with the other seat to act.
    fn passed(position: &Position) -> Position {
        let (Position::Kalah(kalah), text) = (position, position.text()) else { return position.clone() };
        let other = position.to_act().seat().unwrap().next(2).number();
        let text = format!("{} {other}", text.rsplit_once(' ').unwrap().0);
        Game::Kalah.position(&Options::Kalah(*kalah.options()), 2, &text).unwrap()
    }

    #[test]
    fn every_reason_that_is_named_is_true_by_the_rules() {
        let (positions, mut named) = (positions(), [0; 4]);
        assert!(positions.len() >= 200, "{}", positions.len());
        for position in &positions {
            let seat = position.to_act().seat().unwrap();
            let Position::Kalah(kalah) = position else { continue };
            let own = i32::from(kalah.options().captured == Captured::Store);
            let holds = |mv: &str, reason: &MoveReason| match reason {
                MoveReason::MovesAgain => played(position, mv).to_act().seat() == Some(seat),
                MoveReason::Captures(count) => taken(position, mv) + own == i32::from(*count),
                _ => false,
            };
            let legal = position.legal();
            for mv in &legal {
                match reason_for(position, mv) {
                    Some(MoveReason::DefendsSeeds(count)) => {
                        let left = most_taken(&played(position, mv));
                        assert_eq!(
                            most_taken(&passed(position)) - left,
                            i32::from(count),
                            "{}",
                            position.text()
                        );
                        named[0] += 1;
                    }
                    Some(reason) => assert!(holds(mv, &reason), "{} {mv} {reason:?}", position.text()),
                    None => {}
                }
                for best in &legal {
                    match reason_against(position, mv, best) {
                        Some(MoveReason::LeavesSeeds(count)) => {
                            let left = |mv| most_taken(&played(position, mv));
                            assert_eq!(left(mv), i32::from(count), "{} {mv}", position.text());
                            assert!(left(best) < left(mv), "{} {mv} {best}", position.text());
                            named[1] += 1;
                        }
                        Some(reason) => {
                            assert!(holds(best, &reason), "{} {best} {reason:?}", position.text());
                            // A capture of one seed takes nothing of the other seat.
                            let is_only_own = reason == MoveReason::Captures(1);
                            assert!(
                                is_only_own || !holds(mv, &reason),
                                "{} {mv} {reason:?}",
                                position.text()
                            );
                            named[if reason == MoveReason::MovesAgain { 2 } else { 3 }] += 1;
                        }
                        None => {}
                    }
                }
            }
        }
        assert!(named.iter().all(|count| *count > 0), "{named:?}");
    }
}

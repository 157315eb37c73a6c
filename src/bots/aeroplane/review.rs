//! What there is to say about a move in Aeroplane Chess: planes sent back, and planes in reach of opponents.

use super::board::PlaneTables;
use super::rollout;
use crate::bots::limits::NodeMeter;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules};
use crate::bots::{BotLevel, BotRules, SearchLimits};
use crate::games::aeroplane::{Aeroplane, AeroplaneMove, PLANES};
use crate::games::{Effect, Rules, Seat};

fn after(position: &Aeroplane, mv: AeroplaneMove) -> Aeroplane {
    let mut after = position.clone();
    after.advance(&mv, &mut ());
    after
}

/// How many planes of others a move sends back.
fn sent_back(position: &Aeroplane, seat: Seat, mv: AeroplaneMove) -> u8 {
    let effects = position.clone().apply(&mv);
    let others = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Travel { piece, .. } if piece.kind != seat.number()));
    u8::try_from(others.count()).unwrap_or(u8::MAX)
}

/// Whether one roll of an opponent hits a plane of a seat where it stands.
fn is_in_reach(position: &Aeroplane, tables: &PlaneTables, seat: Seat, plane: u8) -> bool {
    let points = position.planes(seat)[usize::from(plane) % PLANES].points();
    Seat::first(position.seats()).filter(|other| *other != seat).any(|other| {
        let hits = |theirs: u8| tables.hits(seat.index(), points, other.index(), theirs) > 0;
        position.planes(other).iter().any(|theirs| hits(theirs.points()))
    })
}

/// The plane of a seat that is in reach in one position and not in another, the farthest on its way.
fn only_in_reach(position: &Aeroplane, other: &Aeroplane, seat: Seat) -> Option<u8> {
    let tables = PlaneTables::of(position);
    let differs = |plane: &u8| {
        is_in_reach(position, &tables, seat, *plane) && !is_in_reach(other, &tables, seat, *plane)
    };
    let steps = |plane: &u8| position.planes(seat)[usize::from(*plane)].steps();
    (0..PLANES as u8).filter(differs).max_by_key(steps)
}

/// The same evaluated by playouts with a part of the nodes.
fn chances(position: &Aeroplane, seed: u64, limits: &SearchLimits) -> Vec<f64> {
    let mut meter = NodeMeter::new(limits, limits.nodes / 3);
    rollout::chances(position, seed, &mut meter)
}

impl ReviewRules for Aeroplane {
    const TURNING_POINT: f64 = 0.08;
    const LOST: Option<f64> = None;
    const RANGE: (f64, f64) = (0.0, 1.0);

    /// The same rolls follow the best move and, in the evaluation of the position after it, the move that was played: their
    /// difference is the loss.
    fn review(&self, _: Option<&AeroplaneMove>, seed: u64, limits: &SearchLimits) -> PositionReview {
        let values = chances(self, seed, limits);
        let part = SearchLimits { nodes: limits.nodes / 3, ..*limits };
        let found = self.choose(BotLevel::Master, seed, &part).zip(self.to_act().seat());
        let Some((choice, seat)) = found else {
            return PositionReview { values, ..PositionReview::default() };
        };
        let best = chances(&after(self, choice.mv), seed, limits).get(seat.index()).copied();
        let line = choice.line.iter().map(ToString::to_string).collect();
        PositionReview { values, best, played: None, line }
    }

    fn reason_for(&self, mv: &AeroplaneMove) -> Option<MoveReason> {
        let seat = self.to_act().seat()?;
        let next = after(self, *mv);
        if next.is_home(seat) {
            return Some(MoveReason::Wins).filter(|_| next.finished().first() == Some(&seat));
        }
        match sent_back(self, seat, *mv) {
            0 => only_in_reach(self, &next, seat).map(MoveReason::OutOfReach),
            back => Some(MoveReason::SendsBack(back)),
        }
    }

    fn reason_against(&self, played: &AeroplaneMove, best: &AeroplaneMove) -> Option<MoveReason> {
        let (seat, &AeroplaneMove::Plane(plane)) = (self.to_act().seat()?, best) else { return None };
        let back = sent_back(self, seat, *best);
        if back > sent_back(self, seat, *played) {
            return Some(MoveReason::SendsBack(back));
        }
        let left = only_in_reach(&after(self, *played), &after(self, *best), seat);
        let moves = || (played != best).then_some(MoveReason::MovesPiece(plane));
        left.map(MoveReason::LeavesInReach).or_else(moves)
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::review::{MoveReason, reason_against, reason_for, review};
    use crate::bots::tests::{opening, with_limits};
    use crate::games::Game;

    #[test]
    fn the_chances_of_all_seats_together_are_one() {
        for seats in 2..=4 {
            let position = opening("aeroplane", "", seats, "");
            let values = with_limits(90_000, |limits| review(&position, None, 1, limits)).values;
            assert_eq!(values.len(), usize::from(seats));
            assert!((values.iter().sum::<f64>() - 1.0).abs() < 0.01, "{values:?}");
        }
    }

    #[test]
    fn a_seat_that_has_finished_has_what_it_can_get_and_the_others_share_the_chance_to_be_next() {
        let game = Game::Aeroplane;
        let options = game.options([("play_on", "on")]).unwrap();
        let text = "56,56,56,56/55,56,56,20/56,56,56,50 m1 1 - 0";
        let position = game.position(&options, 3, text).unwrap();
        let review = with_limits(90_000, |limits| review(&position, None, 1, limits));
        assert_eq!(review.values[0], 1.0);
        assert!((review.values[1] + review.values[2] - 1.0).abs() < 0.01, "{review:?}");
        assert!(review.values[2] > review.values[1], "{review:?}");
    }

    /// The cells after 4 and 48 steps of yellow are those after 30 and 22 steps of red.
    #[test]
    fn a_plane_is_in_reach_where_a_flight_ends_and_safe_where_every_roll_jumps_on() {
        let game = Game::Aeroplane;
        let merit = |text| reason_for(&game.position(&game.options([]).unwrap(), 2, text).unwrap(), "1");
        assert_eq!(merit("4,H,H,H/17,H,H,H m0 1 -"), Some(MoveReason::OutOfReach(0)));
        assert_eq!(merit("48,H,H,H/16,H,H,H m0 1 -"), None);
    }

    #[test]
    fn a_better_plane_is_named() {
        let position = opening("aeroplane", "", 2, "d6 1 d6");
        assert_eq!(reason_against(&position, "1", "2"), Some(MoveReason::MovesPiece(1)));
        assert_eq!(reason_against(&position, "2", "2"), None);
        assert_eq!(reason_for(&position, "1"), None);
    }
}

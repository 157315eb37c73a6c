//! What there is to say about a move in Sternhalma: how far it comes, and over which holes.

use super::expected_score;
use super::race::{RaceBoard, RaceGeometry};
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two, won_by_first};
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

/// The values of a match that is over: what the first place is worth, and a loss for all others.
fn ended(position: &Sternhalma) -> Vec<f64> {
    let value = |place: &u8| if *place == 1 { OVER } else { -OVER };
    position.ranking_if_stopped().places().iter().map(value).collect()
}

/// Three seats and more: how far each is ahead, and the move of the search over own moves.
fn of_crowd(position: &Sternhalma, seed: u64, limits: &SearchLimits) -> PositionReview {
    let geometry = RaceGeometry::of(position);
    let Some(board) = RaceBoard::of(position, &geometry) else {
        return PositionReview { values: ended(position), ..PositionReview::default() };
    };
    let value = |board: &RaceBoard, seat: usize| {
        if board.has_finished(seat) { OVER } else { expected_score(board.lead(seat)) }
    };
    let values = Seat::first(position.seats()).map(|seat| value(&board, seat.index())).collect();
    let choice = position.choose(BotLevel::Master, seed, limits);
    let best = choice.as_ref().map(|choice| {
        let mut after = position.clone();
        after.advance(&choice.mv, &mut ());
        let (seat, geometry) = (board.seat_to_act(), RaceGeometry::of(&after));
        RaceBoard::of(&after, &geometry).map_or_else(|| ended(&after)[seat], |after| value(&after, seat))
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
        of_two(self, seed, limits, || OVER * won_by_first(self.outcome()))
    }

    fn reason_for(&self, mv: &SternhalmaMove) -> Option<MoveReason> {
        progress(self, mv)
    }

    fn reason_against(&self, played: &SternhalmaMove, best: &SternhalmaMove) -> Option<MoveReason> {
        let is_farther = steps_gained(self, best) > steps_gained(self, played);
        progress(self, best).filter(|_| is_farther)
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::review::{MoveReason, reason_against, reason_for, review};
    use crate::bots::tests::{opening, with_limits};
    use crate::games::Game;

    #[test]
    fn a_match_that_ends_by_repetition_is_a_draw_for_both_seats() {
        let plies = "d2-e6 n2-m6 e6-d2 m6-n2 d2-e6 n2-m6 e6-d2 m6-n2";
        let drawn = opening("sternhalma", "", 2, plies);
        assert_eq!(with_limits(600, |limits| review(&drawn, 1, limits)).values, [0.0, 0.0]);
    }

    /// Seat 0 has finished, and seat 1 finishes with h9-h10, which leaves only seat 2.
    #[test]
    fn a_move_that_ends_the_match_at_the_second_place_is_not_a_win() {
        let rows = [
            "0",
            "00",
            "000",
            "0000",
            ".............",
            "............",
            "...........",
            "..........",
            ".........",
            ".2......1.",
            "22.......11",
            "222......111",
            "2222.....1111",
            "....",
            "...",
            "..",
            ".",
        ];
        let game = Game::Sternhalma;
        let text = format!("{} 1 0", rows.join("/"));
        let position = game.position(&game.options([("play_on", "on")]).unwrap(), 3, &text).unwrap();
        let review = with_limits(600, |limits| review(&position, 1, limits));
        assert_eq!((review.best_move(), review.best), (Some("h9-h10"), Some(-1000.0)));
    }

    #[test]
    fn a_longer_chain_is_shown_with_its_holes() {
        let position = opening("sternhalma", "", 2, "c2-e8 n3-m8 d4-f7 n1-l8");
        let Some(MoveReason::Chain { path, steps }) = reason_against(&position, "d1-e5", "c3-g7") else {
            panic!("{:?}", reason_against(&position, "d1-e5", "c3-g7"));
        };
        let names: Vec<_> = path.iter().map(|cell| position.cell_name(*cell)).collect();
        assert_eq!((names[0].as_str(), names[names.len() - 1].as_str()), ("c3", "g7"));
        assert!(path.len() > 2 && steps >= 4, "{names:?} {steps}");
        assert!(matches!(reason_for(&position, "d1-e5"), Some(MoveReason::Advances(_))));
        assert_eq!(reason_against(&position, "c3-g7", "d1-e5"), None);
    }
}

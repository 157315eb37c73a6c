//! What there is to say about a move in Sternhalma: how far it comes, and over which holes.

use super::race::{RaceBoard, RaceGeometry, code_of, move_of};
use super::{choice_of_two, crowd, expected_score, path_home};
use crate::bots::alpha_beta::{AlphaBeta, SearchFinding, WIN};
use crate::bots::comparison::ComparedChoice;
use crate::bots::limits::NodeMeter;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two, won_by_first};
use crate::bots::{BotLevel, BotRules, SearchLimits};
use crate::games::sternhalma::{Sternhalma, SternhalmaMove};
use crate::games::{Effect, Rules, Seat};

/// What a seat has once it is over: the value of a win or of a loss.
const OVER: f64 = 1000.0;

/// By how many steps a move brings a marble nearer to the tip of its target.
fn steps_gained(position: &Sternhalma, mv: &SternhalmaMove) -> i32 {
    let geometry = RaceGeometry::of(position);
    let SternhalmaMove::Go { .. } = mv else { return 0 };
    RaceBoard::of(position, &geometry).map_or(0, |board| board.steps_gained(code_of(mv)))
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

/// The choice of Master with two seats, compared with the move that was played.
fn compared(
    position: &Sternhalma,
    played: Option<&SternhalmaMove>,
    limits: &SearchLimits,
) -> Option<ComparedChoice<SternhalmaMove>> {
    let geometry = RaceGeometry::of(position);
    let board = RaceBoard::of(position, &geometry)?;
    let mut meter = NodeMeter::new(limits, u64::MAX);
    let alone = path_home(&board, u64::MAX, limits, &mut meter);
    let mut search = AlphaBeta::new(limits, limits.nodes.saturating_sub(meter.nodes()));
    let mut found = match &alone {
        // What the path is worth is not measured as the search does: both moves are searched from here.
        Some(choice) => SearchFinding {
            mv: code_of(&choice.mv),
            value: board.lead(board.seat_to_act()),
            depth: choice.depth,
            nodes: choice.nodes,
            line: Vec::new(),
            is_solved: false,
        },
        None => search.choose(&board)?,
    };
    let best = move_of(found.mv);
    let loss = played.and_then(|played| {
        let pair = search.compare(&board, &mut found, &[code_of(played)], limits.nodes)?;
        Some(loss(position, [&best, played], [pair.best.value, pair.played.value]))
    });
    Some(ComparedChoice { choice: alone.unwrap_or_else(|| choice_of_two(found, meter.nodes())), loss })
}

/// By how many steps the first of two moves is better, by their values at the same depth. Where only one of them comes to the
/// end of the match at that depth, a lead cannot be compared with a win, and what they gain at once is.
fn loss(position: &Sternhalma, moves: [&SternhalmaMove; 2], values: [i32; 2]) -> f64 {
    let is_decided = |value: i32| value.abs() >= WIN / 2;
    let [best, played] = match values.map(is_decided) {
        [true, true] | [false, false] => values.map(expected_score),
        _ => moves.map(|mv| f64::from(steps_gained(position, mv))),
    };
    (best - played).max(0.0)
}

/// Three seats and more: how far each is ahead, and the move of the search over own moves.
fn of_crowd(
    position: &Sternhalma,
    played: Option<&SternhalmaMove>,
    seed: u64,
    limits: &SearchLimits,
) -> PositionReview {
    let geometry = RaceGeometry::of(position);
    let Some(board) = RaceBoard::of(position, &geometry) else {
        return PositionReview { values: ended(position), ..PositionReview::default() };
    };
    let value = |board: &RaceBoard, seat: usize| {
        if board.has_finished(seat) { OVER } else { expected_score(board.lead(seat)) }
    };
    let values = Seat::first(position.seats()).map(|seat| value(&board, seat.index())).collect();
    let Some(choice) = position.choose(BotLevel::Master, seed, limits) else {
        return PositionReview { values, ..PositionReview::default() };
    };
    let mut after = position.clone();
    after.advance(&choice.mv, &mut ());
    let (seat, geometry) = (board.seat_to_act(), RaceGeometry::of(&after));
    let best =
        RaceBoard::of(&after, &geometry).map_or_else(|| ended(&after)[seat], |after| value(&after, seat));
    let loss = played.and_then(|played| {
        let (moves, mut meter) = ([&choice.mv, played], NodeMeter::new(limits, u64::MAX));
        let values = crowd::compare(board, moves.map(code_of), choice.depth, &mut meter)?;
        Some(loss(position, moves, values))
    });
    let line = choice.line.iter().map(ToString::to_string).collect();
    PositionReview { values, best: Some(best), played: loss.map(|loss| best - loss), line }
}

impl ReviewRules for Sternhalma {
    const TURNING_POINT: f64 = 4.0;
    const LOST: Option<f64> = Some(-0.001);
    const RANGE: (f64, f64) = (-25.0, 25.0);

    fn review(&self, played: Option<&SternhalmaMove>, seed: u64, limits: &SearchLimits) -> PositionReview {
        if self.seats() > 2 {
            return of_crowd(self, played, seed, limits);
        }
        of_two(self, compared(self, played, limits), || OVER * won_by_first(self.outcome()))
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
        assert_eq!(with_limits(600, |limits| review(&drawn, None, 1, limits)).values, [0.0, 0.0]);
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
        let review = with_limits(600, |limits| review(&position, None, 1, limits));
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

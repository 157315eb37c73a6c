//! What there is to say about a move in Quarto: pieces with which the opponent wins.

use super::compared;
use crate::bots::SearchLimits;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two, wins, won_by_first};
use crate::games::quarto::{Quarto, QuartoMove, QuartoPiece};
use crate::games::{Effect, Rules};

/// What the lines share that the seat to act completes with the piece in hand, each once; nothing where it completes none.
fn completed(position: &Quarto) -> Vec<&'static str> {
    let mut shared = Vec::new();
    for mv in position.legal_moves().iter().filter(|mv| wins(position, mv)) {
        for effect in { *position }.apply(mv) {
            if let Effect::Highlight { why, .. } = effect
                && !shared.contains(&why)
            {
                shared.push(why);
            }
        }
    }
    shared
}

/// What the opponent completes with a piece that is given.
fn given_away(position: &Quarto, piece: QuartoPiece) -> Vec<&'static str> {
    completed(&after(position, &QuartoMove::Give(piece)))
}

/// Whether a piece is left that the opponent cannot win with, once there is anything to give.
fn has_safe_gift(position: &Quarto) -> bool {
    let mut pieces = position.pool().peekable();
    pieces.peek().is_none() || pieces.any(|piece| given_away(position, piece).is_empty())
}

fn after(position: &Quarto, mv: &QuartoMove) -> Quarto {
    let mut after = *position;
    after.advance(mv, &mut ());
    after
}

impl ReviewRules for Quarto {
    const TURNING_POINT: f64 = 0.5;
    const LOST: Option<f64> = Some(-1.0);
    const RANGE: (f64, f64) = (-1.0, 1.0);

    fn review(&self, played: Option<&QuartoMove>, seed: u64, limits: &SearchLimits) -> PositionReview {
        of_two(self, compared(self, played, seed, limits), || won_by_first(self.outcome()))
    }

    fn reason_for(&self, mv: &QuartoMove) -> Option<MoveReason> {
        match *mv {
            QuartoMove::Place(_) => wins(self, mv).then_some(MoveReason::Wins),
            QuartoMove::Give(piece) => {
                let is_safe = given_away(self, piece).is_empty();
                let some_lose = is_safe && self.pool().any(|other| !given_away(self, other).is_empty());
                some_lose.then_some(MoveReason::SafeGift)
            }
        }
    }

    fn reason_against(&self, played: &QuartoMove, best: &QuartoMove) -> Option<MoveReason> {
        match *played {
            QuartoMove::Give(piece) => {
                let shared = given_away(self, piece);
                (!shared.is_empty()).then_some(MoveReason::GivesWin(shared))
            }
            QuartoMove::Place(_) if wins(self, best) && !wins(self, played) => Some(MoveReason::Wins),
            QuartoMove::Place(_) => {
                let fails = !has_safe_gift(&after(self, played)) && has_safe_gift(&after(self, best));
                fails.then_some(MoveReason::NoSafeGift)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::review::{MoveReason, reason_against, reason_for};
    use crate::bots::tests::opening;

    /// Three pieces that are dark stand in a row, and the seat to act gives.
    const THREE_DARK: &str = "1 a1 3 b1 5 c1";

    #[test]
    fn a_piece_with_which_the_opponent_wins_is_named_with_what_the_line_shares() {
        let position = opening("quarto", "", 2, THREE_DARK);
        assert_eq!(reason_against(&position, "9", "8"), Some(MoveReason::GivesWin(vec!["four dark"])));
        assert_eq!(reason_against(&position, "2", "8"), Some(MoveReason::GivesWin(vec!["four square"])));
        assert_eq!(reason_for(&position, "2"), None);
        assert_eq!(reason_for(&position, "8"), Some(MoveReason::SafeGift));
        assert_eq!(reason_against(&position, "a", "8"), None);
    }

    #[test]
    fn a_missed_win_is_named() {
        let position = opening("quarto", "", 2, "1 a1 3 b1 5 c1 9");
        assert_eq!(reason_for(&position, "d1"), Some(MoveReason::Wins));
        assert_eq!(reason_against(&position, "d4", "d1"), Some(MoveReason::Wins));
    }
}

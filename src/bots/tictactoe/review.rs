//! What there is to say about a move in Tic-Tac-Toe: lines that were to be completed or blocked.

use super::compared;
use crate::bots::SearchLimits;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two, wins, won_by_first};
use crate::games::Rules;
use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;

/// Whether the next seat wins with its answer `reply` to a move.
fn is_answered_by_win(position: &TicTacToe, mv: &Square, reply: &Square) -> bool {
    let mut after = position.clone();
    after.advance(mv, &mut ());
    after.is_legal(reply) && wins(&after, reply)
}

impl ReviewRules for TicTacToe {
    const TURNING_POINT: f64 = 0.5;
    const LOST: Option<f64> = Some(-1.0);
    const RANGE: (f64, f64) = (-1.0, 1.0);

    fn review(&self, played: Option<&Square>, _: u64, limits: &SearchLimits) -> PositionReview {
        of_two(self, compared(self, played, limits), || won_by_first(self.outcome()))
    }

    fn reason_for(&self, mv: &Square) -> Option<MoveReason> {
        if wins(self, mv) {
            return Some(MoveReason::Wins);
        }
        let other = self.legal_moves().into_iter().find(|other| other != mv)?;
        is_answered_by_win(self, &other, mv).then(|| MoveReason::Blocks(mv.cell(self.size())))
    }

    fn reason_against(&self, played: &Square, best: &Square) -> Option<MoveReason> {
        if wins(self, best) && !wins(self, played) {
            return Some(MoveReason::Wins);
        }
        is_answered_by_win(self, played, best).then(|| MoveReason::Blocks(best.cell(self.size())))
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::review::{MoveReason, reason_against, reason_for};
    use crate::bots::tests::opening;
    use crate::games::Cell;

    #[test]
    fn a_missed_line_is_a_win_or_a_block() {
        let position = opening("tictactoe", "", 2, "a1 b1 a2 b2");
        assert_eq!(reason_for(&position, "a3"), Some(MoveReason::Wins));
        assert_eq!(reason_against(&position, "c3", "a3"), Some(MoveReason::Wins));
        assert_eq!(reason_against(&position, "a3", "b3"), None);
        let position = opening("tictactoe", "", 2, "a1 b2 c3 a3");
        assert!(matches!(reason_for(&position, "c1"), Some(MoveReason::Blocks(Cell(_)))));
        assert!(matches!(reason_against(&position, "b1", "c1"), Some(MoveReason::Blocks(_))));
        assert_eq!(reason_for(&opening("tictactoe", "", 2, ""), "b2"), None);
    }
}

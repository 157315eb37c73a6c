//! Whether one move is clearly best in a position.

use std::collections::BTreeMap;

use crate::bots::review::{PositionReview, least_loss};
use crate::games::Position;

/// The most legal moves of a position: all of them are searched.
const MOST_MOVES: usize = 80;

/// Whether a move is so much better than all others that those would be turning points. Moves that lead to the same position
/// are one move. `false` also if there is no choice, or too much of it.
pub async fn is_clearly_best<E, F: Future<Output = Result<PositionReview, E>>>(
    position: &Position,
    best: &str,
    evaluate: impl Fn(Position) -> F,
) -> Result<bool, E> {
    let Some(seat) = position.to_act().seat() else { return Ok(false) };
    let legal = position.legal();
    if legal.len() > MOST_MOVES {
        return Ok(false);
    }
    let after = |notation: &str| {
        let mut position = position.clone();
        position.play_unseen(notation).ok()?;
        Some((position.text(), position))
    };
    let mut others: BTreeMap<_, _> = legal.iter().filter_map(|notation| after(notation)).collect();
    let Some((same, reached)) = after(best) else { return Ok(false) };
    others.remove(&same);
    if others.is_empty() {
        return Ok(false);
    }
    let value = |review: PositionReview| review.values.get(seat.index()).copied();
    let Some(promised) = value(evaluate(reached).await?) else { return Ok(false) };
    for other in others.into_values() {
        let other = value(evaluate(other).await?);
        if other.is_none_or(|other| promised - other < least_loss(position.game())) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::future::ready;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::bots::review::review;
    use crate::bots::{Endgames, SearchLimits};
    use crate::games::Game;

    /// Whether a move of Tic-Tac-Toe is clearly best after some plies.
    async fn in_tictactoe(plies: &[&str], best: &str) -> bool {
        let mut position = Game::TicTacToe.opening(&Game::TicTacToe.options([]).unwrap(), 2).unwrap();
        for ply in plies {
            position.play(ply).unwrap();
        }
        let cancel = AtomicBool::new(false);
        let limits = SearchLimits {
            nodes: 10_000,
            time: Duration::MAX,
            elapsed: &|| Duration::ZERO,
            cancel: &cancel,
            memory: 0,
            endgames: &Endgames::new(0),
            variety: None,
        };
        let evaluate = |position: Position| ready(Ok::<_, Infallible>(review(&position, None, 1, &limits)));
        is_clearly_best(&position, best, evaluate).await.unwrap()
    }

    #[tokio::test]
    async fn a_move_is_clearly_best_if_all_others_are_worse() {
        assert!(in_tictactoe(&["b2", "a1", "c1"], "a3").await, "all others lose");
        assert!(!in_tictactoe(&["b2", "a1", "c1"], "b1").await);
    }

    #[tokio::test]
    async fn a_position_with_two_equally_good_moves_has_no_best_one() {
        assert!(!in_tictactoe(&["b2", "a2"], "a1").await, "several moves win");
        assert!(!in_tictactoe(&[], "b2").await);
    }

    #[tokio::test]
    async fn without_a_choice_there_is_no_best_move() {
        let all_but_one = ["a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3"];
        assert!(!in_tictactoe(&all_but_one, "b3").await);
        assert!(!in_tictactoe(&["a1", "b1", "a2", "b2", "a3"], "c3").await, "the match is over");
    }
}

//! What there is to say about a move in Tic-Tac-Toe: lines that were to be completed or blocked, and forks.

use super::compared;
use crate::bots::SearchLimits;
use crate::bots::review::{MoveReason, PositionReview, ReviewRules, of_two, wins, won_by_first};
use crate::games::square::Square;
use crate::games::tictactoe::TicTacToe;
use crate::games::{Rules, Seat};

/// Whether the next seat wins with its answer `reply` to a move.
fn is_answered_by_win(position: &TicTacToe, mv: &Square, reply: &Square) -> bool {
    let mut after = position.clone();
    after.advance(mv, &mut ());
    after.is_legal(reply) && wins(&after, reply)
}

fn after(position: &TicTacToe, mv: &Square) -> TicTacToe {
    let mut after = position.clone();
    after.advance(mv, &mut ());
    after
}

/// The directions of lines, in files and ranks.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The squares from one on in a direction, without it.
fn ray(position: &TicTacToe, from: Square, (files, ranks): (i8, i8)) -> impl Iterator<Item = Square> {
    let size = position.size();
    std::iter::successors(Some(from), move |square| square.step(files, ranks, size)).skip(1)
}

/// Whether a mark of a seat on an empty square completes a line.
fn completes(position: &TicTacToe, seat: Seat, square: Square) -> bool {
    let run = |direction| {
        let marked = |at: &Square| position.mark(*at) == Some(seat);
        ray(position, square, direction).take_while(marked).count()
    };
    let is_line = |(files, ranks): (i8, i8)| {
        1 + run((files, ranks)) + run((-files, -ranks)) >= usize::from(position.line())
    };
    position.mark(square).is_none() && DIRECTIONS.into_iter().any(is_line)
}

fn has_winning_square(position: &TicTacToe, seat: Seat) -> bool {
    Square::all(position.size()).any(|square| completes(position, seat, square))
}

/// Whether a move of a seat that cannot win at once threatens to win on two squares, and the other seat cannot win first.
fn forks(position: &TicTacToe, mv: &Square) -> bool {
    let Some(seat) = position.to_act().seat() else { return false };
    !has_winning_square(position, seat) && threatens_twice(position, mv, seat)
}

/// The same for a seat that is known not to win at once: all squares that complete a line then are in line with the move.
fn threatens_twice(position: &TicTacToe, mv: &Square, seat: Seat) -> bool {
    let next = after(position, mv);
    let ways = DIRECTIONS.into_iter().flat_map(|(files, ranks)| [(files, ranks), (-files, -ranks)]);
    let reach = usize::from(position.line());
    let threats = ways
        .flat_map(|way| ray(position, *mv, way).take(reach))
        .filter(|square| completes(&next, seat, *square));
    next.outcome().is_none() && threats.take(2).count() == 2 && !has_winning_square(&next, seat.next(2))
}

/// The first square on which the seat to act can fork. `None` as well if it can win at once.
fn forking_square(position: &TicTacToe) -> Option<Square> {
    let seat = position.to_act().seat().filter(|seat| !has_winning_square(position, *seat))?;
    let is_open = |square: &Square| position.mark(*square).is_none();
    Square::all(position.size()).filter(is_open).find(|square| threatens_twice(position, square, seat))
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
        if forks(self, mv) {
            return Some(MoveReason::Forks);
        }
        let other = self.legal_moves().into_iter().find(|other| other != mv)?;
        is_answered_by_win(self, &other, mv).then(|| MoveReason::Blocks(mv.cell(self.size())))
    }

    fn reason_against(&self, played: &Square, best: &Square) -> Option<MoveReason> {
        if wins(self, best) && !wins(self, played) {
            return Some(MoveReason::Wins);
        }
        if is_answered_by_win(self, played, best) {
            return Some(MoveReason::Blocks(best.cell(self.size())));
        }
        if forks(self, best) && !forks(self, played) && !wins(self, played) {
            return Some(MoveReason::Forks);
        }
        let allowed = forking_square(&after(self, played))?;
        let best = after(self, best);
        let is_avoided = best.outcome().is_some() || !has_winning_square(&best, best.to_act().seat()?);
        let is_avoided = is_avoided && forking_square(&best).is_none();
        is_avoided.then(|| MoveReason::AllowsFork(allowed.cell(self.size())))
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::BotLevel;
    use crate::bots::random::RandomSource;
    use crate::bots::review::{MoveReason, reason_against, reason_for};
    use crate::bots::tests::{chosen, opening};
    use crate::games::{Cell, Position};

    #[test]
    fn a_missed_line_is_a_win_or_a_block() {
        let position = opening("tictactoe", "", 2, "a1 b1 a2 b2");
        assert_eq!(reason_for(&position, "a3"), Some(MoveReason::Wins));
        assert_eq!(reason_against(&position, "c3", "a3"), Some(MoveReason::Wins));
        assert_eq!(reason_against(&position, "a3", "b3"), None);
        let position = opening("tictactoe", "", 2, "a1 b2 a2");
        assert_eq!(reason_for(&position, "a3"), Some(MoveReason::Blocks(Cell(6))));
        assert_eq!(reason_against(&position, "b1", "a3"), Some(MoveReason::Blocks(Cell(6))));
        assert_eq!(reason_for(&opening("tictactoe", "", 2, ""), "b2"), None);
    }

    #[test]
    fn a_fork_and_a_fork_that_is_allowed_are_named() {
        let position = opening("tictactoe", "", 2, "a1 b1 b2 c3");
        assert_eq!(reason_for(&position, "a2"), Some(MoveReason::Forks));
        assert_eq!(reason_against(&position, "a3", "a2"), None, "that is a fork as well");
        assert_eq!(reason_against(&position, "c2", "a2"), Some(MoveReason::Forks));
        let position = opening("tictactoe", "", 2, "a1 b2 c3");
        let allowed = reason_against(&position, "a3", "b1");
        assert_eq!(allowed, Some(MoveReason::AllowsFork(Cell(2))), "the other corner");
    }

    #[test]
    fn an_open_three_that_is_left_lets_the_opponent_make_an_open_four() {
        let position = opening("tictactoe", "size=15,line=5", 2, "g8 a1 h8 a3 i8");
        assert!(matches!(reason_against(&position, "o15", "j8"), Some(MoveReason::AllowsFork(_))));
        assert_eq!(reason_against(&position, "f8", "j8"), None);
    }

    /// Positions of matches at random and of Casual against itself.
    fn positions() -> Vec<Position> {
        let mut positions = Vec::new();
        for (pairs, matches) in [("", 26), ("size=5,line=4", 4), ("size=15,line=5", 1)] {
            for seed in 0..matches {
                let (mut random, mut position) =
                    (RandomSource::new(seed), opening("tictactoe", pairs, 2, ""));
                while position.to_act().seat().is_some() {
                    positions.push(position.clone());
                    let legal = position.legal();
                    let at_random = legal[random.below(legal.len() as u32) as usize].clone();
                    let is_random = seed % 2 == 1;
                    let mut casual = || chosen(&position, BotLevel::Casual, random.next(), 3000).unwrap().mv;
                    let mv = if is_random { at_random } else { casual() };
                    position.play(&mv).unwrap();
                }
            }
        }
        positions
    }

    fn played(position: &Position, mv: &str) -> Position {
        let mut after = position.clone();
        after.play_unseen(mv).unwrap();
        after
    }

    /// Whether a move wins at once.
    fn ends(position: &Position, mv: &str) -> bool {
        played(position, mv).outcome().is_some_and(|outcome| !outcome.is_draw())
    }

    fn can_win(position: &Position) -> bool {
        position.legal().iter().any(|mv| ends(position, mv))
    }

    /// Whether the seat that has moved wins with its next move whatever the other seat answers, and that one cannot win.
    fn is_fork(position: &Position, mv: &str) -> bool {
        let after = played(position, mv);
        let answers = after.legal();
        !answers.is_empty()
            && !can_win(&after)
            && answers.iter().all(|answer| can_win(&played(&after, answer)))
    }

    #[test]
    fn every_reason_that_is_named_is_true_by_the_rules() {
        let (positions, mut named, mut random) = (positions(), [0; 4], RandomSource::new(3));
        assert!(positions.len() >= 200, "{}", positions.len());
        for position in &positions {
            let mut legal = position.legal();
            // Some moves of a large board are enough.
            while legal.len() > 9 {
                legal.swap_remove(random.below(legal.len() as u32) as usize);
            }
            let name = |cell: Cell| position.cell_name(cell).to_string();
            let is_block = |other: &str, mv: &str| {
                let after = played(position, other);
                after.legal().iter().any(|reply| reply == mv) && ends(&after, mv)
            };
            for mv in &legal {
                match reason_for(position, mv) {
                    Some(MoveReason::Wins) => assert!(ends(position, mv)),
                    Some(MoveReason::Forks) => assert!(is_fork(position, mv), "{} {mv}", position.text()),
                    Some(MoveReason::Blocks(_)) => {
                        assert!(position.legal().iter().any(|other| other != mv && is_block(other, mv)));
                    }
                    reason => assert_eq!(reason, None),
                }
                for best in &legal {
                    let what = format!("{} {mv} {best}", position.text());
                    match reason_against(position, mv, best) {
                        Some(MoveReason::Wins) => {
                            assert!(ends(position, best) && !ends(position, mv), "{what}");
                            named[0] += 1;
                        }
                        Some(MoveReason::Blocks(cell)) => {
                            assert!(name(cell) == *best && is_block(mv, best), "{what}");
                            named[1] += 1;
                        }
                        Some(MoveReason::Forks) => {
                            assert!(is_fork(position, best) && !is_fork(position, mv), "{what}");
                            named[2] += 1;
                        }
                        Some(MoveReason::AllowsFork(cell)) => {
                            assert!(is_fork(&played(position, mv), &name(cell)), "{what}");
                            let after = played(position, best);
                            assert!(
                                !can_win(&after) && !after.legal().iter().any(|mv| is_fork(&after, mv)),
                                "{what}"
                            );
                            named[3] += 1;
                        }
                        reason => assert_eq!(reason, None),
                    }
                }
            }
        }
        assert!(named.iter().all(|count| *count > 0), "{named:?}");
    }
}

use crate::bots::BotLevel;
use crate::bots::tests::{best, chosen, opening};

#[test]
fn three_by_three_is_a_draw() {
    let choice = best(&opening("tictactoe", "", 2, ""), 1_000_000);
    assert_eq!(choice.value, 0.0);
    assert!(choice.nodes < 100_000);
}

/// The levels that have outgrown overlooking a line of their own.
const FROM_CASUAL: &[BotLevel] = BotLevel::ALL.split_at(2).1;

#[test]
fn levels_outgrow_missing_their_own_lines_then_blocks_and_at_last_forks() {
    let missed = |plies: &str, right: &[&str]| {
        let position = opening("tictactoe", "", 2, plies);
        let wrong = |level: BotLevel| {
            let moves = (0..100).map(|seed| chosen(&position, level, seed, 3000).unwrap().mv);
            moves.filter(|mv| !right.contains(&&**mv)).count()
        };
        BotLevel::ALL.map(wrong)
    };
    let [_, beginner, rest @ ..] = missed("a1 b1 a2 b2", &["a3"]);
    assert!((2..40).contains(&beginner) && rest == [0; 5], "own lines: {beginner} {rest:?}");
    let [_, beginner, casual, intermediate, rest @ ..] = missed("a1 b2 a2", &["a3"]);
    let falls = beginner > casual && casual > intermediate && intermediate > 10;
    assert!(falls && rest == [0; 3], "blocks: {beginner} {casual} {intermediate} {rest:?}");
    // Two opposite corners against the centre: a corner loses to a fork.
    let forks = missed("a1 b2 c3", &["a2", "b1", "b3", "c2"]);
    assert!(forks[..6].iter().all(|forks| *forks > 0) && forks[6] == 0, "forks: {forks:?}");
}

#[test]
fn every_level_from_casual_on_completes_its_line() {
    for (pairs, plies, winning) in
        [("", "a1 b1 a2 b2", "a3"), ("size=15,line=5", "c8 c1 d8 d1 e8 e1 f8 g8", "b8")]
    {
        for (level, seed) in FROM_CASUAL.iter().flat_map(|level| (0..20).map(move |seed| (*level, seed))) {
            let choice = chosen(&opening("tictactoe", pairs, 2, plies), level, seed, 3000).unwrap();
            assert_eq!(choice.mv, winning, "{level:?}");
        }
    }
}

#[test]
fn every_level_from_casual_on_completes_its_line_even_with_a_single_node() {
    for level in FROM_CASUAL {
        let choice = chosen(&opening("tictactoe", "", 2, "a1 b1 a2 b2"), *level, 5, 1).unwrap();
        assert_eq!(choice.mv, "a3", "{level:?}");
    }
}

#[test]
fn a_line_of_the_other_seat_is_blocked() {
    for (pairs, plies, blocking) in [("", "a1 b2 a2", "a3"), ("size=15,line=5", "c8 g8 d8 a1 e8 c1 f8", "b8")]
    {
        for level in [BotLevel::Advanced, BotLevel::Expert, BotLevel::Master] {
            assert_eq!(chosen(&opening("tictactoe", pairs, 2, plies), level, 5, 3000).unwrap().mv, blocking);
        }
    }
}

/// An open four cannot be stopped, so the open three before it has to be answered.
#[test]
fn an_open_three_is_answered_and_an_open_four_is_made() {
    let three = opening("tictactoe", "size=15,line=5", 2, "g8 a1 h8 a3 i8");
    let answer = best(&three, 20_000).mv;
    assert!(["f8", "j8", "e8", "k8"].contains(&answer.as_str()), "{answer}");
    let four = opening("tictactoe", "size=15,line=5", 2, "g8 a1 h8 a3 i8 o15");
    assert_eq!(best(&four, 20_000).value, 1.0);
}

use crate::bots::BotLevel;
use crate::bots::tests::{best, chosen, opening};

#[test]
fn three_by_three_is_a_draw() {
    let choice = best(&opening("tictactoe", "", 2, ""), 1_000_000);
    assert_eq!(choice.value, 0.0);
    assert!(choice.nodes < 100_000);
}

#[test]
fn every_level_completes_its_line() {
    for (pairs, plies, winning) in
        [("", "a1 b1 a2 b2", "a3"), ("size=15,line=5", "c8 c1 d8 d1 e8 e1 f8 g8", "b8")]
    {
        for level in BotLevel::ALL {
            assert_eq!(chosen(&opening("tictactoe", pairs, 2, plies), level, 5, 3000).unwrap().mv, winning);
        }
    }
}

#[test]
fn every_level_completes_its_line_even_with_a_single_node() {
    for level in BotLevel::ALL {
        let choice = chosen(&opening("tictactoe", "", 2, "a1 b1 a2 b2"), level, 5, 1).unwrap();
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

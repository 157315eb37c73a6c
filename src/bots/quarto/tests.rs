use crate::bots::BotLevel;
use crate::bots::tests::{best, chosen, opening};

#[test]
fn a_piece_that_wins_is_placed_where_it_wins() {
    let position = opening("quarto", "", 2, "4 a1 d b1 6 c1 f");
    for level in BotLevel::ALL {
        let choice = chosen(&position, level, 3, 5000).unwrap();
        assert_eq!(choice.mv, "d1", "{level:?}");
    }
    assert_eq!(best(&position, 1000).value, 1.0);
}

/// Three tall pieces stand in a row: whoever gets a tall one wins.
#[test]
fn a_piece_that_wins_is_not_given_while_there_is_another() {
    let position = opening("quarto", "", 2, "4 a1 d b1 6 c1 0 d4");
    for level in [BotLevel::Advanced, BotLevel::Expert, BotLevel::Master] {
        for seed in 0..5 {
            let given = chosen(&position, level, seed, 3000).unwrap().mv;
            assert!(["1", "2", "3", "8", "9", "a", "b"].contains(&given.as_str()), "{level:?} gave {given}");
        }
    }
}

#[test]
fn the_end_of_a_match_is_solved() {
    let position = opening("quarto", "", 2, "0 a1 f b2 3 c1 c d2 5 b1 a a4 9 d3 6 c4");
    let choice = best(&position, 2_000_000);
    assert!([-1.0, 0.0, 1.0].contains(&choice.value), "{choice:?}");
    assert!(choice.nodes < 2_000_000);
}

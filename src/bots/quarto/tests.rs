use std::sync::atomic::AtomicBool;

use crate::bots::random::RandomSource;
use crate::bots::tests::{best, chosen, limits, opening};
use crate::bots::{BotLevel, solve};
use crate::games::ToAct;

#[test]
fn a_piece_that_wins_is_placed_where_it_wins() {
    let position = opening("quarto", "", 2, "4 a1 d b1 6 c1 f");
    for level in BotLevel::ALL.into_iter().filter(|level| *level != BotLevel::FirstSteps) {
        let choice = chosen(&position, level, 3, 5000).unwrap();
        assert_eq!(choice.mv, "d1", "{level:?}");
    }
    assert_eq!(best(&position, 1000).value, 1.0);
}

/// Three tall pieces stand in a row: the seat that gets a tall one wins.
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

/// Master plays itself after some plies at random, as many matches as `PARLOUR_SELF_PLAY` says when the test is built, or 2. In
/// positions that the solver proves, no move gives away a win or a draw.
#[test]
fn the_solver_refutes_no_move_of_master_against_itself() {
    let matches = option_env!("PARLOUR_SELF_PLAY").map_or(2, |number| number.parse().unwrap());
    let (cancel, mut checked) = (AtomicBool::new(false), 0);
    for number in 0..matches {
        let mut random = RandomSource::stream(16, number);
        let mut position = opening("quarto", "", 2, "");
        let mut plies = 0;
        while let ToAct::Seat(seat) = position.to_act() {
            let legal = position.legal();
            if plies < 15 {
                let mut next = position.clone();
                next.play_unseen(&legal[random.below(legal.len() as u32) as usize]).unwrap();
                // A match that a random ply ends says nothing about Master.
                position = if next.to_act() == ToAct::Nobody { break } else { next };
                plies += 1;
                continue;
            }
            let choice = chosen(&position, BotLevel::Master, random.next(), 3_000_000).unwrap();
            if let Some(proven) = solve(&position, &limits(3_000_000, &cancel)) {
                position.play_unseen(&choice.mv).unwrap();
                let after = match position.to_act() {
                    ToAct::Nobody => position.outcome().map(|outcome| match outcome.places() {
                        [1, 1] => 0.0,
                        places => {
                            if places[seat.index()] == 1 {
                                1.0
                            } else {
                                -1.0
                            }
                        }
                    }),
                    ToAct::Seat(next) => solve(&position, &limits(3_000_000, &cancel))
                        .map(|after| if next == seat { after.value } else { -after.value }),
                    ToAct::Chance { .. } => None,
                };
                assert!(after.is_none_or(|after| after == proven.value), "match {number}: {}", choice.mv);
                checked += u32::from(after.is_some());
            } else {
                position.play_unseen(&choice.mv).unwrap();
            }
        }
    }
    assert!(checked > 0);
}

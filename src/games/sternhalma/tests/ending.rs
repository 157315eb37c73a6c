use super::*;

/// Seat 0 can fill its target with m7-n3, and then has seven marbles there beside three of the other seat.
const SEVEN: &str = "
                        1
                       1 1
                      0 0 0
                     0 0 . 0
            . . . . . . 0 . . . . . .
             . . . . . . . . . . . .
              . . . . . . . . . . .
               . . . . . . . . . .
                . . . . . . . . .
               . . . . 1 1 1 1 . .
              . . . . . 1 1 . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .
                     0 . . 1
                      . . .
                       0 .
                        0";

#[test]
fn a_full_target_with_seven_marbles_of_its_seat_finishes() {
    let mut position = star("finish=filled", 2, SEVEN);
    let effects = position.apply(&go("m7-n3"));
    assert_eq!(position.outcome().unwrap().places(), [1, 2]);
    assert_eq!(position.finished(), [Seat::new(0)]);
    let lit: board::HoleSet = position.highlighted_cells().into_iter().fold(0, |set, cell| set | hole(cell));
    assert_eq!(lit, board::target(2, Seat::new(0)).holes(), "the target of the winner is lit");
    assert!(matches!(effects[..], [Effect::Travel { .. }]), "nobody's turn follows the end");
}

#[test]
fn a_full_target_with_six_marbles_of_its_seat_does_not_finish() {
    let mut position = give(&star("finish=filled", 2, SEVEN), "o2", Some(1));
    play_all(&mut position, "m7-n3");
    assert_eq!(position.outcome(), None);
}

#[test]
fn a_target_with_an_empty_hole_does_not_finish() {
    let mut position = give(&star("finish=filled", 2, SEVEN), "p1", None);
    play_all(&mut position, "m7-n3");
    assert_eq!(position.outcome(), None);
}

#[test]
fn with_own_ten_marbles_of_others_in_the_target_prevent_finishing() {
    let mut position = star("finish=own_ten", 2, SEVEN);
    play_all(&mut position, "m7-n3");
    assert_eq!(position.outcome(), None);
    let mut position = give(&star("finish=own_ten", 2, SEVEN), "q1 p1 p2", Some(0));
    play_all(&mut position, "m7-n3");
    assert_eq!(position.outcome().unwrap().places(), [1, 2]);
}

/// Seat 1 can fill seat 0's target with m7-n3; seat 0 cannot move after that.
const FILLED_BY_A_STRANGER: &str = "
                        0
                       0 0
                      0 0 0
                     0 0 . 0
            . . . . . . 1 . . . . . .
             . . . . . . . . . . . .
              . . . . . . . . . . .
               . . . . . . . . . .
                . . . . . . . . .
               . . . . 1 . . . . .
              . . . . . . . . . . .
             . . . . . . . . . . . .
            . . . . . . . . . . . . .
                     . . . .
                      1 1 1
                       1 1
                        0";

#[test]
fn a_seat_can_finish_only_with_its_own_ply_which_may_be_a_pass() {
    let mut position = star("", 2, FILLED_BY_A_STRANGER);
    position.acting = Seat::new(1);
    play_all(&mut position, "m7-n3");
    assert_eq!((position.outcome(), position.legal_moves()), (None, vec![SternhalmaMove::Pass]));
    play_all(&mut position, "pass");
    assert_eq!(position.outcome().unwrap().places(), [1, 2]);
}

#[test]
fn distance_left_counts_to_the_farthest_target_hole_without_a_marble_of_the_seat() {
    // Seat 0 lacks the four holes q1, p1, p2 (occupied by the other seat) and n3: all four marbles outside count to q1.
    let position = star("", 2, SEVEN);
    let steps = |from: &str| u16::from(board::distance(cell(from).unwrap(), cell("q1").unwrap()));
    assert_eq!(steps("a1"), 16);
    let outside = ["m7", "d1", "b1", "a1"].map(steps);
    assert_eq!(position.distance_left(Seat::new(0)), outside.iter().sum::<u16>());
    // If only n3 is missing, every marble outside counts to n3.
    let position = star("", 2, FILLED_BY_A_STRANGER);
    assert_eq!(position.distance_left(Seat::new(0)), 13);
}

#[test]
fn the_ranking_before_the_end_is_by_distance_left() {
    assert_eq!(opening("", 6).ranking_if_stopped().places(), [1; 6]);
    let mut position = opening("", 3);
    play_all(&mut position, "d2-e6");
    assert_eq!(position.ranking_if_stopped().places(), [1, 2, 2]);
}

/// Three seats, each one step from finishing: m7-n3, h9-h10, h2-h1.
const ONE_STEP_EACH: &str = "
                        0
                       0 0
                      0 0 0
                     0 0 . 0
            . . . . . . 0 . . . . . .
             . . . . . . . . . . . .
              . . . . . . . . . . .
               . . . . . . . . . .
                . . . . . . . . .
               . 2 . . . . . . 1 .
              2 2 . . . . . . . 1 1
             2 2 2 . . . . . . 1 1 1
            2 2 2 2 . . . . . 1 1 1 1
                     . . . .
                      . . .
                       . .
                        .";

#[test]
fn without_playing_on_the_match_ends_at_the_first_finisher() {
    let mut position = star("play_on=off", 3, ONE_STEP_EACH);
    play_all(&mut position, "m7-n3");
    assert_eq!(position.outcome().unwrap().places(), [1, 2, 2]);
}

#[test]
fn the_seats_behind_the_first_finisher_are_placed_by_distance_left() {
    let mut position = star("play_on=off", 3, ONE_STEP_EACH);
    play_all(&mut position, "m7-m6 h9-h8 h2-i2 m6-m7 h8-h7 i2-h2 m7-n3");
    assert_eq!(position.outcome().unwrap().places(), [1, 3, 2]);
}

#[test]
fn with_play_on_seats_are_placed_in_the_order_of_finishing_and_then_skipped() {
    let mut position = star("play_on=on", 3, ONE_STEP_EACH);
    play_all(&mut position, "m7-n3");
    assert_eq!((position.outcome(), position.ranking_if_stopped().places()), (None, &[1, 2, 2][..]));
    assert_eq!(position.to_act(), ToAct::Seat(Seat::new(1)));
    play_all(&mut position, "h9-h8 h2-i2");
    assert_eq!(position.to_act(), ToAct::Seat(Seat::new(1)));
    assert!(position.text().ends_with(" 1 0"));
    play_all(&mut position, "h8-h9 i2-h2 h9-h8 h2-h1");
    assert_eq!(position.outcome().unwrap().places(), [1, 3, 2]);
    assert!(position.text().ends_with(" - 0,2"));
}

#[test]
fn with_play_on_two_seats_end_at_the_first_finisher() {
    let mut position = star("play_on=on", 2, SEVEN);
    play_all(&mut position, "m7-n3");
    assert_eq!(position.outcome().unwrap().places(), [1, 2]);
}

#[test]
fn with_play_on_the_rest_are_placed_by_distance_left_when_the_match_ends_otherwise() {
    let mut position = star("play_on=on", 3, ONE_STEP_EACH);
    position.turns = [7, 199, 198, 0, 0, 0];
    play_all(&mut position, "m7-n3 h9-h8");
    assert_eq!(position.outcome(), None, "seat 2 has a turn left");
    play_all(&mut position, "h2-i2");
    assert_eq!(position.outcome(), None);
    play_all(&mut position, "h8-h9");
    position.turns[2] = 199;
    play_all(&mut position, "i2-h2");
    assert_eq!(position.outcome().unwrap().places(), [1, 2, 2]);
}

#[test]
fn the_third_occurrence_ends_the_match_and_the_opening_is_the_first() {
    let mut position = opening("", 2);
    play_all(&mut position, "d2-e6 n2-m6 e6-d2 m6-n2 d2-e6 n2-m6 e6-d2");
    assert_eq!(position.outcome(), None);
    play_all(&mut position, "m6-n2");
    assert_eq!(position.outcome().unwrap().places(), [1, 1]);
    assert_eq!(position.legal_moves(), []);
}

#[test]
fn the_same_board_with_another_seat_to_act_is_a_different_position() {
    let mut position = opening("", 2);
    let board = |position: &Sternhalma| position.text()[..position.text().len() - 1].to_owned();
    let first = board(&position);
    play_all(&mut position, "d2-e6 n2-m6 e6-e7 m6-n2 e7-d2");
    assert_eq!((board(&position), position.to_act()), (first.clone(), ToAct::Seat(Seat::new(1))));
    play_all(&mut position, "n2-m6 d2-e6 m6-m7 e6-d2 m7-n2");
    assert_eq!((board(&position), position.to_act()), (first, ToAct::Seat(Seat::new(0))));
    assert_eq!(position.outcome(), None);
}

#[test]
fn occurrences_count_boards_whichever_marble_stands_where() {
    let mut position = opening("", 2);
    // d2 and d3 swap their places on the way.
    play_all(
        &mut position,
        "d2-e6 n2-m6 e6-f6 m6-n2 d3-e7 n2-m6 e7-e6 m6-n2 e6-d2 n2-m6 f6-e7 m6-n2 e7-d3 n2-m6",
    );
    assert_ne!(position.places[0], opening("", 2).places[0]);
    play_all(&mut position, "d2-e6 m6-n2 e6-d2 n2-m6 d2-e6 m6-n2");
    assert_eq!(position.outcome(), None);
    play_all(&mut position, "e6-d2");
    assert!(position.outcome().is_some(), "as after the first e7-d3");
}

#[test]
fn occurrences_are_counted_over_the_whole_match() {
    let round = |seat: [&str; 10]| -> Vec<String> {
        (0..10).map(|step| format!("{}-{}", seat[step], seat[(step + 1) % 10])).collect()
    };
    let south = round(["d2", "e7", "e8", "e9", "f9", "g8", "g7", "g6", "f6", "e6"]);
    let north = round(["n3", "m7", "m6", "m5", "l4", "k4", "k5", "k6", "l7", "m8"]);
    let mut position = opening("", 2);
    let rounds = south.iter().zip(&north).cycle().take(20);
    for (index, (south, north)) in rounds.enumerate() {
        assert_eq!(position.outcome(), None, "after {index} turns each");
        play_all(&mut position, &format!("{south} {north}"));
    }
    assert!(position.outcome().is_some());
}

#[test]
fn two_hundred_turns_each_end_the_match() {
    let mut position = opening("", 2);
    position.turns = [199, 199, 0, 0, 0, 0];
    play_all(&mut position, "d2-e6");
    assert_eq!(position.outcome(), None);
    play_all(&mut position, "n2-m6");
    assert_eq!(position.outcome().unwrap().places(), [1, 1]);
}

#[test]
fn finishing_is_checked_before_the_turn_limit() {
    let near = give(&star("", 2, SEVEN), "h5 h6 h7 h8 g6 g7", None);
    let mut position = give(&give(&near, "q1", Some(0)), "b2 c1 c2 c3 d2 d3", Some(1));
    position.turns = [199, 200, 0, 0, 0, 0];
    play_all(&mut position, "m7-n3");
    assert_eq!(position.outcome().unwrap().places(), [1, 2]);
    assert!(position.distance_left(Seat::new(0)) > position.distance_left(Seat::new(1)));
}

#[test]
fn a_skipped_seat_uses_its_turn_but_does_not_finish() {
    let mut position = give(&star("", 3, ONE_STEP_EACH), "n3", Some(2));
    position.acting = Seat::new(0);
    position.skip();
    assert_eq!((position.outcome(), position.to_act()), (None, ToAct::Seat(Seat::new(1))));
    assert_eq!((position.turns(Seat::new(0)), position.turns(Seat::new(1))), (1, 0));
    assert!(position.has_reached_target(Seat::new(0)));
}

#[test]
fn skipped_turns_count_towards_the_third_occurrence() {
    let mut position = opening("", 3);
    for round in 0..4 {
        assert_eq!(position.outcome(), None, "in round {round}");
        let plies = if round % 2 == 0 { ["d2-e6", "m4-l4"] } else { ["e6-d2", "l4-m4"] };
        play_all(&mut position, &plies.join(" "));
        position.skip();
    }
    assert!(position.outcome().is_some());
}

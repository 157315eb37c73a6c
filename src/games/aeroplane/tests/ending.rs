use super::*;

#[test]
fn the_first_seat_with_four_planes_home_wins_and_the_match_ends() {
    let mut position = at("", "56,56,56,54/30,0,H,56 m0 2 -");
    let effects = play_all(&mut position, "4");
    assert_eq!(position.text(), "56,56,56,56/30,0,H,56 - - -");
    assert_eq!(position.outcome().unwrap().places(), [1, 2]);
    assert_eq!((position.to_act(), lights(&effects)), (ToAct::Nobody, vec!["all four home"]));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Turn(_))), "nobody's turn follows the end");
    assert_eq!(position.highlighted_cells(), [AeroplaneSpot::Home(board::PlaneColour::Yellow).cell()]);
}

#[test]
fn the_others_are_placed_by_the_sum_of_progress_with_ties() {
    // In the hangar 0, on the pad 1, then progress + 1: 2 + 1 + 1, 4 and 2.
    let mut position = at("", "1,0,0,H/56,56,56,55/3,H,H,H/1,H,H,H m1 1 -");
    play_all(&mut position, "4");
    assert_eq!([0, 2, 3].map(|seat| position.points(Seat::new(seat))), [4, 4, 2]);
    assert_eq!(position.outcome().unwrap().places(), [2, 1, 2, 4]);
}

#[test]
fn a_six_that_ends_the_match_earns_no_roll() {
    assert_leads("", "56,56,56,54/H,H,H,H m0 6 -", "4", "56,56,56,56/H,H,H,H - - -");
}

#[test]
fn play_goes_on_with_the_next_seat_also_after_a_six() {
    let before = "56,56,56,54/H,H,H,H/3,H,H,H m0 6 - -";
    assert_leads("play_on=on", before, "4", "56,56,56,56/H,H,H,H/3,H,H,H c1 - - 0");
}

#[test]
fn a_finished_seat_is_skipped_and_the_last_one_takes_the_last_place() {
    let before = "56,56,56,56/H,H,H,H/3,H,H,H c2 - - 0";
    assert_leads("play_on=on", before, "d1 1", "56,56,56,56/H,H,H,H/4,H,H,H c1 - - 0");
    let mut position = at("play_on=on", "56,56,56,56/H,H,H,H/56,56,56,55 c1 - - 0");
    assert!(position.has_finished(Seat::new(0)) && !position.has_finished(Seat::new(1)));
    play_all(&mut position, "d1");
    assert_eq!(position.text(), "56,56,56,56/H,H,H,H/56,56,56,55 c2 - - 0");
    play_all(&mut position, "d5 4");
    assert_eq!(position.text(), "56,56,56,56/H,H,H,H/56,56,56,56 - - - 0,2");
    assert_eq!(position.outcome().unwrap().places(), [1, 3, 2]);
}

#[test]
fn seats_are_placed_in_the_order_of_finishing() {
    let mut position = at("play_on=on", "56,56,56,55/56,56,56,56/56,56,56,56/9,H,H,H c0 - - 2,1");
    assert_eq!(position.ranking_if_stopped().places(), [3, 2, 1, 4]);
    play_all(&mut position, "d1 4");
    assert_eq!(position.outcome().unwrap().places(), [3, 2, 1, 4]);
}

#[test]
fn the_ranking_before_the_end_is_by_the_sum_of_progress() {
    assert_eq!(opening("", 4).ranking_if_stopped().places(), [1; 4]);
    assert_eq!(at("", "0,H,H,H/1,H,H,H/H,H,H,H c0 - -").ranking_if_stopped().places(), [2, 1, 3]);
}

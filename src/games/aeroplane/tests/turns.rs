use super::*;

#[test]
fn a_roll_without_a_legal_move_passes_the_turn() {
    let mut position = opening("", 2);
    let effects = play_all(&mut position, "d5");
    assert_eq!(position.text(), "H,H,H,H/H,H,H,H c1 - -");
    assert_eq!(effects, [Effect::Roll { face: 5 }, Effect::Turn(Seat::new(1))]);
}

#[test]
fn a_six_without_a_legal_move_passes_the_turn_too() {
    let stuck = "56,56,56,55/H,H,H,H c0 - -";
    assert_leads("finish=exact", stuck, "d6", "56,56,56,55/H,H,H,H c1 - -");
}

#[test]
fn a_roll_with_a_legal_move_waits_for_the_move() {
    let mut position = opening("", 2);
    assert_eq!(play_all(&mut position, "d6"), [Effect::Roll { face: 6 }]);
    assert_eq!(position.text(), "H,H,H,H/H,H,H,H m0 6 -");
    assert_eq!((position.to_act(), position.die()), (ToAct::Seat(Seat::new(0)), Some(6)));
}

#[test]
fn a_six_that_was_used_earns_another_roll_and_no_other_face_does() {
    assert_leads("", "H,H,H,H/H,H,H,H c0 - -", "d6 3", "H,H,0,H/H,H,H,H c0 - 3");
    assert_leads("", "H,H,H,H/H,H,H,H c0 - -", "d6 3 d6 3", "H,H,10,H/H,H,H,H c0 - 3,3");
    assert_leads("", "H,H,H,H/H,H,H,H c0 - -", "d6 3 d6 1 d2 3", "0,H,6,H/H,H,H,H c1 - -");
    assert_leads("launch=even", "H,H,H,H/H,H,H,H c0 - -", "d4 1", "0,H,H,H/H,H,H,H c1 - -");
    assert_leads("launch=five_six", "H,H,H,H/H,H,H,H c0 - -", "d5 2", "H,0,H,H/H,H,H,H c1 - -");
}

#[test]
fn the_third_six_moves_nothing_and_sends_back_what_the_first_two_moved() {
    let mut position = at("", "H,3,20,H/H,H,H,H c0 - -");
    let effects = play_all(&mut position, "d6 1 d6 2 d6");
    assert_eq!(position.text(), "H,H,20,H/H,H,H,H c1 - -");
    assert_eq!(travels(&effects), ["0: yellow hangar 1", "1: yellow hangar 2"]);
    assert_eq!(lights(&effects), ["the third six"]);
}

#[test]
fn the_third_six_sends_a_plane_back_once_that_was_moved_twice() {
    assert_leads("", "H,H,H,H/H,H,H,H c0 - -", "d6 1 d6 1 d6", "H,H,H,H/H,H,H,H c1 - -");
}

#[test]
fn planes_that_reached_home_with_a_six_stay_home_at_the_third() {
    assert_leads("", "52,31,H,H/H,H,H,H c0 - -", "d6 1 d6 2 d6", "56,H,H,H/H,H,H,H c1 - -");
    let mut position = at("", "52,51,0,H/H,H,H,H c0 - -");
    let effects = play_all(&mut position, "d6 1 d6 2 d6");
    assert_eq!(position.text(), "56,56,0,H/H,H,H,H c1 - -");
    assert_eq!(effects, [Effect::Roll { face: 6 }, Effect::Turn(Seat::new(1))]);
}

#[test]
fn without_the_three_sixes_rule_the_turn_goes_on_and_every_six_is_recorded() {
    let plies = "d6 1 d6 1 d6 2 d6 2 d1 1";
    let after = "11,10,H,H/H,H,H,H c1 - -";
    assert_leads("three_sixes=off", "H,H,H,H/H,H,H,H c0 - -", plies, after);
    let four = plies.rsplitn(3, ' ').last().unwrap();
    let expected = "10,10,H,H/H,H,H,H c0 - 1,1,2,2";
    assert_leads("three_sixes=off", "H,H,H,H/H,H,H,H c0 - -", four, expected);
}

#[test]
fn more_sixes_than_fit_inline_are_recorded_and_read_back() {
    // A plane that bounces back to its own cell uses a six each time.
    let mut position = at("three_sixes=off,finish=bounce", "53,H,H,H/H,H,H,H c0 - -");
    play_all(&mut position, &"d6 1 ".repeat(20));
    assert_eq!(position.text(), format!("53,H,H,H/H,H,H,H c0 - {}", ["1"; 20].join(",")));
    assert_eq!(at("three_sixes=off,finish=bounce", &position.text()), position);
}

#[test]
fn seats_play_in_turn_order_and_two_seats_are_opposite() {
    let mut position = opening("", 3);
    for seat in [1, 2, 0] {
        play_all(&mut position, "d1");
        assert_eq!(position.to_act(), ToAct::Chance { for_seat: Seat::new(seat) });
    }
    let colours =
        |seats| Seat::first(seats).map(|seat| opening("", seats).colour(seat).name()).collect::<Vec<_>>();
    assert_eq!(colours(2), ["yellow", "red"]);
    assert_eq!(colours(3), ["yellow", "blue", "red"]);
    assert_eq!(colours(4), ["yellow", "blue", "red", "green"]);
}

#[test]
fn a_seat_that_dropped_out_is_skipped_before_a_roll_or_a_move() {
    for text in ["H,H,H,H/3,H,H,H/H,H,H,H c1 - 1", "H,H,H,H/3,H,H,H/H,H,H,H m1 4 -"] {
        let mut position = at("", text);
        position.skip();
        assert_eq!(position.text(), "H,H,H,H/3,H,H,H/H,H,H,H c2 - -");
    }
}

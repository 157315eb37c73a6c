use super::*;

#[test]
fn seat_1_may_take_over_seat_0s_side_as_its_first_ply() {
    let mut position = opening("swap=on");
    play_all(&mut position, "3 6");
    assert_eq!(acting(&position), Some(1));
    assert_eq!(position.legal_moves().last(), Some(&KalahMove::Swap));
    assert_eq!((position.count_legal_moves(), position.clicks(&KalahMove::Swap).len()), (7, 0));
    let played = go(&mut position, "swap");
    assert_drawn(
        &position,
        "0 5 5 0 4 4
        2           0
         5 5 5 5 4 4",
    );
    assert_eq!(acting(&position), Some(0), "seat 0 plays from the other side");
    let [Effect::Exchange(pairs), Effect::Turn(_)] = &played.effects[..] else { panic!("{played:?}") };
    assert!(pairs.len() == 7 && pairs.contains(&(store(0), store(1))), "{pairs:?}");
}

#[test]
fn the_opening_and_the_text_say_that_the_sides_can_be_swapped() {
    let mut position = opening("swap=on");
    assert_eq!(position.text(), "4,4,4,4,4,4/0/4,4,4,4,4,4/0 0 s");
    play_all(&mut position, "1");
    assert_eq!(position.text(), "0,5,5,5,5,4/0/4,4,4,4,4,4/0 1 s");
    let mut unswapped = position.clone();
    play_all(&mut unswapped, "1");
    assert_eq!(unswapped.text(), "0,5,5,5,5,4/0/0,5,5,5,5,4/0 0");
    play_all(&mut position, "swap");
    assert_eq!(position.text(), "4,4,4,4,4,4/0/0,5,5,5,5,4/0 0 S");
    play_all(&mut position, "1");
    assert_eq!(position.text(), "0,5,5,5,5,4/0/0,5,5,5,5,4/0 1 S");
}

#[test]
fn no_other_seat_and_no_later_ply_can_swap() {
    let mut position = opening("swap=on");
    assert_eq!(refused(&position, "swap"), "only the second player may swap sides");
    play_all(&mut position, "1 1");
    assert_eq!(refused(&position, "swap"), "sides can be swapped only on the second player’s first move");
    play_all(&mut position, "2");
    assert_eq!(refused(&position, "swap"), "sides can be swapped only on the second player’s first move");
    let mut position = opening("swap=on");
    play_all(&mut position, "1 swap 1");
    assert_eq!(refused(&position, "swap"), "the sides have already been swapped");
}

#[test]
fn a_second_ply_of_the_same_turn_is_too_late_for_a_swap() {
    let mut position = opening("swap=on");
    play_all(&mut position, "1 3");
    assert_eq!(acting(&position), Some(1), "seat 1 moves again");
    assert!(!position.is_legal(&KalahMove::Swap));
}

#[test]
fn a_match_can_end_before_seat_1_has_made_a_ply() {
    let mut position = opening("houses=2,seeds=1,swap=on");
    play_all(&mut position, "2 1");
    assert_eq!(position.text(), "0,0/3/0,0/1 - s");
    assert_eq!(position.count_legal_moves(), 0);
    assert_eq!(Kalah::from_text(&options("houses=2,seeds=1,swap=on"), 2, "0,0/3/0,0/1 - s"), Ok(position));
}

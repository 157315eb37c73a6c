use super::*;

#[test]
fn seeds_fall_one_by_one_to_the_right_and_then_among_the_opponents_houses() {
    let mut position = board("", 0, "4 4 4 4 4 4  0 0  4 4 4 4 4 4");
    let played = go(&mut position, "5");
    assert_drawn(
        &position,
        "4 4 4 4 5 5
        0           1
         4 4 4 4 0 5",
    );
    let count = |cell, count| Effect::Count { cell, count };
    let seen = [
        count(house(0, 5), 0),
        count(house(0, 6), 5),
        count(store(0), 1),
        count(house(1, 1), 5),
        count(house(1, 2), 5),
        Effect::Turn(Seat::new(1)),
    ];
    assert_eq!(played.effects, seen);
}

#[test]
fn houses_are_counted_by_the_mover_from_their_own_left() {
    let mut position = board("", 1, "4 4 4 4 4 4  0 0  4 4 4 4 4 4");
    go(&mut position, "1");
    assert_drawn(
        &position,
        "4 5 5 5 5 0
        0           0
         4 4 4 4 4 4",
    );
    assert_eq!(acting(&position), Some(0));
}

#[test]
fn the_opponents_store_is_passed_over() {
    let mut position = board("", 0, "0 0 0 0 0 1  9 9  1 0 0 0 0 8");
    go(&mut position, "6");
    assert_drawn(
        &position,
        "1 1 1 1 1 2
        9          10
         2 0 0 0 0 0",
    );
}

#[test]
fn on_a_full_lap_the_house_sown_from_is_sown_too() {
    let mut position = board("houses=3", 0, "0 0 0  0 0  1 0 8");
    go(&mut position, "3");
    assert_drawn(
        &position,
        "1 1 1
        0     2
         2 1 1",
    );
}

#[test]
fn a_lap_that_ends_in_the_house_it_began_in_captures_there() {
    let mut position = board("", 0, "1 1 1 1 1 1  0 0  0 0 13 0 0 0");
    let played = go(&mut position, "3");
    assert_drawn(
        &position,
        "2 2 0 2 2 2
        0            4
         1 1 0 1 1 1",
    );
    assert_eq!(
        played.effects[14..],
        [
            Effect::Highlight { cells: vec![house(0, 3), house(1, 4)], why: "captured" },
            Effect::Gather { from: vec![house(0, 3), house(1, 4)], to: store(0), count: 4 },
            Effect::Turn(Seat::new(1)),
        ]
    );
}

#[test]
fn a_last_seed_in_the_movers_store_moves_again() {
    let mut position = opening("");
    let played = go(&mut position, "3");
    assert_eq!(acting(&position), Some(0));
    let again = Effect::Highlight { cells: vec![store(0)], why: "moves again" };
    assert_eq!(played.effects.last(), Some(&again));
    play_all(&mut position, "6");
    assert_eq!(acting(&position), Some(1));
}

#[test]
fn a_last_seed_in_an_empty_house_of_the_mover_captures_the_house_opposite() {
    let mut position = board("", 1, "3 3 3 3 0 1  2 5  2 5 3 0 6 7");
    go(&mut position, "1");
    assert_drawn(
        &position,
        "3 3 3 3 0 0
        9           5
         2 5 3 0 0 7",
    );
    assert_eq!(acting(&position), Some(0), "the turn passes after a capture");
}

#[test]
fn seeds_sown_into_the_house_opposite_on_the_same_ply_are_captured_too() {
    let mut position = board("houses=3", 0, "1 1 0  0 0  0 2 7");
    go(&mut position, "3");
    assert_drawn(
        &position,
        "2 2 0
        0     3
         1 3 0",
    );
    let mut position = board("houses=3", 0, "1 0 0  0 0  1 0 6");
    go(&mut position, "3");
    assert_drawn(
        &position,
        "2 0 1
        0     3
         2 0 0",
    );
}

#[test]
fn a_last_seed_in_a_house_with_seeds_captures_nothing() {
    let mut position = board("", 0, "3 3 3 3 3 3  0 0  2 0 1 0 0 0");
    go(&mut position, "1");
    assert_drawn(
        &position,
        "3 3 3 3 3 3
        0           0
         0 1 2 0 0 0",
    );
}

#[test]
fn a_last_seed_in_an_empty_house_of_the_opponent_captures_nothing() {
    let mut position = board("", 0, "3 3 3 3 3 0  0 0  3 3 3 3 3 2");
    go(&mut position, "6");
    assert_drawn(
        &position,
        "3 3 3 3 3 1
        0           1
         3 3 3 3 3 0",
    );
    assert_eq!(acting(&position), Some(1));
}

const NOTHING_OPPOSITE: &str = "
         3 0 3 3 3 3
        0           0
         1 0 3 3 3 3";

#[test]
fn a_last_seed_stays_in_its_house_when_the_house_opposite_is_empty() {
    let mut position = board("empty_capture=off", 0, NOTHING_OPPOSITE);
    go(&mut position, "1");
    assert_drawn(&position, "3 0 3 3 3 3  0 0  0 1 3 3 3 3");
    assert_eq!(acting(&position), Some(1));
}

#[test]
fn with_empty_capture_the_last_seed_is_captured_alone() {
    let mut position = board("empty_capture=on", 0, NOTHING_OPPOSITE);
    let played = go(&mut position, "1");
    assert_drawn(&position, "3 0 3 3 3 3  0 1  0 0 3 3 3 3");
    assert_eq!(acting(&position), Some(1));
    let taken = Effect::Gather { from: vec![house(0, 2)], to: store(0), count: 1 };
    assert!(played.effects.contains(&taken), "{:?}", played.effects);
}

#[test]
fn captured_seeds_can_be_added_to_the_house_of_the_last_seed() {
    let mut position = board("captured=house", 0, "3 5 3 3 3 3  0 0  1 0 3 3 3 3");
    let played = go(&mut position, "1");
    assert_drawn(&position, "3 0 3 3 3 3  0 0  0 6 3 3 3 3");
    assert_eq!(acting(&position), Some(1));
    let joined = Effect::Gather { from: vec![house(1, 5)], to: house(0, 2), count: 6 };
    assert!(played.effects.contains(&joined), "{:?}", played.effects);
}

#[test]
fn empty_capture_changes_nothing_when_captures_stay_in_the_house() {
    let mut position = board("captured=house,empty_capture=on", 0, NOTHING_OPPOSITE);
    go(&mut position, "1");
    assert_drawn(&position, "3 0 3 3 3 3  0 0  0 1 3 3 3 3");
}

#[test]
fn each_illegal_move_is_refused_with_its_reason() {
    let position = board("", 0, "3 3 3 3 3 3  0 0  0 3 3 3 3 3");
    assert_eq!(refused(&position, "1"), "house 1 is empty");
    assert_eq!(refused(&position, "7"), "there’s no house 7: yours are 1 to 6");
    assert_eq!(refused(&position, "0"), "there’s no house 0: yours are 1 to 6");
    assert_eq!(refused(&position, "swap"), "swapping sides isn’t allowed in this match");
    for ply in ["", "a1", "03", "+3", "-1", "256", "3 ", "Swap", "pass"] {
        assert!(matches!(play(&mut position.clone(), ply), Err(PlayError::Unreadable { .. })), "{ply}");
    }
}

//! Random matches recorded with an independent implementation of the rules, with their outcomes.

use super::*;

#[track_caller]
fn assert_ends(pairs: &str, plies: &str, text: &str, places: [u8; 2]) {
    let mut position = opening(pairs);
    for ply in plies.split(' ') {
        assert_eq!(position.outcome(), None, "{pairs}: over before {ply}");
        go(&mut position, ply);
    }
    assert_eq!(position.text(), text, "{pairs}");
    assert_eq!(position.outcome().unwrap().places(), places);
}

#[test]
fn a_match_by_the_default_rules() {
    let plies = "3 2 6 3 2 2 1 4 2 5 6 2 6";
    assert_ends("", plies, "0,0,0,0,0,0/12/0,0,0,0,0,0/36 -", [2, 1]);
}

#[test]
fn matches_with_few_houses_and_with_many() {
    assert_ends("houses=3", "3 2 1 2 2 2 3", "0,0,0/13/0,0,0/11 -", [1, 2]);
    let plies = "4 9 5 7 7 8 1 6 7 5 8 2 4 9";
    assert_ends("houses=9,seeds=2", plies, "0,0,0,0,0,0,0,0,0/9/0,0,0,0,0,0,0,0,0/27 -", [2, 1]);
}

#[test]
fn matches_with_few_seeds_and_with_many() {
    assert_ends("seeds=1", "3 3 2 2 6 1 1", "0,0,0,0,0,0/6/0,0,0,0,0,0/6 -", [1, 1]);
    assert_ends("houses=2,seeds=9", "1 1 2 2 2 2", "0,0/27/0,0/9 -", [1, 2]);
}

#[test]
fn a_match_with_empty_capture() {
    let plies = "5 5 2 4 2 5 1 4 1 4 2 2 1 6";
    assert_ends("empty_capture=on", plies, "0,0,0,0,0,0/31/0,0,0,0,0,0/17 -", [1, 2]);
}

#[test]
fn a_match_in_which_captured_seeds_stay_on_the_board() {
    let plies = "4 5 3 2 5 4 6 4 4 2 3 4 5 6 5 5 3 6";
    for pairs in ["captured=house", "captured=house,empty_capture=on"] {
        assert_ends(pairs, plies, "0,0,0,0,0,0/42/0,0,0,0,0,0/6 -", [1, 2]);
    }
}

#[test]
fn a_match_in_which_the_sides_are_swapped() {
    let plies = "5 swap 1 6 6 4 2 1 2 2 3 1 4 5 2 6";
    assert_ends("swap=on", plies, "0,0,0,0,0,0/39/0,0,0,0,0,0/9 - S", [1, 2]);
}

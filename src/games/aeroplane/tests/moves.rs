use super::*;

#[test]
fn a_plane_moves_its_roll_along_its_route() {
    assert_leads("", "4,H,H,H/H,H,H,H m0 3 -", "1", "7,H,H,H/H,H,H,H c1 - -");
    assert_leads("", "0,H,H,H/H,H,H,H c0 - -", "d5 1", "5,H,H,H/H,H,H,H c1 - -");
    assert_leads("", "49,H,H,H/H,H,H,H m0 4 -", "1", "53,H,H,H/H,H,H,H c1 - -");
}

#[test]
fn a_six_lets_a_plane_leave_the_hangar_or_any_other_plane_move() {
    let position = at("", "H,4,56,53/H,H,H,H m0 6 -");
    assert_eq!(legal(&position), ["1", "2", "4"]);
    assert_leads("", "H,4,56,53/H,H,H,H m0 6 -", "1", "0,4,56,53/H,H,H,H c0 - 1");
    for face in 1..6 {
        assert_eq!(legal(&at("", &format!("H,4,56,53/H,H,H,H m0 {face} -"))), ["2", "4"]);
    }
}

#[test]
fn a_plane_on_a_cell_of_its_colour_jumps_to_the_next_one() {
    for (from, rest) in [(1, 6), (5, 10), (9, 14), (21, 26), (25, 30), (29, 34), (33, 38), (37, 42), (41, 46)]
    {
        let before = format!("{from},H,H,H/H,H,H,H m0 1 -");
        assert_leads("", &before, "1", &format!("{rest},H,H,H/H,H,H,H c1 - -"));
    }
    assert_leads("", "45,H,H,H/H,H,H,H m0 1 -", "1", "50,H,H,H/H,H,H,H c1 - -");
}

#[test]
fn a_plane_on_another_colour_or_its_turning_cell_stays() {
    for (from, to) in [(6, 7), (7, 8), (8, 9), (30, 31), (46, 47)] {
        let before = format!("{from},H,H,H/H,H,H,H m0 1 -");
        assert_leads("", &before, "1", &format!("{to},H,H,H/H,H,H,H c1 - -"));
    }
    assert_leads("", "48,H,H,H/H,H,H,H m0 2 -", "1", "50,H,H,H/H,H,H,H c1 - -");
}

#[test]
fn a_roll_that_ends_on_the_shortcut_flies_twelve_on_and_does_not_jump() {
    let mut position = at("", "15,H,H,H/H,H,H,H m0 3 -");
    let effects = play_all(&mut position, "1");
    assert_eq!(position.text(), "30,H,H,H/H,H,H,H c1 - -");
    assert_eq!(travels(&effects), ["0: ring 18, ring 19, ring 20", "0: ring 32"]);
    assert_eq!(lights(&effects), ["the shortcut"]);
}

#[test]
fn a_jump_that_ends_on_the_shortcut_is_followed_by_the_flight() {
    let mut position = at("", "12,H,H,H/H,H,H,H m0 2 -");
    let effects = play_all(&mut position, "1");
    assert_eq!(position.text(), "30,H,H,H/H,H,H,H c1 - -");
    assert_eq!(travels(&effects), ["0: ring 15, ring 16", "0: ring 20", "0: ring 32"]);
}

#[test]
fn planes_are_captured_only_on_the_cell_where_the_move_ends() {
    // Ring cell 5 is 3 on yellow's route and 29 on red's; a jump from 6 to 10 passes 8, where red is at 34.
    assert_leads("", "1,H,H,H/29,29,H,31 m0 2 -", "1", "3,H,H,H/H,H,H,31 c1 - -");
    assert_leads("", "5,H,H,H/34,H,H,H m0 1 -", "1", "10,H,H,H/34,H,H,H c1 - -");
    // Ring cell 8, where the roll ends, is 32 for red: from there the plane jumps on.
    assert_leads("", "5,H,H,H/32,H,H,H m0 1 -", "1", "10,H,H,H/32,H,H,H c1 - -");
}

#[test]
fn a_jump_and_a_flight_capture_where_they_end() {
    // Ring cell 12 is 10 for yellow, 36 for red; ring cell 32 is 30 for yellow, 4 for red.
    assert_leads("", "5,H,H,H/36,H,H,H m0 1 -", "1", "10,H,H,H/H,H,H,H c1 - -");
    assert_leads("", "16,H,H,H/4,H,H,4 m0 2 -", "1", "30,H,H,H/H,H,H,H c1 - -");
}

#[test]
fn planes_of_every_other_seat_are_captured_and_planes_of_one_seat_share_a_cell() {
    // Ring cell 9 is 7 for yellow and 46 for blue; green is one cell further.
    let mut position = at("", "3,H,H,H/H,46,H,46/H,H,H,H/H,H,H,21 m0 4 -");
    let effects = play_all(&mut position, "1");
    assert_eq!(position.text(), "7,H,H,H/H,H,H,H/H,H,H,H/H,H,H,21 c1 - -");
    assert_eq!(
        travels(&effects),
        ["0: ring 6, ring 7, ring 8, ring 9", "5: blue hangar 2", "7: blue hangar 4"]
    );
    assert_eq!(lights(&effects), ["sent back"]);
    assert_leads("", "3,7,H,H/H,H,H,H m0 4 -", "1", "7,7,H,H/H,H,H,H c1 - -");
}

#[test]
fn pads_hangars_and_columns_are_safe() {
    assert_leads("", "H,H,H,H/0,H,H,H m0 6 -", "1", "0,H,H,H/0,H,H,H c0 - 1");
    assert_leads("", "50,H,H,H/53,53,H,H m0 3 -", "1", "53,H,H,H/53,53,H,H c1 - -");
}

#[test]
fn home_is_reached_by_any_roll_at_least_as_large_as_the_distance_left() {
    for face in 3..=5 {
        let before = format!("53,H,H,H/H,H,H,H m0 {face} -");
        assert_leads("", &before, "1", "56,H,H,H/H,H,H,H c1 - -");
    }
    let mut position = at("", "53,H,H,H/H,H,H,H m0 5 -");
    let effects = play_all(&mut position, "1");
    assert_eq!(travels(&effects), ["0: yellow column 4, yellow column 5, yellow home"]);
}

#[test]
fn a_plane_at_home_cannot_move() {
    assert_eq!(legal(&at("", "56,56,4,56/H,H,H,H m0 6 -")), ["3"]);
}

#[test]
fn each_illegal_move_is_refused_with_its_reason() {
    let refused =
        |pairs: &str, text: &str, ply: &str| play(&mut at(pairs, text), ply).unwrap_err().to_string();
    let rolled = "H,4,56,54/H,H,H,H m0 5 -";
    assert_eq!(refused("", rolled, "1"), "plane 1 leaves the hangar only with a six");
    assert_eq!(refused("launch=even", rolled, "1"), "plane 1 leaves the hangar only with an even number");
    let four = "H,4,56,54/H,H,H,H m0 4 -";
    assert_eq!(refused("launch=five_six", four, "1"), "plane 1 leaves the hangar only with a five or a six");
    assert_eq!(refused("", rolled, "3"), "plane 3 is home");
    let exact = "plane 4 needs exactly 2 to get home: 5 is too many";
    assert_eq!(refused("finish=exact", rolled, "4"), exact);
    let stack = "4,7,7,H/H,H,H,H m0 5 -";
    assert_eq!(refused("stacks=on", stack, "3"), "plane 3 moves together with plane 2: play 2");
    assert_eq!(refused("", rolled, "d2"), "the die has been rolled and shows 5: move a plane");
    assert_eq!(refused("", "H,4,56,54/H,H,H,H c0 - -", "2"), "the die has to be rolled first");
    let unreadable = "“d7” isn’t a move: write the number of a plane, 1 to 4";
    assert_eq!(refused("", rolled, "d7"), unreadable);
    let over = "56,56,56,56/H,H,H,H - - -";
    assert_eq!(refused("", over, "1"), "the match is over");
}

#[test]
fn every_plane_is_clicked_where_it_stands() {
    let position = at("", "4,4,H,H/H,H,H,H m0 6 -");
    let names: Vec<_> = position
        .legal_moves()
        .iter()
        .flat_map(|mv| position.clicks(mv).to_vec())
        .map(|cell| position.cell_name(cell))
        .collect();
    assert_eq!(names, ["plane 1", "plane 2", "plane 3", "plane 4"]);
}

#[test]
fn the_cells_where_planes_would_end_are_lit() {
    let position = at("", "4,4,12,H/H,H,H,H m0 2 -");
    let names: Vec<_> =
        position.highlighted_cells().into_iter().map(|cell| position.cell_name(cell)).collect();
    assert_eq!(names, ["ring 12", "ring 32"]);
    assert!(opening("launch=even", 2).highlighted_cells().is_empty());
}

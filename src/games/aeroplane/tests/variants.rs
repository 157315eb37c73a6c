use super::*;

#[test]
fn launch_determines_which_rolls_leave_the_hangar() {
    for (pairs, faces) in [("", vec![6]), ("launch=five_six", vec![5, 6]), ("launch=even", vec![2, 4, 6])] {
        let leaves = |face: &u8| {
            let mut position = opening(pairs, 2);
            play_all(&mut position, &format!("d{face}"));
            position.die().is_some()
        };
        assert_eq!((1..=6).filter(leaves).collect::<Vec<_>>(), faces, "{pairs}");
    }
}

#[test]
fn with_exact_landing_a_roll_that_is_too_large_cannot_be_used() {
    let text = "53,4,H,H/H,H,H,H m0 5 -";
    assert_eq!(legal(&at("finish=exact", text)), ["2"]);
    assert_leads("finish=exact", "53,4,H,H/H,H,H,H m0 3 -", "1", "56,4,H,H/H,H,H,H c1 - -");
}

#[test]
fn with_bounce_landing_the_surplus_counts_back() {
    let mut position = at("finish=bounce", "54,H,H,H/H,H,H,H m0 5 -");
    let effects = play_all(&mut position, "1");
    assert_eq!(position.text(), "53,H,H,H/H,H,H,H c1 - -");
    let there_and_back = "yellow column 5, yellow home, yellow column 5, yellow column 4, yellow column 3";
    assert_eq!(travels(&effects), [format!("0: {there_and_back}")]);
    assert_leads("finish=bounce", "55,H,H,H/H,H,H,H m0 6 -", "1", "51,H,H,H/H,H,H,H c0 - 1");
}

#[test]
fn bouncing_back_to_the_same_cell_is_a_move() {
    for (from, face) in [(55, 2), (54, 4)] {
        let before = format!("{from},H,H,H/H,H,H,H m0 {face} -");
        assert_leads("finish=bounce", &before, "1", &format!("{from},H,H,H/H,H,H,H c1 - -"));
    }
    assert_leads("finish=bounce", "53,H,H,H/H,H,H,H m0 6 -", "1", "53,H,H,H/H,H,H,H c0 - 1");
}

/// How often each face occurs among all bytes, and how many bytes are rejected.
fn faces(position: &Aeroplane) -> ([u32; 6], u32) {
    let (mut faces, mut rejected) = ([0; 6], 0);
    for byte in 0..=u8::MAX {
        match position.roll_for_byte(byte) {
            Some(AeroplaneMove::Roll(face)) => faces[usize::from(face) - 1] += 1,
            _ => rejected += 1,
        }
    }
    (faces, rejected)
}

#[test]
fn bytes_map_to_equally_likely_rolls() {
    assert_eq!(faces(&opening("boost=off", 2)), ([42; 6], 4));
    let position = opening("boost=off", 2);
    let first: Vec<_> =
        (0..7).filter_map(|byte| position.roll_for_byte(byte)).map(|roll| roll.to_string()).collect();
    assert_eq!(first, ["d1", "d2", "d3", "d4", "d5", "d6", "d1"]);
    assert_eq!(position.roll_for_byte(251), Some(AeroplaneMove::Roll(6)));
    assert_eq!(position.roll_for_byte(252), None);
}

#[test]
fn the_boost_rolls_a_six_three_times_in_eight_while_all_planes_are_in_the_hangar() {
    assert_eq!(faces(&opening("", 2)), ([32, 32, 32, 32, 32, 96], 0));
    assert_eq!(faces(&at("", "H,H,H,H/0,H,H,H c0 - -")), ([32, 32, 32, 32, 32, 96], 0));
    // A plane that is home, or on its pad, is not in the hangar; only planes of the rolling seat matter.
    for text in ["H,H,56,H/H,H,H,H c0 - -", "H,0,H,H/H,H,H,H c0 - -"] {
        assert_eq!(faces(&at("", text)), ([42; 6], 4), "{text}");
    }
}

#[test]
fn no_byte_is_a_roll_while_a_plane_has_to_move_or_after_the_end() {
    for text in ["H,H,H,H/H,H,H,H m0 6 -", "56,56,56,56/H,H,H,H - - -"] {
        assert_eq!(faces(&at("", text)), ([0; 6], 256), "{text}");
    }
}

#[test]
fn with_flight_jump_every_flight_is_followed_by_a_jump() {
    assert_leads("flight_jump=on", "16,H,H,H/H,H,H,H m0 2 -", "1", "34,H,H,H/H,H,H,H c1 - -");
    let mut position = at("flight_jump=on", "13,H,H,H/8,H,H,4 m0 1 -");
    let effects = play_all(&mut position, "1");
    // Red at 4 is where the flight ends, red at 8 where the jump after it does.
    assert_eq!(position.text(), "34,H,H,H/H,H,H,4 c1 - -");
    let legs = ["0: ring 16", "0: ring 20", "0: ring 32", "0: ring 36", "4: red hangar 1"];
    assert_eq!(travels(&effects), legs);
    // A plane that only lands on 30 jumps as usual.
    assert_leads("flight_jump=on", "29,H,H,H/H,H,H,H m0 1 -", "1", "34,H,H,H/H,H,H,H c1 - -");
}

#[test]
fn with_flyover_a_flight_captures_the_planes_whose_column_it_crosses() {
    for before in ["16,H,H,H/53,54,52,53 m0 2 -", "12,H,H,H/53,54,52,53 m0 2 -"] {
        assert_leads("flyover=on", before, "1", "30,H,H,H/H,54,52,H c1 - -");
        assert_leads("flyover=off", before, "1", "30,H,H,H/53,54,52,53 c1 - -");
    }
    let mut position = at("flyover=on,flight_jump=on", "16,H,H,H/53,H,8,H m0 2 -");
    let effects = play_all(&mut position, "1");
    assert_eq!(lights(&effects), ["the shortcut", "flown over", "sent back"]);
}

#[test]
fn only_the_opposite_colour_is_flown_over() {
    // Of three seats, blue has no opposite seat; yellow and red are opposite each other.
    assert_leads("flyover=on", "53,H,H,H/16,H,H,H/53,H,H,H m1 2 -", "1", "53,H,H,H/30,H,H,H/53,H,H,H c2 - -");
    assert_leads("flyover=on", "53,H,H,H/53,H,H,H/16,H,H,H m2 2 -", "1", "H,H,H,H/53,H,H,H/30,H,H,H c0 - -");
    let four = "53,H,H,H/16,H,H,H/53,H,H,H/53,53,H,H m1 2 -";
    assert_leads("flyover=on", four, "1", "53,H,H,H/30,H,H,H/53,H,H,H/H,H,H,H c2 - -");
}

#[test]
fn a_jump_over_a_column_is_not_a_flight() {
    assert_leads("flyover=on", "21,H,H,H/53,H,H,H m0 1 -", "1", "26,H,H,H/53,H,H,H c1 - -");
}

#[test]
fn a_stack_is_played_by_its_lowest_number_and_moves_as_one() {
    let text = "H,7,4,7/H,H,H,H m0 4 -";
    assert_eq!(legal(&at("stacks=on", text)), ["2", "3"]);
    assert_eq!(legal(&at("stacks=off", text)), ["2", "3", "4"]);
    assert_leads("stacks=on", text, "2", "H,11,4,11/H,H,H,H c1 - -");
    assert_leads("stacks=off", text, "2", "H,11,4,7/H,H,H,H c1 - -");
}

#[test]
fn a_stack_jumps_flies_and_joins_others() {
    assert_leads("stacks=on", "10,10,14,H/H,H,H,H m0 4 -", "1", "30,30,14,H/H,H,H,H c1 - -");
    assert_leads("stacks=on", "9,9,14,H/H,H,H,H m0 1 -", "1", "14,14,14,H/H,H,H,H c1 - -");
    let mut position = at("stacks=on", "9,9,H,H/H,H,H,H m0 1 -");
    let effects = play_all(&mut position, "1");
    assert_eq!(travels(&effects), ["0: ring 12", "1: ring 12", "0: ring 16", "1: ring 16"]);
}

#[test]
fn a_stack_is_captured_together() {
    assert_leads("stacks=on", "1,H,H,H/29,29,H,29 m0 2 -", "1", "3,H,H,H/H,H,H,H c1 - -");
}

#[test]
fn planes_on_pads_and_in_columns_are_single() {
    assert_eq!(legal(&at("stacks=on", "0,0,H,H/H,H,H,H m0 4 -")), ["1", "2"]);
    assert_eq!(legal(&at("stacks=on", "52,52,H,H/H,H,H,H m0 3 -")), ["1", "2"]);
    assert_leads("stacks=on", "49,49,H,H/H,H,H,H m0 3 -", "1", "52,52,H,H/H,H,H,H c1 - -");
    assert_leads("stacks=on", "50,50,H,H/H,H,H,H m0 6 -", "1", "56,56,H,H/H,H,H,H c0 - 1+2");
}

#[test]
fn a_stack_moved_on_sixes_is_written_with_plus_and_the_third_six_sends_back_what_moved() {
    let mut position = at("stacks=on", "3,9,3,H/H,H,H,H c0 - -");
    play_all(&mut position, "d6 1");
    assert_eq!(position.text(), "9,9,9,H/H,H,H,H c0 - 1+3");
    play_all(&mut position, "d6 4");
    assert_eq!(position.text(), "9,9,9,0/H,H,H,H c0 - 1+3,4");
    // Plane 2 was joined and not moved.
    play_all(&mut position, "d6");
    assert_eq!(position.text(), "H,9,H,H/H,H,H,H c1 - -");
}

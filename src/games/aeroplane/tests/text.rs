use super::*;

fn read(pairs: &str, seats: u8, text: &str) -> Result<Aeroplane, UnreadableNotation> {
    Aeroplane::from_text(&options(pairs), seats, text)
}

#[test]
fn the_opening_is_four_planes_in_each_hangar_and_a_roll() {
    assert_eq!(opening("", 2).text(), "H,H,H,H/H,H,H,H c0 - -");
    assert_eq!(opening("play_on=on", 3).text(), "H,H,H,H/H,H,H,H/H,H,H,H c0 - - -");
}

#[test]
fn malformed_position_text_is_refused() {
    let refused = [
        "",
        "H,H,H,H c0 - -",
        "H,H,H,H/H,H,H,H",
        "H,H,H,H/H,H,H,H c0 -",
        "H,H,H,H/H,H,H,H c0 - - -",
        "H,H,H,H/H,H,H,H c0 - - ",
        " H,H,H,H/H,H,H,H c0 - -",
        "H,H,H,H/H,H,H,H  c0 - -",
        "H,H,H,H/H,H,H,H c2 - -",
        "H,H,H,H/H,H,H,H c - -",
        "H,H,H,H/H,H,H,H x0 - -",
        "H,H,H,H/H,H,H,H é0 - -",
        "H,H,H,H/H,H,H,H c0 6 -",
        "H,H,H,H/H,H,H,H m0 7 -",
        "H,H,H,H/H,H,H,H m0 06 -",
        "H,H,H/H,H,H,H,H c0 - -",
        "H,H,H,57/H,H,H,H c0 - -",
        "H,H,H,07/H,H,H,H c0 - -",
        "H,H,H,h/H,H,H,H c0 - -",
        "3,H,H,H/H,H,H,H c0 - 5",
        "3,H,H,H/H,H,H,H c0 - d1",
        "3,H,H,H/H,H,H,H c0 - 1,",
        "3,H,H,H/H,H,H,H c0 - 01",
    ];
    for text in refused {
        assert_eq!(read("", 2, text), Err(UnreadableNotation), "{text}");
    }
    assert_eq!(read("", 1, "H,H,H,H c0 - -"), Err(UnreadableNotation));
    assert_eq!(read("", 3, "H,H,H,H/H,H,H,H c0 - -"), Err(UnreadableNotation));
}

#[test]
fn unreachable_positions_are_refused() {
    let refused = [
        // A roll without a legal move is not in a position.
        ("", "H,H,H,H/H,H,H,H m0 5 -"),
        // Planes of two colours on one cell; a plane where it would jump or fly on.
        ("", "3,H,H,H/29,H,H,H c0 - -"),
        ("", "2,H,H,H/H,H,H,H c0 - -"),
        ("", "18,H,H,H/H,H,H,H c0 - -"),
        ("", "22,H,H,H/H,H,H,H c0 - -"),
        // Sixes that moved a plane in the hangar, three of them, or the third as the current roll.
        ("", "H,H,H,H/H,H,H,H c0 - 1"),
        ("", "3,H,H,H/H,H,H,H c0 - 1,1,1"),
        ("", "3,H,H,H/H,H,H,H m0 6 1,1"),
        // Stacks where planes are single, or in the wrong order.
        ("", "9,9,H,H/H,H,H,H c0 - 1+2"),
        ("stacks=on", "9,9,H,H/H,H,H,H c0 - 2+1"),
        ("stacks=on", "9,9,H,H/H,H,H,H c0 - 1+1"),
        // Invalid ends, and unfinished positions that should be ended.
        ("", "H,H,H,H/H,H,H,H - - -"),
        ("", "56,56,56,56/H,H,H,H c1 - -"),
        ("", "56,56,56,56/56,56,56,56 - - -"),
        ("", "56,56,56,56/H,H,H,H - 5 -"),
    ];
    for (pairs, text) in refused {
        assert_eq!(read(pairs, 2, text), Err(UnreadableNotation), "{text}");
    }
}

#[test]
fn finished_seats_are_read_only_with_all_their_planes_home() {
    let board = "56,56,56,56/H,H,H,H/3,H,H,H";
    let finished = |rest: &str| read("play_on=on", 3, &format!("{board} {rest}"));
    assert!(finished("c1 - - 0").is_ok());
    for rest in
        ["c1 - - -", "c1 - - 1", "c0 - - 0", "c1 - - 0,0", "c1 - - 0,2", "- - - 0", "c1 - -", "c1 - - 0,"]
    {
        assert_eq!(finished(rest), Err(UnreadableNotation), "{rest}");
    }
    assert_eq!(read("", 3, &format!("{board} c1 - - 0")), Err(UnreadableNotation));
}

#[test]
fn a_finished_position_is_read_with_its_places() {
    let read = read("", 3, "9,H,H,H/56,56,56,56/3,H,H,H - - -").unwrap();
    assert_eq!(read.outcome().unwrap().places(), [2, 1, 3]);
    assert_eq!(read.finished(), [Seat::new(1)]);
}

//! Position texts.

use super::*;

#[test]
fn a_position_is_written_from_rank_4_down_with_the_hand_and_who_acts() {
    let mut position = opening("off");
    play_all(&mut position, "a a4 0 d1 5 c2 f");
    assert_eq!(position.text(), "a.../..../..5./...0 f 0");
    assert_eq!(read("off", &position.text()), Ok(position));
}

#[test]
fn a_finished_match_has_no_piece_in_hand_and_no_seat_to_act() {
    let won = read("off", "..../..../..../4d6f - -").unwrap();
    assert_eq!(won.outcome().unwrap().places(), [1, 2]);
    let won = read("off", "127./b4fe/c063/d589 - -").unwrap();
    assert_eq!(won.outcome().unwrap().places(), [2, 1]);
    let drawn = read("on", "8925/74a6/f1de/cb03 - -").unwrap();
    assert_eq!(drawn.outcome().unwrap().places(), [1, 1]);
}

#[test]
fn a_block_ends_the_match_only_where_squares_are_lines() {
    let text = |rest: &str| format!("..../..../.46./.5f. {rest}");
    assert!(read("on", &text("- -")).is_ok() && read("on", &text("- 0")).is_err());
    assert!(read("off", &text("- 0")).is_ok() && read("off", &text("- -")).is_err());
    assert!(read("on", &text("0 1")).is_err() && read("off", &text("0 1")).is_ok());
}

#[test]
fn malformed_and_unreachable_positions_are_refused() {
    let refused = [
        "",
        "..../..../..../....",
        "..../..../..../.... -",
        "..../..../..../.... - ",
        "..../..../..../.... - 1",
        "..../..../..../.... - -",
        "..../..../..../.... - 0 ",
        "..../..../..../....  - 0",
        " ..../..../..../.... - 0",
        "..../..../..../.... 0 0",
        "..../..../..../.... 0 -",
        "..../..../..../.... 00 1",
        "..../..../..../.... g 1",
        "..../..../..../.... A 1",
        "..../..../.... - 0",
        "..../..../..../..../.... - 0",
        "...../..../..../... - 0",
        ".../..../..../..... - 0",
        "é../..../..../.... - 0",
        "A.../..../..../.... - 1",
        "7.../..../..../.... - 0",
        "7.../..../..../.... 7 0",
        "7.../...7/..../.... - 0",
        "7.../..../..../.... 0 1",
        // A line is complete, but a seat is to act or has a piece in hand.
        "..../..../..../4d6f - 0",
        "..../..../..../4d6f 0 1",
        "..../..../..../4d6f 0 -",
        "..../..../..../4d6f - 1",
        // No line is complete, and no seat is to act.
        "..../..../..../7b84 - -",
        // Two lines that cannot both have been completed by one piece.
        "..../..../89ab/4d6f - -",
        "abf4/6308/9e52/dc71 - 0",
    ];
    for text in refused {
        assert_eq!(read("off", text), Err(UnreadableNotation), "{text}");
    }
}

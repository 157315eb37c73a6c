use super::*;

const OPENING: &str = "1/11/111/1111/............./............/.........../........../........./........../\
                       .........../............/............./0000/000/00/0 0";

fn read(pairs: &str, seats: u8, text: &str) -> Result<Sternhalma, UnreadableNotation> {
    Sternhalma::from_text(&options(pairs), seats, text)
}

#[test]
fn the_opening_is_written_from_north_to_south_with_the_seat_to_act() {
    assert_eq!(opening("", 2).text(), OPENING);
    assert_eq!(read("", 2, OPENING), Ok(opening("", 2)));
}

#[test]
fn with_play_on_the_finished_seats_are_written_too() {
    assert_eq!(opening("play_on=on", 2).text(), format!("{OPENING} -"));
    assert_eq!(read("play_on=on", 2, &format!("{OPENING} -")), Ok(opening("play_on=on", 2)));
    assert_eq!(read("play_on=on", 2, OPENING), Err(UnreadableNotation));
    assert_eq!(read("", 2, &format!("{OPENING} -")), Err(UnreadableNotation));
}

#[test]
fn malformed_position_text_is_refused() {
    let refused = [
        String::new(),
        OPENING.replace(" 0", ""),
        OPENING.replace(" 0", " 2"),
        OPENING.replace(" 0", " 00"),
        OPENING.replace(" 0", "  0"),
        format!("{OPENING} "),
        format!(" {OPENING}"),
        OPENING.replacen('1', "2", 1),
        OPENING.replacen('1', ".", 1),
        OPENING.replacen('.', "1", 1),
        OPENING.replacen('/', "", 1),
        OPENING.replacen('1', "é", 1),
        format!("{}/.", OPENING),
    ];
    for text in refused {
        assert_eq!(read("", 2, &text), Err(UnreadableNotation), "{text}");
    }
    assert_eq!(read("", 3, OPENING), Err(UnreadableNotation));
    assert_eq!(read("", 1, OPENING), Err(UnreadableNotation));
}

#[test]
fn a_marble_in_a_point_where_it_may_not_rest_is_refused() {
    let stray = OPENING.replacen("1/11", "./11", 1).replacen("/.............", "/1............", 1);
    assert_eq!(read("points=own", 2, &stray), Err(UnreadableNotation));
    assert_eq!(read("points=any", 2, &stray).unwrap().text(), stray);
}

#[test]
fn seats_are_read_as_finished_only_where_that_is_possible() {
    let swap = |letter| match letter {
        '0' => '1',
        '1' => '0',
        other => other,
    };
    let arrived: String = OPENING.chars().map(swap).collect();
    let finished = |field: &str| read("play_on=on", 2, &format!("{}{field}", &arrived[..arrived.len() - 1]));
    assert!(finished("- 0").is_ok());
    assert!(finished("- 1").is_ok());
    for field in ["1 0", "0 0", "- 0,1", "- 0,0", "- 2", "- ,", "- 0,"] {
        assert_eq!(finished(field), Err(UnreadableNotation), "{field}");
    }
    assert_eq!(
        read("play_on=on", 2, &format!("{} - 0", &OPENING[..OPENING.len() - 2])),
        Err(UnreadableNotation)
    );
}

#[test]
fn a_seat_that_finished_with_the_last_ply_is_not_read_as_playing() {
    let mut position = star("", 2, ENDED);
    position.acting = Seat::new(1);
    assert_eq!(read("", 2, &position.text()), Err(UnreadableNotation));
    position.acting = Seat::new(0);
    assert_eq!(read("", 2, &position.text()), Ok(position));
}

#[test]
fn a_finished_position_is_read_with_its_places() {
    let mut position = star("", 2, ENDED);
    position.over = true;
    let read = read("", 2, &position.text()).unwrap();
    assert_eq!(read.outcome().unwrap().places(), [1, 2]);
}

#[test]
fn a_skipped_seat_with_a_full_target_is_read_as_playing() {
    let text = opening("", 3).text();
    let (north, south) = ("./../.../....", "0000/000/00/0");
    let full = text.replacen(north, "0/00/000/0000", 1).replace(&format!("{south} 0"), "..../.../../. 1");
    assert_ne!(full, text);
    assert_eq!(read("", 3, &full).map(|position| position.text()), Ok(full));
}

/// Seat 0 has filled its target.
const ENDED: &str = "
                        1
                       1 1
                      0 0 0
                     0 0 0 0
            . . . . . . . . . . . . .
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

//! Winning lines.

use super::*;

/// Places the piece in hand, which wins, and returns the lit cells with their reasons.
#[track_caller]
fn won_by(position: &Quarto, at: &str) -> Vec<String> {
    let mut position = *position;
    let mover = position.to_act().seat().unwrap();
    let effects = position.apply(&at.parse().unwrap());
    let places = if mover.number() == 0 { [1, 2] } else { [2, 1] };
    assert_eq!(position.outcome().map(|outcome| outcome.places().to_vec()), Some(places.to_vec()));
    assert_eq!(position.to_act(), ToAct::Nobody);
    let mut lit: Vec<Cell> = Vec::new();
    let mut why = Vec::new();
    for effect in &effects[1..] {
        let Effect::Highlight { cells, why: because } = effect else { panic!("{effect:?}") };
        lit.extend(cells);
        why.push(format!("{}: {because}", names(&position, cells)));
    }
    lit.sort_unstable();
    lit.dedup();
    assert_eq!(lit, position.highlighted_cells());
    why
}

/// Places the piece in hand and asserts that the match continues.
#[track_caller]
fn not_won_by(position: &Quarto, at: &str) {
    let mut next = *position;
    assert_eq!(next.apply(&at.parse().unwrap()).len(), 1);
    assert_eq!((next.outcome(), next.to_act(), next.highlighted_cells()), (None, position.to_act(), vec![]));
}

#[test]
fn four_in_a_row_that_share_a_property_win() {
    let tall = board("off", ".... .... .... 4d6.", "f 0");
    assert_eq!(won_by(&tall, "d1"), ["a1 b1 c1 d1: four tall"]);
}

#[test]
fn four_in_a_column_that_share_a_property_win() {
    let round = board("off", "..8. ..d. .... ..e.", "b 0");
    assert_eq!(won_by(&round, "c2"), ["c1 c2 c3 c4: four round"]);
}

#[test]
fn four_on_either_long_diagonal_that_share_a_property_win() {
    let dark = board("off", "...1 .... .f.. 5...", "b 0");
    assert_eq!(won_by(&dark, "c3"), ["a1 b2 c3 d4: four dark"]);
    let solid = board("off", "1... .c.. ..8. ....", "5 0");
    assert_eq!(won_by(&solid, "d1"), ["d1 c2 b3 a4: four solid"]);
}

#[test]
fn each_of_the_eight_properties_is_named() {
    let named = [
        ("7bd", "f", "four dark"),
        ("6bd", "f", ""),
        ("248", "e", "four light"),
        ("26b", "e", "four hollow"),
        ("058", "d", "four solid"),
        ("47d", "e", "four tall"),
        ("03a", "9", "four short"),
        ("8bd", "e", "four round"),
        ("035", "6", "four square"),
    ];
    for (three, fourth, why) in named {
        let position = board("off", &format!(".... .... .... {three}."), &format!("{fourth} 0"));
        match why {
            "" => not_won_by(&position, "d1"),
            _ => assert_eq!(won_by(&position, "d1"), [format!("a1 b1 c1 d1: {why}")]),
        }
    }
}

#[test]
fn a_line_that_shares_two_properties_is_lit_for_each() {
    let two = board("off", "2... .e.. ..6. ....", "a 0");
    assert_eq!(won_by(&two, "d1"), ["d1 c2 b3 a4: four hollow", "d1 c2 b3 a4: four light"]);
}

#[test]
fn every_line_that_a_piece_completes_is_lit() {
    let two = board("off", "127. b4fe c063 d.89", "5 1");
    assert_eq!(won_by(&two, "b1"), ["a1 b1 c1 d1: four solid", "b1 b2 b3 b4: four square"]);
}

#[test]
fn four_in_a_line_that_share_nothing_do_not_win() {
    not_won_by(&board("off", ".... .... .... 7b8.", "4 0"), "d1");
    not_won_by(&board("off", ".... .... .... 05a.", "f 0"), "d1");
}

#[test]
fn three_in_a_line_do_not_win() {
    not_won_by(&board("off", ".... .... .... 46..", "5 1"), "c1");
}

#[test]
fn broken_diagonals_and_lines_around_the_edge_do_not_win() {
    not_won_by(&board("on", ".4.. 6... ...5 ....", "7 0"), "c1");
    not_won_by(&board("on", ".... .... .... .567", "f 0"), "a2");
    not_won_by(&board("on", "...4 ...5 6... ....", "7 0"), "a1");
}

#[test]
fn a_block_of_two_by_two_wins_only_where_squares_are_lines() {
    let drawing = ".... .... .46. .5..";
    not_won_by(&board("off", drawing, "f 0"), "c1");
    assert_eq!(won_by(&board("on", drawing, "f 0"), "c1"), ["b1 c1 b2 c2: four tall"]);
}

#[test]
fn each_of_the_nine_blocks_is_a_line() {
    for corner in Square::all(3) {
        let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(files, ranks)| {
            Square { file: corner.file + files, rank: corner.rank + ranks }.to_string()
        });
        let mut position = opening("on");
        for (square, piece) in block.iter().zip(["0", "3", "5"]) {
            play_all(&mut position, &format!("{piece} {square}"));
        }
        play_all(&mut position, "6");
        assert_eq!(won_by(&position, &block[3]), [format!("{}: four square", block.join(" "))]);
    }
}

#[test]
fn a_block_of_three_by_three_has_no_corners_that_win() {
    not_won_by(&board("on", ".... 4.6. .... 5...", "7 0"), "c1");
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let mut position = board("off", ".bf4 6308 9e52 dc71", "a 0");
    assert_eq!(position.apply(&"a4".parse().unwrap()).len(), 1);
    assert_eq!(position.outcome().unwrap().places(), [1, 1]);
    assert_eq!(position.text(), "abf4/6308/9e52/dc71 - -");
}

#[test]
fn the_sixteenth_piece_can_still_win() {
    let last = board("off", "af45 607. 2e3c 1b8d", "9 0");
    assert_eq!(won_by(&last, "d3"), ["d1 d2 d3 d4: four solid"]);
}

/// Compares line detection with a check of all quadruples of pieces on a row, repeated ones included.
#[test]
fn line_detection_agrees_with_an_exhaustive_check() {
    let share = |numbers: &[u8; 4]| {
        (0..4).any(|bit| numbers.iter().all(|number| number >> bit & 1 == numbers[0] >> bit & 1))
    };
    for all in 0..=u16::MAX {
        let numbers = [0, 4, 8, 12].map(|shift| (all >> shift & 15) as u8);
        let mut board = QuartoGrid::EMPTY;
        for (file, number) in (0..SIZE).zip(numbers) {
            board.put(QuartoPiece::new(number), Square { file, rank: 2 }.cell(SIZE));
        }
        for file in 0..SIZE {
            let cell = Square { file, rank: 2 }.cell(SIZE);
            assert_eq!(board.is_complete_through(cell, false), share(&numbers), "{numbers:?}");
            assert_eq!(board.piece_at(cell), Some(QuartoPiece::new(numbers[usize::from(file)])));
        }
        assert_eq!(board.shared(true).count() > 0, share(&numbers));
    }
}

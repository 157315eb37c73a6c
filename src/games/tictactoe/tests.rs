//! The rules of Tic-Tac-Toe, tested with drawings.

use super::*;
use crate::games::square::Square;
use crate::games::tictactoe::marks::MarkSet;
use crate::games::{Cell, Effect, Piece, PlacedPiece, Rules, Seat, SetupError, ToAct, UnreadableNotation};
use crate::games::{GameOptions, play};
use compact_str::CompactString;

fn options(size: u8, line: u8) -> TicTacToeOptions {
    TicTacToeOptions { size, line }
}

fn read(size: u8, line: u8, text: &str) -> Result<TicTacToe, UnreadableNotation> {
    TicTacToe::from_text(&options(size, line), 2, text)
}

/// The position of a drawing, with the seat to act.
fn board(line: u8, drawing: &str, acting: &str) -> TicTacToe {
    let ranks: Vec<_> = drawing.split_whitespace().collect();
    read(ranks.len() as u8, line, &format!("{} {acting}", ranks.join("/"))).unwrap()
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn names(position: &TicTacToe, cells: &[Cell]) -> Vec<CompactString> {
    cells.iter().map(|cell| position.cell_name(*cell)).collect()
}

/// Plays the winning mark and returns the lit squares.
#[track_caller]
fn won_by(line: u8, mark: &str, acting: &str, drawing: &str) -> Vec<CompactString> {
    let mut position = board(line, drawing, acting);
    let mover = position.to_act().seat().unwrap();
    let effects = position.apply(&square(mark));
    let places = if mover.number() == 0 { [1, 2] } else { [2, 1] };
    assert_eq!(position.outcome().unwrap().places(), places);
    let [Effect::Place(_), Effect::Highlight { cells, .. }] = &effects[..] else {
        panic!("nothing is lit: {effects:?}")
    };
    assert_eq!(*cells, position.highlighted_cells());
    names(&position, cells)
}

#[test]
fn a_row_a_column_and_both_diagonals_win() {
    assert_eq!(won_by(3, "c1", "0", "... oo. xx."), ["a1", "b1", "c1"]);
    assert_eq!(won_by(3, "a3", "1", "..x oxx o.."), ["a1", "a2", "a3"]);
    assert_eq!(won_by(3, "b2", "0", "..x o.. xo."), ["a1", "b2", "c3"]);
    assert_eq!(won_by(3, "c1", "1", "oxx .o. x.."), ["c1", "b2", "a3"]);
}

#[test]
fn one_mark_can_complete_two_lines_and_all_of_them_are_lit() {
    assert_eq!(won_by(3, "a1", "0", "xoo xox .xo"), ["a1", "a2", "a3"]);
    assert_eq!(won_by(3, "c1", "0", "oox oox xx."), ["a1", "b1", "c1", "c2", "c3"]);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let mut position = board(3, "xox xxo o.o", "0");
    assert_eq!(position.apply(&square("b1")).len(), 1);
    assert_eq!(position.outcome().unwrap().places(), [1, 1]);
    assert_eq!((position.text(), position.highlighted_cells()), ("xox/xxo/oxo -".to_owned(), vec![]));
}

#[test]
fn the_last_square_can_still_win() {
    assert_eq!(won_by(3, "c3", "0", "oo. xxo xxo"), ["a1", "b2", "c3"]);
}

#[test]
fn a_longer_line_than_required_wins() {
    assert_eq!(won_by(3, "c1", "0", "..... ..... o.o.. ..o.o xx.xx"), ["a1", "b1", "c1", "d1", "e1"]);
    let seven = "....... ....... o...... ....... oo.oo.o ....... xxx.xxx";
    assert_eq!(won_by(5, "d1", "0", seven).len(), 7);
}

#[test]
fn a_shorter_line_than_required_does_not_win() {
    let mut position = board(4, ".... .... ooo. xxx.", "0");
    position.apply(&square("d2"));
    assert_eq!(position.outcome(), None);
    assert_eq!(position.to_act(), ToAct::Seat(Seat::new(1)));
}

#[test]
fn no_line_runs_over_the_edge_of_the_board() {
    for size in 3..=15 {
        let (last, before) = (size - 1, size - 2);
        for over in [[(before, 0), (last, 0), (0, 1)], [(before, 0), (last, 1), (0, 2)]] {
            let squares = over.map(|(file, rank)| Square { file, rank });
            let mut marks = MarkSet::default();
            squares.iter().for_each(|square| marks.add(*square));
            assert!(squares.iter().all(|square| !marks.line_through(*square, 3, size)), "{size}: {over:?}");
            assert_eq!(marks.lines(3, size), MarkSet::default());
        }
    }
}

#[test]
fn lines_are_found_equally_on_small_and_large_boards() {
    // Every set of marks on the lowest three ranks and files, on boards that use different representations.
    for set in 0_u32..512 {
        let mut marks = MarkSet::default();
        let squares: Vec<_> = Square::all(3).collect();
        let marked: Vec<_> = squares.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1).collect();
        marked.iter().for_each(|(_, square)| marks.add(**square));
        let lines = [0b111, 0b111_000, 0b111_000_000, 0b001_001_001, 0b010_010_010, 0b100_100_100];
        let expected = lines.iter().chain(&[0b100_010_001, 0b001_010_100]).any(|line| set & line == *line);
        for size in [3, 4, 5, 15] {
            let found = marked.iter().any(|(_, square)| marks.line_through(**square, 3, size));
            assert_eq!(found, expected, "{set:b} on {size}");
        }
    }
}

#[test]
fn gomoku_is_won_by_five_in_a_row() {
    let gomoku = TicTacToeOptions::read([("size", "15"), ("line", "5")]).unwrap();
    let mut position = TicTacToe::opening(&gomoku, 2).unwrap();
    for ply in "h8 a15 i9 b15 j10 c15 k11 d15".split(' ') {
        play(&mut position, ply).unwrap();
    }
    let won = play(&mut position, "l12").unwrap();
    let cells = ["h8", "i9", "j10", "k11", "l12"].map(|name| square(name).cell(15)).to_vec();
    assert_eq!(won.effects[1], Effect::Highlight { cells, why: "five in a row" });
    assert_eq!(position.count_legal_moves(), 0);
}

#[test]
fn each_illegal_move_is_refused_with_its_reason() {
    let mut position = TicTacToe::opening(&options(3, 3), 2).unwrap();
    play(&mut position, "b2").unwrap();
    let refused = |text: &str| play(&mut position.clone(), text).unwrap_err().to_string();
    assert_eq!(refused("b2"), "b2 is taken");
    assert_eq!(refused("d1"), "d1 is off the board, which goes from a1 to c3");
    assert_eq!(refused("a99"), "a99 is off the board, which goes from a1 to c3");
    assert_eq!(refused("22"), "“22” isn’t a move: write a square such as b2");
    let won = read(3, 3, "xxx/oo./... -").unwrap();
    assert_eq!(play(&mut won.clone(), "a1").unwrap_err().to_string(), "the match is over");
}

#[test]
fn a_mark_is_placed_and_the_turn_passes() {
    let mut position = TicTacToe::opening(&options(4, 3), 2).unwrap();
    let cell = square("b2").cell(4);
    let placed = PlacedPiece { piece: Piece { id: cell.0, kind: 0 }, cell };
    assert_eq!(position.apply(&square("b2")), [Effect::Place(placed), Effect::Turn(Seat::new(1))]);
}

#[test]
fn a_line_longer_than_the_board_or_than_six_is_refused() {
    let refused =
        |size, line| TicTacToeOptions::read([("size", size), ("line", line)]).unwrap_err().to_string();
    assert_eq!(refused("4", "5"), "“line” does not fit: a line of 5 is longer than a board of 4 is wide");
    assert_eq!(refused("15", "7"), "“line” cannot be “7”: it takes 3 to 6");
    assert_eq!(refused("16", "5"), "“size” cannot be “16”: it takes 3 to 15");
    assert_eq!(refused("2", "3"), "“size” cannot be “2”: it takes 3 to 15");
    let unchecked = TicTacToe::opening(&options(3, 4), 2);
    assert!(matches!(unchecked, Err(SetupError::Conflict { key: "line", .. })));
}

#[test]
fn malformed_and_unreachable_positions_are_refused() {
    let refused = [
        "",
        ".../... 0",
        ".../.../.... 0",
        ".../.../... 1",
        ".../.../... -",
        ".../.../... ",
        ".../.../...",
        ".../.../... 0 ",
        ".../.../.X. 1",
        "x../.../... 0",
        "xx./.../... 0",
        "o../.../... 1",
        "xxx/ooo/... 0",
        "xxx/ooo/... -",
        "xxx/oo./... 1",
        "xxx/oo./..o -",
        "ooo/xx./x.x -",
        "é./.../... 0",
    ];
    for text in refused {
        assert_eq!(read(3, 3, text), Err(UnreadableNotation), "{text}");
    }
    // Two lines that cannot both have been completed by one mark.
    assert_eq!(read(4, 3, "xxx./oooo/xxx./..o. -"), Err(UnreadableNotation));
    assert_eq!(read(3, 3, "xxx/oo./... -").unwrap().outcome().unwrap().places(), [1, 2]);
}

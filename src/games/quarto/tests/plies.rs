//! Giving and placing.

use super::*;

fn refused(position: &Quarto, text: &str) -> String {
    play(&mut position.clone(), text).unwrap_err().to_string()
}

fn legal(position: &Quarto) -> String {
    position.legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_match_opens_with_seat_0_giving_any_piece_to_seat_1() {
    let mut position = opening("off");
    assert_eq!(position.text(), "..../..../..../.... - 0");
    assert_eq!(legal(&position), "0 1 2 3 4 5 6 7 8 9 a b c d e f");
    let effects = position.apply(&"7".parse().unwrap());
    let seven = Piece { id: 7, kind: 7 };
    assert_eq!(effects, [Effect::Travel { piece: seven, path: vec![HAND] }, Effect::Turn(Seat::new(1))]);
    assert_eq!(position.text(), "..../..../..../.... 7 1");
}

#[test]
fn the_seat_with_a_piece_in_hand_places_it_on_any_empty_square_and_then_gives_one() {
    let mut position = opening("off");
    play_all(&mut position, "7");
    assert_eq!(legal(&position), "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4");
    let effects = position.apply(&"b3".parse().unwrap());
    assert_eq!(effects, [Effect::Travel { piece: Piece { id: 7, kind: 7 }, path: vec![Cell(9)] }]);
    assert_eq!(position.text(), "..../.7../..../.... - 1");
    assert_eq!(legal(&position), "0 1 2 3 4 5 6 8 9 a b c d e f");
    play_all(&mut position, "c");
    assert_eq!(position.text(), "..../.7../..../.... c 0");
    assert_eq!(position.count_legal_moves(), 15);
}

#[test]
fn the_last_piece_is_given_too() {
    let position = board("off", ".bf4 6308 9e52 dc71", "- 1");
    assert_eq!(legal(&position), "a");
    let mut position = position;
    play_all(&mut position, "a a4");
    assert!(position.outcome().unwrap().is_draw());
}

#[test]
fn every_piece_is_in_the_pool_in_hand_or_on_its_square() {
    let mut position = opening("off");
    play_all(&mut position, "7 b3 c");
    let cells: Vec<_> = position.pieces().into_iter().map(|standing| standing.cell.0).collect();
    assert_eq!(cells, [16, 17, 18, 19, 20, 21, 22, 9, 24, 25, 26, 27, 32, 29, 30, 31]);
}

#[test]
fn a_piece_is_given_by_clicking_it_and_placed_by_clicking_a_square() {
    let position = opening("off");
    let clicks = |text: &str| position.clicks(&text.parse().unwrap()).to_vec();
    assert_eq!(clicks("c"), [Cell(28)]);
    assert_eq!(clicks("b3"), [Cell(9)]);
    assert_eq!([Cell(28), Cell(9), HAND].map(|cell| position.cell_name(cell)), ["c", "b3", "hand"]);
}

#[test]
fn each_illegal_move_is_refused_with_its_reason() {
    let mut position = opening("off");
    assert_eq!(refused(&position, "a1"), "there’s no piece in hand: give one to your opponent first");
    play_all(&mut position, "7 b3");
    assert_eq!(refused(&position, "7"), "7, the tall dark square hollow piece, is already on b3");
    play_all(&mut position, "c");
    let hand = "you have the tall light round solid piece in hand: place it on an empty square first";
    assert_eq!(refused(&position, "c"), hand);
    assert_eq!(refused(&position, "0"), hand);
    assert_eq!(refused(&position, "b3"), "b3 is taken by the tall dark square hollow piece");
    assert_eq!(refused(&position, "e1"), "e1 is off the board, which goes from a1 to d4");
    assert_eq!(refused(&position, "a5"), "a5 is off the board, which goes from a1 to d4");
    let won = board("off", ".... .... .... 4d6f", "- -");
    assert_eq!(refused(&won, "0"), "the match is over");
}

#[test]
fn text_that_is_neither_a_piece_nor_a_square_is_refused() {
    let position = opening("off");
    for text in ["", "g", "C", "10", "0x7", "é", "-", "A1", "a01", "a1b", " 7", "1a", "aa"] {
        let why =
            format!("“{text}” isn’t a move: write a piece to give such as 7 or c, or a square such as b3");
        assert_eq!(refused(&position, text), why);
    }
}

#[test]
fn the_squares_option_is_off_or_on_and_the_game_takes_two_seats() {
    assert_eq!(QuartoOptions::read([]).unwrap(), options("off"));
    let refused = QuartoOptions::read([("squares", "yes")]).unwrap_err().to_string();
    assert_eq!(refused, "“squares” cannot be “yes”: it takes off or on");
    for seats in [0, 1, 3, 6] {
        assert!(Quarto::opening(&options("on"), seats).is_err());
        assert_eq!(Quarto::from_text(&options("on"), seats, &opening("on").text()), Err(UnreadableNotation));
    }
}

#[test]
fn every_piece_has_unique_properties() {
    let words: std::collections::BTreeSet<_> = opening("off").pool().map(QuartoPiece::in_words).collect();
    assert_eq!(words.len(), 16);
    assert_eq!(QuartoPiece::new(0).in_words(), "short light square solid");
    assert_eq!(QuartoPiece::new(10).in_words(), "short light round hollow");
    assert_eq!(QuartoPiece::new(15).in_words(), "tall dark round hollow");
}

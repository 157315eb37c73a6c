use super::*;
use crate::games::{Effect, Game};

struct DrawnText {
    text: String,
    html: String,
}

fn drawn_for(game: Game, seats: u8, plies: &[&str], seat: u8) -> DrawnText {
    let options = game.options([]).unwrap();
    let mut position = game.opening(&options, seats).unwrap();
    let mut last = None;
    for ply in plies {
        let played = position.play(ply).unwrap();
        let gives = game == Game::Quarto && ply.len() == 1;
        if !gives && played.effects.iter().any(Effect::moves) {
            last = Some((*ply, played.effects));
        }
    }
    let name = |seat: Seat| ["Ada", "Ben", "Cleo", "Dora", "Eve", "Finn"][seat.index()].to_owned();
    let last = last.as_ref().map(|(ply, effects)| (*ply, &effects[..]));
    let input = SketchInput { position: &position, seat: Seat::new(seat), last, name: &name };
    let sketch = boards::sketch(&input);
    DrawnText { text: text(&sketch), html: html(&sketch).into_string() }
}

fn drawn(game: Game, plies: &[&str], seat: u8) -> DrawnText {
    drawn_for(game, 2, plies, seat)
}

#[test]
fn marks_are_drawn_with_coordinates_and_the_last_one_highlighted() {
    let board = drawn(Game::TicTacToe, &["a1", "b2"], 0);
    assert_eq!(board.text, "     3  .  .  .\n     2  . [O] .\n     1  X  .  .\n        a  b  c");
    assert_eq!(board.html.matches("2px solid #c2410c").count(), 1, "{}", board.html);
}

#[test]
fn each_player_sees_their_houses_below_with_a_label() {
    let board = drawn(Game::Kalah, &["3"], 1);
    let lines: Vec<_> = board.text.lines().map(str::trim).collect();
    assert_eq!(lines[0], "Ada (store on the left)");
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["6", "5", "4", "3", "2", "1"]);
    assert_eq!(lines[2].split_whitespace().collect::<Vec<_>>(), ["[1]", "5", "5", "5", "(0)", "4", "4"]);
    assert_eq!(lines[3].split_whitespace().collect::<Vec<_>>(), ["4", "4", "4", "4", "4", "4", "0"]);
    assert_eq!(lines[5], "You (store on the right)");
}

#[test]
fn the_star_is_rotated_for_its_reader() {
    for seat in 0..6 {
        let star = drawn_for(Game::Sternhalma, 6, &[], seat).text;
        let lines: Vec<_> = star.lines().collect();
        assert_eq!(lines.len(), 17);
        assert_eq!(lines[16].split_whitespace().last(), Some(&*(seat + 1).to_string()), "{star}");
    }
    let star = drawn(Game::Sternhalma, &["d2-e6"], 1).text;
    let first: Vec<_> = star.lines().map(|line| line.trim().chars().next().unwrap()).collect();
    assert_eq!(first, "abcdefghijklmnopq".chars().collect::<Vec<_>>(), "{star}");
    assert!(star.contains("[1]") && star.contains("(.)"), "{star}");
}

#[test]
fn a_piece_of_quarto_shows_all_four_properties() {
    let board = drawn(Game::Quarto, &["f", "b2", "0"], 1);
    assert!(board.text.contains("[(Do)]") && board.text.contains("In hand: [l ]"), "{}", board.text);
    assert!(board.text.contains("Remaining pieces: [d ] [lo] [do]"), "{}", board.text);
    assert!(board.text.contains("capital letter tall"), "{}", board.text);
}

#[test]
fn the_ring_is_drawn_with_every_plane_and_rotated_for_its_reader() {
    for seat in 0..4 {
        let board = drawn_for(Game::Aeroplane, 4, &["d6", "1"], seat);
        let lines: Vec<_> = board.text.lines().collect();
        assert_eq!(lines[..15].iter().filter(|line| !line.trim().is_empty()).count(), 15, "{}", board.text);
        let own = ["Y", "B", "R", "G"][usize::from(seat)];
        assert!(lines[13].trim_start().starts_with(own), "{}", board.text);
        for letter in ["Y", "B", "R", "G"] {
            let planes = (1..=4).filter(|plane| board.text.contains(&format!("{letter}{plane}")));
            assert_eq!(planes.count(), 4, "{letter}: {}", board.text);
        }
        assert!(board.text.contains("[Y1]"), "{}", board.text);
        assert!(board.text.contains("Ben: planes 1, 2, 3 and 4 in the hangar"), "{}", board.text);
        assert!(board.html.contains("<table") && board.html.contains(">Y1<"), "{}", board.html);
    }
}

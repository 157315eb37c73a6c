//! The record as text.

use super::*;
use crate::matches::{OfferAnswer, OfferKind};
use crate::texts::{Language, in_language};

const WON: [&str; 5] = ["a1", "b1", "a2", "b2", "a3"];

fn draw(answer: OfferAnswer) -> MatchCommand {
    MatchCommand::Answer { what: OfferKind::Draw, answer, seq: None }
}

#[test]
fn the_record_of_a_finished_match_is_a_text() {
    let text = record_text(&view(Game::TicTacToe, &WON), &[]);
    let expected = "\
Tic-Tac-Toe

Crosses: Ada
Noughts: Ben

Ada won. Three in a row.

Created: 1 January 1970, 00:00 UTC
Ended: 1 January 1970, 00:00 UTC
First move: Ada
Time: No time limit
Ratings: Rated
Match: 111111111111

   Ada  Ben
1. a1   b1
2. a2   b2
3. a3
";
    assert_eq!(text, expected);
}

#[test]
fn the_record_is_in_the_language_of_the_reader() {
    let text = in_language(Language::German, || record_text(&view(Game::TicTacToe, &WON), &[]));
    for line in ["Kreuze: Ada", "Bedenkzeit: Ohne Zeitlimit", "Beendet: 1. Januar 1970, 00:00 UTC"] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
}

#[test]
fn players_without_a_colour_are_named_by_their_side_or_their_order() {
    for (game, named) in [
        (Game::Kalah, "\nLower player: Ada\nUpper player: Ben\n"),
        (Game::Quarto, "\nFirst player: Ada\nSecond player: Ben\n"),
    ] {
        let text = record_text(&view(game, &[]), &[]);
        assert!(text.contains(named), "{text}");
    }
}

#[test]
fn draws_and_resignations_are_told_in_words() {
    let mut resigned = view(Game::Kalah, &[]);
    does(&mut resigned.m, BEN, &MatchCommand::Resign);
    assert!(record_text(&resigned, &[]).contains("\nAda won. Ben resigned.\n"));
    let mut agreed = view(Game::TicTacToe, &["b2"]);
    does(&mut agreed.m, ADA, &draw(OfferAnswer::Offer));
    assert!(record_text(&agreed, &[]).ends_with("1. b2\n   Ada offered a draw.\n"));
    does(&mut agreed.m, BEN, &draw(OfferAnswer::Accept));
    assert!(record_text(&agreed, &[]).contains("\nDraw agreed.\n"));
}

#[test]
fn lines_are_short_and_rolls_are_in_the_cells_of_their_seats() {
    let mut view = opened(Game::Aeroplane);
    while view.m.status == MatchStatus::Playing {
        plays_any(&mut view.m);
    }
    let text = record_text(&view, &[]);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let moves = text.split("\n\n").last().unwrap();
    let notations: Vec<_> = moves.split_whitespace().skip(2).filter(|word| !word.ends_with('.')).collect();
    assert!(view.m.plies.iter().map(|ply| &*ply.notation).eq(notations), "{text}");
}

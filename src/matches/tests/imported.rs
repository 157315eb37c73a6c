//! Matches read from records.

use super::*;

/// A story of 30 plies, with a seat that skips a turn and one that resigns if there are three.
fn story(game: Game, people: &[UserId]) -> MatchStory {
    let mut story = MatchStory::running(game, people);
    for turn in 0..30 {
        let skipped = story.m.seat_to_act().filter(|_| people.len() > 2 && turn == 5);
        if let Some(seat) = skipped {
            story.happens(None, MatchEvent::TurnSkipped { seat: seat.number() });
        }
        if people.len() > 2 && turn == 11 {
            story.does(BEN, MatchCommand::Resign).unwrap();
        }
        if story.m.ending().is_some() {
            break;
        }
        if story.m.to_roll().is_some() {
            story.plays_next(ROLL);
            continue;
        }
        let plies = story.m.position.legal();
        story.plays_next(&plies[turn * 7 % plies.len()]);
    }
    story
}

fn record_of(m: Match) -> MatchRecord {
    let names = UserNames::new(vec![(ADA, Arc::from("Ada")), (BEN, Arc::from("Ben\u{202e}"))]);
    MatchRecord::of(&MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() })
}

#[test]
fn an_imported_match_has_the_positions_of_the_one_that_was_played() {
    for (game, people) in [
        (Game::TicTacToe, &[ADA, BEN][..]),
        (Game::Kalah, &[ADA, BEN]),
        (Game::Quarto, &[ADA, BEN]),
        (Game::Sternhalma, &[ADA, BEN, CLEO]),
        (Game::Aeroplane, &[ADA, BEN, CLEO, DAN]),
    ] {
        let played = story(game, people).m;
        let text = serde_json::to_string(&ImportedMatch::of(&record_of(played.clone()))).unwrap();
        let imported: ImportedMatch = serde_json::from_str(&text).unwrap();
        let imported = imported.view().unwrap();
        assert_eq!(imported.m.plies.len(), played.plies.len(), "{game:?}");
        for ply in 0..=played.plies.len() {
            let [was, is] = [&played, &imported.m].map(|m| m.position_at(ply).unwrap().position.text());
            assert_eq!(is, was, "{game:?} after {ply} plies");
        }
        assert_eq!(imported.name(Seat::new(0)), Some("Ada"));
        assert_eq!(imported.name(Seat::new(1)), Some("Ben"), "without characters that reorder text");
    }
}

#[test]
fn a_match_that_is_not_legal_is_not_imported() {
    let record = record_of(story(Game::Kalah, &[ADA, BEN]).m);
    let changes: [fn(&mut MatchRecord); 5] = [
        |record| record.plies[3].notation = "9".to_owned(),
        |record| record.game = "chess".to_owned(),
        |record| record.seats.clear(),
        |record| record.seats = vec![record.seats[0].clone(); 300],
        |record| drop(record.options.insert("seeds".to_owned(), "many".to_owned())),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut changed = record.clone();
        change(&mut changed);
        assert!(ImportedMatch::of(&changed).view().is_err(), "change {number}");
    }
}

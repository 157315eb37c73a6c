use std::sync::Arc;

use super::*;
use crate::games::Game;
use crate::matches::{
    Command, Entry, Event, JoinCode, Match, MatchId, Names, Opening, UserId, Visibility, decide, follow,
};

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);
const SOUTH: Viewer = Viewer::Seat(Seat::new(0));
const NORTH: Viewer = Viewer::Seat(Seat::new(1));

/// Ada and Ben at a table, after these plies.
fn table(game: Game, plies: &[&str]) -> Table {
    let opening = Opening {
        game: game.key().into(),
        options: Vec::new(),
        seats: 2,
        visibility: Visibility::Public,
        code: JoinCode::from_digits([0; 6]),
        reserved: Vec::new(),
        rematch_of: None,
        dice: None,
    };
    let mut m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, Moment(0)).unwrap();
    let mut does = |by: UserId, command: Command| {
        for event in decide(&m, by, &command).unwrap() {
            happens(&mut m, by, event);
        }
        while let Some(event) = follow(&m) {
            happens(&mut m, by, event);
        }
    };
    does(ADA, Command::Join);
    does(BEN, Command::Join);
    for (index, notation) in plies.iter().enumerate() {
        let by = if index % 2 == 0 { ADA } else { BEN };
        let seq = 4 + u32::try_from(index).unwrap();
        does(by, Command::Play { seq, notation: (*notation).to_owned() });
    }
    let names = Names::new(vec![(ADA, Arc::from("Ada")), (BEN, Arc::from("Ben"))]);
    Table { m, names, talk: Arc::default() }
}

fn happens(m: &mut Match, by: UserId, event: Event) {
    m.apply(&Entry { seq: m.seq + 1, at: 0, by: Some(by), event }).unwrap();
}

fn shown(sight: &Sight<'_>) -> String {
    page(Reader::default(), sight).into_string()
}

fn now(table: &Table, viewer: Viewer) -> Sight<'_> {
    Sight::now(table, viewer, Moment(0))
}

#[test]
fn only_whoever_is_to_move_reads_it_in_brass() {
    let table = table(Game::Sternhalma, &["d2-e6"]);
    let yours = r#"class="headline yours" id="headline">Your move<"#;
    assert!(shown(&now(&table, NORTH)).contains(yours));
    for viewer in [SOUTH, Viewer::Watcher] {
        let page = shown(&now(&table, viewer));
        assert!(
            page.contains(r#"class="headline" id="headline">Ben is thinking<"#) && !page.contains("yours"),
            "{page}"
        );
    }
}

#[test]
fn a_replay_says_what_was_played_and_nothing_of_the_end_before_it_comes() {
    let table = table(Game::TicTacToe, &["b2", "a1", "c1", "b1", "a3"]);
    let at = |ply| shown(&Sight { ply: Some(ply), ..now(&table, Viewer::Watcher) });
    assert!(at(0).contains("Before the first ply"));
    assert!(at(4).contains("Ben marks b1") && !at(4).contains("1st") && !at(4).contains("has won"));
    assert!(at(5).contains("Ada marks a3") && at(5).contains("1st") && at(5).contains("Ada has won."));
}

#[test]
fn a_replay_tells_the_way_of_a_chain_and_has_no_stream() {
    let table = table(Game::Sternhalma, &["d2-e6", "n2-m7", "b2-f5"]);
    let at = |ply| shown(&Sight { ply: Some(ply), ..now(&table, SOUTH) });
    assert!(at(3).contains(r#"data-ply="3" data-way="p2,c"#), "{}", at(3));
    assert!(!at(2).contains("data-way") && !at(3).contains("hx-sse"), "{}", at(2));
}

#[test]
fn a_refusal_stands_beside_the_board_also_where_no_script_runs() {
    let table = table(Game::TicTacToe, &["b2"]);
    let page = shown(&Sight { problem: Some("That square is taken."), ..now(&table, NORTH) });
    let beside = page.split_once(r#"<div id="problem">"#).map_or("", |(_, rest)| rest);
    assert!(beside.starts_with(r#"<div class="notice bad" role="alert">"#), "{page}");
}

#[test]
fn a_ply_that_comes_again_is_listed_once() {
    let table = table(Game::TicTacToe, &["b2", "a1"]);
    let more = replay::one_more(&now(&table, SOUTH)).into_string();
    assert!(more.starts_with(r##"<hx-partial hx-target="#n2" hx-swap="delete">"##), "{more}");
    assert!(more.contains(r#"<li id="n2">"#), "{more}");
}

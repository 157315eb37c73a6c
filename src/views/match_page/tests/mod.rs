mod changes;
mod document;
mod record_text;
mod regions;

use std::sync::Arc;

use super::*;
use crate::games::Seat;
use crate::games::{Game, ToAct};
use crate::matches::{
    JoinCode, LogEntry, Match, MatchCommand, MatchDice, MatchEvent, MatchId, MatchOpening, MatchSecret, ROLL,
    decide, facets, follow,
};
use crate::matches::{MatchStatus, MatchView, MatchViewer};
use crate::now::Moment;
use crate::users::{UserId, UserNames};
use crate::views::page::PageViewer;

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);
const SOUTH: MatchViewer = MatchViewer::Seat(Seat::new(0));
const NORTH: MatchViewer = MatchViewer::Seat(Seat::new(1));

/// A match of Ada and Ben after these plies.
fn view(game: Game, plies: &[&str]) -> MatchView {
    let mut view = opened(game);
    for (index, notation) in plies.iter().enumerate() {
        plays(&mut view.m, if index % 2 == 0 { ADA } else { BEN }, notation);
    }
    view
}

/// A new match of Ada and Ben in which they roll dice themselves.
fn opened(game: Game) -> MatchView {
    let dice = game.has_dice().then(|| MatchDice { secret: MatchSecret::new([7; 32]), auto_roll: false });
    let opening =
        MatchOpening { rated: true, dice, ..MatchOpening::casual(game, 2, JoinCode::from_digits([0; 6])) };
    let mut m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, Moment(0)).unwrap();
    does(&mut m, ADA, &MatchCommand::Join);
    does(&mut m, BEN, &MatchCommand::Join);
    let names = UserNames::new(vec![(ADA, Arc::from("Ada")), (BEN, Arc::from("Ben"))]);
    MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() }
}

fn plays(m: &mut Match, by: UserId, notation: &str) {
    let seq = m.seq;
    does(m, by, &MatchCommand::Play { seq, notation: notation.to_owned() });
}

/// The next ply: a roll, or the first legal move.
fn plays_any(m: &mut Match) {
    let ply = if m.to_roll().is_some() { ROLL.to_owned() } else { m.position.legal().remove(0) };
    let user = m.user_to_act().unwrap();
    plays(m, user, &ply);
}

fn does(m: &mut Match, by: UserId, command: &MatchCommand) {
    for event in decide(m, by, command).unwrap() {
        happens(m, by, event);
    }
    while let Some(event) = follow(m) {
        happens(m, by, event);
    }
}

fn happens(m: &mut Match, by: UserId, event: MatchEvent) {
    m.apply(&LogEntry { seq: m.seq + 1, at: 0, actor: Some(by), event }).unwrap();
}

fn shown(page_context: &MatchPage<'_>) -> String {
    unmarked(&page(PageViewer::default(), page_context).0)
}

/// Markup without the marks around names in sentences.
fn unmarked(markup: &str) -> String {
    let mut parts = markup.split(r#"<span translate="no">"#);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    plain.extend(parts.map(|part| part.replacen("</span>", "", 1)));
    plain
}

fn now(view: &MatchView, viewer: MatchViewer) -> MatchPage<'_> {
    MatchPage::now(view, viewer, Moment(0))
}

#[test]
fn the_headline_is_brass_only_for_the_player_to_move() {
    let view = view(Game::Sternhalma, &["d2-e6"]);
    let yours = r#"class="headline yours" id="headline">Your move<"#;
    assert!(shown(&now(&view, NORTH)).contains(yours));
    for viewer in [SOUTH, MatchViewer::Watcher] {
        let page = shown(&now(&view, viewer));
        assert!(
            page.contains(r#"class="headline" id="headline">Ben is thinking<"#) && !page.contains("yours"),
            "{page}"
        );
    }
}

#[test]
fn a_replay_describes_the_ply_and_shows_the_result_only_at_the_end() {
    let view = view(Game::TicTacToe, &["b2", "a1", "c1", "b1", "a3"]);
    let at = |ply| shown(&MatchPage { ply: Some(ply), ..now(&view, MatchViewer::Watcher) });
    assert!(at(0).contains("Start"));
    assert!(at(4).contains("Ben marks b1") && !at(4).contains("1st") && !at(4).contains("has won"));
    assert!(at(5).contains("Ada marks a3") && at(5).contains("1st") && at(5).contains("Ada won."));
}

#[test]
fn a_replay_describes_the_path_of_a_chain_and_has_no_live_board() {
    let view = view(Game::Sternhalma, &["d2-e6", "n2-m7", "b2-f5"]);
    let at = |ply| shown(&MatchPage { ply: Some(ply), ..now(&view, SOUTH) });
    assert!(at(3).contains(r#"data-ply="3" data-way="p2,c"#), "{}", at(3));
    assert!(!at(2).contains("data-way") && !at(3).contains(r#"id="live""#), "{}", at(2));
}

#[test]
fn an_error_is_shown_beside_the_board_without_scripts_too() {
    let view = view(Game::TicTacToe, &["b2"]);
    let page = shown(&MatchPage { problem: Some("That square is taken."), ..now(&view, NORTH) });
    let beside = page.split_once(r#"id="problem">"#).map_or("", |(_, rest)| rest);
    assert!(beside.starts_with(r#"<div class="notice bad" role="alert">"#), "{page}");
}

#[test]
fn a_ply_that_is_received_twice_is_listed_once() {
    let (before, after) = (view(Game::TicTacToe, &["b2"]), view(Game::TicTacToe, &["b2", "a1"]));
    let mut page = document::Dom::parse(&shown(&now(&before, SOUTH)));
    for _ in 0..2 {
        of_everybody(&before, &after).into_iter().for_each(|step| page.swap(&step.markup.0));
        assert_eq!(format!("{page:?}").matches("\"ply2\"").count(), 1, "{page:?}");
    }
}

#[test]
fn a_long_match_lists_the_rounds_around_the_shown_ply_with_links_to_the_others() {
    let mut long = opened(Game::Sternhalma);
    for number in 0..300 {
        let mut legal = long.m.position.legal();
        let ply = legal.swap_remove(number * 7919 % legal.len());
        plays(&mut long.m, if number % 2 == 0 { ADA } else { BEN }, &ply);
    }
    let listed = |ply, number: usize| {
        let page = shown(&MatchPage { ply, ..now(&long, SOUTH) });
        let has = |text: &str| page.contains(text);
        (has(&format!("id=\"ply{number}\"")), has("Earlier moves"), has("Later moves"))
    };
    assert_eq!(listed(None, 300), (true, true, false));
    assert_eq!(listed(None, 1), (false, true, false));
    assert_eq!(listed(Some(150), 150), (true, true, true));
    assert_eq!(listed(Some(150), 1), (false, true, true));
    assert_eq!(listed(Some(10), 1), (true, false, true));
    assert_eq!(listed(Some(10), 300), (false, false, true));
}

#[test]
fn every_id_on_a_page_is_unique() {
    let played = [
        (Game::Kalah, ["1", "1"]),
        (Game::Quarto, ["0", "a1"]),
        (Game::Sternhalma, ["d2-e6", "n2-m7"]),
        (Game::TicTacToe, ["b2", "a1"]),
    ];
    for (game, plies) in played {
        let view = view(game, &plies);
        let page = shown(&now(&view, SOUTH));
        let mut ids: Vec<_> =
            page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        ids.sort_unstable();
        let twice: Vec<_> = ids.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{game:?}: {twice:?}");
    }
}

/// The marks of the last move in a piece of markup.
fn mark(markup: &str) -> &str {
    let (_, rest) = markup.split_once(r#"id="last" d=""#).unwrap();
    rest.split('"').next().unwrap()
}

#[test]
fn a_roll_leaves_the_last_move_marked_on_every_page() {
    let mut view = opened(Game::Aeroplane);
    let acts = |view: &MatchView| view.m.user_to_act().unwrap();
    while view.m.moved.is_none() {
        let ply =
            if view.m.to_roll().is_some() { ROLL.to_owned() } else { view.m.position.legal().remove(0) };
        let user = acts(&view);
        plays(&mut view.m, user, &ply);
    }
    let (moved, move_number) = (mark(&shown(&now(&view, SOUTH))).to_owned(), view.m.plies.len());
    assert!(moved.starts_with('M'), "{moved}");

    let before = view.clone();
    let user = acts(&view);
    plays(&mut view.m, user, ROLL);
    assert_eq!(view.m.plies.len(), move_number + 1);
    assert_eq!(mark(&shown(&now(&view, SOUTH))), moved, "on the page");
    let steps = of_everybody(&before, &view);
    assert_eq!(mark(&steps.last().unwrap().markup.0), moved, "for those who look on");
    let missed = since(&view, before.m.seq, MatchViewer::Watcher);
    let marked: Vec<_> = missed.iter().filter(|step| step.markup.0.contains(r#"id="last""#)).collect();
    assert!(
        !marked.is_empty() && marked.iter().all(|step| mark(&step.markup.0) == moved),
        "for those who missed it"
    );

    let at = |ply| shown(&MatchPage { ply: Some(ply), ..now(&view, MatchViewer::Watcher) });
    assert_eq!(mark(&at(move_number + 1)), moved, "in the replay");
    assert_eq!(mark(&at(move_number)), moved);
    assert_eq!(mark(&at(move_number - 1)), "", "nothing had moved before");
}

#[test]
fn a_move_after_a_roll_is_marked_instead_of_the_one_before() {
    let mut view = opened(Game::Aeroplane);
    let mut marks: Vec<String> = Vec::new();
    while marks.len() < 3 {
        let rolls = view.m.to_roll().is_some();
        plays_any(&mut view.m);
        if !rolls {
            marks.push(mark(&shown(&now(&view, SOUTH))).to_owned());
        }
    }
    assert!(marks.windows(2).all(|two| two[0] != two[1]), "{marks:?}");
}

/// The headline, and whether the board has controls.
fn headline_and_brass(view: &MatchView, viewer: MatchViewer) -> (String, bool) {
    let page = shown(&now(view, viewer));
    let (_, headline) = page.split_once(r#"id="headline">"#).unwrap();
    (headline.split('<').next().unwrap().to_owned(), page.contains(r#"name="notation""#))
}

#[test]
fn nobody_is_asked_for_a_ply_that_the_site_plays() {
    let mut view = opened(Game::Aeroplane);
    let auto_roll = |view: &mut MatchView, on| view.m.dice.as_mut().unwrap().auto_roll = on;
    auto_roll(&mut view, true);
    assert_eq!(headline_and_brass(&view, SOUTH), ("Rolling for you".to_owned(), false));
    assert_eq!(headline_and_brass(&view, NORTH), ("Rolling for Ada".to_owned(), false));
    auto_roll(&mut view, false);
    assert_eq!(headline_and_brass(&view, SOUTH), ("Your roll".to_owned(), true));

    while view.m.to_roll().is_some() || view.m.position.only_ply().is_none() {
        plays_any(&mut view.m);
    }
    let (own, other) = if view.m.user_to_act() == Some(ADA) { (SOUTH, NORTH) } else { (NORTH, SOUTH) };
    let (headline, brass) = headline_and_brass(&view, own);
    assert!(headline.starts_with("You rolled ") && brass, "{headline}");
    auto_roll(&mut view, true);
    assert_eq!(headline_and_brass(&view, own), ("Forced move".to_owned(), false));
    assert!(headline_and_brass(&view, other).0.starts_with("Forced move for "));
}

#[test]
fn a_hint_is_offered_for_a_choice_and_not_for_a_forced_move() {
    let mut view = opened(Game::Aeroplane);
    view.m.rated = false;
    view.m.bots.push(BEN);
    for is_forced in [false, true] {
        let m = &mut view.m;
        while m.to_act() != ToAct::Seat(Seat::new(0)) || m.position.only_ply().is_some() != is_forced {
            plays_any(m);
        }
        m.dice.as_mut().unwrap().auto_roll = is_forced;
        assert_eq!(shown(&now(&view, SOUTH)).contains(r#"/hint" hx-post"#), !is_forced);
    }
}

#[test]
fn no_conditional_moves_can_be_entered_after_the_last_ply() {
    let before = view(Game::TicTacToe, &["b2", "a1", "c1", "b1"]);
    let shows = |view: &MatchView| shown(&now(view, NORTH)).contains("Save");
    assert!(shows(&before));
    let after = view(Game::TicTacToe, &["b2", "a1", "c1", "b1", "a3"]);
    assert!(!shows(&after));
    let fragment = of_viewer(&before, &after, NORTH).into_string();
    let section = fragment.split_once(r##"hx-target="#conditional-moves""##).map_or("", |(_, rest)| rest);
    assert!(section.contains("hidden") && !section.contains("Save"), "{fragment}");
}

/// The announcement in a message.
fn announced(markup: &str) -> String {
    let words = markup.split_once(r#"role="status">"#).and_then(|(_, rest)| rest.split_once("</p>"));
    words.map_or_else(String::new, |(words, _)| unmarked(words))
}

/// The announcement of the last of these plies for a viewer.
fn heard(game: Game, plies: &[&str], viewer: MatchViewer) -> String {
    let before = view(game, &plies[..plies.len() - 1]);
    let mut after = before.clone();
    let user = after.m.user_to_act().unwrap();
    plays(&mut after.m, user, plies[plies.len() - 1]);
    announced(&of_viewer(&before, &after, viewer).into_string()).to_owned()
}

#[test]
fn a_move_is_announced_with_its_scores_and_whose_turn_it_is() {
    let sown = [SOUTH, NORTH, MatchViewer::Watcher].map(|viewer| heard(Game::Kalah, &["1"], viewer));
    assert_eq!(sown[0], "Ada sows house 1, 4 seeds. Ben is thinking.");
    assert_eq!(sown[1], "Ada sows house 1, 4 seeds. Your move.");
    assert_eq!(sown[2], sown[0]);
    let again = [SOUTH, NORTH].map(|viewer| heard(Game::Kalah, &["3"], viewer));
    assert_eq!(again[0], "Ada sows house 3, 4 seeds. Ada: 1 in store, Ben: 0 in store. Go again.");
    assert_eq!(again[1], "Ada sows house 3, 4 seeds. Ada: 1 in store, Ben: 0 in store. Ada goes again.");
}

#[test]
fn the_last_move_is_announced_with_how_the_match_has_ended() {
    let plies = ["b2", "a1", "c1", "b1", "a3"];
    let heard = [SOUTH, NORTH, MatchViewer::Watcher].map(|viewer| heard(Game::TicTacToe, &plies, viewer));
    let won = "Ada marks a3: three in a row.";
    assert_eq!(heard, [format!("{won} You won."), format!("{won} You lost."), format!("{won} Ada won.")]);
}

#[test]
fn a_roll_is_announced_with_whose_it_is() {
    let before = opened(Game::Aeroplane);
    let mut after = before.clone();
    plays(&mut after.m, ADA, ROLL);
    let fragment = of_viewer(&before, &after, NORTH).into_string();
    assert!(announced(&fragment).starts_with("Ada rolled "), "{fragment}");
}

#[test]
fn an_ending_that_nobody_played_is_announced() {
    let before = view(Game::TicTacToe, &["b2", "a1"]);
    let mut after = before.clone();
    does(&mut after.m, BEN, &MatchCommand::Resign);
    let fragment = of_viewer(&before, &after, SOUTH).into_string();
    assert_eq!(announced(&fragment), "You won. Ben resigned.");
}

#[test]
fn missed_moves_are_announced_up_to_three() {
    let plies = ["b2", "a1", "c1", "b1"];
    let (long, short) = (view(Game::TicTacToe, &plies), view(Game::TicTacToe, &plies[..3]));
    let fragment =
        |view: &MatchView, seq| announced(&since(view, seq, SOUTH).pop().unwrap().markup.0).to_owned();
    let first = short.m.plies[0].seq;
    assert_eq!(fragment(&short, first), "Ben marks a1. Ada marks c1. Ben is thinking.");
    let all = fragment(&long, first - 1);
    assert_eq!(all, "4 new moves. Ben marks a1. Ada marks c1. Ben marks b1. Your move.");
}

#[test]
fn the_position_as_text_is_rendered_once_for_all_viewers() {
    let (before, after) = (view(Game::Kalah, &[]), view(Game::Kalah, &["1"]));
    let common: String = of_everybody(&before, &after).into_iter().map(|step| step.markup.0).collect();
    let section = r##"<hx-partial hx-target="#position" hx-swap="outerMorph seq:"##;
    assert_eq!(common.matches(section).count(), 1, "{common}");
    for viewer in [SOUTH, NORTH, MatchViewer::Watcher] {
        assert!(!of_viewer(&before, &after, viewer).into_string().contains("#position"), "{viewer:?}");
        assert!(shown(&now(&after, viewer)).contains("Ada: houses 1 to 6: 0, 5, 5, 5, 5, 4; 0 in store"));
    }
}

#[test]
fn nobody_is_to_move_in_the_text_of_a_match_that_is_over() {
    let mut over = view(Game::TicTacToe, &["b2", "a1"]);
    let at = |view: &MatchView, ply| shown(&MatchPage { ply, ..now(view, MatchViewer::Watcher) });
    assert!(at(&over, None).contains("Ada to move: mark b1, "));
    does(&mut over.m, BEN, &MatchCommand::Resign);
    assert!(!at(&over, None).contains(" to move"));
    assert!(at(&over, Some(1)).contains("Ben to move: mark a1, "), "as it was then");
}

#[test]
fn the_move_buttons_are_in_a_form_with_a_name() {
    let page = shown(&now(&view(Game::TicTacToe, &[]), SOUTH));
    assert!(
        page.contains(r#"<form class="press" id="press" tabindex="-1" aria-labelledby="headline""#),
        "{page}"
    );
    assert!(page.contains(r#"aria-label="The board""#), "{page}");
}

#[test]
fn a_page_that_catches_up_is_current_only_with_its_last_message() {
    let view = view(Game::TicTacToe, &["b2", "a1", "c1"]);
    let first = view.m.plies[0].seq;
    let current: Vec<_> = since(&view, first, SOUTH).into_iter().map(|step| step.seq).collect();
    assert_eq!(current, [Some(first + 1), None, Some(first + 2)]);
}

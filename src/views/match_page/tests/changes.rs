//! What open pages are told of changes that are not moves.

use super::*;
use crate::matches::{
    ConditionalMoves, OfferAnswer, OfferKind, PauseAnswer, TimeAllowance, TimeControl, TimeoutPolicy,
    parse_conditional_move,
};

const EVE: UserId = UserId(3);
const EAST: MatchViewer = MatchViewer::Seat(Seat::new(2));

/// A match of three with a clock.
fn of_three() -> MatchView {
    let time = TimeControl {
        pace: TimeAllowance::Days(3),
        weekends_off: false,
        vacation: false,
        at_flag: TimeoutPolicy::Skip,
    };
    let code = JoinCode::from_digits([0; 6]);
    let opening =
        MatchOpening { time_control: Some(time), ..MatchOpening::casual(Game::Sternhalma, 3, code) };
    let mut m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, Moment(0)).unwrap();
    let people = [(ADA, "Ada"), (BEN, "Ben"), (EVE, "Eve")];
    for (user, _) in people {
        does(&mut m, user, &MatchCommand::Join);
    }
    for _ in people {
        plays_any(&mut m);
    }
    let names = UserNames::new(people.map(|(user, name)| (user, Arc::from(name))).to_vec());
    MatchView { m, names, chat: Arc::default(), conditional_moves: Arc::default() }
}

/// The announcement of a command for a viewer.
fn told(view: &mut MatchView, by: UserId, command: &MatchCommand, viewer: MatchViewer) -> String {
    let before = view.clone();
    does(&mut view.m, by, command);
    announced(&of_viewer(&before, view, viewer).into_string()).to_owned()
}

fn answer(what: OfferKind, answer: OfferAnswer) -> MatchCommand {
    MatchCommand::Answer { what, answer, seq: None }
}

#[test]
fn a_resignation_in_a_match_that_goes_on_is_announced_and_not_as_a_cancelled_offer() {
    let mut view = of_three();
    let offer = answer(OfferKind::Draw, OfferAnswer::Offer);
    assert_eq!(told(&mut view, ADA, &offer, EAST), "Ada offers a draw.");
    assert_eq!(told(&mut view, BEN, &MatchCommand::Resign, EAST), "Ben resigned.");
}

#[test]
fn a_cancelled_draw_offer_is_announced_as_an_offer() {
    let mut view = of_three();
    does(&mut view.m, ADA, &answer(OfferKind::Draw, OfferAnswer::Offer));
    let cancels = answer(OfferKind::Draw, OfferAnswer::Withdraw);
    assert_eq!(told(&mut view, ADA, &cancels, NORTH), "Ada cancelled the offer.");
}

#[test]
fn a_pause_is_announced_from_the_request_to_its_end() {
    let mut view = of_three();
    let mut hears = |by, answer| told(&mut view, by, &MatchCommand::Pause(answer), SOUTH);
    assert_eq!(hears(BEN, PauseAnswer::Offer), "Ben asks to pause the clock.");
    assert_eq!(hears(EVE, PauseAnswer::Decline), "The pause was declined or cancelled.");
    assert_eq!(hears(BEN, PauseAnswer::Offer), "Ben asks to pause the clock.");
    assert_eq!(hears(EVE, PauseAnswer::Offer), "Ben and Eve ask to pause the clock.");
    let paused = "Paused. The clock restarts with the next move or when someone resumes.";
    assert_eq!(hears(ADA, PauseAnswer::Offer), paused);
    assert_eq!(hears(BEN, PauseAnswer::Resume), "The clock is running again.");
}

#[test]
fn open_pages_show_when_an_idle_match_will_close() {
    let before = view(Game::TicTacToe, &["b2"]);
    let mut after = before.clone();
    happens(&mut after.m, ADA, MatchEvent::ExpiryAnnounced);
    let fragment = of_viewer(&before, &after, NORTH).into_string();
    assert!(fragment.contains("No moves for a while."), "{fragment}");
}

#[test]
fn a_move_leaves_the_form_of_conditional_moves_alone() {
    let mut before = view(Game::TicTacToe, &["b2"]);
    let (seat, order) = parse_conditional_move(&before.m, ADA, "if a1 then c3").unwrap();
    before.conditional_moves = Arc::new(ConditionalMoves::new(1, vec![(seat, order)]));
    let mut after = before.clone();
    plays(&mut after.m, BEN, "a1");
    let fragment = of_viewer(&before, &after, SOUTH).into_string();
    assert!(fragment.contains(r##"hx-target="#standing""##), "{fragment}");
    assert!(!fragment.contains(r##"<hx-partial hx-target="#conditional-moves""##), "{fragment}");
}

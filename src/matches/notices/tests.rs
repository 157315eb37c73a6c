//! What users are notified of, as short stories of a match.

use super::*;
use crate::games::Game;
use crate::matches::tests::{ADA, BEN, CLEO, MatchStory};
use crate::matches::{
    Clocks, MatchCommand, OfferAnswer, OfferKind, TakeoverReason, TimeAllowance, TimeControl, TimeoutPolicy,
    vacated,
};
use crate::users::UserNames;

const PACE: TimeControl = TimeControl {
    pace: TimeAllowance::Days(1),
    weekends_off: false,
    vacation: false,
    at_flag: TimeoutPolicy::Lose,
};

fn news(story: &MatchStory, user: UserId, seen: u32) -> MatchNews {
    let view = MatchView {
        m: story.m.clone(),
        names: UserNames::new(Vec::new()),
        chat: Default::default(),
        conditional_moves: Default::default(),
    };
    let mark = ReadMark { seq: seen, message: 0 };
    match_news(&view, &story.log, user, mark, &HashSet::new())
}

/// The kinds of notices for a user who has seen the match up to a log entry.
fn kinds(story: &MatchStory, user: UserId, seen: u32) -> Vec<&'static str> {
    news(story, user, seen).events.iter().filter(|it| !it.seen).map(|it| it.kind.key()).collect()
}

/// Checks what each user is notified of who had seen the match before something happened.
fn after<T>(
    mut story: MatchStory,
    happens: impl FnOnce(&mut MatchStory) -> T,
    expected: [(UserId, &[&str]); 2],
    why: &str,
) {
    let seen = story.m.seq;
    happens(&mut story);
    for (user, expected) in expected {
        assert_eq!(kinds(&story, user, seen), expected, "{why}: {user:?}");
        assert_eq!(kinds(&story, user, story.m.seq), [""; 0], "{why}: {user:?} has seen it");
    }
}

#[test]
fn a_user_who_was_taken_out_of_an_open_match_is_notified_unless_they_left_or_came_back() {
    let waiting = || {
        let mut story = MatchStory::opened(Game::Sternhalma, 3, Vec::new());
        for user in [ADA, BEN] {
            story.does(user, MatchCommand::Join).unwrap();
        }
        story
    };
    let mut story = waiting();
    let seen = story.m.seq;
    for event in vacated(&story.m, BEN) {
        story.happens(None, event);
    }
    assert!(story.m.concerned_users().contains(&BEN));
    assert_eq!((kinds(&story, BEN, seen), kinds(&story, ADA, seen)), (vec!["vacated"], Vec::new()));
    story.does(CLEO, MatchCommand::Join).unwrap();
    assert_eq!((kinds(&story, BEN, seen), kinds(&story, CLEO, seen)), (vec!["vacated"], Vec::new()));
    story.does(BEN, MatchCommand::Join).unwrap();
    assert!(!kinds(&story, BEN, seen).contains(&"vacated"), "they are back");
    let mut left = waiting();
    left.does(BEN, MatchCommand::Leave).unwrap();
    assert_eq!(kinds(&left, BEN, 0), [""; 0], "nobody is notified of what they did themselves");
}

#[test]
fn users_are_notified_of_what_others_do_and_not_of_what_they_did_themselves() {
    let of_two = || MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    let played = || {
        let mut story = of_two();
        story.plays(ADA, "b2").unwrap();
        story
    };
    let open = |seats, reserved| {
        let mut story = MatchStory::opened(Game::Sternhalma, seats, reserved);
        story.does(ADA, MatchCommand::Join).unwrap();
        story
    };
    let offer = |what| MatchCommand::Answer { what, answer: OfferAnswer::Offer, seq: None };
    let invited = || open(3, vec![None, Some(BEN), None]);
    let joins = |story: &mut MatchStory| story.does(BEN, MatchCommand::Join).unwrap();
    after(invited(), joins, [(ADA, &["invitation_answered"]), (BEN, &[])], "an invited user joins");
    let declines = |story: &mut MatchStory| story.does(BEN, MatchCommand::Decline).unwrap();
    after(invited(), declines, [(ADA, &["invitation_answered"]), (BEN, &[])], "an invited user declines");
    assert_eq!(kinds(&invited(), BEN, 0), ["invited"]);
    let joins = |story: &mut MatchStory| story.does(BEN, MatchCommand::Join).unwrap();
    let started = [(ADA, &["started", "turn"][..]), (BEN, &[])];
    after(open(2, Vec::new()), joins, started, "the last seat is taken");
    let plays = |story: &mut MatchStory| story.plays(ADA, "b2").unwrap();
    after(of_two(), plays, [(ADA, &[]), (BEN, &["turn"])], "a move is made");
    let draws = |story: &mut MatchStory| story.does(ADA, offer(OfferKind::Draw)).unwrap();
    after(played(), draws, [(ADA, &[]), (BEN, &["offer_received"])], "a draw is offered");
    let asks = |story: &mut MatchStory| story.does(ADA, offer(OfferKind::Takeback)).unwrap();
    after(played(), asks, [(ADA, &[]), (BEN, &["offer_received"])], "a takeback is offered");
    let withdrawn = |story: &mut MatchStory| {
        story.does(ADA, offer(OfferKind::Draw)).unwrap();
        story.happens(Some(ADA), MatchEvent::DrawWithdrawn { seat: 0 });
    };
    after(played(), withdrawn, [(ADA, &[]), (BEN, &[])], "an offer is withdrawn");
    let closing = |story: &mut MatchStory| story.happens(None, MatchEvent::ExpiryAnnounced);
    after(
        played(),
        closing,
        [(ADA, &["expiry_announced"]), (BEN, &["expiry_announced"])],
        "the match will expire",
    );
    let resigns = |story: &mut MatchStory| story.does(BEN, MatchCommand::Resign).unwrap();
    after(of_two(), resigns, [(ADA, &["ended"]), (BEN, &[])], "a player resigns");
}

#[test]
fn the_clock_notifies_those_whom_it_concerns() {
    let of_three = || {
        let mut story = MatchStory::opened(Game::Sternhalma, 3, Vec::new());
        story.m.clocks = Some(Clocks::new(PACE, 3));
        for (seat, user) in [(0, ADA), (1, BEN), (2, CLEO)] {
            story.happens(Some(user), MatchEvent::Joined { seat, user, time_zone: None, bot: false });
        }
        story.happens(None, MatchEvent::Started);
        story
    };
    let skipped = |story: &mut MatchStory| story.happens(None, MatchEvent::TurnSkipped { seat: 0 });
    after(of_three(), skipped, [(ADA, &["turn_skipped"]), (BEN, &["turn"])], "a turn is skipped");
    let flagged = |story: &mut MatchStory| story.happens(None, MatchEvent::Flagged { seat: 0 });
    after(of_three(), flagged, [(BEN, &["turn", "timed_out"]), (CLEO, &["timed_out"])], "a seat is out");
    let vacation = |story: &mut MatchStory| {
        let reason = GrantedTime::Vacation;
        story.happens(None, MatchEvent::TimeGiven { seat: 0, seconds: 3600, reason });
    };
    after(of_three(), vacation, [(ADA, &["vacation_used"]), (BEN, &[])], "vacation is used");
    let taken_over = |story: &mut MatchStory| {
        let (bot, player, reason) = (UserId(9), ADA, TakeoverReason::TimedOut);
        story
            .happens(None, MatchEvent::SeatTakenOver { seat: 0, user: bot, player, reason, time_zone: None });
    };
    let former = [(ADA, &["timed_out"][..]), (BEN, &["timed_out"])];
    after(of_three(), taken_over, former, "a bot takes over");
    let mut story = of_three();
    assert_eq!(story.m.concerned_users(), [ADA, BEN, CLEO]);
    let began = story.log[4].moment();
    story.happens(None, MatchEvent::Downtime { id: 1, from: 10, to: 17 });
    let turn = news(&story, ADA, 0).turn.unwrap();
    assert_eq!((turn.number, turn.began), (5, began.after(7)), "downtime does not count");
    assert_eq!(news(&story, BEN, 0).turn, None);
}

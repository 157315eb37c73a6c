//! Tests of offers and answers.

use OfferAnswer::{Accept, Ask, Refuse, Withdraw};
use OfferKind::{Draw, Takeback};

use super::{OfferAnswer, OfferError, OfferKind};
use crate::games::{Game, Seat};
use crate::matches::tests::{ADA, BEN, CLEO, DAN, MatchStory};
use crate::matches::{
    EndReason, InvalidLog, LogEntry, MatchCommand, MatchEnding, MatchError, MatchEvent, MatchRecord,
    MatchStatus, MatchView, THROW,
};
use crate::users::{UserId, UserNames};

impl MatchStory {
    fn says(&mut self, by: UserId, what: OfferKind, answer: OfferAnswer) -> Result<usize, MatchError> {
        self.does(by, MatchCommand::Answer { what, answer, seq: None })
    }

    fn says_from(
        &mut self,
        by: UserId,
        seq: u32,
        what: OfferKind,
        answer: OfferAnswer,
    ) -> Result<usize, MatchError> {
        self.does(by, MatchCommand::Answer { what, answer, seq: Some(seq) })
    }

    fn plays_from(&mut self, by: UserId, seq: u32, notation: &str) -> Result<usize, MatchError> {
        self.does(by, MatchCommand::Play { seq, notation: notation.to_owned() })
    }

    /// Plays a ply for the seat to act.
    fn goes_on(&mut self, notation: &str) {
        let user = self.m.user_to_act().unwrap();
        self.plays(user, notation).unwrap();
    }

    /// Plays the first legal ply for the seat to act, or rolls the die.
    fn goes_on_somehow(&mut self) {
        let throws = self.m.to_throw().is_some();
        let ply = if throws { THROW.to_owned() } else { self.m.position.legal().remove(0) };
        self.goes_on(&ply);
    }

    fn notations(&self) -> Vec<&str> {
        self.m.plies.iter().map(|ply| ply.notation.as_str()).collect()
    }

    pub fn view(&self) -> MatchView {
        MatchView {
            m: self.m.clone(),
            names: UserNames::default(),
            chat: Default::default(),
            orders: Default::default(),
        }
    }
}

fn no(why: OfferError) -> Result<usize, MatchError> {
    Err(MatchError::Offer(why))
}

fn squares(plies: &[&str]) -> MatchStory {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    for ply in plies {
        story.goes_on(ply);
    }
    story
}

#[test]
fn a_draw_that_is_offered_and_accepted_ends_the_match_with_both_in_first_place() {
    let mut story = squares(&["b2"]);
    assert_eq!(story.says(ADA, Draw, Ask), Ok(1));
    assert_eq!(story.m.status, MatchStatus::Playing);
    assert_eq!(story.m.user_to_act(), Some(BEN), "it is still Ben's turn");
    story.says(BEN, Draw, Accept).unwrap();
    assert_eq!(story.m.ending(), Some(&MatchEnding { how: EndReason::Agreed, places: Some(vec![1, 1]) }));
    assert_eq!(story.says(BEN, Draw, Accept), Err(MatchError::Over));
    assert_eq!(story.m.offer(Draw), None);
}

#[test]
fn a_draw_is_offered_once_at_a_time_and_whoever_offers_it_as_well_accepts() {
    let mut story = squares(&["b2"]);
    story.says(ADA, Draw, Ask).unwrap();
    assert_eq!(story.says(ADA, Draw, Ask), Ok(0));
    story.says(BEN, Draw, Ask).unwrap();
    assert_eq!(story.places(), Some(vec![1, 1]));
}

#[test]
fn an_answer_is_refused_with_the_reason_that_fits() {
    let mut open = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
    open.does(ADA, MatchCommand::Join).unwrap();
    let mut over = squares(&["a1", "b1", "a2", "b2", "a3"]);
    let mut story = squares(&["b2"]);
    for what in [Draw, Takeback] {
        assert_eq!(open.says(ADA, what, Ask), Err(MatchError::NotStarted));
        assert_eq!(over.says(ADA, what, Ask), Err(MatchError::Over));
        for answer in [Ask, Accept, Refuse, Withdraw] {
            assert_eq!(story.says(CLEO, what, answer), Err(MatchError::NotSeated));
        }
        for answer in [Accept, Refuse, Withdraw] {
            assert_eq!(story.says(BEN, what, answer), no(OfferError::NotAsked));
        }
        story.says(ADA, what, Ask).unwrap();
        for answer in [Accept, Refuse] {
            assert_eq!(story.says(ADA, what, answer), no(OfferError::Own));
        }
        assert_eq!(story.says(BEN, what, Withdraw), no(OfferError::NotOwn));
    }
}

#[test]
fn an_offer_lapses_when_the_opponent_plays_and_not_when_the_one_who_made_it_does() {
    let mut story = squares(&["b2", "a1"]);
    story.says(ADA, Draw, Ask).unwrap();
    story.goes_on("b1");
    assert_eq!(story.m.offer(Draw).map(|offer| offer.by), Some(Seat::new(0)));
    story.goes_on("b3");
    assert_eq!(story.m.offer(Draw), None);
    assert_eq!(story.says(BEN, Draw, Accept), no(OfferError::NotAsked));
    assert_eq!(story.says(ADA, Draw, Ask), Ok(1), "what was never answered can be offered again");
}

#[test]
fn after_an_offer_came_to_nothing_its_seat_moves_twice_before_it_offers_again() {
    for (by, answer) in [(BEN, Refuse), (ADA, Withdraw)] {
        let mut story = squares(&["b2"]);
        story.says(ADA, Draw, Ask).unwrap();
        story.says(by, Draw, answer).unwrap();
        assert_eq!(story.says(ADA, Draw, Ask), no(OfferError::TooSoon(2)));
        story.goes_on("a1");
        story.goes_on("b1");
        assert_eq!(story.says(ADA, Draw, Ask), no(OfferError::TooSoon(1)));
        assert_eq!(story.says(BEN, Draw, Ask), Ok(1), "Ben may");
        story.says(BEN, Draw, Withdraw).unwrap();
        story.goes_on("b3");
        story.goes_on("a3");
        assert_eq!(story.says(ADA, Draw, Ask), Ok(1));
    }
}

#[test]
fn nobody_agrees_to_what_their_page_did_not_show() {
    let mut story = squares(&["b2"]);
    let before = story.m.seq;
    story.says(ADA, Draw, Ask).unwrap();
    assert_eq!(story.says_from(BEN, before, Draw, Accept), Err(MatchError::Stale));
    assert_eq!(story.says_from(BEN, before, Draw, Ask), Err(MatchError::Stale));
    assert_eq!(story.says_from(BEN, before, Draw, Refuse), Ok(1), "but they may say no");
    story.goes_on("a1");
    assert_eq!(story.says_from(ADA, before, Takeback, Ask), Err(MatchError::Stale));
}

#[test]
fn a_draw_at_a_table_of_three_takes_all_who_still_play() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO, DAN]);
    story.does(DAN, MatchCommand::Resign).unwrap();
    story.says(BEN, Draw, Ask).unwrap();
    assert_eq!(story.says(DAN, Draw, Accept), Err(MatchError::Gone));
    story.says(CLEO, Draw, Accept).unwrap();
    assert_eq!(story.says(CLEO, Draw, Accept), Ok(0));
    assert_eq!(story.m.status, MatchStatus::Playing);
    story.says(ADA, Draw, Accept).unwrap();
    assert_eq!(story.places(), Some(vec![1, 1, 1, 4]));
    assert_eq!(MatchRecord::of(&story.view()).check().map(|checked| checked.plies), Ok(0));
}

#[test]
fn at_a_table_of_three_one_who_declines_or_plays_on_or_leaves_ends_the_offer() {
    let offered = || {
        let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO, DAN]);
        story.says(BEN, Draw, Ask).unwrap();
        story.says(ADA, Draw, Accept).unwrap();
        story
    };
    let mut story = offered();
    story.says(CLEO, Draw, Refuse).unwrap();
    assert_eq!(story.m.offer(Draw), None);
    let mut story = offered();
    story.does(CLEO, MatchCommand::Resign).unwrap();
    assert_eq!(story.m.offer(Draw), None);
    let mut story = offered();
    story.goes_on_somehow();
    story.goes_on_somehow();
    assert!(story.m.offer(Draw).is_some(), "Ada has agreed and Ben has asked");
    story.goes_on_somehow();
    assert_eq!(story.m.offer(Draw), None, "Cleo has played on");
}

#[test]
fn what_the_site_plays_for_a_seat_does_not_answer_an_offer() {
    let mut story = squares(&["b2"]);
    story.says(ADA, Draw, Ask).unwrap();
    story.happens(None, MatchEvent::played(Seat::new(1), "a1"));
    assert!(story.m.offer(Draw).is_some());
}

#[test]
fn a_ply_that_is_taken_back_leaves_the_match_as_it_stood_before_it() {
    let mut story = squares(&["b2", "a1"]);
    let stood = story.m.clone();
    story.goes_on("c1");
    assert_eq!(story.says(ADA, Takeback, Ask), Ok(1));
    assert_eq!(story.notations(), ["b2", "a1", "c1"], "asking changes nothing");
    story.says(BEN, Takeback, Accept).unwrap();
    let m = &story.m;
    assert_eq!((&m.position, &m.plies, &m.moved), (&stood.position, &stood.plies, &stood.moved));
    assert_eq!((m.to_act(), &m.last_effects), (stood.to_act(), &stood.last_effects));
    assert_eq!(m.position_at(2).unwrap().position, stood.position);
    assert_eq!((m.seq, m.offers.taken_back_at), (stood.seq + 3, Some(stood.seq + 3)));
    story.goes_on("c3");
    assert_eq!(story.notations(), ["b2", "a1", "c3"]);
    assert_eq!(story.m.plies.last().map(|ply| ply.seq), Some(stood.seq + 4), "the log counts on");
}

#[test]
fn what_was_played_since_goes_back_with_it() {
    let mut story = squares(&["b2", "a1", "c1", "b1"]);
    story.says(ADA, Takeback, Ask).unwrap();
    assert_eq!(story.says(BEN, Takeback, Ask), no(OfferError::AnswerFirst));
    story.says(BEN, Takeback, Accept).unwrap();
    assert_eq!(story.notations(), ["b2", "a1"]);
    assert_eq!(story.m.user_to_act(), Some(ADA));
}

#[test]
fn a_takeback_is_asked_for_once_a_ply_and_lapses_when_anybody_plays() {
    let mut story = squares(&[]);
    assert_eq!(story.says(ADA, Takeback, Ask), no(OfferError::NothingPlayed));
    story.goes_on("b2");
    assert_eq!(story.says(BEN, Takeback, Ask), no(OfferError::NothingPlayed));
    story.says(ADA, Takeback, Ask).unwrap();
    assert_eq!(story.says(ADA, Takeback, Ask), Ok(0));
    story.says(BEN, Takeback, Refuse).unwrap();
    assert_eq!(story.says(ADA, Takeback, Ask), no(OfferError::AskedBefore));
    story.goes_on("a1");
    story.goes_on("c1");
    assert_eq!(story.says(ADA, Takeback, Ask), Ok(1));
    story.goes_on("b1");
    assert_eq!(story.says(BEN, Takeback, Accept), no(OfferError::NotAsked));
    assert_eq!(story.notations().len(), 4);
}

#[test]
fn a_takeback_at_a_table_of_three_takes_all_who_still_play() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    story.goes_on_somehow();
    story.goes_on_somehow();
    let stood = story.m.position.clone();
    story.says(BEN, Takeback, Ask).unwrap();
    story.says(CLEO, Takeback, Accept).unwrap();
    assert_eq!(story.m.position, stood, "Ada has not said anything yet");
    story.says(ADA, Takeback, Accept).unwrap();
    assert_eq!((story.m.plies.len(), story.m.user_to_act()), (1, Some(BEN)));
}

#[test]
fn who_has_left_stays_away_when_plies_before_it_are_taken_back() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    for _ in 0..3 {
        story.goes_on_somehow();
    }
    story.does(BEN, MatchCommand::Resign).unwrap();
    story.says(ADA, Takeback, Ask).unwrap();
    story.says(CLEO, Takeback, Accept).unwrap();
    assert_eq!((story.m.plies.len(), story.m.user_to_act()), (0, Some(ADA)));
    story.goes_on_somehow();
    assert_eq!(story.m.user_to_act(), Some(CLEO), "Ben is passed over");
    story.goes_on_somehow();
    assert_eq!(story.m.position_at(2).unwrap().position, story.m.position);
    assert_eq!(MatchRecord::of(&story.view()).check().map(|checked| checked.plies), Ok(2));
}

#[test]
fn a_turn_that_was_skipped_since_comes_back_and_one_that_was_skipped_before_does_not() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    story.happens(None, MatchEvent::Skipped { seat: 0, uncounted: false });
    let stood = story.m.position.clone();
    story.goes_on_somehow();
    story.happens(None, MatchEvent::Skipped { seat: 2, uncounted: false });
    assert_eq!(story.m.user_to_act(), Some(ADA));
    story.says(BEN, Takeback, Ask).unwrap();
    story.says(ADA, Takeback, Accept).unwrap();
    story.says(CLEO, Takeback, Accept).unwrap();
    assert_eq!((&story.m.position, story.m.user_to_act()), (&stood, Some(BEN)));
    story.goes_on_somehow();
    assert_eq!(story.m.user_to_act(), Some(CLEO));
    story.goes_on_somehow();
    assert_eq!(story.m.position_at(2).unwrap().position, story.m.position);
    assert_eq!(MatchRecord::of(&story.view()).check().map(|checked| checked.plies), Ok(2));
}

#[test]
fn a_throw_of_the_die_is_never_taken_back() {
    let mut story = MatchStory::running(Game::Aeroplane, &[ADA, BEN]);
    let moved = |story: &MatchStory, seat| story.m.plies_before_last_of(Seat::new(seat));
    while moved(&story, 0).is_none() || story.m.to_throw().is_none() {
        story.goes_on_somehow();
    }
    let (before, moves) = (story.m.plies.len(), moved(&story, 0).unwrap());
    assert_eq!(moves + 1, before, "Ada has moved and no die was thrown since");
    let mut cautious = MatchStory { m: story.m.clone(), log: story.log.clone() };
    cautious.goes_on(THROW);
    assert_eq!(cautious.says(ADA, Takeback, Ask), no(OfferError::ThrownSince));
    story.says(ADA, Takeback, Ask).unwrap();
    story.says(BEN, Takeback, Accept).unwrap();
    assert_eq!((story.m.plies.len(), story.m.to_throw()), (moves, None), "her throw stands");
    story.goes_on_somehow();
    story.goes_on_somehow();
    story.does(ADA, MatchCommand::Resign).unwrap();
    let checked = MatchRecord::of(&story.view()).check().unwrap();
    assert!(
        checked.throws.is_some_and(|throws| throws > 1),
        "every throw is true to the secret: {checked:?}"
    );
}

#[test]
fn a_throw_ends_the_question_whether_what_came_before_it_may_be_taken_back() {
    let mut story = MatchStory::running(Game::Aeroplane, &[ADA, BEN]);
    while story.m.plies_before_last_of(Seat::new(0)).is_none() || story.m.to_throw().is_none() {
        story.goes_on_somehow();
    }
    story.says(ADA, Takeback, Ask).unwrap();
    story.goes_on(THROW);
    assert_eq!(story.says(BEN, Takeback, Accept), no(OfferError::NotAsked));
}

#[test]
fn a_ply_from_a_page_drawn_before_a_takeback_is_stale() {
    let mut story = squares(&["b2"]);
    let (before, ply) = (story.m.seq - 1, "b2");
    assert_eq!(story.plays_from(ADA, before, ply), Ok(0), "sent twice");
    let seen = story.m.seq;
    story.says(ADA, Takeback, Ask).unwrap();
    story.says(BEN, Takeback, Accept).unwrap();
    for (user, seq) in [(ADA, before), (ADA, seen), (BEN, seen)] {
        let refused = story.plays_from(user, seq, ply);
        assert_eq!(refused, Err(MatchError::Stale), "{user} from {seq}");
    }
    let back = story.m.seq;
    story.plays_from(ADA, back, ply).unwrap();
    assert_eq!(story.plays_from(ADA, before, ply), Err(MatchError::Stale), "the same ply, but another page");
    assert_eq!(story.plays_from(ADA, back, ply), Ok(0), "sent twice");
    assert_eq!(story.notations(), [ply]);
}

#[test]
fn what_is_only_asked_makes_no_page_stale() {
    let mut story = squares(&["b2"]);
    let seq = story.m.seq;
    story.says(ADA, Draw, Ask).unwrap();
    story.says(ADA, Draw, Withdraw).unwrap();
    story.says(ADA, Takeback, Ask).unwrap();
    assert_eq!(story.m.changed_at, story.m.plies[0].at, "Ben is not given more time");
    assert_eq!(story.plays_from(BEN, seq + 9, "a1"), Err(MatchError::Stale), "no page shows what comes");
    story.plays_from(BEN, seq, "a1").unwrap();
    assert_eq!(story.plays_from(BEN, seq, "a1"), Ok(0), "sent twice");
}

#[test]
fn a_log_that_takes_back_what_was_not_played_does_not_fold() {
    let mut story = squares(&["b2"]);
    let seq = story.m.seq + 1;
    for event in [
        MatchEvent::TakenBack { plies: 1, clock_continues: true },
        MatchEvent::TakenBack { plies: u32::MAX, clock_continues: true },
    ] {
        let mut m = story.m.clone();
        let entry = LogEntry { seq, at: 0, by: None, event };
        assert_eq!(m.apply(&entry), Err(InvalidLog::Takeback(seq)));
    }
    story.happens(None, MatchEvent::TakenBack { plies: 0, clock_continues: true });
    let entry = LogEntry { seq: seq + 1, at: 0, by: None, event: MatchEvent::DrawOffered { seat: 2 } };
    assert_eq!(story.m.apply(&entry), Err(InvalidLog::Seat(seq + 1)));
}

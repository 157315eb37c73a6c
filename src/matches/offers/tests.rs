//! Tests of offers and answers.

use OfferAnswer::{Accept, Decline, Offer, Withdraw};
use OfferKind::{Draw, Takeback};

use super::{OfferAnswer, OfferError, OfferKind};
use crate::games::{Game, Seat};
use crate::matches::tests::{ADA, BEN, CLEO, DAN, MatchStory};
use crate::matches::{
    EndReason, InvalidLog, LogEntry, MatchCommand, MatchEnding, MatchError, MatchEvent, MatchRecord,
    MatchStatus, MatchView, ROLL,
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

    fn notations(&self) -> Vec<&str> {
        self.m.plies.iter().map(|ply| ply.notation.as_str()).collect()
    }

    pub fn view(&self) -> MatchView {
        MatchView {
            m: self.m.clone(),
            names: UserNames::default(),
            chat: Default::default(),
            conditional_moves: Default::default(),
        }
    }
}

fn no(why: OfferError) -> Result<usize, MatchError> {
    Err(MatchError::Offer(why))
}

fn squares(plies: &[&str]) -> MatchStory {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    for ply in plies {
        story.plays_next(ply);
    }
    story
}

#[test]
fn an_accepted_draw_offer_ends_the_match_with_shared_first_place() {
    let mut story = squares(&["b2"]);
    assert_eq!(story.says(ADA, Draw, Offer), Ok(1));
    assert_eq!(story.m.status, MatchStatus::Playing);
    assert_eq!(story.m.user_to_act(), Some(BEN), "it is still Ben's turn");
    story.says(BEN, Draw, Accept).unwrap();
    assert_eq!(story.m.ending(), Some(&MatchEnding { how: EndReason::Agreed, places: Some(vec![1, 1]) }));
    assert_eq!(story.says(BEN, Draw, Accept), Err(MatchError::Over));
    assert_eq!(story.m.offer(Draw), None);
}

#[test]
fn a_draw_is_offered_once_at_a_time_and_a_counter_offer_accepts() {
    let mut story = squares(&["b2"]);
    story.says(ADA, Draw, Offer).unwrap();
    assert_eq!(story.says(ADA, Draw, Offer), Ok(0));
    story.says(BEN, Draw, Offer).unwrap();
    assert_eq!(story.places(), Some(vec![1, 1]));
}

#[test]
fn each_invalid_answer_is_refused_with_its_reason() {
    let mut open = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
    open.does(ADA, MatchCommand::Join).unwrap();
    let mut over = squares(&["a1", "b1", "a2", "b2", "a3"]);
    let mut story = squares(&["b2"]);
    for what in [Draw, Takeback] {
        assert_eq!(open.says(ADA, what, Offer), Err(MatchError::NotStarted));
        assert_eq!(over.says(ADA, what, Offer), Err(MatchError::Over));
        for answer in [Offer, Accept, Decline, Withdraw] {
            assert_eq!(story.says(CLEO, what, answer), Err(MatchError::NotSeated));
        }
        for answer in [Accept, Decline, Withdraw] {
            assert_eq!(story.says(BEN, what, answer), no(OfferError::NotAsked));
        }
        story.says(ADA, what, Offer).unwrap();
        for answer in [Accept, Decline] {
            assert_eq!(story.says(ADA, what, answer), no(OfferError::Own));
        }
        assert_eq!(story.says(BEN, what, Withdraw), no(OfferError::NotOwn));
    }
}

#[test]
fn an_offer_lapses_when_the_opponent_plays_and_not_when_its_seat_does() {
    let mut story = squares(&["b2", "a1"]);
    story.says(ADA, Draw, Offer).unwrap();
    story.plays_next("b1");
    assert_eq!(story.m.offer(Draw).map(|offer| offer.by), Some(Seat::new(0)));
    story.plays_next("b3");
    assert_eq!(story.m.offer(Draw), None);
    assert_eq!(story.says(BEN, Draw, Accept), no(OfferError::NotAsked));
    assert_eq!(story.says(ADA, Draw, Offer), Ok(1), "an unanswered offer can be repeated");
}

#[test]
fn after_a_failed_offer_its_seat_moves_twice_before_offering_again() {
    for (by, answer) in [(BEN, Decline), (ADA, Withdraw)] {
        let mut story = squares(&["b2"]);
        story.says(ADA, Draw, Offer).unwrap();
        story.says(by, Draw, answer).unwrap();
        assert_eq!(story.says(ADA, Draw, Offer), no(OfferError::TooSoon(2)));
        story.plays_next("a1");
        story.plays_next("b1");
        assert_eq!(story.says(ADA, Draw, Offer), no(OfferError::TooSoon(1)));
        assert_eq!(story.says(BEN, Draw, Offer), Ok(1), "Ben may");
        story.says(BEN, Draw, Withdraw).unwrap();
        story.plays_next("b3");
        story.plays_next("a3");
        assert_eq!(story.says(ADA, Draw, Offer), Ok(1));
    }
}

#[test]
fn accepting_from_a_page_without_the_offer_is_stale() {
    let mut story = squares(&["b2"]);
    let before = story.m.seq;
    story.says(ADA, Draw, Offer).unwrap();
    assert_eq!(story.says_from(BEN, before, Draw, Accept), Err(MatchError::Stale));
    assert_eq!(story.says_from(BEN, before, Draw, Offer), Err(MatchError::Stale));
    assert_eq!(story.says_from(BEN, before, Draw, Decline), Ok(1), "but they may say no");
    story.plays_next("a1");
    assert_eq!(story.says_from(ADA, before, Takeback, Offer), Err(MatchError::Stale));
}

#[test]
fn a_draw_with_more_than_two_players_needs_all_who_still_play() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO, DAN]);
    story.does(DAN, MatchCommand::Resign).unwrap();
    story.says(BEN, Draw, Offer).unwrap();
    assert_eq!(story.says(DAN, Draw, Accept), Err(MatchError::Gone));
    story.says(CLEO, Draw, Accept).unwrap();
    assert_eq!(story.says(CLEO, Draw, Accept), Ok(0));
    assert_eq!(story.m.status, MatchStatus::Playing);
    story.says(ADA, Draw, Accept).unwrap();
    assert_eq!(story.places(), Some(vec![1, 1, 1, 4]));
    assert_eq!(MatchRecord::of(&story.view()).check().map(|checked| checked.plies), Ok(0));
}

#[test]
fn with_more_than_two_players_one_who_declines_plays_or_leaves_ends_the_offer() {
    let offered = || {
        let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO, DAN]);
        story.says(BEN, Draw, Offer).unwrap();
        story.says(ADA, Draw, Accept).unwrap();
        story
    };
    let mut story = offered();
    story.says(CLEO, Draw, Decline).unwrap();
    assert_eq!(story.m.offer(Draw), None);
    let mut story = offered();
    story.does(CLEO, MatchCommand::Resign).unwrap();
    assert_eq!(story.m.offer(Draw), None);
    let mut story = offered();
    story.plays_first_legal();
    story.plays_first_legal();
    assert!(story.m.offer(Draw).is_some(), "Ada accepted and Ben made the offer");
    story.plays_first_legal();
    assert_eq!(story.m.offer(Draw), None, "Cleo has played on");
}

#[test]
fn an_automatic_ply_does_not_answer_an_offer() {
    let mut story = squares(&["b2"]);
    story.says(ADA, Draw, Offer).unwrap();
    story.happens(None, MatchEvent::ply(Seat::new(1), "a1"));
    assert!(story.m.offer(Draw).is_some());
}

#[test]
fn a_takeback_restores_the_match_before_the_ply() {
    let mut story = squares(&["b2", "a1"]);
    let stood = story.m.clone();
    story.plays_next("c1");
    assert_eq!(story.says(ADA, Takeback, Offer), Ok(1));
    assert_eq!(story.notations(), ["b2", "a1", "c1"], "asking changes nothing");
    story.says(BEN, Takeback, Accept).unwrap();
    let m = &story.m;
    assert_eq!((&m.position, &m.plies, &m.moved), (&stood.position, &stood.plies, &stood.moved));
    assert_eq!((m.to_act(), &m.last_effects), (stood.to_act(), &stood.last_effects));
    assert_eq!(m.position_at(2).unwrap().position, stood.position);
    assert_eq!((m.seq, m.offers.taken_back_at), (stood.seq + 3, Some(stood.seq + 3)));
    story.plays_next("c3");
    assert_eq!(story.notations(), ["b2", "a1", "c3"]);
    assert_eq!(story.m.plies.last().map(|ply| ply.seq), Some(stood.seq + 4), "the log counts on");
}

#[test]
fn a_takeback_also_removes_later_plies() {
    let mut story = squares(&["b2", "a1", "c1", "b1"]);
    story.says(ADA, Takeback, Offer).unwrap();
    assert_eq!(story.says(BEN, Takeback, Offer), no(OfferError::AnswerFirst));
    story.says(BEN, Takeback, Accept).unwrap();
    assert_eq!(story.notations(), ["b2", "a1"]);
    assert_eq!(story.m.user_to_act(), Some(ADA));
}

#[test]
fn a_takeback_is_requested_once_per_ply_and_lapses_with_the_next_ply() {
    let mut story = squares(&[]);
    assert_eq!(story.says(ADA, Takeback, Offer), no(OfferError::NothingPlayed));
    story.plays_next("b2");
    assert_eq!(story.says(BEN, Takeback, Offer), no(OfferError::NothingPlayed));
    story.says(ADA, Takeback, Offer).unwrap();
    assert_eq!(story.says(ADA, Takeback, Offer), Ok(0));
    story.says(BEN, Takeback, Decline).unwrap();
    assert_eq!(story.says(ADA, Takeback, Offer), no(OfferError::AskedBefore));
    story.plays_next("a1");
    story.plays_next("c1");
    assert_eq!(story.says(ADA, Takeback, Offer), Ok(1));
    story.plays_next("b1");
    assert_eq!(story.says(BEN, Takeback, Accept), no(OfferError::NotAsked));
    assert_eq!(story.notations().len(), 4);
}

#[test]
fn a_takeback_with_more_than_two_players_needs_all_who_still_play() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    story.plays_first_legal();
    story.plays_first_legal();
    let stood = story.m.position.clone();
    story.says(BEN, Takeback, Offer).unwrap();
    story.says(CLEO, Takeback, Accept).unwrap();
    assert_eq!(story.m.position, stood, "Ada has not answered yet");
    story.says(ADA, Takeback, Accept).unwrap();
    assert_eq!((story.m.plies.len(), story.m.user_to_act()), (1, Some(BEN)));
}

#[test]
fn a_seat_that_left_stays_out_when_earlier_plies_are_taken_back() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    for _ in 0..3 {
        story.plays_first_legal();
    }
    story.does(BEN, MatchCommand::Resign).unwrap();
    story.says(ADA, Takeback, Offer).unwrap();
    story.says(CLEO, Takeback, Accept).unwrap();
    assert_eq!((story.m.plies.len(), story.m.user_to_act()), (0, Some(ADA)));
    story.plays_first_legal();
    assert_eq!(story.m.user_to_act(), Some(CLEO), "Ben is passed over");
    story.plays_first_legal();
    assert_eq!(story.m.position_at(2).unwrap().position, story.m.position);
    assert_eq!(MatchRecord::of(&story.view()).check().map(|checked| checked.plies), Ok(2));
}

#[test]
fn a_takeback_undoes_later_skips_but_not_earlier_ones() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    story.happens(None, MatchEvent::TurnSkipped { seat: 0 });
    let stood = story.m.position.clone();
    story.plays_first_legal();
    story.happens(None, MatchEvent::TurnSkipped { seat: 2 });
    assert_eq!(story.m.user_to_act(), Some(ADA));
    story.says(BEN, Takeback, Offer).unwrap();
    story.says(ADA, Takeback, Accept).unwrap();
    story.says(CLEO, Takeback, Accept).unwrap();
    assert_eq!((&story.m.position, story.m.user_to_act()), (&stood, Some(BEN)));
    story.plays_first_legal();
    assert_eq!(story.m.user_to_act(), Some(CLEO));
    story.plays_first_legal();
    assert_eq!(story.m.position_at(2).unwrap().position, story.m.position);
    assert_eq!(MatchRecord::of(&story.view()).check().map(|checked| checked.plies), Ok(2));
}

#[test]
fn a_roll_is_never_taken_back() {
    let mut story = MatchStory::running(Game::Aeroplane, &[ADA, BEN]);
    let moved = |story: &MatchStory, seat| story.m.plies_before_last_of(Seat::new(seat));
    while moved(&story, 0).is_none() || story.m.to_roll().is_none() {
        story.plays_first_legal();
    }
    let (before, moves) = (story.m.plies.len(), moved(&story, 0).unwrap());
    assert_eq!(moves + 1, before, "Ada has moved and there was no roll since");
    let mut cautious = MatchStory { m: story.m.clone(), log: story.log.clone() };
    cautious.plays_next(ROLL);
    assert_eq!(cautious.says(ADA, Takeback, Offer), no(OfferError::RolledSince));
    story.says(ADA, Takeback, Offer).unwrap();
    story.says(BEN, Takeback, Accept).unwrap();
    assert_eq!((story.m.plies.len(), story.m.to_roll()), (moves, None), "her roll remains");
    story.plays_first_legal();
    story.plays_first_legal();
    story.does(ADA, MatchCommand::Resign).unwrap();
    let checked = MatchRecord::of(&story.view()).check().unwrap();
    assert!(
        checked.rolls > 1 && checked.unverified_rolls == 0,
        "every roll follows from the secret: {checked:?}"
    );
}

#[test]
fn a_roll_ends_a_pending_takeback_request() {
    let mut story = MatchStory::running(Game::Aeroplane, &[ADA, BEN]);
    while story.m.plies_before_last_of(Seat::new(0)).is_none() || story.m.to_roll().is_none() {
        story.plays_first_legal();
    }
    story.says(ADA, Takeback, Offer).unwrap();
    story.plays_next(ROLL);
    assert_eq!(story.says(BEN, Takeback, Accept), no(OfferError::NotAsked));
}

#[test]
fn a_ply_from_a_page_drawn_before_a_takeback_is_stale() {
    let mut story = squares(&["b2"]);
    let (before, ply) = (story.m.seq - 1, "b2");
    assert_eq!(story.plays_from(ADA, before, ply), Ok(0), "sent twice");
    let seen = story.m.seq;
    story.says(ADA, Takeback, Offer).unwrap();
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
fn an_offer_makes_no_page_stale() {
    let mut story = squares(&["b2"]);
    let seq = story.m.seq;
    story.says(ADA, Draw, Offer).unwrap();
    story.says(ADA, Draw, Withdraw).unwrap();
    story.says(ADA, Takeback, Offer).unwrap();
    assert_eq!(story.m.changed_at, story.m.plies[0].at, "Ben is not given more time");
    assert_eq!(story.plays_from(BEN, seq + 9, "a1"), Err(MatchError::Stale), "no page shows a future state");
    story.plays_from(BEN, seq, "a1").unwrap();
    assert_eq!(story.plays_from(BEN, seq, "a1"), Ok(0), "sent twice");
}

#[test]
fn a_log_with_a_takeback_of_unplayed_plies_is_invalid() {
    let mut story = squares(&["b2"]);
    let seq = story.m.seq + 1;
    for event in
        [MatchEvent::TakenBack { remaining_plies: 1 }, MatchEvent::TakenBack { remaining_plies: u32::MAX }]
    {
        let mut m = story.m.clone();
        let entry = LogEntry { seq, at: 0, actor: None, event };
        assert_eq!(m.apply(&entry), Err(InvalidLog::Takeback(seq)));
    }
    story.happens(None, MatchEvent::TakenBack { remaining_plies: 0 });
    let entry = LogEntry { seq: seq + 1, at: 0, actor: None, event: MatchEvent::DrawOffered { seat: 2 } };
    assert_eq!(story.m.apply(&entry), Err(InvalidLog::Seat(seq + 1)));
}

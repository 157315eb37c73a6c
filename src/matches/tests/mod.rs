//! Commands and their consequences, as short stories of a match.

mod cancelling;
mod imported;

use std::sync::Arc;

use super::*;
use crate::games::{Game, PlayError, Seat};
use crate::now::Moment;
use crate::users::{UserId, UserNames};

pub(super) const ADA: UserId = UserId(1);
pub(super) const BEN: UserId = UserId(2);
pub(super) const CLEO: UserId = UserId(3);
pub(super) const DAN: UserId = UserId(4);

/// A match with its log, to which commands are applied one after the other.
pub(super) struct MatchStory {
    pub m: Match,
    pub log: Vec<LogEntry>,
}

impl MatchStory {
    pub fn opened(game: Game, seats: u8, reserved: Vec<Option<UserId>>) -> Self {
        let opening = MatchOpening {
            rated: true,
            reserved,
            dice: game.has_dice().then(|| MatchDice { secret: MatchSecret::new([7; 32]), auto_roll: false }),
            ..MatchOpening::casual(game, seats, JoinCode::from_digits([0; 6]))
        };
        let m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, Moment(0)).unwrap();
        let log = vec![LogEntry { seq: 1, at: 0, actor: Some(ADA), event: MatchEvent::Opened(opening) }];
        Self { m, log }
    }

    pub fn running(game: Game, people: &[UserId]) -> Self {
        let mut story = Self::opened(game, people.len() as u8, Vec::new());
        for user in people {
            story.does(*user, MatchCommand::Join).unwrap();
        }
        story
    }

    pub fn does(&mut self, by: UserId, command: MatchCommand) -> Result<usize, MatchError> {
        let events = decide(&self.m, by, &command)?;
        let count = events.len();
        for event in events {
            self.happens(Some(by), event);
        }
        while let Some(event) = follow(&self.m) {
            self.happens(None, event);
        }
        assert_eq!(Match::fold(&self.m.id, &self.log).unwrap(), self.m, "the log folds to the same match");
        Ok(count)
    }

    pub fn happens(&mut self, by: Option<UserId>, event: MatchEvent) {
        self.happens_at(Moment(i64::from(self.m.seq)), by, event);
    }

    pub fn happens_at(&mut self, at: Moment, by: Option<UserId>, event: MatchEvent) {
        let entry = LogEntry { seq: self.m.seq + 1, at: at.0, actor: by, event };
        self.m.apply(&entry).unwrap();
        self.log.push(entry);
    }

    pub fn plays(&mut self, by: UserId, notation: &str) -> Result<usize, MatchError> {
        self.does(by, MatchCommand::Play { seq: self.m.seq, notation: notation.to_owned() })
    }

    /// Plays a ply for the seat to act.
    pub fn plays_next(&mut self, notation: &str) {
        let user = self.m.user_to_act().unwrap();
        self.plays(user, notation).unwrap();
    }

    /// Plays the first legal ply for the seat to act, or rolls the die.
    pub fn plays_first_legal(&mut self) {
        let rolls = self.m.to_roll().is_some();
        let ply = if rolls { ROLL.to_owned() } else { self.m.position.legal().remove(0) };
        self.plays_next(&ply);
    }

    pub fn places(&self) -> Option<Vec<u8>> {
        self.m.ending().and_then(|ending| ending.places.clone())
    }
}

#[test]
fn a_match_starts_by_itself_when_the_last_seat_is_taken() {
    let mut story = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
    story.does(ADA, MatchCommand::Join).unwrap();
    assert_eq!(story.m.status, MatchStatus::Open);
    story.does(BEN, MatchCommand::Join).unwrap();
    assert_eq!(story.m.status, MatchStatus::Playing);
    assert_eq!(story.m.user_to_act(), Some(ADA));
}

#[test]
fn joining_twice_changes_nothing_and_a_third_user_finds_no_seat() {
    let mut story = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
    story.does(ADA, MatchCommand::Join).unwrap();
    assert_eq!(story.does(ADA, MatchCommand::Join), Ok(0));
    story.does(BEN, MatchCommand::Join).unwrap();
    assert_eq!(story.does(CLEO, MatchCommand::Join), Err(MatchError::NotOpen));
}

#[test]
fn an_invited_seat_is_given_to_no_other_user() {
    let mut story = MatchStory::opened(Game::TicTacToe, 2, vec![Some(BEN), None]);
    story.does(CLEO, MatchCommand::Join).unwrap();
    assert_eq!(story.m.seat_of(CLEO), Some(Seat::new(1)));
    assert_eq!(story.does(DAN, MatchCommand::Join), Err(MatchError::Full));
    story.does(BEN, MatchCommand::Join).unwrap();
    assert_eq!(story.m.seat_of(BEN), Some(Seat::new(0)));
}

#[test]
fn a_declined_seat_is_free_for_everyone() {
    let mut story = MatchStory::opened(Game::TicTacToe, 2, vec![Some(BEN), Some(ADA)]);
    story.does(ADA, MatchCommand::Join).unwrap();
    assert_eq!(story.m.invited_seat(BEN), Some(Seat::new(0)));
    assert_eq!(story.does(CLEO, MatchCommand::Join), Err(MatchError::Full));
    assert_eq!(story.does(BEN, MatchCommand::Decline), Ok(1));
    assert_eq!(story.log.last().unwrap().event, MatchEvent::InvitationDeclined { seat: 0 });
    assert_eq!((story.m.invited_seat(BEN), &story.m.status), (None, &MatchStatus::Open));
    story.does(CLEO, MatchCommand::Join).unwrap();
    assert_eq!(story.m.seat_of(CLEO), Some(Seat::new(0)));
    assert_eq!(story.m.status, MatchStatus::Playing);
}

#[test]
fn only_an_invited_user_can_decline() {
    let mut story = MatchStory::opened(Game::Sternhalma, 3, vec![Some(BEN), Some(ADA), None]);
    story.does(ADA, MatchCommand::Join).unwrap();
    for user in [ADA, CLEO] {
        assert_eq!(story.does(user, MatchCommand::Decline), Err(MatchError::NotInvited));
    }
    story.does(BEN, MatchCommand::Decline).unwrap();
    assert_eq!(story.does(BEN, MatchCommand::Decline), Err(MatchError::NotInvited), "not twice");
    story.does(BEN, MatchCommand::Join).unwrap();
    assert_eq!(story.m.seat_of(BEN), Some(Seat::new(0)), "a user who declined can join like any other");
    story.does(CLEO, MatchCommand::Join).unwrap();
    assert_eq!(story.does(DAN, MatchCommand::Decline), Err(MatchError::NotOpen));
}

#[test]
fn a_seated_user_has_to_leave_before_declining() {
    let mut story = MatchStory::opened(Game::Sternhalma, 3, vec![Some(BEN), Some(ADA), None]);
    story.does(ADA, MatchCommand::Join).unwrap();
    story.does(BEN, MatchCommand::Join).unwrap();
    assert_eq!(story.does(BEN, MatchCommand::Decline), Err(MatchError::NotInvited));
    story.does(BEN, MatchCommand::Leave).unwrap();
    story.does(BEN, MatchCommand::Decline).unwrap();
    assert_eq!(story.m.invited_seat(BEN), None);
}

#[test]
fn an_event_that_declines_a_missing_seat_is_invalid() {
    let mut story = MatchStory::opened(Game::TicTacToe, 2, vec![Some(BEN), Some(ADA)]);
    let entry =
        LogEntry { seq: 2, at: 0, actor: Some(BEN), event: MatchEvent::InvitationDeclined { seat: 2 } };
    assert_eq!(story.m.apply(&entry), Err(InvalidLog::Seat(2)));
}

#[test]
fn the_log_and_the_record_of_a_match_with_a_declined_seat_round_trip() {
    let mut story = MatchStory::opened(Game::TicTacToe, 2, vec![Some(BEN), Some(ADA)]);
    story.does(ADA, MatchCommand::Join).unwrap();
    story.does(BEN, MatchCommand::Decline).unwrap();
    story.does(CLEO, MatchCommand::Join).unwrap();
    for (user, square) in [(CLEO, "a1"), (ADA, "b1"), (CLEO, "a2"), (ADA, "b2"), (CLEO, "a3")] {
        story.plays(user, square).unwrap();
    }
    let text = serde_json::to_string(&story.log).unwrap();
    assert!(text.contains(r#""kind":"invitation_declined","body":{"seat":0}"#), "{text}");
    let log: Vec<LogEntry> = serde_json::from_str(&text).unwrap();
    assert_eq!(Match::fold(&story.m.id, &log).unwrap(), story.m);
    let view = MatchView {
        m: story.m,
        names: UserNames::default(),
        chat: Arc::default(),
        conditional_moves: Arc::default(),
    };
    let record = serde_json::to_string(&MatchRecord::of(&view)).unwrap();
    let record: MatchRecord = serde_json::from_str(&record).unwrap();
    assert_eq!(
        record.check(),
        Ok(CheckedRecord { plies: 5, rolls: 0, unverified_rolls: 0, seats_drawn: false })
    );
    assert_eq!(record.plies[0].seq, 6, "the refusal to play has its place in the log");
}

#[test]
fn only_the_host_starts_a_match_before_it_is_full() {
    let mut story = MatchStory::opened(Game::Sternhalma, 6, Vec::new());
    story.does(ADA, MatchCommand::Join).unwrap();
    assert_eq!(story.does(ADA, MatchCommand::Start), Err(MatchError::TooFew { least: 2 }));
    for user in [BEN, CLEO] {
        story.does(user, MatchCommand::Join).unwrap();
    }
    assert_eq!(story.does(BEN, MatchCommand::Start), Err(MatchError::NotHost));
    story.does(BEN, MatchCommand::Leave).unwrap();
    story.does(ADA, MatchCommand::Start).unwrap();
    assert_eq!(story.m.seats.as_slice(), [Some(ADA), Some(CLEO)]);
    assert_eq!(story.m.position.seats(), 2);
}

#[test]
fn an_open_match_without_players_is_cancelled() {
    let mut story = MatchStory::opened(Game::Sternhalma, 2, Vec::new());
    story.does(ADA, MatchCommand::Join).unwrap();
    story.does(ADA, MatchCommand::Leave).unwrap();
    assert_eq!(story.m.ending(), Some(&MatchEnding::ABORTED));
}

#[test]
fn each_invalid_ply_is_refused_with_its_reason() {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    let seq = story.m.seq;
    assert_eq!(story.plays(CLEO, "b2"), Err(MatchError::NotSeated));
    assert_eq!(story.plays(BEN, "b2"), Err(MatchError::NotYourTurn));
    assert!(matches!(
        story.plays(ADA, "z9"),
        Err(MatchError::Ply(PlayError::Illegal { .. } | PlayError::Unreadable { .. }))
    ));
    story.plays(ADA, "b2").unwrap();
    let stale = MatchCommand::Play { seq, notation: "a1".to_owned() };
    assert_eq!(story.does(BEN, stale), Err(MatchError::Stale));
    assert!(matches!(story.plays(BEN, "b2"), Err(MatchError::Ply(PlayError::Illegal { .. }))));
}

#[test]
fn a_ply_sent_twice_succeeds_twice() {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    let again = MatchCommand::Play { seq: story.m.seq, notation: "b2".to_owned() };
    story.does(ADA, again.clone()).unwrap();
    assert_eq!(story.does(ADA, again.clone()), Ok(0));
    story.plays(BEN, "a1").unwrap();
    assert_eq!(story.does(ADA, again.clone()), Ok(0), "also after the next ply of the opponent");
    assert_eq!(story.does(BEN, again), Err(MatchError::Stale), "but not for another user");
}

#[test]
fn a_line_of_three_ends_the_match_and_nothing_can_be_played_after_it() {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    for (user, square) in [(ADA, "a1"), (BEN, "b1"), (ADA, "a2"), (BEN, "b2"), (ADA, "a3")] {
        story.plays(user, square).unwrap();
    }
    assert_eq!(story.m.ending(), Some(&MatchEnding { how: EndReason::Rules, places: Some(vec![1, 2]) }));
    assert_eq!(story.plays(BEN, "c3"), Err(MatchError::Ply(PlayError::GameOver)));
    assert_eq!(story.does(BEN, MatchCommand::Resign), Err(MatchError::Over));
}

#[test]
fn resigning_a_match_of_two_loses_it() {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    assert_eq!(story.does(CLEO, MatchCommand::Resign), Err(MatchError::NotSeated));
    story.does(ADA, MatchCommand::Resign).unwrap();
    assert_eq!(story.m.ending(), Some(&MatchEnding { how: EndReason::Resigned, places: Some(vec![2, 1]) }));
}

#[test]
fn a_resigned_seat_in_a_match_of_three_is_skipped_and_placed_last() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    story.does(ADA, MatchCommand::Resign).unwrap();
    assert_eq!(story.m.status, MatchStatus::Playing);
    assert_eq!(story.m.user_to_act(), Some(BEN));
    assert_eq!(story.does(ADA, MatchCommand::Resign), Err(MatchError::Gone));
    for user in [BEN, CLEO, BEN] {
        let ply = story.m.position.legal().remove(0);
        story.plays(user, &ply).unwrap();
    }
    assert_eq!(story.m.user_to_act(), Some(CLEO), "Ada's turn is passed over");
    story.does(BEN, MatchCommand::Resign).unwrap();
    assert_eq!(story.places(), Some(vec![3, 2, 1]));
}

#[test]
fn every_position_of_a_match_with_a_skipped_seat_can_be_replayed() {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    let mut texts = vec![story.m.position.text()];
    for turn in 0..12 {
        if turn == 4 {
            story.does(BEN, MatchCommand::Resign).unwrap();
            *texts.last_mut().unwrap() = story.m.position.text();
        }
        story.plays_first_legal();
        texts.push(story.m.position.text());
    }
    for (plies, text) in texts.iter().enumerate() {
        assert_eq!(&story.m.position_at(plies).unwrap().position.text(), text, "after {plies} plies");
    }
}

#[test]
fn a_rematch_is_offered_once_and_only_by_players_of_a_finished_match() {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    let to = MatchId::from_digits([1; 12]);
    assert_eq!(story.does(ADA, MatchCommand::OfferRematch(to.clone())), Err(MatchError::NotOver));
    story.does(ADA, MatchCommand::Resign).unwrap();
    assert_eq!(story.does(CLEO, MatchCommand::OfferRematch(to.clone())), Err(MatchError::NotSeated));
    assert_eq!(story.does(BEN, MatchCommand::OfferRematch(to.clone())), Ok(1));
    assert_eq!(story.does(ADA, MatchCommand::OfferRematch(to)), Ok(0));
}

#[test]
fn a_private_match_is_visible_by_link_until_it_starts_and_then_to_its_players() {
    let mut story = MatchStory::opened(Game::TicTacToe, 2, Vec::new());
    story.m.visibility = MatchVisibility::Private;
    story.log[0] = match story.log[0].clone() {
        LogEntry { event: MatchEvent::Opened(opening), seq, at, actor: by } => {
            let opening = MatchOpening { visibility: MatchVisibility::Private, ..opening };
            LogEntry { seq, at, actor: by, event: MatchEvent::Opened(opening) }
        }
        other => other,
    };
    assert!(story.m.may_be_seen_by(None));
    story.does(ADA, MatchCommand::Join).unwrap();
    story.does(BEN, MatchCommand::Join).unwrap();
    assert!(!story.m.may_be_seen_by(None));
    assert!(!story.m.may_be_seen_by(Some(CLEO)));
    assert!(story.m.may_be_seen_by(Some(BEN)));
}

#[test]
fn the_record_has_the_documented_format() {
    let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
    story.plays(ADA, "b2").unwrap();
    let names = UserNames::new(vec![(ADA, Arc::from("Ada")), (BEN, Arc::from("Ben"))]);
    let view = MatchView { m: story.m, names, chat: Arc::default(), conditional_moves: Arc::default() };
    let record = serde_json::to_value(MatchRecord::of(&view)).unwrap();
    let expected = serde_json::json!({
        "format": 1, "id": "111111111111", "game": "tictactoe", "options": {"size": "3", "line": "3"},
        "status": "playing",
        "seats": [{"seat": 0, "name": "Ada", "kind": "person"}, {"seat": 1, "name": "Ben", "kind": "person"}],
        "seq": 5, "to_act": 1, "position": ".../.x./... 1",
        "plies": [{"ply": 1, "seq": 5, "seat": 0, "notation": "b2", "at": "1970-01-01T00:00:00.004Z"}],
        "ending": null, "dice": null, "created_at": "1970-01-01T00:00:00.000Z"
    });
    assert_eq!(record, expected);
}

/// The record of a finished match of three with a seat that resigned.
fn record() -> MatchRecord {
    let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
    for turn in 0..9 {
        if turn == 4 {
            story.does(BEN, MatchCommand::Resign).unwrap();
        }
        story.plays_first_legal();
    }
    story.does(ADA, MatchCommand::Resign).unwrap();
    MatchRecord::of(&MatchView {
        m: story.m,
        names: UserNames::default(),
        chat: Arc::default(),
        conditional_moves: Arc::default(),
    })
}

#[test]
fn a_record_passes_its_check_after_a_round_trip() {
    let text = serde_json::to_string(&record()).unwrap();
    let read: MatchRecord = serde_json::from_str(&text).unwrap();
    assert_eq!(
        read.check(),
        Ok(CheckedRecord { plies: 9, rolls: 0, unverified_rolls: 0, seats_drawn: false })
    );
    let earlier = MatchRecord { created_at: None, ended_at: None, ..read };
    let text = serde_json::to_string(&earlier).unwrap();
    assert!(!text.contains("created_at") && !text.contains("ended_at"), "{text}");
    assert_eq!(serde_json::from_str::<MatchRecord>(&text).unwrap().check(), earlier.check());
}

#[test]
fn every_change_to_a_record_is_detected() {
    let changed = |change: fn(&mut MatchRecord)| {
        let mut record = record();
        change(&mut record);
        record.check().unwrap_err()
    };
    assert!(matches!(changed(|record| record.format = 2), RecordCheckError::Format(2)));
    assert!(matches!(changed(|record| record.game = "chess".to_owned()), RecordCheckError::Setup(_)));
    assert!(matches!(
        changed(|record| record.plies[3].notation = "a1-a2".to_owned()),
        RecordCheckError::Ply(_)
    ));
    assert!(matches!(
        changed(|record| record.plies[5].seat = 1.into()),
        RecordCheckError::Turn { ply: 6, .. }
    ));
    assert!(matches!(
        changed(|record| record.position.push('x')),
        RecordCheckError::Wrong { what: "position", .. }
    ));
    let places = |record: &mut MatchRecord| record.ending.as_mut().unwrap().places = Some(vec![1, 2, 3]);
    assert_eq!(changed(places).to_string(), "the places should be 2 3 1, not 1 2 3");
}

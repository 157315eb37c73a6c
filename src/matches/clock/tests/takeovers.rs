//! Tests of takeovers by bots.

use proptest::prelude::*;

use super::*;
use crate::matches::tests::MatchStory;
use crate::matches::{InvalidLog, MatchRecord, SeatTakeover, TakeoverReason, hand_over};

const BOT: UserId = UserId(100);
const OTHER_BOT: UserId = UserId(101);

fn bot_plays_on(pace: TimeAllowance) -> TimeControl {
    TimeControl { pace, at_flag: TimeoutPolicy::Bot, ..days(1) }
}

fn two() -> ClockStory {
    ClockStory::timed(Game::TicTacToe, &[ADA, BEN], bot_plays_on(TimeAllowance::Days(1)))
}

fn taken_over(seat: u8, former: UserId, why: TakeoverReason) -> MatchEvent {
    MatchEvent::SeatTakenOver { seat, user: BOT, player: former, reason: why, time_zone: None }
}

#[test]
fn a_bot_takes_over_the_seat_of_a_player_who_runs_out_of_time() {
    let mut story = two();
    story.plays(at(1), ADA);
    story.plays(at(2), BEN);
    assert_eq!(timeout_events(&story.m, at(25), 0, Some(BOT)), [], "an hour too soon");
    let events = timeout_events(&story.m, at(30), 0, Some(BOT));
    assert_eq!(events, [taken_over(0, ADA, TakeoverReason::TimedOut)]);
    story.happens(at(30), events[0].clone());
    let (m, seat) = (&story.m, Seat::new(0));
    assert_eq!((m.seats.as_slice(), m.user_to_act()), (&[Some(BOT), Some(BEN)][..], Some(BOT)));
    assert!(m.is_bot(seat) && m.was_replaced(ADA) && m.seat_of(ADA).is_none());
    assert_eq!(m.deadline(), Some(at(54)), "the turn begins afresh");
    let takeover =
        SeatTakeover { seq: m.seq, plies: 2, seat, player: ADA, to: BOT, reason: TakeoverReason::TimedOut };
    assert_eq!(m.takeovers, [takeover]);
    story.plays(at(31), BOT);
    assert_eq!(story.m.plies.len(), 3);
}

#[test]
fn a_bot_takes_over_from_a_player_who_never_moved() {
    let mut story = two();
    story.happens(at(24), timeout_events(&story.m, at(24), 0, Some(BOT)).swap_remove(0));
    story.plays(at(24), BOT);
    assert_eq!((story.m.user_to_act(), &story.m.status), (Some(BEN), &MatchStatus::Playing));
}

#[test]
fn vacation_is_used_before_a_bot_takes_over() {
    let time = TimeControl { vacation: true, ..bot_plays_on(TimeAllowance::Days(1)) };
    let story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], time);
    assert!(matches!(
        timeout_events(&story.m, at(25), 9, Some(BOT))[..],
        [MatchEvent::TimeGiven { seat: 0, .. }]
    ));
}

#[test]
fn the_last_person_is_not_replaced() {
    let mut story = two();
    story.plays(at(1), ADA);
    story.plays(at(2), BEN);
    story.happens(at(30), taken_over(0, ADA, TakeoverReason::TimedOut));
    story.plays(at(31), BOT);
    let events = timeout_events(&story.m, at(60), 0, Some(OTHER_BOT));
    assert!(matches!(events[..], [MatchEvent::Flagged { seat: 1 }, MatchEvent::Ended(_)]), "{events:?}");
    assert_eq!(hand_over(&story.m, BEN, &MatchCommand::HandOver, OTHER_BOT), None);
    assert_eq!(hand_over(&story.m, BOT, &MatchCommand::HandOver, OTHER_BOT), None, "nor is a bot");
}

#[test]
fn no_seat_is_taken_over_in_a_rated_match_or_without_a_free_bot() {
    let mut story = two();
    story.plays(at(1), ADA);
    story.plays(at(2), BEN);
    assert!(matches!(timeout_events(&story.m, at(60), 0, None)[..], [MatchEvent::Flagged { seat: 0 }, _]));
    story.m.rated = true;
    assert!(matches!(
        timeout_events(&story.m, at(60), 0, Some(BOT))[..],
        [MatchEvent::Flagged { seat: 0 }, _]
    ));
    assert_eq!(hand_over(&story.m, BEN, &MatchCommand::HandOver, BOT), None);
}

#[test]
fn a_bot_starts_with_the_initial_time_and_pending_offers_are_closed() {
    let bank = TimeAllowance::Bank { hours: 10, increment: 0, cap: 10 };
    let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], bot_plays_on(bank));
    story.plays(at(8), ADA);
    let draw = MatchCommand::Answer { what: OfferKind::Draw, answer: OfferAnswer::Offer, seq: None };
    story.does(at(8), BEN, &draw);
    story.does(at(8), ADA, &MatchCommand::Pause(PauseAnswer::Offer));
    assert_eq!(story.m.clocks.as_ref().unwrap().bank(Seat::new(0)), Some(2 * HOUR));
    let resigned = hand_over(&story.m, ADA, &MatchCommand::Resign, BOT).unwrap();
    assert_eq!(resigned, taken_over(0, ADA, TakeoverReason::Resigned));
    story.happens_by(at(9), Some(ADA), resigned);
    assert_eq!(story.m.clocks.as_ref().unwrap().bank(Seat::new(0)), Some(10 * HOUR));
    assert!(!story.m.asks_anything());
    let turn = (story.m.user_to_act(), story.m.deadline());
    assert_eq!(turn, (Some(BEN), Some(at(18))), "the turn of the others goes on");
}

#[test]
fn a_takeback_to_before_a_takeover_gives_the_bot_the_initial_time() {
    let bank = TimeAllowance::Bank { hours: 10, increment: 0, cap: 10 };
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], bot_plays_on(bank));
    story.plays(at(9), ADA);
    story.plays(at(10), BEN);
    story.happens(at(11), taken_over(0, ADA, TakeoverReason::TimedOut));
    story.happens_by(at(12), Some(BEN), MatchEvent::TakenBack { remaining_plies: 0 });
    let turn = (story.m.user_to_act(), story.left(at(12)));
    assert_eq!(turn, (Some(BOT), 9), "the hour the bot has thought is used");
    assert_eq!(story.m.takeovers[0].plies, 0);
}

#[test]
fn with_two_players_resigning_loses_and_deleting_an_account_hands_the_seat_to_a_bot() {
    let m = two().m;
    assert_eq!(hand_over(&m, BEN, &MatchCommand::Resign, BOT), None);
    let left = taken_over(1, BEN, TakeoverReason::Left);
    assert_eq!(hand_over(&m, BEN, &MatchCommand::HandOver, BOT), Some(left));
    assert_eq!(hand_over(&m, CLEO, &MatchCommand::HandOver, BOT), None, "Cleo has no seat");
    let m = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1)).m;
    assert_eq!(hand_over(&m, BEN, &MatchCommand::HandOver, BOT), None);
    let events = decide(&m, BEN, &MatchCommand::HandOver).unwrap();
    assert!(matches!(events[..], [MatchEvent::Resigned { seat: 1 }, _]), "{events:?}");
}

#[test]
fn only_the_player_hands_over_a_seat_and_only_the_program_takes_it_for_a_timeout() {
    let mut story = two();
    story.happens_by(at(1), Some(BEN), taken_over(1, BEN, TakeoverReason::Left));
    let (_, authors) = Match::fold_with_authors(&story.m.id, &story.log).unwrap();
    assert_eq!(authors.strange, None);
    assert!(story.m.involves(BEN), "as a moderator Ben leaves the match to others");
    for (by, why) in [(ADA, TakeoverReason::Left), (BEN, TakeoverReason::TimedOut)] {
        let mut story = two();
        story.happens_by(at(1), Some(by), taken_over(1, BEN, why));
        let (_, authors) = Match::fold_with_authors(&story.m.id, &story.log).unwrap();
        assert_eq!(authors.strange, Some(story.m.seq));
    }
}

#[test]
fn a_log_in_which_a_bot_takes_over_from_a_user_without_the_seat_is_invalid() {
    for event in [taken_over(1, ADA, TakeoverReason::TimedOut), taken_over(2, ADA, TakeoverReason::TimedOut)]
    {
        let mut m = two().m;
        let entry = LogEntry { seq: m.seq + 1, at: at(30).0, actor: None, event };
        assert_eq!(m.apply(&entry), Err(InvalidLog::Seat(entry.seq)));
    }
}

#[test]
fn the_stored_form_of_a_takeover_is_stable() {
    let text = r#"{"kind":"seat_taken_over","body":{"seat":1,"bot":100,"player":2,"reason":"left"}}"#;
    let event = taken_over(1, BEN, TakeoverReason::Left);
    assert_eq!(serde_json::to_string(&event).unwrap(), text);
    assert_eq!(serde_json::from_str::<MatchEvent>(text).unwrap(), event);
    let time = serde_json::to_value(bot_plays_on(TimeAllowance::Days(3))).unwrap();
    assert_eq!(time, serde_json::json!({"pace": "3d", "at_flag": "bot"}));
}

impl ClockStory {
    /// Decides a command with takeovers and applies its events, if it is not refused.
    fn tries(&mut self, now: Moment, by: UserId, command: &MatchCommand) {
        let events = match hand_over(&self.m, by, command, self.free_bot()) {
            Some(event) => vec![event],
            None => decide(&self.m, by, command).unwrap_or_default(),
        };
        events.into_iter().for_each(|event| self.happens_by(now, Some(by), event));
        while let Some(event) = follow(&self.m) {
            self.happens(now, event);
        }
    }

    /// A bot that never had a seat in the match.
    fn free_bot(&self) -> UserId {
        (100..).map(UserId).find(|bot| !self.m.participants.contains(bot)).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// `ClockStory` folds the log again after every entry.
    #[test]
    fn for_any_actions_the_log_folds_and_bots_take_over_from_all_people_but_one(
        game in prop::sample::select(Game::ALL.to_vec()),
        seats in 2..=4_usize,
        pace in prop::sample::select(vec!["1d", "72h+12h/168h", "30s+300s"]),
        actions in prop::collection::vec((0..12_u8, 0..4_usize, 1..60_i64), 1..60),
    ) {
        let people = [ADA, BEN, CLEO, UserId(4)];
        let seats = seats.clamp(usize::from(*game.seats().start()), usize::from(*game.seats().end()));
        let mut story = ClockStory::timed(game, &people[..seats], bot_plays_on(pace.parse().unwrap()));
        let mut now = at(0);
        for (action, person, minutes) in actions {
            now = now.after(minutes * HOUR / 60);
            let m = &story.m;
            if m.status != MatchStatus::Playing {
                break;
            }
            let (by, turn) = (people[person], m.user_to_act());
            let answer = |what, answer| MatchCommand::Answer { what, answer, seq: None };
            match (action, turn) {
                (0, _) => story.tries(now, by, &MatchCommand::Resign),
                (1, _) => story.tries(now, by, &MatchCommand::HandOver),
                (2, _) => story.tries(now, by, &answer(OfferKind::Draw, OfferAnswer::Offer)),
                (3, _) => story.tries(now, by, &answer(OfferKind::Takeback, OfferAnswer::Offer)),
                (4, _) => story.tries(now, by, &answer(OfferKind::Takeback, OfferAnswer::Accept)),
                (5, _) => story.tries(now, by, &MatchCommand::Pause(PauseAnswer::Offer)),
                (6, _) => {
                    now = now.after(minutes * 4 * HOUR);
                    let bot = story.free_bot();
                    let events = timeout_events(&story.m, now, 0, Some(bot));
                    events.into_iter().for_each(|event| story.happens(now, event));
                    while let Some(event) = follow(&story.m) {
                        story.happens(now, event);
                    }
                }
                (_, Some(turn)) => {
                    let legal = m.position.legal();
                    let notation = legal[usize::try_from(minutes).unwrap() % legal.len()].clone();
                    let seq = m.seq;
                    story.tries(now, turn, &MatchCommand::Play { seq, notation });
                }
                (_, None) => {}
            }
            let m = &story.m;
            let seated = m.seats.as_slice();
            prop_assert!(m.people_seated() >= 1);
            prop_assert_eq!(usize::from(m.seated() - m.people_seated()), m.takeovers.len());
            for takeover in &m.takeovers {
                prop_assert!(m.is_bot(takeover.seat) && !seated.contains(&Some(takeover.player)));
                prop_assert!(takeover.plies <= m.plies.len());
            }
        }
        let (_, authors) = Match::fold_with_authors(&story.m.id, &story.log).unwrap();
        prop_assert_eq!(authors.strange, None);
        let record = MatchRecord::of(&MatchStory { m: story.m, log: story.log }.view());
        prop_assert!(record.check().is_ok(), "{:?}", record.check());
        let read: MatchRecord = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
        prop_assert_eq!(read, record);
    }
}

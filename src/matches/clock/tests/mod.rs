//! Tests of clocks. Moments are in hours since the match was created, on a Monday.

mod clock_events;
mod takebacks;
mod takeovers;

use proptest::prelude::*;

use super::super::*;
use super::timeout_events;
use crate::games::{Game, Seat};
use crate::now::Moment;
use crate::now::spans::HOUR;
use crate::users::UserId;

const ADA: UserId = UserId(1);
const BEN: UserId = UserId(2);
const CLEO: UserId = UserId(3);
/// Monday, 16 November 2026, 00:00 UTC.
const MONDAY: i64 = 1_794_787_200_000;

fn at(hours: i64) -> Moment {
    Moment(MONDAY + hours * HOUR)
}

/// A match with its log and a current time.
struct ClockStory {
    m: Match,
    log: Vec<LogEntry>,
}

impl ClockStory {
    fn timed(game: Game, people: &[UserId], time: TimeControl) -> Self {
        let opening = MatchOpening {
            rated: time.at_flag != TimeoutPolicy::Bot,
            time_control: Some(time),
            dice: game.has_dice().then(|| MatchDice { secret: MatchSecret::new([7; 32]), auto_roll: true }),
            ..MatchOpening::casual(game, people.len() as u8, JoinCode::from_digits([0; 6]))
        };
        let m = Match::open(MatchId::from_digits([0; 12]), &opening, ADA, at(0)).unwrap();
        let log =
            vec![LogEntry { seq: 1, at: at(0).0, actor: Some(ADA), event: MatchEvent::Opened(opening) }];
        let mut story = Self { m, log };
        for user in people {
            story.does(at(0), *user, &MatchCommand::Join);
        }
        story
    }

    fn does(&mut self, now: Moment, by: UserId, command: &MatchCommand) {
        for event in decide(&self.m, by, command).unwrap() {
            self.happens_by(now, Some(by), event);
        }
        while let Some(event) = follow(&self.m) {
            self.happens(now, event);
        }
    }

    fn plays(&mut self, now: Moment, by: UserId) {
        let notation = self.m.position.legal().swap_remove(0);
        self.does(now, by, &MatchCommand::Play { seq: self.m.seq, notation });
    }

    /// Applies the events due at a moment.
    fn waits(&mut self, now: Moment, vacation: u32) {
        for event in timeout_events(&self.m, now, vacation, None) {
            self.happens(now, event);
        }
        while let Some(event) = follow(&self.m) {
            self.happens(now, event);
        }
    }

    fn happens(&mut self, now: Moment, event: MatchEvent) {
        self.happens_by(now, None, event);
    }

    fn happens_by(&mut self, now: Moment, by: Option<UserId>, event: MatchEvent) {
        let entry = LogEntry { seq: self.m.seq + 1, at: now.0, actor: by, event };
        self.m.apply(&entry).unwrap();
        self.log.push(entry);
        assert_eq!(Match::fold(&self.m.id, &self.log).unwrap(), self.m, "the log folds to the same match");
    }

    fn left(&self, now: Moment) -> i64 {
        self.m.deadline().unwrap().since(now) / HOUR
    }
}

fn days(days: u16) -> TimeControl {
    TimeControl {
        pace: TimeAllowance::Days(days),
        weekends_off: false,
        vacation: false,
        at_flag: TimeoutPolicy::Lose,
    }
}

#[test]
fn every_turn_has_its_days_and_the_seat_that_runs_out_of_time_loses() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(3));
    assert_eq!(story.m.deadline(), Some(at(72)));
    story.plays(at(10), ADA);
    assert_eq!(story.m.deadline(), Some(at(82)));
    story.plays(at(20), BEN);
    story.waits(Moment(at(92).0 - 1), 0);
    assert_eq!(story.m.status, MatchStatus::Playing, "a millisecond too soon");
    story.waits(at(92), 0);
    let ending = story.m.ending().unwrap();
    assert_eq!((ending.how, ending.places.as_deref()), (EndReason::Flagged, Some(&[2, 1][..])));
    assert_eq!(story.m.deadline(), None);
}

#[test]
fn a_match_of_two_in_which_a_player_never_moved_is_cancelled() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    story.plays(at(1), ADA);
    story.waits(at(25), 0);
    assert_eq!(story.m.ending(), Some(&MatchEnding::ABORTED));
}

#[test]
fn of_three_players_the_one_out_of_time_drops_out_and_the_others_play_on() {
    let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], days(1));
    story.plays(at(1), ADA);
    story.waits(at(25), 0);
    assert_eq!(story.m.dropped_out, [Seat::new(1)]);
    assert_eq!(story.m.user_to_act(), Some(CLEO));
    assert_eq!(story.m.deadline(), Some(at(49)));
    story.waits(at(49), 0);
    assert_eq!(story.m.ending().unwrap().places.as_deref(), Some(&[1, 3, 2][..]));
}

#[test]
fn with_skipping_the_third_skipped_turn_in_a_row_loses() {
    let time = TimeControl { at_flag: TimeoutPolicy::Skip, ..days(1) };
    let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], time);
    let mut now = 0;
    for round in 0..3 {
        story.plays(at(now), ADA);
        assert_eq!(story.m.user_to_act(), Some(BEN), "in round {round}");
        now += 24;
        story.waits(at(now), 0);
        assert_eq!(story.m.dropped_out.len(), usize::from(round == 2), "in round {round}");
        assert_eq!(story.m.user_to_act(), Some(CLEO));
        story.plays(at(now), CLEO);
    }
    assert_eq!(story.m.out_of_time, [Seat::new(1)]);
    let stood = story.m.position_at(story.m.plies.len()).unwrap();
    assert_eq!(stood.position.text(), story.m.position.text(), "played again it comes to the same");
    for plies in 0..story.m.plies.len() {
        story.m.position_at(plies).unwrap();
    }
}

#[test]
fn a_move_in_time_resets_the_count_of_skipped_turns() {
    let time = TimeControl { at_flag: TimeoutPolicy::Skip, ..days(1) };
    let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], time);
    let mut now = 0;
    for skipped in [true, true, false, true, true] {
        story.plays(at(now), ADA);
        if skipped {
            now += 24;
            story.waits(at(now), 0);
        } else {
            story.plays(at(now), BEN);
        }
        story.plays(at(now), CLEO);
    }
    assert!(story.m.dropped_out.is_empty());
}

#[test]
fn a_bank_is_charged_for_turns_and_grows_by_the_increment_up_to_its_cap() {
    let pace = TimeAllowance::Bank { hours: 72, increment: 12, cap: 80 };
    let mut story = ClockStory::timed(Game::Kalah, &[ADA, BEN], TimeControl { pace, ..days(1) });
    assert_eq!(story.left(at(0)), 72);
    let notation = "1".to_owned();
    story.does(at(2), ADA, &MatchCommand::Play { seq: story.m.seq, notation });
    assert_eq!(
        story.m.clocks.as_ref().unwrap().bank(Seat::new(0)),
        Some(80 * HOUR),
        "82 are more than it holds"
    );
    story.does(at(32), BEN, &MatchCommand::Play { seq: story.m.seq, notation: "1".to_owned() });
    assert_eq!(story.m.clocks.as_ref().unwrap().bank(Seat::new(1)), Some(54 * HOUR));
    assert_eq!(story.left(at(32)), 80);
    let earlier = |plies, seat| story.m.bank_after(plies, Seat::new(seat));
    assert_eq!((earlier(1, 0), earlier(1, 1)), (Some(80 * HOUR), None));
    assert_eq!((earlier(2, 0), earlier(2, 1)), (Some(80 * HOUR), Some(54 * HOUR)));
    assert_eq!((story.m.time_used(1), story.m.time_used(2)), (None, Some(30 * HOUR)));
}

#[test]
fn a_live_turn_over_its_time_is_charged_to_the_reserve() {
    let pace = TimeAllowance::Live { seconds: 60, reserve: 300 };
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], TimeControl { pace, ..days(1) });
    assert_eq!(story.m.deadline(), Some(at(0).after(360_000)));
    story.plays(at(0).after(50_000), ADA);
    story.plays(at(0).after(50_000 + 100_000), BEN);
    let clocks = story.m.clocks.as_ref().unwrap();
    assert_eq!((clocks.bank(Seat::new(0)), clocks.bank(Seat::new(1))), (Some(300_000), Some(260_000)));
}

#[test]
fn an_extra_turn_continues_the_same_clock() {
    let mut story = ClockStory::timed(Game::Kalah, &[ADA, BEN], days(1));
    story.does(at(5), ADA, &MatchCommand::Play { seq: story.m.seq, notation: "3".to_owned() });
    assert_eq!(story.m.user_to_act(), Some(ADA), "the last seed went into her store");
    assert_eq!(story.m.deadline(), Some(at(24)));
}

#[test]
fn time_can_be_given_to_others_only() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    assert_eq!(decide(&story.m, ADA, &MatchCommand::GiveTime), Err(MatchError::OwnTime));
    assert_eq!(decide(&story.m, CLEO, &MatchCommand::GiveTime), Err(MatchError::NotSeated));
    story.does(at(1), BEN, &MatchCommand::GiveTime);
    assert_eq!(story.m.deadline(), Some(at(48)));
    story.plays(at(2), ADA);
    assert_eq!(story.m.deadline(), Some(at(26)), "it was for that turn");
}

#[test]
fn time_is_given_only_by_players_who_are_still_in_the_match_and_of_three_once_a_turn() {
    let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], days(1));
    story.does(at(1), BEN, &MatchCommand::GiveTime);
    for user in [BEN, CLEO] {
        assert_eq!(decide(&story.m, user, &MatchCommand::GiveTime), Err(MatchError::TimeGivenAlready));
    }
    assert_eq!(story.m.deadline(), Some(at(48)));
    story.plays(at(2), ADA);
    story.does(at(3), CLEO, &MatchCommand::GiveTime);
    story.plays(at(4), BEN);
    story.plays(at(5), CLEO);
    story.does(at(6), CLEO, &MatchCommand::Resign);
    assert_eq!(decide(&story.m, CLEO, &MatchCommand::GiveTime), Err(MatchError::Gone));
    story.does(at(7), BEN, &MatchCommand::GiveTime);
    assert_eq!(story.m.deadline(), Some(at(5 + 48)));
    let mut two = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    two.does(at(1), BEN, &MatchCommand::GiveTime);
    two.does(at(1), BEN, &MatchCommand::GiveTime);
    assert_eq!(two.m.deadline(), Some(at(72)), "of two, nobody else waits");
}

#[test]
fn nobody_runs_out_of_time_on_a_weekend_off() {
    let time = TimeControl { weekends_off: true, ..days(2) };
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], time);
    story.plays(at(4 * 24 + 12), ADA);
    assert_eq!(story.m.deadline(), Some(at(8 * 24 + 12)), "from Friday noon to Tuesday noon");
    story.waits(at(6 * 24), 0);
    assert_eq!(story.m.status, MatchStatus::Playing);
}

#[test]
fn vacation_is_used_only_when_time_would_run_out_and_only_as_much_as_needed() {
    let time = TimeControl { vacation: true, ..days(1) };
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], time);
    story.plays(at(0), ADA);
    story.waits(at(23), 480);
    assert_eq!(story.m.deadline(), Some(at(24)), "there is time left");
    story.waits(Moment(at(26).0 + 1), 480);
    assert_eq!(story.m.deadline(), Some(at(27)));
    story.waits(at(27), 0);
    assert_eq!(story.m.ending(), Some(&MatchEnding::ABORTED), "no vacation is left");
}

#[test]
fn downtime_is_credited_to_the_current_turn() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    story.plays(at(10), ADA);
    story.happens(at(20), MatchEvent::Downtime { id: 1, from: at(5).0, to: at(20).0 });
    assert_eq!(story.m.deadline(), Some(at(44)), "Ben lost what came after his turn began: ten hours");
    assert_eq!(story.m.last_downtime, Some((at(20), 10 * HOUR)), "and the page says no more");
}

#[test]
fn downtime_on_a_free_weekend_credits_nothing() {
    let mut story =
        ClockStory::timed(Game::TicTacToe, &[ADA, BEN], TimeControl { weekends_off: true, ..days(3) });
    let (friday, saturday, sunday) = (at(5 * 24 - 12), at(5 * 24 + 6), at(6 * 24 + 6));
    story.plays(friday, ADA);
    let before = story.m.deadline();
    story.happens(sunday, MatchEvent::Downtime { id: 1, from: saturday.0, to: sunday.0 });
    assert_eq!((story.m.deadline(), story.m.last_downtime), (before, Some((sunday, 0))));
}

#[test]
fn no_time_runs_during_an_agreed_pause_and_a_move_ends_it() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    story.does(at(1), BEN, &MatchCommand::Pause(PauseAnswer::Offer));
    assert_eq!(story.m.deadline(), Some(at(24)), "one alone cannot stop the clocks");
    story.does(at(4), ADA, &MatchCommand::Pause(PauseAnswer::Offer));
    assert!(story.m.pause.on);
    assert_eq!(story.m.deadline(), None);
    story.waits(at(1000), 0);
    assert_eq!(story.m.status, MatchStatus::Playing);
    story.does(at(1000), BEN, &MatchCommand::Pause(PauseAnswer::Resume));
    assert_eq!(story.m.deadline(), Some(at(1020)), "Ada had used four hours");
    story.does(at(1001), BEN, &MatchCommand::Pause(PauseAnswer::Offer));
    story.does(at(1002), ADA, &MatchCommand::Pause(PauseAnswer::Decline));
    assert!(story.m.pause.offered_by.is_empty());
    story.does(at(1003), ADA, &MatchCommand::Pause(PauseAnswer::Offer));
    story.does(at(1003), BEN, &MatchCommand::Pause(PauseAnswer::Offer));
    story.plays(at(2000), ADA);
    assert_eq!((story.m.pause.on, story.m.deadline()), (false, Some(at(2024))));
    assert_eq!(decide(&story.m, CLEO, &MatchCommand::Pause(PauseAnswer::Offer)), Err(MatchError::NotSeated));
}

#[test]
fn an_offered_pause_begins_when_the_last_player_who_has_not_agreed_drops_out() {
    let agree = |people: &[UserId]| {
        let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], days(1));
        people.iter().for_each(|user| story.does(at(1), *user, &MatchCommand::Pause(PauseAnswer::Offer)));
        story
    };
    let mut resigned = agree(&[ADA, BEN]);
    resigned.does(at(2), CLEO, &MatchCommand::Resign);
    let mut flagged = agree(&[BEN, CLEO]);
    flagged.waits(at(24), 0);
    for story in [resigned, flagged] {
        assert_eq!((story.m.pause.on, story.m.deadline()), (true, None));
        let (_, authors) = Match::fold_with_authors(&story.m.id, &story.log).unwrap();
        assert_eq!(authors.strange, None);
    }
    let mut open = agree(&[ADA]);
    open.does(at(2), CLEO, &MatchCommand::Resign);
    assert!(!open.m.pause.on, "Ben has not agreed");
}

proptest! {
    /// Property test: the deadline of a turn never moves back.
    #[test]
    fn a_deadline_never_moves_back_while_the_turn_lasts(
        weekends_off: bool,
        pace in prop::sample::select(vec!["1d", "14d", "72h+12h/168h", "30s+300s"]),
        happenings in prop::collection::vec((0..4_u8, 1_i64..100), 1..30),
    ) {
        let pace = pace.parse().unwrap();
        let time = TimeControl { pace, weekends_off, vacation: true, at_flag: TimeoutPolicy::Skip };
        let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], time);
        let mut now = at(0);
        let zones = ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"];
        for (what, hours) in happenings {
            now = now.after(hours * HOUR / 7);
            let (turn, before) = (story.m.user_to_act(), story.m.deadline());
            let plies = story.m.plies.len();
            match what {
                0 => story.plays(now, turn.unwrap()),
                1 => story.waits(now, 1),
                2 => story.happens(now, MatchEvent::Downtime { id: 1, from: now.after(-hours * HOUR / 9).0, to: now.0 }),
                _ => {
                    let other = [ADA, BEN, CLEO].into_iter().find(|user| Some(*user) != turn).unwrap();
                    if decide(&story.m, other, &MatchCommand::GiveTime).is_ok() {
                        story.does(now, other, &MatchCommand::GiveTime);
                    }
                    let (seat, zone) = (story.m.seat_to_act().unwrap().number(), zones[hours as usize % 3].into());
                    story.happens(now, MatchEvent::TimeZoneChanged { seat, time_zone: zone });
                }
            }
            if story.m.status != MatchStatus::Playing {
                break;
            }
            if story.m.user_to_act() == turn && story.m.plies.len() == plies {
                prop_assert!(story.m.deadline() >= before);
            }
        }
    }
}

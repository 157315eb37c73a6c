//! Tests of skipped turns, timeouts, vacation and weekends.

use super::*;
use crate::users::UserId;

#[test]
fn a_match_whose_players_are_all_away_ends_on_time_and_never_as_a_draw() {
    let games = Game::ALL.iter().flat_map(|game| (3..=*game.seats().end()).map(|seats| (*game, seats)));
    for ((game, seats), at_flag) in
        games.flat_map(|of| [(of, TimeoutPolicy::Lose), (of, TimeoutPolicy::Skip)])
    {
        for moved in [false, true] {
            let context = format!("{game:?} for {seats}, {at_flag:?}, moved: {moved}");
            let people: Vec<_> = (1..=seats).map(|number| UserId(number.into())).collect();
            let mut story = ClockStory::timed(game, &people, TimeControl { at_flag, ..days(1) });
            if moved {
                let user = story.m.user_to_act().unwrap();
                story.plays(at(0), user);
            }
            while story.m.status == MatchStatus::Playing {
                let deadline = story.m.deadline().unwrap();
                story.waits(deadline, 0);
            }
            let ending = story.m.ending().unwrap();
            assert_eq!(story.m.out_of_time.len(), usize::from(seats) - 1, "{context}");
            match moved {
                true => {
                    assert_eq!((ending.how, ending.winners().count()), (EndReason::Flagged, 1), "{context}")
                }
                false => assert_eq!(ending, &MatchEnding::ABORTED, "{context}"),
            }
            let skips = |seat: &Seat| {
                let of =
                    |event: &&ClockEvent| event.seat == *seat && event.effect == ClockEffect::TurnSkipped;
                story.m.clock_events.iter().filter(of).count()
            };
            let skipped: Vec<_> = story.m.out_of_time.iter().map(skips).collect();
            assert!(
                at_flag == TimeoutPolicy::Lose || skipped.iter().all(|skips| *skips == 2),
                "{context}: {skipped:?}"
            );
        }
    }
}

#[test]
fn skipped_turns_do_not_count_as_repetitions_of_a_position() {
    let time_control = TimeControl { at_flag: TimeoutPolicy::Skip, ..days(1) };
    let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], time_control);
    for number in 0..6 {
        story.happens(at(number), MatchEvent::TurnSkipped { seat: (number % 3) as u8 });
    }
    assert!(story.m.position.outcome().is_none());
}

#[test]
fn automatic_plies_do_not_reset_the_count_of_skipped_turns() {
    let time = TimeControl { at_flag: TimeoutPolicy::Skip, ..days(1) };
    let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], time);
    let mut now = 0;
    for skipped in [true, false, true, true] {
        story.plays(at(now), ADA);
        assert!(story.m.dropped_out.is_empty());
        if skipped {
            now += 24;
            story.waits(at(now), 0);
        } else {
            let notation = story.m.position.legal().swap_remove(0);
            story.happens(at(now), MatchEvent::ply(Seat::new(1), &notation));
        }
        story.plays(at(now), CLEO);
    }
    assert_eq!(story.m.dropped_out, [Seat::new(1)]);
}

#[test]
fn a_changed_zone_never_makes_a_weekend_of_the_current_turn_longer() {
    let zone = |seat, zone: &str| MatchEvent::TimeZoneChanged { seat, time_zone: zone.into() };
    let time = TimeControl { weekends_off: true, ..days(1) };
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], time);
    story.plays(at(4 * 24 + 9), ADA);
    let monday = Some(at(7 * 24 + 9));
    assert_eq!(story.m.deadline(), monday);
    story.happens(at(4 * 24 + 10), zone(1, "Pacific/Kiritimati"));
    story.happens(at(6 * 24 + 9), zone(1, "Pacific/Pago_Pago"));
    assert_eq!(story.m.deadline(), monday);
    // A takeback interrupts the turn, and the zone is changed before it goes on.
    story.plays(at(6 * 24 + 10), BEN);
    story.happens(at(6 * 24 + 10), zone(1, "Pacific/Niue"));
    story.happens(at(6 * 24 + 10), MatchEvent::TakenBack { remaining_plies: 1 });
    assert_eq!(story.m.deadline(), monday);
    story.plays(at(6 * 24 + 11), BEN);
    story.plays(at(7 * 24 + 1), ADA);
    let clocks = story.m.clocks.as_ref().unwrap();
    assert_eq!(clocks.zone(Seat::new(1)), "Pacific/Niue", "from the next turn on");
    assert_eq!(story.m.deadline(), Some(at(7 * 24 + 11 + 24)), "there it is Sunday until eleven");
}

#[test]
fn vacation_is_counted_per_turn_although_time_was_given_in_between() {
    let time = TimeControl { vacation: true, ..days(1) };
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], time);
    story.waits(at(24), 480);
    story.does(at(24), BEN, &MatchCommand::GiveTime);
    story.waits(at(49), 479);
    let events: Vec<_> = story.m.clock_events.iter().map(|event| (event.seat, event.effect)).collect();
    let given = ClockEffect::TimeReceived { from: Seat::new(1), seconds: 86_400 };
    let ada = Seat::new(0);
    assert_eq!(events, [(ada, ClockEffect::VacationUsed { hours: 2 }), (ada, given)]);
    assert!(story.m.recap(Seat::new(0), 0).unwrap().clock);
}

#[test]
fn vacation_is_counted_per_turn_with_its_end() {
    let time = TimeControl { vacation: true, ..days(1) };
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], time);
    for (hours, left) in [(24, 480), (26, 479)] {
        story.waits(at(hours), left);
    }
    let used = |story: &ClockStory| story.m.clock_events.iter().map(|event| event.effect).collect::<Vec<_>>();
    assert_eq!(used(&story), [ClockEffect::VacationUsed { hours: 3 }]);
    let clocks = story.m.clocks.as_ref().unwrap();
    assert_eq!(clocks.deadline_with_vacation(477), Some(at(24 + 480)));
    story.plays(at(26), ADA);
    story.plays(at(27), BEN);
    story.waits(at(51), 477);
    let twice = [ClockEffect::VacationUsed { hours: 3 }, ClockEffect::VacationUsed { hours: 1 }];
    assert_eq!(used(&story), twice);
}

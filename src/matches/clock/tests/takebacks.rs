//! Takebacks give no time.

use proptest::prelude::*;

use super::*;

impl ClockStory {
    /// Takes back plies to this number of plies.
    fn takes_back(&mut self, now: Moment, plies: usize) {
        self.happens(now, MatchEvent::TakenBack { remaining_plies: plies as u32 });
    }

    /// Milliseconds the seat to move has left.
    fn left_exactly(&self, now: Moment) -> i64 {
        self.m.deadline().unwrap().since(now)
    }

    fn banks(&self) -> Vec<Option<i64>> {
        let clocks = self.m.clocks.as_ref().unwrap();
        Seat::first(self.m.seats.count()).map(|seat| clocks.bank(seat)).collect()
    }
}

#[test]
fn a_takeback_during_the_opponents_turn_charges_no_seat_twice() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    story.plays(at(10), ADA);
    story.takes_back(at(13), 0);
    assert_eq!(story.left(at(13)), 14, "the ten hours Ada thought are used");
    story.plays(at(14), ADA);
    assert_eq!(story.left(at(14)), 21, "and so are the three hours of Ben");
    story.plays(at(15), BEN);
    assert_eq!(story.left(at(15)), 24, "the next turn is a whole one");
}

#[test]
fn a_takeback_of_several_turns_leaves_at_most_the_time_left_since() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    story.plays(at(1), ADA);
    story.plays(at(2), BEN);
    story.takes_back(at(22), 0);
    assert_eq!(story.left(at(22)), 4, "Ada had four hours left when she took back two turns");
    story.plays(at(22), ADA);
    assert_eq!(story.left(at(22)), 23);
}

#[test]
fn a_takeback_during_a_pause_uses_no_time() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    story.plays(at(1), ADA);
    story.does(at(2), ADA, &MatchCommand::Pause(PauseAnswer::Offer));
    story.does(at(2), BEN, &MatchCommand::Pause(PauseAnswer::Offer));
    story.takes_back(at(500), 0);
    assert_eq!(story.m.deadline(), None);
    story.does(at(600), BEN, &MatchCommand::Pause(PauseAnswer::Resume));
    assert_eq!(story.left(at(600)), 23);
    story.plays(at(600), ADA);
    assert_eq!(story.left(at(600)), 23);
}

#[test]
fn a_clock_that_somebody_else_starts_has_a_tenth_of_the_time_at_least() {
    let ask = |what, answer| MatchCommand::Answer { what, answer, seq: None };
    let takeback = |answer| ask(OfferKind::Takeback, answer);
    for (days_per_move, least) in [(1, 24 * HOUR / 10), (14, 14 * 24 * HOUR / 10)] {
        let all = at(i64::from(days_per_move) * 24);
        let late = all.after(-19_000);
        let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(days_per_move));
        story.plays(late, ADA);
        story.does(late, ADA, &takeback(OfferAnswer::Offer));
        story.does(late, BEN, &takeback(OfferAnswer::Accept));
        assert_eq!(story.left_exactly(late), least);
        // Nobody is surprised by a clock they start themselves.
        story.happens_by(all, Some(ADA), MatchEvent::Paused);
        story.does(all, ADA, &MatchCommand::Pause(PauseAnswer::Resume));
        assert_eq!(story.left_exactly(all), least - 19_000);
        story.happens_by(all, Some(ADA), MatchEvent::Paused);
        story.does(all, BEN, &MatchCommand::Pause(PauseAnswer::Resume));
        assert_eq!(story.left_exactly(all), least);
    }
}

#[test]
fn an_interrupted_turn_that_a_move_of_the_opponent_continues_has_a_tenth_of_the_time_at_least() {
    let takeback = |answer| MatchCommand::Answer { what: OfferKind::Takeback, answer, seq: None };
    for (days_per_move, least) in [(1, 24 * HOUR / 10), (14, 14 * 24 * HOUR / 10)] {
        let ends = at(i64::from(days_per_move) * 24);
        let (late, later) = (ends.after(-58_500), ends.after(HOUR));
        let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(days_per_move));
        story.plays(at(0), ADA);
        story.does(at(0), ADA, &takeback(OfferAnswer::Offer));
        story.does(late, BEN, &takeback(OfferAnswer::Accept));
        story.plays(later, ADA);
        assert_eq!(story.left_exactly(later), least, "Ben does not know when Ada moves");
        let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(days_per_move));
        story.plays(at(0), ADA);
        story.happens_by(late, Some(ADA), MatchEvent::TakenBack { remaining_plies: 0 });
        story.plays(later, ADA);
        assert_eq!(story.left_exactly(later), least, "nor without his consent");
    }
}

#[test]
fn a_takeback_without_consent_gives_no_time() {
    let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], days(1));
    let late = at(24).after(-19_000);
    story.plays(late, ADA);
    story.happens_by(late, Some(ADA), MatchEvent::TakenBack { remaining_plies: 0 });
    assert_eq!(story.left_exactly(late), 19_000);
}

proptest! {
    /// Property test: after plies and takebacks each seat has used exactly the time of its turns.
    #[test]
    fn playing_and_taking_back_gives_no_seat_extra_time(
        pace in prop::sample::select(vec!["1d", "14d", "72h+12h/168h", "10h+5h/100h", "30s+300s"]),
        cycles in prop::collection::vec((0_i64..4000, 0_i64..4000), 1..40),
    ) {
        let time = TimeControl { pace: pace.parse().unwrap(), ..days(1) };
        let mut story = ClockStory::timed(Game::TicTacToe, &[ADA, BEN], time);
        let mut now = at(0);
        let (all, banks) = (story.left_exactly(now), story.banks());
        let (mut ada, mut ben) = (0, 0);
        for (think, wait) in cycles {
            let (think, wait) = (think.min(all - ada - 1), wait.min(all - ben - 1));
            (now, ada) = (now.after(think), ada + think);
            story.plays(now, ADA);
            prop_assert_eq!(story.left_exactly(now), all - ben);
            (now, ben) = (now.after(wait), ben + wait);
            story.takes_back(now, 0);
            prop_assert_eq!(story.left_exactly(now), all - ada);
            prop_assert_eq!(story.banks(), banks.clone());
        }
    }

    /// Property test: with takebacks by consent, no turn has more time left than when it was last the current turn.
    #[test]
    fn no_takeback_gives_more_time_than_was_left(
        pace in prop::sample::select(vec!["1d", "72h+12h/80h", "30s+300s"]),
        actions in prop::collection::vec((any::<bool>(), 1_i64..20), 1..60),
    ) {
        let time = TimeControl { pace: pace.parse().unwrap(), ..days(1) };
        let mut story = ClockStory::timed(Game::Sternhalma, &[ADA, BEN, CLEO], time);
        let mut now = at(0);
        let mut left: Vec<i64> = Vec::new();
        for (back, minutes) in actions {
            now = now.after((minutes * HOUR / 60).min(story.left_exactly(now) - 1));
            let plies = story.m.plies.len();
            left.truncate(plies);
            left.push(story.left_exactly(now));
            let to = plies.saturating_sub(usize::try_from(minutes % 5).unwrap() + 1);
            if back && plies > 0 {
                story.takes_back(now, to);
                prop_assert!(story.left_exactly(now) <= left[to]);
            } else {
                let user = story.m.user_to_act().unwrap();
                story.plays(now, user);
            }
        }
    }
}

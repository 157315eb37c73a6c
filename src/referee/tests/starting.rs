//! Matches that are created, seated and started at once.

use super::*;
use crate::matches::{MatchOrigin, SeatInvitationError};

fn start(players: &[UserSummary]) -> MatchStart {
    let setup = MatchSetup { seats: 2, ..setup("tictactoe") };
    MatchStart { setup, players: players.to_vec(), origin: None }
}

async fn refused(site: &RefereeSite, start: MatchStart) -> MatchError {
    match site.referee.start_match(ada(), start).await {
        Err(RefereeError::NotOpened(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

async fn matches_of_ada(site: &RefereeSite) -> usize {
    let mine = site.referee.store.matches_of(UserId(1), Moment(0), 10).await.unwrap();
    mine.my_turn.len() + mine.waiting.len() + mine.open.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_created_seated_and_started_at_once() {
    let site = RefereeSite::open().await;
    let over = site.match_of_two("tictactoe").await;
    site.referee.command(ada(), &over.m.id, MatchCommand::Resign).await.unwrap();
    let origin = Some(MatchOrigin::Rematch(over.m.id.clone()));
    let started =
        site.referee.start_match(ada(), MatchStart { origin, ..start(&[ben(), ada()]) }).await.unwrap();
    assert_eq!((started.m.status.clone(), started.m.seq), (MatchStatus::Playing, 4));
    assert_eq!(started.m.seats.as_slice(), [Some(UserId(2)), Some(UserId(1))]);
    assert_eq!(started.m.rematch_of(), Some(&over.m.id));
    assert_eq!(started.names.of(UserId(2)), "Ben");

    let (_, again) = RefereeSite::enter(&site.folder).await;
    let read = again.get(&started.m.id, None).await.unwrap();
    assert_eq!((&read.m, &read.names), (&started.m, &started.names));
    assert_eq!(again.store.check_lists("", 10, None).await.unwrap().problems, [""; 0]);
    site.referee.command(ben(), &started.m.id, ply(&started, "b2")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn starting_a_match_for_others_needs_no_seat_in_it() {
    let site = RefereeSite::open().await;
    let started = site.referee.start_match(cleo(), start(&[ada(), ben()])).await.unwrap();
    assert_eq!((started.m.opened_by, started.m.seat_of(UserId(3))), (UserId(3), None));
    assert_eq!(site.referee.store.turns_of(UserId(1)).await.unwrap(), 1);
    assert_eq!(site.referee.store.check_lists("", 10, None).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_with_too_few_too_many_or_repeated_players_is_not_created() {
    let site = RefereeSite::open().await;
    assert_eq!(refused(&site, start(&[ada()])).await, MatchError::TooFew { least: 2 });
    assert_eq!(refused(&site, start(&[ada(), ben(), cleo()])).await, MatchError::Full);
    let twice = SeatInvitationError::Seated("Ada".to_owned());
    assert_eq!(refused(&site, start(&[ada(), ada()])).await, twice.into());
    assert_eq!(matches_of_ada(&site).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_is_not_seated_with_a_player_who_blocked_them() {
    let site = RefereeSite::open().await;
    site.referee
        .store
        .execute_for_test("INSERT INTO blocks (user_id, blocked_id, since) VALUES (2, 1, 0)")
        .await;
    for players in [[ada(), ben()], [ben(), ada()]] {
        assert_eq!(refused(&site, start(&players)).await, MatchError::Blocked);
    }
    assert_eq!(matches_of_ada(&site).await, 0);
    site.referee.start_match(ada(), start(&[ada(), cleo()])).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn weekends_off_follow_the_time_zone_of_each_seated_player() {
    let site = RefereeSite::open().await;
    site.referee.store.execute_for_test("UPDATE users SET time_zone = 'Asia/Tokyo' WHERE id = 2").await;
    let mut start = start(&[ada(), ben()]);
    let time = TimeControl {
        pace: TimeAllowance::Days(1),
        weekends_off: true,
        vacation: false,
        at_flag: TimeoutPolicy::Lose,
    };
    start.setup.time_control = Some(time);
    let started = site.referee.start_match(cleo(), start).await.unwrap();
    let clocks = started.m.clocks.as_ref().unwrap();
    let zones = [0, 1].map(|seat| clocks.zone(crate::games::Seat::new(seat)));
    assert_eq!(zones[1], "Asia/Tokyo", "{zones:?}");
    assert_ne!(zones[0], "Asia/Tokyo");
}

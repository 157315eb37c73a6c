//! Tests of the hub.

use super::*;
use crate::games::{Game, Seat};
use crate::matches::{JoinCode, Match, MatchEnding, MatchOpening, MatchStatus};
use crate::now::Moment;
use crate::users::UserNames;

fn id() -> MatchId {
    MatchId::from_digits([0; 12])
}

fn change() -> MatchChange {
    let opening = MatchOpening::casual(Game::TicTacToe, 2, JoinCode::from_digits([0; 6]));
    let m = Match::open(id(), &opening, UserId(1), Moment(0)).unwrap();
    let view = Arc::new(MatchView {
        m,
        names: UserNames::default(),
        chat: Arc::default(),
        conditional_moves: Arc::default(),
    });
    MatchChange { before: Arc::clone(&view), after: view }
}

#[tokio::test]
async fn all_watchers_share_one_update() {
    let hub = Hub::default();
    let (mut one, mut other) = (hub.watch(&id()), hub.watch(&id()));
    hub.publish(change());
    let (HubMessage::News(one), HubMessage::News(other)) = (one.next().await, other.next().await) else {
        panic!("no news")
    };
    assert!(Arc::ptr_eq(&one, &other), "what is rendered for one is rendered for the other");
}

#[test]
fn a_slow_reader_is_notified_of_missed_updates_and_receives_the_latest() {
    let hub = Hub::default();
    let mut watch = hub.watch(&id());
    (0..=BACKLOG).for_each(|_| hub.publish(change()));
    assert!(matches!(watch.try_next(), Some(HubMessage::Missed)));
    (0..BACKLOG).for_each(|_| assert!(matches!(watch.try_next(), Some(HubMessage::News(_)))));
    assert!(watch.try_next().is_none());
}

#[test]
fn the_channel_of_a_match_is_removed_with_its_last_watcher() {
    let hub = Hub::default();
    let (one, other) = (hub.watch(&id()), hub.watch(&id()));
    assert_eq!(hub.watchers(&id()), 2);
    drop(one);
    assert_eq!(hub.watchers(&id()), 1);
    drop(other);
    assert!(hub.topics.read().is_empty());
}

/// A match in whose first seat user 1 sits.
fn with_host() -> Match {
    let mut m = change().after.m.clone();
    m.seats[Seat::new(0)] = Some(UserId(1));
    m
}

/// The seats in the next message, which is about presence.
async fn told(watch: &mut Watch) -> Vec<u8> {
    let next = tokio::time::timeout(Duration::from_secs(20), watch.next()).await.expect("a message");
    let HubMessage::Presence(present) = next else { panic!("{next:?}") };
    present.iter().map(Seat::number).collect()
}

#[tokio::test]
async fn watchers_are_told_once_when_a_player_comes_and_when_their_last_stream_has_closed() {
    let (hub, m) = (Hub::default(), with_host());
    let mut watcher = hub.watch(&id());
    let [mut one, mut other] = [hub.watch(&id()), hub.watch(&id())];
    one.mark_present(&m, UserId(1));
    other.mark_present(&m, UserId(1));
    assert_eq!((told(&mut watcher).await, hub.present(&id()).iter().count()), (vec![0], 1));
    drop(one);
    tokio::time::sleep(GRACE * 2).await;
    assert!(watcher.try_next().is_none(), "another stream is open");
    drop(other);
    assert!(watcher.try_next().is_none(), "they may come back");
    assert_eq!(told(&mut watcher).await, [0; 0]);
}

#[tokio::test]
async fn a_player_who_loads_the_page_again_was_never_away() {
    let (hub, m) = (Hub::default(), with_host());
    let (mut watcher, mut before) = (hub.watch(&id()), hub.watch(&id()));
    before.mark_present(&m, UserId(1));
    assert_eq!(told(&mut watcher).await, [0]);
    drop(before);
    let mut after = hub.watch(&id());
    after.mark_present(&m, UserId(1));
    tokio::time::sleep(GRACE * 2).await;
    assert!(watcher.try_next().is_none());
}

#[tokio::test]
async fn only_users_with_a_seat_are_present_and_nobody_once_the_match_is_over() {
    let (hub, m) = (Hub::default(), with_host());
    let (mut watcher, mut former, mut player) = (hub.watch(&id()), hub.watch(&id()), hub.watch(&id()));
    former.mark_present(&m, UserId(7));
    player.mark_present(&m, UserId(1));
    assert_eq!(told(&mut watcher).await, [0]);
    let MatchChange { before, after } = change();
    let mut over = MatchView::clone(&after);
    over.m.status = MatchStatus::Ended(MatchEnding::ABORTED);
    hub.publish(MatchChange { before, after: Arc::new(over) });
    assert!(matches!(watcher.next().await, HubMessage::News(_)));
    assert_eq!(told(&mut watcher).await, [0; 0]);
    assert_eq!(hub.present(&id()), PresentSeats::default());
}

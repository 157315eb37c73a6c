//! Who is paired with whom, and the queue.

use std::collections::HashSet;

use futures_util::FutureExt;

use super::opponent::{WaitingUser, opponent};
use super::queue::{GRACE, PairingQueue, PairingStatus};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::now::spans::SECOND;
use crate::users::UserId;

/// A user who has waited since the moment 0 to play Kalah live.
fn waiting(id: i64, rating: i64) -> WaitingUser {
    WaitingUser {
        id: UserId(id),
        choice: "kalah.live".parse().unwrap(),
        rating,
        blocked: HashSet::new(),
        since: Moment(0),
    }
}

fn found(others: &[WaitingUser], seconds: i64) -> Option<i64> {
    let now = Moment(seconds * SECOND);
    opponent(&waiting(1, 1500), others.iter(), now).map(|other| other.id.0)
}

#[test]
fn the_closest_rating_is_chosen_and_then_the_longest_wait() {
    assert_eq!(found(&[waiting(2, 1600), waiting(3, 1460), waiting(4, 1450)], 0), Some(3));
    let later = WaitingUser { since: Moment(5), ..waiting(2, 1520) };
    assert_eq!(found(&[later, waiting(3, 1480)], 0), Some(3));
    assert_eq!(found(&[waiting(1, 1500)], 0), None, "nobody is paired with themselves");
}

#[test]
fn the_range_of_ratings_widens_while_one_of_two_waits() {
    let far = [waiting(2, 2100)];
    assert_eq!([0, 19, 20].map(|seconds| found(&far, seconds)), [None, None, Some(2)]);
    let new = WaitingUser { since: Moment(20 * SECOND), ..waiting(2, 2100) };
    assert_eq!(found(&[new], 20), Some(2), "the other has just come");
}

#[test]
fn another_game_or_pace_does_not_fit() {
    for choice in ["quarto.live", "kalah.3d"] {
        let other = WaitingUser { choice: choice.parse().unwrap(), ..waiting(2, 1500) };
        assert_eq!(found(&[other], 1000), None, "{choice}");
    }
}

#[test]
fn users_who_block_each_other_are_not_paired() {
    let blocking =
        |from: i64, whom: i64| WaitingUser { blocked: HashSet::from([UserId(whom)]), ..waiting(from, 1500) };
    assert_eq!(found(&[blocking(2, 1)], 1000), None);
    let (seeker, other) = (blocking(1, 2), waiting(2, 1500));
    assert!(opponent(&seeker, [other].iter(), Moment(0)).is_none());
}

fn queue_of(users: impl IntoIterator<Item = WaitingUser>) -> PairingQueue {
    let queue = PairingQueue::default();
    users.into_iter().for_each(|user| queue.join(user, Moment(0)));
    queue
}

fn picked(queue: &PairingQueue, user: i64, now: Moment) -> Option<[i64; 2]> {
    queue.pick(UserId(user), now).map(|(users, _)| users.map(|user| user.0))
}

fn status(queue: &PairingQueue, user: i64, now: Moment) -> Option<PairingStatus> {
    queue.status(UserId(user), now)
}

#[test]
fn a_thousand_who_wait_are_paired_each_with_their_neighbour_and_only_once() {
    let queue = queue_of((0..1000).map(|id| waiting(id, 1000 + id / 2 * 300)));
    for user in 0..1000 {
        let expected = (user % 2 == 0).then_some([user, user + 1]);
        assert_eq!(picked(&queue, user, Moment(0)), expected, "{user}");
    }
}

#[test]
fn a_wait_ends_with_the_last_page_that_holds_it() {
    let queue = queue_of([waiting(1, 1500), waiting(2, 1500)]);
    let later = Moment(GRACE);
    assert_eq!(status(&queue, 2, later), None, "no page has held it");
    queue.join(waiting(2, 1500), later);
    let pages = [queue.hold(UserId(2), later), queue.hold(UserId(2), later)].map(Option::unwrap);
    queue.join(waiting(1, 1500), later);
    let [first, second] = pages;
    drop(first);
    assert_eq!(picked(&queue, 1, later), Some([1, 2]));
    queue.give_back([UserId(1), UserId(2)]);
    drop(second);
    assert_eq!(picked(&queue, 1, later), None);
}

#[test]
fn a_second_page_shares_the_wait_and_another_choice_replaces_it() {
    let queue = queue_of([waiting(1, 1500)]);
    let mut page = queue.hold(UserId(1), Moment(0)).unwrap();
    let again =
        |choice: &str| WaitingUser { choice: choice.parse().unwrap(), since: Moment(7), ..waiting(1, 1500) };
    queue.join(again("kalah.live"), Moment(7));
    assert!(page.changed().now_or_never().is_none());
    let shown = |choice: &str, since| PairingStatus::Waiting {
        choice: choice.parse().unwrap(),
        since: Moment(since),
    };
    assert_eq!(status(&queue, 1, Moment(7)), Some(shown("kalah.live", 0)));
    queue.join(again("quarto.3d"), Moment(7));
    assert!(page.changed().now_or_never().is_some());
    assert_eq!(status(&queue, 1, Moment(7)), Some(shown("quarto.3d", 7)));
}

#[test]
fn users_whose_match_is_being_created_are_not_paired_again_and_get_that_match() {
    let queue = queue_of([waiting(1, 1500), waiting(2, 1500), waiting(3, 1500)]);
    assert_eq!(picked(&queue, 1, Moment(0)), Some([1, 2]));
    queue.join(waiting(1, 1500), Moment(0));
    queue.leave(UserId(2));
    assert_eq!([1, 2, 3].map(|user| picked(&queue, user, Moment(0))), [None; 3]);
    let mut page = queue.hold(UserId(1), Moment(0)).unwrap();
    let id: MatchId = "7Wd2hkQ9xYzA".parse().unwrap();
    queue.paired([UserId(1), UserId(2)], &id, Moment(0));
    assert!(page.changed().now_or_never().is_some());
    for user in [1, 2] {
        assert_eq!(status(&queue, user, Moment(0)), Some(PairingStatus::Paired(id.clone())));
        assert!(queue.hold(UserId(user), Moment(0)).is_none());
        assert_eq!(status(&queue, user, Moment(GRACE)), None, "it is forgotten soon");
    }
}

#[test]
fn a_pair_that_could_not_start_waits_on_and_blocked_users_are_kept_apart() {
    let queue = queue_of([waiting(1, 1500), waiting(2, 1500)]);
    let pair = [UserId(1), UserId(2)];
    assert_eq!(picked(&queue, 1, Moment(0)), Some([1, 2]));
    queue.give_back(pair);
    assert_eq!(picked(&queue, 2, Moment(0)), Some([2, 1]));
    queue.keep_apart(pair);
    assert_eq!(picked(&queue, 1, Moment(0)), None);
    queue.join(waiting(3, 1500), Moment(0));
    assert_eq!(picked(&queue, 1, Moment(0)), Some([1, 3]));
}

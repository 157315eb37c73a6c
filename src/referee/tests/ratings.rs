//! What matches make of ratings.

use super::*;
use crate::matches::{Ladder, RatingChange, RatingKey};

const TICTACTOE: Game = Game::TicTacToe;

/// Plays a match of two that `loser` gives up once both have moved.
async fn lose(house: &Referee, loser: Person, rated: bool) -> MatchId {
    let table = house.open(ada(), Wish { rated, ..wish("tictactoe") }).await.unwrap();
    let id = table.m.id.clone();
    let mut table = house.command(ben(), &id, Command::Join).await.unwrap();
    for (by, notation) in [(ada(), "b2"), (ben(), "a1")] {
        table = house.command(by, &id, ply(&table, notation)).await.unwrap();
    }
    house.command(loser, &id, Command::Resign).await.unwrap();
    id
}

async fn kept(store: &Store) -> Vec<RatingChange> {
    sorted(store.all_rating_changes().await.unwrap())
}

fn sorted(mut changes: Vec<RatingChange>) -> Vec<RatingChange> {
    changes.sort_by_key(|change| (change.user, change.game.key(), change.ladder, change.rating.number));
    changes
}

/// Every change as it is calculated again, and put in the place of what is kept if that is wanted.
async fn recalculate(store: &Store, replace: bool) -> Vec<RatingChange> {
    let (mut again, mut all) = (Recalculation::start(store).await.unwrap(), Vec::new());
    while let Some(Recalculated { matches, changes }) = again.next().await.unwrap() {
        if replace {
            store.replace_rating_changes(&matches, &changes).await.unwrap();
        }
        all.extend(changes);
    }
    if replace {
        store.replace_current_ratings().await.unwrap();
    }
    all
}

fn at(by: Person) -> RatingKey {
    (by.id, TICTACTOE, Ladder::Two)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_wins_a_match_that_counts_goes_up() {
    let house = House::open().await;
    let id = lose(&house.referee, ben(), true).await;
    let ratings = house.referee.store.ratings(&[at(ada()), at(ben()), at(cleo())]).await.unwrap();
    assert_eq!((ratings[&at(ada())].shown(), ratings[&at(ben())].shown()), (1662, 1338));
    assert!(!ratings.contains_key(&at(cleo())));
    assert_eq!(house.referee.store.ratings_around(&id).await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_does_not_count_or_was_called_off_changes_nothing() {
    let house = House::open().await;
    lose(&house.referee, ada(), false).await;
    let table = house.table_of_two("tictactoe").await;
    house.referee.command(ada(), &table.m.id, Command::Abort).await.unwrap();
    assert!(house.referee.store.rating_curves(ada().id, 10).await.unwrap().is_empty());
    assert_eq!(house.referee.store.rated_matches(0, 10).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_who_play_are_rated_apart_from_two() {
    let house = House::open().await;
    let house = &house.referee;
    let table = house.open(ada(), Wish { seats: 3, ..wish("sternhalma") }).await.unwrap();
    let id = table.m.id.clone();
    house.command(ben(), &id, Command::Join).await.unwrap();
    let mut table = house.command(cleo(), &id, Command::Join).await.unwrap();
    for by in [ada(), ben(), cleo()] {
        let legal = table.m.position.legal();
        table = house.command(by, &id, ply(&table, &legal[0])).await.unwrap();
    }
    house.command(cleo(), &id, Command::Resign).await.unwrap();
    let table = house.command(ben(), &id, Command::Resign).await.unwrap();
    assert_eq!(table.m.ending().unwrap().places, Some(vec![1, 2, 3]));
    let ratings = [ada(), ben(), cleo()].map(|by| (by.id, Game::Sternhalma, Ladder::More));
    let by_key = house.store.ratings(&ratings).await.unwrap();
    let values = ratings.map(|key| by_key[&key].value);
    assert!(values.is_sorted_by(|higher, lower| higher > lower), "{values:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_reckoned_again_from_the_log_are_those_that_are_kept() {
    let house = House::open().await;
    let (_, rival) = House::enter(&house.folder).await;
    for number in 0..12 {
        let loser = if number % 3 == 0 { ada() } else { ben() };
        tokio::join!(lose(&house.referee, loser.clone(), true), lose(&rival, loser, number % 2 == 0));
    }
    let store = &house.referee.store;
    let right = kept(store).await;
    assert_eq!(right.len(), 2 * 18);
    assert_eq!(right, sorted(recalculate(store, false).await));

    // Every later change has the number of the one before it, and so the number that another match should have.
    let tampering = "DELETE FROM rating_changes WHERE user_id = 1 AND number = 1;
        UPDATE rating_changes SET number = -number WHERE user_id = 1;
        UPDATE rating_changes SET number = -number - 1 WHERE user_id = 1;
        UPDATE ratings SET value = value + 1";
    store.execute_for_test(tampering).await;
    recalculate(store, true).await;
    let kept = kept(store).await;
    assert_eq!(kept, right);
    let last = kept.iter().rfind(|change| change.user == ada().id).unwrap();
    let now = house.referee.store.ratings(&[at(ada())]).await.unwrap();
    assert_eq!(now[&at(ada())], last.rating);
}

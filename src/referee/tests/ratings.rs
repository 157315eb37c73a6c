//! Rating changes of matches.

use super::*;
use crate::matches::{RatingChange, RatingKey, RatingPool};
use crate::now::spans::HOUR;

const TICTACTOE: Game = Game::TicTacToe;

/// Plays a two-player match that `loser` resigns once both have moved.
async fn lose(site: &Referee, loser: UserSummary, rated: bool) -> MatchId {
    let view = site.open(ada(), MatchSetup { rated, ..setup("tictactoe") }).await.unwrap();
    let id = view.m.id.clone();
    let mut view = site.command(ben(), &id, MatchCommand::Join).await.unwrap();
    for (by, notation) in [(ada(), "b2"), (ben(), "a1")] {
        view = site.command(by, &id, ply(&view, notation)).await.unwrap();
    }
    site.command(loser, &id, MatchCommand::Resign).await.unwrap();
    id
}

async fn stored_changes(store: &Store) -> Vec<RatingChange> {
    sorted(store.all_rating_changes().await.unwrap())
}

fn sorted(mut changes: Vec<RatingChange>) -> Vec<RatingChange> {
    changes.sort_by_key(|change| (change.user, change.game.key(), change.pool, change.rating.number));
    changes
}

/// All changes calculated again. With `replace`, they are written to the database.
async fn recalculate(store: &Store, replace: bool) -> Vec<RatingChange> {
    let (mut again, mut all) = (Recalculation::start(store).await.unwrap(), Vec::new());
    while let Some(RecalculatedRatings { matches, changes }) = again.next().await.unwrap() {
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

fn at(by: UserSummary) -> RatingKey {
    (by.id, TICTACTOE, RatingPool::Two)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn winning_a_rated_match_raises_the_rating() {
    let site = RefereeSite::open().await;
    let id = lose(&site.referee, ben(), true).await;
    let ratings = site.referee.store.ratings(&[at(ada()), at(ben()), at(cleo())]).await.unwrap();
    assert_eq!((ratings[&at(ada())].rounded(), ratings[&at(ben())].rounded()), (1662, 1338));
    assert!(!ratings.contains_key(&at(cleo())));
    assert_eq!(site.referee.store.ratings_around(&id).await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_casual_or_cancelled_match_changes_no_rating() {
    let site = RefereeSite::open().await;
    lose(&site.referee, ada(), false).await;
    let view = site.match_of_two("tictactoe").await;
    site.referee.command(ada(), &view.m.id, MatchCommand::Abort).await.unwrap();
    assert!(site.referee.store.rating_curves(ada().id, 10).await.unwrap().is_empty());
    assert_eq!(site.referee.store.rated_matches(0, 10).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_three_are_rated_apart_from_matches_of_two() {
    let site = RefereeSite::open().await;
    let site = &site.referee;
    let view = site.open(ada(), MatchSetup { seats: 3, ..setup("sternhalma") }).await.unwrap();
    let id = view.m.id.clone();
    site.command(ben(), &id, MatchCommand::Join).await.unwrap();
    let mut view = site.command(cleo(), &id, MatchCommand::Join).await.unwrap();
    for by in [ada(), ben(), cleo()] {
        let legal = view.m.position.legal();
        view = site.command(by, &id, ply(&view, &legal[0])).await.unwrap();
    }
    site.command(cleo(), &id, MatchCommand::Resign).await.unwrap();
    let view = site.command(ben(), &id, MatchCommand::Resign).await.unwrap();
    assert_eq!(view.m.ending().unwrap().places, Some(vec![1, 2, 3]));
    let ratings = [ada(), ben(), cleo()].map(|by| (by.id, Game::Sternhalma, RatingPool::More));
    let by_key = site.store.ratings(&ratings).await.unwrap();
    let values = ratings.map(|key| by_key[&key].value);
    assert!(values.is_sorted_by(|higher, lower| higher > lower), "{values:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_recomputed_from_the_log_equal_the_stored_ones() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    for number in 0..12 {
        // Of the matches of two players only a few within a day are counted.
        let later = site.referee.clock.now().after(12 * HOUR);
        site.referee.clock.set(later);
        rival.clock.set(later);
        let loser = if number % 3 == 0 { ada() } else { ben() };
        tokio::join!(lose(&site.referee, loser.clone(), true), lose(&rival, loser, number % 2 == 0));
    }
    let store = &site.referee.store;
    let right = stored_changes(store).await;
    assert_eq!(right.len(), 2 * 18);
    assert_eq!(right, sorted(recalculate(store, false).await));

    // Each later change has the number of the one before it, and so that of another match.
    let tampering = "DELETE FROM rating_changes WHERE user_id = 1 AND number = 1;
        UPDATE rating_changes SET number = -number WHERE user_id = 1;
        UPDATE rating_changes SET number = -number - 1 WHERE user_id = 1;
        UPDATE ratings SET value = value + 1";
    store.execute_for_test(tampering).await;
    recalculate(store, true).await;
    let stored = stored_changes(store).await;
    assert_eq!(stored, right);
    let last = stored.iter().rfind(|change| change.user == ada().id).unwrap();
    let now = site.referee.store.ratings(&[at(ada())]).await.unwrap();
    assert_eq!(now[&at(ada())], last.rating);
}

//! Facts in the outbox of matches.

use super::journal::plays_past_the_referee;
use super::*;
use crate::store::MatchFactKind;

/// The facts about a match: kind and log entry of each.
async fn facts(store: &Store, id: &MatchId) -> Vec<(MatchFactKind, u32)> {
    let facts = store.facts_after(0, 1000).await.unwrap();
    facts.into_iter().filter(|fact| fact.match_id == *id).map(|fact| (fact.kind, fact.seq)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_tells_when_it_started_moved_and_ended() {
    let site = RefereeSite::open().await;
    let mut view = site.table_of_two("tictactoe").await;
    let id = view.m.id.clone();
    let started = view.m.seq;
    for square in ["b2", "a1"] {
        let by = if view.m.plies.len() % 2 == 0 { ada() } else { ben() };
        view = site.referee.command(by, &id, ply(&view, square)).await.unwrap();
    }
    view = site.referee.command(ben(), &id, MatchCommand::Resign).await.unwrap();
    use MatchFactKind::{Changed, Ended, Moved, Started};
    let told = facts(&site.referee.store, &id).await;
    assert_eq!(
        told[told.len() - 5..],
        [
            (Started, started),
            (Moved, started + 1),
            (Moved, started + 2),
            (Changed, started + 3),
            (Ended, view.m.seq),
        ]
    );
    assert!(told[..told.len() - 5].iter().all(|(kind, _)| *kind == Changed), "{told:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plies_that_wait_in_the_buffer_are_told_of_by_one_fact_for_each_match_and_batch() {
    let site = RefereeSite::open().await;
    let (one, other) = (site.table_of_two("sternhalma").await, site.table_of_two("sternhalma").await);
    let one = plays_past_the_referee(&site, &one).await;
    let other = plays_past_the_referee(&site, &other).await;
    let one = plays_past_the_referee(&site, &one).await;
    for view in [&one, &other] {
        let told = facts(&site.referee.store, &view.m.id).await;
        let moved: Vec<_> = told.into_iter().filter(|(kind, _)| *kind == MatchFactKind::Moved).collect();
        assert_eq!(moved, [(MatchFactKind::Moved, view.m.seq)]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plies_that_waited_when_the_program_was_killed_are_told_of_when_it_runs_again() {
    let site = RefereeSite::open().await;
    let view = site.table_of_two("sternhalma").await;
    let played = plays_past_the_referee(&site, &view).await;
    // Nothing is stopped, as after a crash.
    let (_, again) = RefereeSite::enter(&site.folder).await;
    let told = facts(&again.store, &view.m.id).await;
    assert_eq!(told.last(), Some(&(MatchFactKind::Moved, played.m.seq)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_message_is_told_of_and_what_is_refused_is_not() {
    let site = RefereeSite::open().await;
    let view = site.table_of_two("tictactoe").await;
    let before = facts(&site.referee.store, &view.m.id).await;
    assert!(site.referee.command(ben(), &view.m.id, ply(&view, "b2")).await.is_err());
    assert_eq!(facts(&site.referee.store, &view.m.id).await, before);
    site.referee.send_chat(ada(), &view.m.id, "hello".to_owned()).await.unwrap();
    let after = facts(&site.referee.store, &view.m.id).await;
    assert_eq!(after[before.len()..], [(MatchFactKind::Changed, view.m.seq)]);
}

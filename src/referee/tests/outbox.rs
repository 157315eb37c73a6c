//! Facts in the outbox of matches.

use super::*;
use crate::store::MatchFactKind;

/// The facts about a match: kind and log entry of each.
async fn facts(store: &Store, id: &MatchId) -> Vec<(MatchFactKind, u32)> {
    let facts = store.facts_after(0, 1000).await.unwrap();
    facts.into_iter().filter(|fact| fact.match_id == *id).map(|fact| (fact.kind, fact.seq)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_outbox_has_facts_about_the_start_the_moves_and_the_end() {
    let site = RefereeSite::open().await;
    let mut view = site.match_of_two("tictactoe").await;
    let id = view.m.id.clone();
    let started = view.m.seq;
    for square in ["b2", "a1"] {
        let by = if view.m.plies.len() % 2 == 0 { ada() } else { ben() };
        view = site.referee.command(by, &id, ply(&view, square)).await.unwrap();
    }
    view = site.referee.command(ben(), &id, MatchCommand::Resign).await.unwrap();
    use MatchFactKind::{Changed, Ended, Moved, Started};
    let recorded = facts(&site.referee.store, &id).await;
    assert_eq!(
        recorded[recorded.len() - 5..],
        [
            (Started, started),
            (Moved, started + 1),
            (Moved, started + 2),
            (Changed, started + 3),
            (Ended, view.m.seq),
        ]
    );
    assert!(recorded[..recorded.len() - 5].iter().all(|(kind, _)| *kind == Changed), "{recorded:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_message_has_a_fact_and_a_refused_command_has_none() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let before = facts(&site.referee.store, &view.m.id).await;
    assert!(site.referee.command(ben(), &view.m.id, ply(&view, "b2")).await.is_err());
    assert_eq!(facts(&site.referee.store, &view.m.id).await, before);
    site.referee.send_chat(ada(), &view.m.id, "hello".to_owned()).await.unwrap();
    let after = facts(&site.referee.store, &view.m.id).await;
    assert_eq!(after[before.len()..], [(MatchFactKind::Changed, view.m.seq)]);
}

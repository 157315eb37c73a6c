//! Immediate takebacks of unseen plies, which may be seen concurrently.

use super::*;
use crate::matches::{OfferAnswer, OfferKind, ReadMark};

fn takeback() -> MatchCommand {
    MatchCommand::Answer { what: OfferKind::Takeback, answer: OfferAnswer::Offer, seq: None }
}

/// A match in which Ada has just played.
async fn just_played(site: &RefereeSite) -> Arc<MatchView> {
    let view = site.match_of_two("tictactoe").await;
    site.referee.command(ada(), &view.m.id, ply(&view, "b2")).await.unwrap()
}

fn all_of(view: &MatchView) -> ReadMark {
    ReadMark { seq: view.m.seq, message: 0 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unseen_ply_is_taken_back_without_consent() {
    let site = RefereeSite::open().await;
    let played = just_played(&site).await;
    let before = ReadMark { seq: played.m.seq - 1, message: 0 };
    site.hub.read_marks().record(ben().id, &played, before);
    site.hub.read_marks().record(ada().id, &played, all_of(&played));
    let after = site.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert!(after.m.plies.is_empty() && after.m.offer(OfferKind::Takeback).is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ply_seen_by_the_opponent_needs_consent_before_the_mark_is_written() {
    let site = RefereeSite::open().await;
    let played = just_played(&site).await;
    site.hub.read_marks().record(ben().id, &played, all_of(&played));
    let after = site.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert_eq!(after.m.plies.len(), 1);
    assert!(after.m.offer(OfferKind::Takeback).is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ply_seen_through_another_process_needs_consent() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let played = just_played(&site).await;
    rival.store.note_seen(&[(ben().id, played.m.id.clone(), all_of(&played))]).await.unwrap();
    let after = site.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert_eq!(after.m.plies.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ply_of_which_the_opponent_was_notified_needs_consent() {
    let site = RefereeSite::open().await;
    let played = just_played(&site).await;
    let store = &site.referee.store;
    store
        .execute_for_test("INSERT INTO notices_sent SELECT 2, id, 'push', 'turn', 5, 1000 FROM matches")
        .await;
    let after = site.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert!(after.m.offer(OfferKind::Takeback).is_some(), "so Ben is asked");
}

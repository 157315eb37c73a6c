//! Immediate takebacks of unseen plies, which may be seen concurrently.

use super::*;
use crate::matches::{LogEntry, Match, MatchEvent, OfferAnswer, OfferKind, ReadMark};
use crate::store::{AppendEntries, AppendOutcome};

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

/// The batch that takes back Ada's ply, as decided before Ben has seen it or was notified.
fn decided(played: &MatchView) -> AppendEntries {
    let mut after = MatchView::clone(played);
    let event = MatchEvent::TakenBack { plies: 0, clock_continues: true };
    let entry = LogEntry { seq: played.m.seq + 1, at: 1_000, by: Some(ada().id), event };
    Match::apply(&mut after.m, &entry).unwrap();
    let mut append = AppendEntries::default();
    append.add(&after, &[entry], true);
    append.unless_seen(&played.m.id, &[ben().id], played.m.plies.last().unwrap());
    append
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_is_refused_when_a_notice_was_sent_after_the_decision() {
    let site = RefereeSite::open().await;
    let played = just_played(&site).await;
    let store = &site.referee.store;
    store
        .execute_for_test("INSERT INTO notices_sent SELECT 2, id, 'push', 'turn', 5, 1000 FROM matches")
        .await;
    assert_eq!(store.append(decided(&played)).await.unwrap(), AppendOutcome::Overtaken);
    let after = site.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert!(after.m.offer(OfferKind::Takeback).is_some(), "so Ben is asked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_is_refused_when_a_ply_was_seen_after_the_decision() {
    let site = RefereeSite::open().await;
    let played = just_played(&site).await;
    let store = &site.referee.store;
    store.note_seen(&[(ben().id, played.m.id.clone(), all_of(&played))]).await.unwrap();
    assert_eq!(store.append(decided(&played)).await.unwrap(), AppendOutcome::Overtaken);
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    assert_eq!(fresh.get(&played.m.id, None).await.unwrap().m, played.m);
    let after = site.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert!(after.m.offer(OfferKind::Takeback).is_some(), "so Ben is asked");
}

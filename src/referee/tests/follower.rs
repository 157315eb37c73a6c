//! What a server learns of the decisions of another one.

use super::*;
use crate::hub::{MatchChange, PublicMessage, Watch};

/// A site, and another server on its database.
async fn two_servers() -> (RefereeSite, Follower, Referee) {
    let site = RefereeSite::open().await;
    let follower = Follower::start(site.referee.clone(), site.hub.clone()).await.unwrap();
    let (_, other) = RefereeSite::enter(&site.folder).await;
    (site, follower, other)
}

/// The changes that were sent: the lengths of the log before and after each.
fn sent(watch: &mut Watch) -> Vec<(u32, u32)> {
    let mut sent = Vec::new();
    while let Some(message) = watch.try_next() {
        let HubMessage::News(update) = message else { panic!("{message:?}") };
        let MatchChange { before, after } = &update.change;
        sent.push((before.m.seq, after.m.seq));
    }
    sent
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_get_the_plies_of_another_server_one_by_one() {
    let (site, mut follower, other) = two_servers().await;
    let view = site.match_of_two("tictactoe").await;
    let (id, mut watch) = (&view.m.id, site.hub.watch(&view.m.id));
    let view = site.referee.command(ada(), id, ply(&view, "b2")).await.unwrap();
    let seq = view.m.seq;
    assert_eq!(sent(&mut watch), [(seq - 1, seq)]);
    other.command(ben(), id, ply(&view, "a1")).await.unwrap();
    other.set_conditional_moves(ben(), id, "if a2 then a3".to_owned()).await.unwrap();
    let view = other.read(id).await.unwrap();
    other.command(ada(), id, ply(&view, "a2")).await.unwrap();
    other.send_chat(ada(), id, "hello".to_owned()).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(sent(&mut watch), [(seq, seq + 1), (seq + 1, seq + 2), (seq + 2, seq + 3)]);
    let view = site.referee.read(id).await.unwrap();
    assert_eq!((view.m.plies.len(), view.chat.len()), (4, 1));
    other.send_chat(ben(), id, "hello".to_owned()).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(sent(&mut watch), [(seq + 3, seq + 3)]);
    follower.follow().await.unwrap();
    assert_eq!(sent(&mut watch), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_get_what_both_servers_decide_once() {
    let (site, mut follower, other) = two_servers().await;
    let view = site.match_of_two("tictactoe").await;
    let (id, mut watch) = (&view.m.id, site.hub.watch(&view.m.id));
    let view = site.referee.command(ada(), id, ply(&view, "b2")).await.unwrap();
    let seq = view.m.seq;
    let view = other.command(ben(), id, ply(&view, "a1")).await.unwrap();
    site.referee.command(ada(), id, ply(&view, "a2")).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(sent(&mut watch), [(seq - 1, seq), (seq + 1, seq + 2)], "streams see the gap");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_of_a_match_that_this_server_has_sent_nothing_of_catch_up() {
    let (site, mut follower, other) = two_servers().await;
    let view = site.match_of_two("tictactoe").await;
    let (id, mut watch) = (&view.m.id, site.hub.watch(&view.m.id));
    let view = other.command(ada(), id, ply(&view, "b2")).await.unwrap();
    follower.follow().await.unwrap();
    assert!(matches!(watch.try_next(), Some(HubMessage::Behind)));
    other.command(ben(), id, ply(&view, "a1")).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(sent(&mut watch), [(view.m.seq, view.m.seq + 1)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counts_of_turns_and_pages_of_many_matches_follow_another_server() {
    let (site, mut follower, other) = two_servers().await;
    let view = site.match_of_two("tictactoe").await;
    let mut watch = site.hub.watch_public();
    assert_eq!(site.referee.turns_of(UserId(1)).await.unwrap(), 1);
    other.command(ada(), &view.m.id, ply(&view, "b2")).await.unwrap();
    follower.follow().await.unwrap();
    assert_eq!(site.referee.turns_of(UserId(1)).await.unwrap(), 0);
    let Ok(PublicMessage::Changed(update)) = watch.try_recv() else { panic!("nothing was sent") };
    assert_eq!(update.id, view.m.id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_has_missed_facts_reads_everything_again() {
    let (site, mut follower, other) = two_servers().await;
    let view = site.match_of_two("tictactoe").await;
    let (id, mut watch) = (&view.m.id, site.hub.watch(&view.m.id));
    let view = site.referee.command(ada(), id, ply(&view, "b2")).await.unwrap();
    sent(&mut watch);
    let mut many = site.hub.watch_public();
    other.command(ben(), id, ply(&view, "a1")).await.unwrap();
    let last = site.referee.store.facts_after(0, 1000).await.unwrap().last().unwrap().id;
    site.referee.store.save_outbox_position("notices", last).await.unwrap();
    follower.follow().await.unwrap();
    assert!(matches!(watch.try_next(), Some(HubMessage::Behind)));
    assert!(matches!(many.try_recv(), Ok(PublicMessage::Behind)));
    assert_eq!(site.referee.read(id).await.unwrap().m.plies.len(), 2);
}

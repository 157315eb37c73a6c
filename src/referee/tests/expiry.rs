//! Expiry of matches, with another process on the same database.

use super::*;
use crate::matches::{Expiry, IDLE_EXPIRY};

/// Both sites sweep everything that is due at a moment, at the same time.
async fn both_sweep(site: &RefereeSite, rival: &Referee, at: Moment) -> usize {
    site.referee.clock.set(at);
    rival.clock.set(at);
    let due = site.referee.store.due_matches(at, None, 100).await.unwrap();
    let ids: Vec<_> = due.iter().map(|due| due.id.clone()).collect();
    let (one, other) = tokio::join!(
        site.referee.sweep_all(&ids),
        futures_util::future::join_all(ids.iter().map(|id| rival.sweep(id))),
    );
    assert!(one.iter().chain(&other).all(Result::is_ok));
    due.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_on_one_database_close_each_open_match_once() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let mut open = Vec::new();
    for _ in 0..12 {
        open.push(site.referee.open(ada(), setup("tictactoe")).await.unwrap());
    }
    let until = open[0].m.closes_at().unwrap();
    assert_eq!(both_sweep(&site, &rival, Moment(until.0 - 1)).await, 0);
    assert_eq!(both_sweep(&site, &rival, until).await, 12);
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    for view in &open {
        let read = fresh.get(&view.m.id, None).await.unwrap();
        assert_eq!((read.m.expired, read.m.seq), (Some(Expiry::Open), view.m.seq + 2));
    }
    assert_eq!(both_sweep(&site, &rival, until.after(IDLE_EXPIRY)).await, 0, "nothing is due any more");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_without_a_clock_is_checked_rarely_and_closed_once() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let view = site.match_of_two("tictactoe").await;
    let warned = view.m.expires_at().unwrap();
    site.referee.clock.set(warned.after(-1));
    let view = site.referee.command(ada(), &view.m.id, ply(&view, "a1")).await.unwrap();
    let due = |at| site.referee.store.due_matches(at, None, 10);
    assert_eq!(due(warned).await.unwrap().len(), 1, "a ply leaves the row as it is");
    assert_eq!(both_sweep(&site, &rival, warned).await, 1);
    assert!(due(warned).await.unwrap().is_empty(), "now the row knows better");
    let later = view.m.expires_at().unwrap();
    assert_eq!(both_sweep(&site, &rival, later).await, 1);
    let read = site.referee.get(&view.m.id, None).await.unwrap();
    let closes = read.m.closes_at().unwrap();
    assert_eq!((read.m.seq, read.m.expired), (view.m.seq + 1, None));
    assert_eq!(both_sweep(&site, &rival, closes).await, 1);
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    let read = fresh.get(&view.m.id, None).await.unwrap();
    assert_eq!((read.m.expired, read.m.seq), (Some(Expiry::Idle), view.m.seq + 3));
    assert!(due(closes.after(IDLE_EXPIRY)).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sweep_leaves_only_those_matches_in_the_cache_that_were_in_use() {
    let site = RefereeSite::open().await;
    let mut ids = Vec::new();
    for _ in 0..12 {
        ids.push(site.referee.open(ada(), setup("tictactoe")).await.unwrap().m.id.clone());
    }
    site.referee.clear_cache();
    let used = site.referee.get(&ids[3], None).await.unwrap();
    site.referee.clock.set(used.m.closes_at().unwrap());
    assert!(site.referee.sweep_all(&ids).await.iter().all(Result::is_ok));
    let cached: Vec<_> = ids.iter().filter_map(|id| site.referee.cache.get(id)).collect();
    assert_eq!(cached.iter().map(|view| &view.m.id).collect::<Vec<_>>(), [&ids[3]]);
    assert_eq!(cached[0].m.expired, Some(Expiry::Open));
}

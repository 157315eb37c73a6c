//! Plies on their way from the journal to the logs.

use super::*;
use crate::matches::{LogEntry, Match, MatchEvent};
use crate::small_disk::SmallDisk;
use crate::store::{AppendEntries, AppendOutcome, StoreError};

/// Plays eight plies in one batch without the referee, so that they stay buffered.
pub(super) async fn buffer_plies(site: &RefereeSite, view: &MatchView) -> MatchView {
    let mut after = view.clone();
    let mut append = AppendEntries::default();
    for turn in 0..8 {
        let event = MatchEvent::Played {
            seat: Some(turn % 2),
            notation: after.m.position.legal()[0].as_str().into(),
        };
        let by = [ada().id, ben().id][usize::from(turn % 2)];
        let entry = LogEntry { seq: after.m.seq + 1, at: 1_000, by: Some(by), event };
        Match::apply(&mut after.m, &entry).unwrap();
        append.add(&after, &[entry], false);
    }
    let before = site.referee.store.buffered_count();
    assert_eq!(site.referee.store.append(append).await.unwrap(), AppendOutcome::Done);
    assert_eq!(site.referee.store.buffered_count(), before + 8);
    after
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_includes_buffered_plies() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("sternhalma").await;
    let played = buffer_plies(&site, &view).await;
    let read = site.referee.store.load_match(&view.m.id).await.unwrap().unwrap();
    assert_eq!((read.m == played.m, site.referee.store.buffered_count()), (true, 0));
    assert_eq!(site.referee.store.check_lists("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buffered_plies_are_placed_after_a_kill() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("sternhalma").await;
    let played = buffer_plies(&site, &view).await;
    // Nothing is stopped, as after a crash.
    let (_, again) = RefereeSite::enter(&site.folder).await;
    let read = again.get(&view.m.id, None).await.unwrap();
    assert_eq!(read.m, played.m);
    assert_eq!(again.store.check_lists("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn list_rows_are_correct_after_buffered_plies_of_several_matches_are_placed() {
    let site = RefereeSite::open().await;
    let (mut views, mut played) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        views.push(site.match_of_two("sternhalma").await);
    }
    for view in &views {
        played.push(buffer_plies(&site, view).await);
    }
    for after in played {
        assert_eq!(site.referee.store.load_match(&after.m.id).await.unwrap().unwrap().m, after.m);
    }
    assert_eq!(site.referee.store.check_lists("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entries_after_buffered_plies_are_written_behind_them() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("sternhalma").await;
    buffer_plies(&site, &view).await;
    site.referee.clear_cache();
    site.referee.command(ben(), &view.m.id, MatchCommand::Resign).await.unwrap();
    let (_, again) = RefereeSite::enter(&site.folder).await;
    let read = again.get(&view.m.id, None).await.unwrap();
    assert_eq!(
        (read.m.plies.len(), read.m.ending().map(|ending| ending.how)),
        (8, Some(EndReason::Resigned))
    );
    assert_eq!(again.store.check_lists("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_writes_nothing_behind_buffered_plies_it_has_not_seen() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("sternhalma").await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    rival.get(&view.m.id, None).await.unwrap();
    let played = buffer_plies(&site, &view).await;
    let stale = ply(&view, &view.m.position.legal()[1]);
    let refused = rival.command(ada(), &view.m.id, stale).await;
    assert!(matches!(refused, Err(RefereeError::Refused { refusal: MatchError::Stale, .. })), "{refused:?}");
    let next = ply(&played, &played.m.position.legal()[0]);
    let after = rival.command(ada(), &view.m.id, next).await.unwrap();
    assert_eq!(after.m.plies.len(), 9);
    assert_eq!(rival.store.check_lists("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buffered_plies_are_placed_when_the_writer_is_idle() {
    let site = RefereeSite::open().await;
    let mut views = Vec::new();
    for _ in 0..15 {
        views.push(site.match_of_two("tictactoe").await);
    }
    let moves = views.iter().map(|view| site.referee.command(ada(), &view.m.id, ply(view, "b2")));
    assert!(futures_util::future::join_all(moves).await.iter().all(Result::is_ok));
    for _ in 0..500 {
        if site.referee.store.buffered_count() == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("plies still wait");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plies_buffered_on_a_full_disk_are_placed_when_there_is_space_again() {
    let disk = SmallDisk::mount("16m");
    let site = RefereeSite::open_in(disk.path()).await;
    let view = site.match_of_two("sternhalma").await;
    // The referee is done with earlier jobs, and does not write through what it has not played.
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let mut played = buffer_plies(&site, &view).await;
    disk.fill();
    while site.referee.store.buffered_count() == 0 {
        disk.free();
        played = buffer_plies(&site, &played).await;
        disk.fill();
    }
    site.referee.clear_cache();
    for _ in 0..3 {
        let read = site.referee.store.load_match(&view.m.id).await;
        assert!(read.as_ref().is_err_and(StoreError::is_temporary), "{read:?}");
        let refused = site.referee.command(ben(), &view.m.id, MatchCommand::Resign).await;
        assert!(matches!(refused, Err(RefereeError::Failed)), "{refused:?}");
    }
    disk.free();
    while site.referee.store.load_match(&view.m.id).await.is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(site.referee.store.load_match(&view.m.id).await.unwrap().unwrap().m, played.m);
    site.referee.command(ben(), &view.m.id, MatchCommand::Resign).await.unwrap();
    assert_eq!(site.referee.store.check_lists("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_without_buffered_plies_does_not_prevent_reads() {
    let disk = SmallDisk::mount("16m");
    let site = RefereeSite::open_in(disk.path()).await;
    let mut views = Vec::new();
    for _ in 0..10 {
        views.push(site.match_of_two("tictactoe").await);
    }
    disk.fill();
    let moves = views.iter().map(|view| site.referee.command(ada(), &view.m.id, ply(view, "b2")));
    let refused = futures_util::future::join_all(moves).await;
    assert!(refused.iter().all(|answer| matches!(answer, Err(RefereeError::Failed))), "{refused:?}");
    for view in views {
        assert_eq!(site.referee.store.load_match(&view.m.id).await.unwrap().unwrap().m, view.m);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_read_is_not_reported_as_a_missing_match() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    site.referee.clear_cache();
    site.referee.store.close().await;
    let refused = site.referee.command(ada(), &view.m.id, ply(&view, "b2")).await;
    assert!(matches!(refused, Err(RefereeError::Failed)), "{refused:?}");
    let read = site.referee.get(&view.m.id, None).await;
    assert!(matches!(read, Err(RefereeError::NotRead)), "{read:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reading_a_match_with_an_invalid_log_is_not_reported_as_a_failure_of_the_database() {
    let site = RefereeSite::open().await;
    let (broken, whole) = (site.match_of_two("tictactoe").await, site.match_of_two("tictactoe").await);
    let played = site.referee.command(ada(), &broken.m.id, ply(&broken, "b2")).await.unwrap();
    site.referee.command(ben(), &broken.m.id, ply(&played, "a1")).await.unwrap();
    site.referee.store.load_match(&broken.m.id).await.unwrap();
    site.referee.store.execute_for_test("UPDATE match_events SET body = '{}' WHERE kind = 'played'").await;
    site.referee.clear_cache();
    let read = site.referee.read(&broken.m.id).await;
    assert!(matches!(read, Err(RefereeError::Unreadable(_))), "{read:?}");
    assert_eq!(site.referee.read(&whole.m.id).await.unwrap().m, whole.m);
}

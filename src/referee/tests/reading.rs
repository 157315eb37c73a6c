//! Reads, and logs that cannot be read or written.

use super::match_cache::MatchCache;
use super::*;
use crate::small_disk::SmallDisk;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_read_while_another_process_holds_the_write_lock() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let transaction = rival.store.begin_batch().await.unwrap();
    let read = site.referee.store.load_match(&view.m.id).await.unwrap().unwrap();
    assert_eq!(read.m, view.m);
    transaction.roll_back().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plies_of_several_matches_in_one_batch_are_in_their_logs_and_rows() {
    let site = RefereeSite::open().await;
    let mut views = Vec::new();
    for _ in 0..15 {
        views.push(site.match_of_two("tictactoe").await);
    }
    let moves = views.iter().map(|view| site.referee.command(ada(), &view.m.id, ply(view, "b2")));
    let played = futures_util::future::join_all(moves).await;
    for after in played {
        let after = after.unwrap();
        assert_eq!(site.referee.store.load_match(&after.m.id).await.unwrap().unwrap().m, after.m);
    }
    assert_eq!(site.referee.store.check_lists("", 100, None).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_on_a_match_that_another_process_has_changed_is_decided_on_its_log() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    rival.get(&view.m.id, None).await.unwrap();
    let played = site.referee.command(ada(), &view.m.id, ply(&view, "b2")).await.unwrap();
    let refused = rival.command(ada(), &view.m.id, ply(&view, "a1")).await;
    assert!(matches!(refused, Err(RefereeError::Refused { refusal: MatchError::Stale, .. })), "{refused:?}");
    let after = rival.command(ben(), &view.m.id, ply(&played, "a1")).await.unwrap();
    assert_eq!(after.m.plies.len(), 2);
    assert_eq!(rival.store.check_lists("", 10, None).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_does_not_prevent_reads() {
    let disk = SmallDisk::mount("16m");
    let site = RefereeSite::on(Store::open_file_for_test(disk.path()).await, disk.path()).await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cached_match_is_read_again_if_it_is_older_than_a_known_entry() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let view = site.match_of_two("tictactoe").await;
    let played = rival.command(ada(), &view.m.id, ply(&view, "b2")).await.unwrap();
    let seen = async || site.referee.read(&view.m.id).await.unwrap().m.seq;
    site.referee.drop_older(&view.m.id, view.m.seq);
    assert_eq!(seen().await, view.m.seq, "as between the commit and the publication of a move");
    site.referee.drop_older(&view.m.id, played.m.seq);
    assert_eq!(seen().await, played.m.seq);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_is_decided_on_what_another_process_has_changed_beside_the_log() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let (id, (_, rival)) = (&view.m.id, RefereeSite::enter(&site.folder).await);
    let played = rival.command(ada(), id, ply(&view, "b2")).await.unwrap();
    site.referee.send_chat(ada(), id, "hello".to_owned()).await.unwrap();
    let view = rival.command(ben(), id, ply(&played, "a1")).await.unwrap();
    assert_eq!(view.chat[0].text, "hello");
    site.referee.set_conditional_moves(ben(), id, "if a2 then a3".to_owned()).await.unwrap();
    let view = rival.command(ada(), id, ply(&view, "a2")).await.unwrap();
    assert_eq!(view.m.plies.len(), 4, "the conditional move was played");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_that_another_process_has_not_changed_stay_cached() {
    let site = RefereeSite::open().await;
    let (changed, other) = (site.match_of_two("tictactoe").await, site.match_of_two("tictactoe").await);
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    rival.command(ada(), &changed.m.id, ply(&changed, "b2")).await.unwrap();
    site.match_of_two("tictactoe").await;
    assert!(site.referee.cache.get(&changed.m.id).is_none());
    assert!(site.referee.cache.get(&other.m.id).is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_read_before_an_invalidation_is_not_cached_after_it() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let cache = &site.referee.cache;
    let invalidations: [fn(&MatchCache, &MatchId); 2] =
        [|cache, id| cache.invalidate(id), |cache, _| cache.clear()];
    for invalidate in invalidations {
        let start = cache.start_load();
        invalidate(cache, &view.m.id);
        cache.insert(Arc::clone(&view), start);
        assert!(cache.get(&view.m.id).is_none());
        cache.insert(Arc::clone(&view), cache.start_load());
        assert!(cache.get(&view.m.id).is_some());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalidations_of_many_matches_leave_the_others_cached() {
    let site = RefereeSite::open().await;
    let (used, read) = (site.match_of_two("tictactoe").await, site.match_of_two("tictactoe").await);
    let (cache, start) = (&site.referee.cache, site.referee.cache.start_load());
    cache.invalidate(&read.m.id);
    // More than are cached.
    for (first, second) in (0..58).flat_map(|first| (0..58).map(move |second| (first, second))) {
        cache.invalidate(&MatchId::from_digits([first, second, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    }
    assert!(cache.get(&used.m.id).is_some());
    cache.insert(Arc::clone(&read), start);
    assert!(cache.get(&read.m.id).is_none(), "it was read before it was invalidated");
}

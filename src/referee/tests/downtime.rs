//! Downtime is recorded before anything is decided, and credited to each match exactly once.

use super::*;
use crate::matches::Expiry;
use crate::now::spans::{DAY, HOUR, MINUTE, SECOND};
use crate::store::ServerAvailability;

impl RefereeSite {
    /// Starts the uptime record of the site.
    async fn watched(&self) -> Uptime {
        let uptime = self.uptime();
        uptime.start().await.unwrap();
        uptime
    }

    fn uptime(&self) -> Uptime {
        Uptime::new(self.referee.store.clone(), self.referee.clock.clone())
    }

    fn sleeps(&self, milliseconds: i64) {
        let clock = &self.referee.clock;
        clock.set_after_suspension(clock.now().after(milliseconds));
    }

    fn availability(&self) -> &ServerAvailability {
        self.referee.store.availability()
    }

    async fn timed(&self) -> Arc<MatchView> {
        let view = self.referee.open(ada(), timed("tictactoe")).await.unwrap();
        self.referee.command(ben(), &view.m.id, MatchCommand::Join).await.unwrap()
    }

    async fn row(&self, view: &MatchView) -> Option<Moment> {
        let mine = self.referee.store.matches_of(UserId(1), Moment(0), 50).await.unwrap();
        let mut listed = mine.my_turn.iter().chain(&mine.waiting);
        listed.find(|listed| listed.id == view.m.id).unwrap().deadline
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_in_which_another_server_worked_is_no_downtime() {
    let site = RefereeSite::open().await;
    let uptime = site.watched().await;
    let (_, other) = RefereeSite::enter(&site.folder).await;
    let start = site.referee.clock.now();
    site.sleeps(HOUR);
    other.store.note_alive(start.after(HOUR - SECOND)).await.unwrap();
    assert_eq!(uptime.pending().await.unwrap().len(), 0);
    site.sleeps(HOUR);
    other.store.note_alive(start.after(HOUR + 10 * MINUTE)).await.unwrap();
    let pending = uptime.pending().await.unwrap();
    let (from, to) = (start.after(HOUR + 10 * MINUTE), start.after(2 * HOUR));
    assert_eq!(pending.iter().map(|downtime| (downtime.from, downtime.to)).collect::<Vec<_>>(), [(from, to)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_downtime_of_all_servers_is_recorded_once() {
    let site = RefereeSite::open().await;
    let uptime = site.watched().await;
    let (_, other) = RefereeSite::enter(&site.folder).await;
    let clock = Clock::at(site.referee.clock.now());
    let others = Uptime::new(other.store.clone(), clock.clone());
    others.start().await.unwrap();
    site.sleeps(HOUR);
    clock.set_after_suspension(site.referee.clock.now());
    let (here, there) = (uptime.pending().await.unwrap(), others.pending().await.unwrap());
    assert_eq!((here.len(), here), (1, there));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suspended_time_is_credited_once_before_a_match_is_decided() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let view = site.timed().await;
    site.sleeps(30 * HOUR);
    let swept = site.referee.sweep(&view.m.id).await.unwrap();
    assert_eq!(swept.m.status, MatchStatus::Playing, "the deadline of a day is past only by the wall clock");
    let deadline = view.m.deadline().unwrap().after(30 * HOUR);
    assert_eq!((swept.m.deadline(), swept.m.seq), (Some(deadline), view.m.seq + 1));
    assert_eq!(site.row(&view).await, Some(deadline));
    site.referee.clear_cache();
    let again = site.referee.sweep(&view.m.id).await.unwrap();
    assert_eq!(again.m.seq, view.m.seq + 1);
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    Uptime::new(fresh.store.clone(), site.referee.clock.clone()).start().await.unwrap();
    assert_eq!(fresh.store.availability().pending().len(), 1, "it is not credited to all matches yet");
    assert_eq!(fresh.sweep(&view.m.id).await.unwrap().m.seq, view.m.seq + 1, "nor after a restart");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_after_a_suspension_is_in_time_and_the_next_turn_has_its_full_time() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let view = site.timed().await;
    site.sleeps(30 * HOUR);
    let shown = site.referee.get(&view.m.id, None).await.unwrap();
    assert_eq!(shown.m.deadline(), view.m.deadline().map(|at| at.after(30 * HOUR)), "the page is right too");
    let played = site.referee.command(ada(), &view.m.id, ply(&view, "a1")).await.unwrap();
    assert_eq!(played.m.deadline(), Some(site.referee.clock.now().after(24 * HOUR)));
    assert_eq!(played.m.seq, view.m.seq + 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gap_of_five_seconds_is_no_downtime_and_running_time_is_none() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let view = site.timed().await;
    site.sleeps(5 * SECOND);
    site.referee.clock.set(site.referee.clock.now().after(HOUR));
    site.referee.clock.resumed();
    assert_eq!(site.referee.sweep(&view.m.id).await.unwrap().m.seq, view.m.seq);
    assert!(site.availability().pending().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn downtime_is_not_lost_when_recording_it_fails_at_startup() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let view = site.timed().await;
    site.referee.clock.set(site.referee.clock.now().after(10 * HOUR));
    site.referee.store.refuse_inserts_for_test("downtimes").await;
    assert!(site.uptime().start().await.is_err());
    site.referee.store.accept_inserts_for_test("downtimes").await;
    site.referee.clock.set(site.referee.clock.now().after(HOUR));
    site.uptime().start().await.unwrap();
    let swept = site.referee.sweep(&view.m.id).await.unwrap();
    assert_eq!(swept.m.deadline(), view.m.deadline().map(|at| at.after(11 * HOUR)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_was_ahead_does_not_disable_the_credit() {
    let site = RefereeSite::open().await;
    let uptime = site.watched().await;
    let right = site.referee.clock.now();
    site.referee.clock.set(right.after(24 * HOUR));
    uptime.heartbeat().await;
    site.referee.clock.set(right.after(MINUTE));
    uptime.heartbeat().await;
    let view = site.timed().await;
    site.referee.clock.set(right.after(MINUTE + 10 * HOUR));
    site.uptime().start().await.unwrap();
    let swept = site.referee.sweep(&view.m.id).await.unwrap();
    assert_eq!(swept.m.deadline(), view.m.deadline().map(|at| at.after(10 * HOUR)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_without_successful_writes_is_credited() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let view = site.timed().await;
    let deadline = view.m.deadline().unwrap();
    site.referee.clock.set(deadline.after(-MINUTE));
    let store = &site.referee.store;
    store.refuse_inserts_for_test("match_events").await;
    store.refuse_inserts_for_test("downtimes").await;
    assert!(site.referee.command(ada(), &view.m.id, ply(&view, "a1")).await.is_err());
    site.referee.clock.set(deadline.after(HOUR));
    assert!(site.referee.command(ada(), &view.m.id, ply(&view, "a1")).await.is_err());
    assert!(!site.availability().is_settled(site.referee.clock.now()));
    store.accept_inserts_for_test("match_events").await;
    store.accept_inserts_for_test("downtimes").await;
    let swept = site.referee.sweep(&view.m.id).await.unwrap();
    assert_eq!(swept.m.status, MatchStatus::Playing);
    assert_eq!(swept.m.deadline(), Some(deadline.after(HOUR + MINUTE)), "a minute is left, as it was");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_single_failed_write_is_no_downtime() {
    let site = RefereeSite::open().await;
    let uptime = site.watched().await;
    site.referee.store.refuse_inserts_for_test("matches").await;
    for _ in 0..4 {
        assert!(site.referee.open(ada(), timed("tictactoe")).await.is_err());
        site.referee.clock.set(site.referee.clock.now().after(4 * SECOND));
        uptime.heartbeat().await;
    }
    assert!(site.availability().is_settled(site.referee.clock.now()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_downtimes_are_each_credited_once_although_the_clock_was_set_back() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let view = site.timed().await;
    let begun = site.referee.clock.now();
    site.sleeps(2 * HOUR);
    assert_eq!(site.uptime().pending().await.unwrap().len(), 1);
    site.referee.clock.set(begun.after(HOUR));
    site.sleeps(2 * HOUR);
    assert_eq!(site.uptime().pending().await.unwrap().len(), 2);
    let swept = site.referee.sweep(&view.m.id).await.unwrap();
    assert_eq!(swept.m.seq, view.m.seq + 2);
    site.referee.clear_cache();
    assert_eq!(site.referee.sweep(&view.m.id).await.unwrap().m.seq, view.m.seq + 2);
    assert_eq!(
        swept.m.deadline(),
        view.m.deadline().map(|at| at.after(3 * HOUR)),
        "it ended at three o'clock"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn downtime_extends_the_expiry_of_open_and_idle_matches() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let open = site.referee.open(ada(), setup("tictactoe")).await.unwrap();
    let idle = site.match_of_two("tictactoe").await;
    let (until, announced) = (open.m.closes_at().unwrap(), idle.m.expires_at().unwrap());
    site.referee.clock.set(until.after(-HOUR));
    site.sleeps(2 * HOUR);
    let swept = site.referee.sweep(&open.m.id).await.unwrap();
    assert_eq!((swept.m.closes_at(), swept.m.expired), (Some(until.after(2 * HOUR)), None));
    assert_eq!(site.referee.sweep(&idle.m.id).await.unwrap().m.seq, idle.m.seq, "nothing runs there");

    site.referee.clock.set(announced);
    let closing = site.referee.sweep(&idle.m.id).await.unwrap().m.closes_at().unwrap();
    site.sleeps(closing.since(announced) + HOUR);
    let swept = site.referee.sweep(&idle.m.id).await.unwrap();
    assert_eq!(
        (swept.m.closes_at(), swept.m.expired),
        (Some(site.referee.clock.now().after(closing.since(announced))), None)
    );
    site.referee.clock.set(swept.m.closes_at().unwrap());
    assert_eq!(site.referee.sweep(&idle.m.id).await.unwrap().m.expired, Some(Expiry::Idle));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_decided_or_credited_while_the_clock_has_jumped_by_more_than_30_days() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let view = site.timed().await;
    let begun = site.referee.clock.now();
    site.sleeps(31 * DAY);
    for _ in 0..2 {
        assert!(site.referee.command(ada(), &view.m.id, ply(&view, "a1")).await.is_err());
        site.uptime().heartbeat().await;
    }
    assert!(site.referee.sweep(&view.m.id).await.is_err());
    assert!(!site.availability().is_settled(site.referee.clock.now()));
    site.referee.clock.set(begun.after(SECOND));
    let played = site.referee.command(ada(), &view.m.id, ply(&view, "a1")).await.unwrap();
    assert_eq!((played.m.plies.len(), played.m.seq), (1, view.m.seq + 1), "nothing was credited");
    assert!(site.availability().pending().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_jump_of_the_clock_between_two_starts_is_credited_only_once_it_is_accepted() {
    let site = RefereeSite::open().await;
    site.watched().await;
    let (view, begun) = (site.timed().await, site.referee.clock.now());
    for (jumped, credit) in [(begun.after(-31 * DAY), 0), (begun.after(31 * DAY), 31 * DAY)] {
        let (_, fresh) = RefereeSite::enter(&site.folder).await;
        let start = async || Uptime::new(fresh.store.clone(), Clock::at(jumped)).start().await;
        let refused = start().await.unwrap_err();
        assert_eq!(refused.code(), "clock-jumped");
        let days = if credit > 0 { "31 days earlier" } else { "31 days later" };
        assert!(refused.to_string().contains(days), "{refused}");
        if credit > 0 {
            assert_eq!(fresh.store.accept_clock(jumped).await.unwrap(), Some(begun));
            start().await.unwrap();
            let swept = fresh.sweep(&view.m.id).await.unwrap();
            assert_eq!(swept.m.deadline(), Some(view.m.deadline().unwrap().after(credit)));
        }
    }
}

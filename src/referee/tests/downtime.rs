//! Downtime is recorded before anything is decided, and credited to each match exactly once.

use super::*;
use crate::matches::Lapse;
use crate::now::spans::{HOUR, MINUTE, SECOND};
use crate::store::Availability;

impl House {
    /// Has the site known to work from now on.
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

    fn availability(&self) -> &Availability {
        self.referee.store.availability()
    }

    async fn timed(&self) -> Arc<Table> {
        let table = self.referee.open(ada(), timed("tictactoe")).await.unwrap();
        self.referee.command(ben(), &table.m.id, Command::Join).await.unwrap()
    }

    async fn row(&self, table: &Table) -> Option<Moment> {
        let mine = self.referee.store.matches_of(UserId(1), Moment(0), 50).await.unwrap();
        let mut listed = mine.my_turn.iter().chain(&mine.waiting);
        listed.find(|listed| listed.id == table.m.id).unwrap().deadline
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_the_process_was_suspended_is_credited_before_a_match_is_decided_and_once() {
    let house = House::open().await;
    house.watched().await;
    let table = house.timed().await;
    house.sleeps(30 * HOUR);
    let swept = house.referee.sweep(&table.m.id).await.unwrap();
    assert_eq!(swept.m.status, Status::Playing, "the deadline of a day is past only by the wall clock");
    let deadline = table.m.deadline().unwrap().after(30 * HOUR);
    assert_eq!((swept.m.deadline(), swept.m.seq), (Some(deadline), table.m.seq + 1));
    assert_eq!(house.row(&table).await, Some(deadline));
    house.referee.forget_all();
    let again = house.referee.sweep(&table.m.id).await.unwrap();
    assert_eq!(again.m.seq, table.m.seq + 1);
    let (_, fresh) = House::enter(&house.folder).await;
    Uptime::new(fresh.store.clone(), house.referee.clock.clone()).start().await.unwrap();
    assert_eq!(fresh.store.availability().pending().len(), 1, "it is not credited to all matches yet");
    assert_eq!(fresh.sweep(&table.m.id).await.unwrap().m.seq, table.m.seq + 1, "nor after a restart");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_after_a_suspension_is_in_time_and_the_next_turn_is_a_whole_one() {
    let house = House::open().await;
    house.watched().await;
    let table = house.timed().await;
    house.sleeps(30 * HOUR);
    let shown = house.referee.look(&table.m.id, None).await.unwrap();
    assert_eq!(shown.m.deadline(), table.m.deadline().map(|at| at.after(30 * HOUR)), "the page is right too");
    let played = house.referee.command(ada(), &table.m.id, ply(&table, "a1")).await.unwrap();
    assert_eq!(played.m.deadline(), Some(house.referee.clock.now().after(24 * HOUR)));
    assert_eq!(played.m.seq, table.m.seq + 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_took_five_seconds_is_no_downtime_and_time_that_passes_while_the_site_runs_is_none() {
    let house = House::open().await;
    house.watched().await;
    let table = house.timed().await;
    house.sleeps(5 * SECOND);
    house.referee.clock.set(house.referee.clock.now().after(HOUR));
    house.referee.clock.resumed();
    assert_eq!(house.referee.sweep(&table.m.id).await.unwrap().m.seq, table.m.seq);
    assert!(house.availability().pending().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_that_fails_while_it_records_the_downtime_loses_nothing_of_it() {
    let house = House::open().await;
    house.watched().await;
    let table = house.timed().await;
    house.referee.clock.set(house.referee.clock.now().after(10 * HOUR));
    house
        .referee
        .store
        .execute_for_test(
            "CREATE TRIGGER full BEFORE INSERT ON downtimes BEGIN SELECT RAISE(ABORT, 'disk full'); END",
        )
        .await;
    assert!(house.uptime().start().await.is_err());
    house.referee.store.execute_for_test("DROP TRIGGER full").await;
    house.referee.clock.set(house.referee.clock.now().after(HOUR));
    house.uptime().start().await.unwrap();
    let swept = house.referee.sweep(&table.m.id).await.unwrap();
    assert_eq!(swept.m.deadline(), table.m.deadline().map(|at| at.after(11 * HOUR)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_was_ahead_for_a_while_does_not_disable_the_credit() {
    let house = House::open().await;
    let uptime = house.watched().await;
    let right = house.referee.clock.now();
    house.referee.clock.set(right.after(24 * HOUR));
    uptime.heartbeat().await;
    house.referee.clock.set(right.after(MINUTE));
    uptime.heartbeat().await;
    let table = house.timed().await;
    house.referee.clock.set(right.after(MINUTE + 10 * HOUR));
    house.uptime().start().await.unwrap();
    let swept = house.referee.sweep(&table.m.id).await.unwrap();
    assert_eq!(swept.m.deadline(), table.m.deadline().map(|at| at.after(10 * HOUR)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_in_which_nothing_could_be_written_is_credited() {
    let house = House::open().await;
    house.watched().await;
    let table = house.timed().await;
    let deadline = table.m.deadline().unwrap();
    house.referee.clock.set(deadline.after(-MINUTE));
    house
        .referee
        .store
        .execute_for_test(
            "CREATE TRIGGER full BEFORE INSERT ON match_events BEGIN SELECT RAISE(ABORT, 'disk full'); END;
            CREATE TRIGGER full2 BEFORE INSERT ON downtimes BEGIN SELECT RAISE(ABORT, 'disk full'); END",
        )
        .await;
    assert!(house.referee.command(ada(), &table.m.id, ply(&table, "a1")).await.is_err());
    house.referee.clock.set(deadline.after(HOUR));
    assert!(house.referee.command(ada(), &table.m.id, ply(&table, "a1")).await.is_err());
    assert!(!house.availability().is_settled(house.referee.clock.now()));
    house.referee.store.execute_for_test("DROP TRIGGER full; DROP TRIGGER full2").await;
    let swept = house.referee.sweep(&table.m.id).await.unwrap();
    assert_eq!(swept.m.status, Status::Playing);
    assert_eq!(swept.m.deadline(), Some(deadline.after(HOUR + MINUTE)), "a minute is left, as it was");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_write_that_fails_by_itself_is_no_downtime() {
    let house = House::open().await;
    let uptime = house.watched().await;
    house
        .referee
        .store
        .execute_for_test("CREATE TRIGGER bad BEFORE INSERT ON matches BEGIN SELECT RAISE(ABORT, 'bad'); END")
        .await;
    for _ in 0..4 {
        assert!(house.referee.open(ada(), timed("tictactoe")).await.is_err());
        house.referee.clock.set(house.referee.clock.now().after(4 * SECOND));
        uptime.heartbeat().await;
    }
    assert!(house.availability().is_settled(house.referee.clock.now()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_downtimes_are_credited_each_once_though_the_clock_was_set_back_between_them() {
    let house = House::open().await;
    house.watched().await;
    let table = house.timed().await;
    let begun = house.referee.clock.now();
    house.sleeps(2 * HOUR);
    assert_eq!(house.uptime().pending().await.unwrap().len(), 1);
    house.referee.clock.set(begun.after(HOUR));
    house.sleeps(2 * HOUR);
    assert_eq!(house.uptime().pending().await.unwrap().len(), 2);
    let swept = house.referee.sweep(&table.m.id).await.unwrap();
    assert_eq!(swept.m.seq, table.m.seq + 2);
    house.referee.forget_all();
    assert_eq!(house.referee.sweep(&table.m.id).await.unwrap().m.seq, table.m.seq + 2);
    assert_eq!(
        swept.m.deadline(),
        table.m.deadline().map(|at| at.after(3 * HOUR)),
        "it ended at three o'clock"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_match_and_one_that_is_about_to_be_closed_wait_longer_by_a_downtime() {
    let house = House::open().await;
    house.watched().await;
    let open = house.referee.open(ada(), wish("tictactoe")).await.unwrap();
    let idle = house.table_of_two("tictactoe").await;
    let (until, announced) = (open.m.closes_at().unwrap(), idle.m.lapses_at().unwrap());
    house.referee.clock.set(until.after(-HOUR));
    house.sleeps(2 * HOUR);
    let swept = house.referee.sweep(&open.m.id).await.unwrap();
    assert_eq!((swept.m.closes_at(), swept.m.lapsed), (Some(until.after(2 * HOUR)), None));
    assert_eq!(house.referee.sweep(&idle.m.id).await.unwrap().m.seq, idle.m.seq, "nothing runs there");

    house.referee.clock.set(announced);
    let closing = house.referee.sweep(&idle.m.id).await.unwrap().m.closes_at().unwrap();
    house.sleeps(closing.since(announced) + HOUR);
    let swept = house.referee.sweep(&idle.m.id).await.unwrap();
    assert_eq!(
        (swept.m.closes_at(), swept.m.lapsed),
        (Some(house.referee.clock.now().after(closing.since(announced))), None)
    );
    house.referee.clock.set(swept.m.closes_at().unwrap());
    assert_eq!(house.referee.sweep(&idle.m.id).await.unwrap().m.lapsed, Some(Lapse::Idle));
}

//! The program is suspended, killed while it starts and killed while it credits: nobody loses time, and nobody is
//! credited twice.

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use crate::killable::KillableSite;
use reqwest::Client;
use serde_json::Value;
use sqlx::{AssertSqlSafe, SqlitePool};
use tempfile::TempDir;

/// Number of copies of the match.
const COPIES: i64 = 600;
const DOWN: i64 = 10 * 3_600_000;
/// The largest excess of credited time.
const TOO_MUCH: i64 = 10_000;

/// Creates a match between two users. Returns its path.
async fn opens(site: &KillableSite, people: &[Client; 2], time: &[(&str, &str)]) -> String {
    let match_ =
        [&[("game", "tictactoe"), ("seats", "2"), ("visibility", "public"), ("first", "creator")], time]
            .concat();
    let opened = site.post(&people[0], "/matches", &match_).await;
    let path = opened.headers()["location"].to_str().unwrap().to_owned();
    site.post(&people[1], &format!("{path}/seats"), &[]).await;
    path
}

async fn record(site: &KillableSite, path: &str) -> Value {
    let answer = reqwest::get(site.url(&format!("{path}/record.json"))).await.unwrap();
    answer.json().await.unwrap()
}

async fn database(folder: &Path) -> SqlitePool {
    SqlitePool::connect(&format!("sqlite://{}", folder.join("parlour.db").display())).await.unwrap()
}

async fn number(db: &SqlitePool, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(db).await.unwrap()
}

/// Copies the only match many times.
async fn copies(folder: &Path) {
    let db = database(folder).await;
    let mut sql = String::from("BEGIN; CREATE TEMP TABLE one AS SELECT * FROM matches;");
    for number in 0..COPIES {
        let id = format!("seeded{}", format!("{number:06}").replace('0', "a"));
        sql.push_str(&format!(
            "UPDATE one SET id = '{id}'; INSERT INTO matches SELECT * FROM one;
            INSERT INTO match_events SELECT '{id}', seq, at, actor_id, kind, body, former_id FROM match_events
                WHERE match_id NOT LIKE 'seeded%';"
        ));
    }
    sql.push_str(
        "INSERT INTO match_seats (match_id, seat, user_id, place, ended_at, is_reserved, pending_offer, turns, late_turns, median_response_ms)
            SELECT m.id, s.seat, s.user_id, s.place, s.ended_at, s.is_reserved, s.pending_offer, s.turns, s.late_turns, s.median_response_ms
            FROM matches m JOIN match_seats s ON s.match_id NOT LIKE 'seeded%' WHERE m.id LIKE 'seeded%'; COMMIT",
    );
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *db.acquire().await.unwrap()).await.unwrap();
    db.close().await;
}

fn doctor(folder: &Path, flags: &[&str]) -> Output {
    let database = format!("sqlite://{}", folder.join("parlour.db").display());
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_parlour"));
    doctor.arg("doctor").args(flags).env("DATABASE_URL", database).output().unwrap()
}

/// Shifts all times back, as if the program had stopped that much earlier.
async fn dates_back(folder: &Path) {
    let db = database(folder).await;
    let sql = format!(
        "UPDATE match_events SET at = at - {DOWN};
        UPDATE matches SET opened_at = opened_at - {DOWN}, changed_at = changed_at - {DOWN}, deadline = deadline - {DOWN};
        UPDATE server_status SET alive_at = alive_at - {DOWN}"
    );
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&db).await.unwrap();
    db.close().await;
}

fn deadline(record: &Value) -> i64 {
    let deadline: jiff::Timestamp = record["deadline"].as_str().unwrap().parse().unwrap();
    deadline.as_millisecond()
}

fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn downtime_is_credited_once_per_match_despite_repeated_kills() {
    let folder = TempDir::new().unwrap();
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let people = [site.register("Ada").await, site.register("Ben").await];
    let path = opens(&site, &people, &[("time", "days"), ("time.days", "3"), ("time.weekends", "on")]).await;
    assert!(site.stop().await.is_some());
    copies(folder.path()).await;
    // The copies are not in the counts of matches.
    assert!(doctor(folder.path(), &["--repair"]).status.success());
    dates_back(folder.path()).await;
    let mut interrupted = 0;
    for after in (1..=10).map(|number| Duration::from_millis(number * 70)) {
        site.kill_during_startup(after).await;
        let db = database(folder.path()).await;
        let recorded = number(&db, "SELECT count(*) FROM downtimes").await;
        let credited =
            number(&db, "SELECT count(DISTINCT match_id) FROM match_events WHERE kind = 'downtime'").await;
        assert!(recorded > 0 || credited == 0);
        interrupted += i32::from((1..=COPIES).contains(&credited));
        db.close().await;
    }
    eprintln!("{interrupted} of 10 starts were killed while they credited");
    site.restart().await;
    site.wait_for_deliveries("SELECT count(*) FROM downtimes WHERE done = 0", 0).await;
    let db = database(folder.path()).await;
    let credited =
        "SELECT count(DISTINCT match_id) FROM match_events WHERE kind = 'downtime' AND body ->> 'id' = (
        SELECT id FROM downtimes ORDER BY ended_at - started_at DESC LIMIT 1)";
    assert_eq!(number(&db, credited).await, COPIES + 1);
    let twice = "SELECT count(*) FROM (SELECT 1 FROM match_events WHERE kind = 'downtime'
        GROUP BY match_id, body ->> 'id' HAVING count(*) > 1)";
    assert_eq!(number(&db, twice).await, 0);
    assert_eq!(number(&db, "SELECT count(DISTINCT deadline) FROM matches").await, 1, "lists show it");
    let given = "SELECT sum((body ->> 'to') - (body ->> 'from')) FROM match_events WHERE kind = 'downtime'
        GROUP BY match_id LIMIT 1";
    let given = number(&db, given).await;
    assert!((DOWN..DOWN + 12 * TOO_MUCH).contains(&given), "{given}");
    db.close().await;
    assert_eq!(record(&site, &path).await["status"], "playing");
    drop(site);
    let examined = doctor(folder.path(), &[]);
    assert!(examined.status.success(), "{}", String::from_utf8_lossy(&examined.stdout));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_while_the_process_is_stopped_by_a_signal_is_credited() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[]).await;
    let people = [site.register("Ada").await, site.register("Ben").await];
    let path = opens(&site, &people, &[("time", "days"), ("time.days", "1")]).await;
    let before = record(&site, &path).await;
    site.signal("-STOP");
    tokio::time::sleep(Duration::from_secs(7)).await;
    site.signal("-CONT");
    let after = record(&site, &path).await;
    assert_eq!(after["status"], "playing", "{after}");
    let credited = deadline(&after) - deadline(&before);
    assert!((6_000..7_000 + TOO_MUCH).contains(&credited), "{credited}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_kill_no_clock_has_lost_time_or_gained_more_than_ten_seconds() {
    let folder = TempDir::new().unwrap();
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let people = [site.register("Ada").await, site.register("Ben").await];
    let path = opens(&site, &people, &[("time", "days"), ("time.days", "1")]).await;
    let before = deadline(&record(&site, &path).await);
    // Long enough for another heartbeat.
    tokio::time::sleep(Duration::from_secs(6)).await;
    site.kill();
    let killed_at = now();
    dates_back(folder.path()).await;
    let least = now() - killed_at + DOWN;
    site.restart().await;
    let most = now() - killed_at + DOWN + TOO_MUCH;
    let credited = deadline(&record(&site, &path).await) - (before - DOWN);
    assert!((least..most).contains(&credited), "{least} {credited} {most}");
}

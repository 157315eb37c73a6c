//! Clocks that are wrong. One that is far from when the site last worked stops the start until it is accepted.

use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;

use crate::killable::KillableSite;
use crate::played::{open, parlour, play_match};
use crate::postgres_server::PostgresServer;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

async fn executes(database: &Path, sql: String) {
    let mut db = open(database).await;
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

#[tokio::test]
async fn a_site_whose_clock_has_jumped_starts_once_the_host_accepts_it() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("parlour.db");
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let in_use = parlour(&["clock", "accept"], &database);
    assert!(String::from_utf8_lossy(&in_use.stderr).contains("stop it first"), "{in_use:?}");
    for (days, words) in [(-40, "40 days earlier"), (1000, "days later")] {
        assert!(site.stop().await.is_some_and(|(success, _)| success));
        let moved = days * DAY;
        executes(&database, format!("UPDATE server_status SET alive_at = alive_at + {moved}")).await;
        let refused = parlour(&["serve", "--bind", "127.0.0.1:0"], &database);
        let answer = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && answer.contains(words), "{answer}");
        assert!(answer.contains("parlour clock accept"), "{answer}");
        let accepted = parlour(&["clock", "accept"], &database);
        let told = String::from_utf8_lossy(&accepted.stdout);
        assert!(accepted.status.success() && told.starts_with("accepted "), "{accepted:?}");
        assert_eq!(told.contains("is credited"), days < 0, "{told}");
        site.restart().await;
    }
    site.assert_sound();
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis().try_into().unwrap()
}

/// The library that changes the time of a process (Debian: faketime).
fn libfaketime() -> String {
    let folders = std::fs::read_dir("/usr/lib").unwrap().map(|folder| folder.unwrap().path());
    let mut libraries = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1"));
    libraries.find(|library| library.exists()).expect("faketime is not installed").display().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_on_postgresql_goes_by_the_clock_of_the_database() {
    let (server, folder) = (PostgresServer::start(), TempDir::new().unwrap());
    let settings = [
        ("DATABASE_URL", &*server.url()),
        ("SECRET_KEY", "a secret key that is long enough for a test"),
        ("LD_PRELOAD", &libfaketime()),
        ("FAKETIME", "+2h"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ];
    let mut site = KillableSite::open(folder.path(), &settings).await;
    play_match(&site, [&site.register("Ada").await, &site.register("Ben").await]).await;
    assert!(site.stop().await.is_some_and(|(success, _)| success));
    let mut db = server.options().connect().await.unwrap();
    let last: i64 = sqlx::query_scalar("SELECT max(at) FROM match_events").fetch_one(&mut db).await.unwrap();
    assert!((now() - last).abs() < HOUR, "{last}");
    let mut suspend = Command::new(env!("CARGO_BIN_EXE_parlour"));
    suspend.args(["admin", "suspend", "Ada", "--days", "1", "--reason", "A trial"]).envs(settings);
    assert!(suspend.status().unwrap().success());
    let until = sqlx::query_scalar::<_, i64>("SELECT suspended_until FROM users WHERE name = 'Ada'");
    let until = until.fetch_one(&mut db).await.unwrap();
    assert!((now() + DAY - until).abs() < HOUR, "{until}");
}

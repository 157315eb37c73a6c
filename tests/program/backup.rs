//! Backups taken while people play, restoring them, and what `doctor` reports.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::killable::KillableSite;
use crate::played::play_match;
use reqwest::Client;
use tempfile::TempDir;
use tokio::task::JoinSet;

const PAIRS: usize = 3;

fn parlour(arguments: &[&str], database: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(arguments)
        .env("DATABASE_URL", format!("sqlite://{}", database.display()))
        .output()
        .unwrap()
}

/// The errors of a command, without the name of the database and progress reports.
fn complaint(output: &Output) -> String {
    let printed = String::from_utf8_lossy(&output.stderr);
    let (named, rest) = printed.split_once('\n').unwrap_or_default();
    assert!(named.starts_with("Database: /"), "{printed}");
    let is_progress =
        |line: &&str| ["checked ", "compared ", "copied "].iter().any(|word| line.starts_with(word));
    rest.lines().filter(|line| !is_progress(line)).collect()
}

#[track_caller]
fn done(output: &Output) -> String {
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), &*complaint(output)), (Some(0), ""), "{printed}");
    printed
}

#[track_caller]
fn assert_refused(output: &Output, words: &str) {
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains(words), "{words} is not in: {printed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_taken_during_play_is_restored_without_problems() {
    let folder = TempDir::new().unwrap();
    let (database, copy) = (folder.path().join("parlour.db"), folder.path().join("copy.db"));
    let site = Arc::new(KillableSite::open(folder.path(), &[]).await);
    let (played, mut pairs) = (Arc::new(AtomicUsize::new(0)), JoinSet::new());
    for pair in 0..PAIRS {
        let people =
            [site.register(&format!("north{pair}")).await, site.register(&format!("south{pair}")).await];
        let (site, played) = (Arc::clone(&site), Arc::clone(&played));
        pairs.spawn(async move {
            for _ in 0..8 {
                play_match(&site, people.each_ref()).await;
                played.fetch_add(1, Ordering::SeqCst);
            }
        });
    }
    while played.load(Ordering::SeqCst) < PAIRS {
        tokio::task::yield_now().await;
    }
    let printed = done(&parlour(&["backup", "--with-key", copy.to_str().unwrap()], &database));
    assert!(
        printed.contains("wrote and checked") && printed.contains("the copy contains the secret key"),
        "{printed}"
    );
    for beside in ["copy.db-wal", "copy.db-shm", "copy.db-journal"] {
        assert!(!folder.path().join(beside).exists(), "the copy depends on {beside}");
    }
    assert_refused(&parlour(&["backup", copy.to_str().unwrap()], &database), "exists already");
    let printed = done(&parlour(&["doctor"], &database));
    assert!(printed.contains("matches agree with their logs"), "{printed}");
    assert_refused(&parlour(&["restore", copy.to_str().unwrap()], &database), "--replace");
    let refused = parlour(&["restore", "--replace", copy.to_str().unwrap()], &database);
    assert_refused(&refused, "was not touched: ");
    assert_refused(&refused, "parlour.db is in use; if the site is running, stop it first");
    pairs.join_all().await;
    drop(site);

    let other = TempDir::new().unwrap();
    let restored = other.path().join("parlour.db");
    done(&parlour(&["restore", copy.to_str().unwrap()], &restored));
    let printed = done(&parlour(&["doctor"], &restored));
    assert!(printed.contains("ratings agree with the logs"), "{printed}");
    let again = KillableSite::open(other.path(), &[]).await;
    let form = [("username", "north0"), ("password", "seven brass lamps over felt")];
    again
        .post(
            &Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap(),
            "/login",
            &form,
        )
        .await;
    drop(again);

    let damaged = sqlx::SqlitePool::connect(&format!("sqlite://{}", copy.display())).await.unwrap();
    sqlx::raw_sql("DELETE FROM tallies; UPDATE matches SET ply_count = 1").execute(&damaged).await.unwrap();
    damaged.close().await;
    let printed = done(&parlour(&["restore", "--replace", copy.to_str().unwrap()], &restored));
    assert!(printed.contains("renamed the previous database to"), "{printed}");
    assert!(
        printed.contains("the list rows of ")
            && printed.contains("tallies and counts of matches were repaired")
    );
    done(&parlour(&["doctor"], &restored));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tampering_is_detected_and_ratings_are_repaired() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("parlour.db");
    let site = KillableSite::open(folder.path(), &[]).await;
    let people = [site.register("Ada").await, site.register("Ben").await];
    play_match(&site, people.each_ref()).await;
    drop(site);
    done(&parlour(&["doctor"], &database));
    let tamper = async |sql: &'static str| {
        let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", database.display())).await.unwrap();
        sqlx::raw_sql(sql).execute(&db).await.unwrap();
        db.close().await;
    };
    tamper("UPDATE rating_changes SET value = value + 1 WHERE user_id = (SELECT id FROM users WHERE name = 'Ada')").await;
    assert_refused(&parlour(&["doctor"], &database), "1 ratings differ");
    done(&parlour(&["doctor", "--repair"], &database));
    done(&parlour(&["doctor"], &database));
    for damage in [
        "UPDATE tallies SET won = won + 1",
        "DELETE FROM head_to_head",
        "UPDATE match_counts SET matches = 9 WHERE status = 'ended'",
    ] {
        tamper(damage).await;
        assert_refused(&parlour(&["doctor"], &database), "tallies and counts of matches differ");
        assert!(done(&parlour(&["doctor", "--repair"], &database)).contains("were repaired"));
        done(&parlour(&["doctor"], &database));
    }
    tamper("UPDATE matches SET ply_count = 3").await;
    assert_refused(&parlour(&["doctor"], &database), "its row in `matches` differs from its log");
    tamper("UPDATE matches SET ply_count = 5; UPDATE match_seats SET place = 1").await;
    assert_refused(&parlour(&["doctor"], &database), "its rows in `match_seats` differ from its log");
    tamper(
        "UPDATE match_seats SET place = seat + 1; UPDATE match_events SET body = '{}' WHERE kind = 'played'",
    )
    .await;
    assert_refused(&parlour(&["doctor"], &database), "match ");
    tamper("PRAGMA foreign_keys = OFF; DELETE FROM users WHERE name = 'Ben'").await;
    assert_refused(&parlour(&["doctor"], &database), "points to no row of users");
}

/// A match in which the first player has moved once.
async fn moves_once(site: &KillableSite, [ada, ben]: &[Client; 2]) -> String {
    let table = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public"), ("first", "creator")];
    let opened = site.post(ada, "/matches", &table).await;
    let path = opened.headers()["location"].to_str().unwrap().to_owned();
    site.post(ben, &format!("{path}/seats"), &[]).await;
    let record = ada.get(site.url(&format!("{path}/record.json"))).send().await.unwrap();
    let record: serde_json::Value = record.json().await.unwrap();
    let seq = record["seq"].to_string();
    site.post(ada, &format!("{path}/plies"), &[("seq", &seq), ("notation", "b2")]).await;
    path
}

/// Damage to the rows of running matches.
const STALE: &str =
    "UPDATE matches SET ply_count = 0, to_act = 1, changed_at = changed_at - 1000 WHERE status = 'playing'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outdated_list_rows_are_repaired_by_doctor() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("parlour.db");
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let people = [site.register("Ada").await, site.register("Ben").await];
    play_match(&site, people.each_ref()).await;
    for _ in 0..3 {
        moves_once(&site, &people).await;
    }
    site.stop().await;
    let run = async |sql: &'static str| {
        let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", database.display())).await.unwrap();
        sqlx::raw_sql(sql).execute(&db).await.unwrap();
        db.close().await;
    };
    run(STALE).await;
    run("UPDATE match_seats SET place = 1 WHERE place IS NOT NULL").await;
    run("UPDATE matches SET opened_at = 1, rated = 0, visibility = 'private' WHERE status = 'ended'").await;
    site.restart().await;
    // Four matches, and the tallies, which are derived from the places.
    assert_refused(&parlour(&["doctor"], &database), "5 problems were found");
    assert_refused(&parlour(&["doctor", "--repair"], &database), "another Parlour process");
    site.stop().await;
    let printed = done(&parlour(&["doctor", "--repair"], &database));
    assert!(printed.contains("the list rows of 4 matches were repaired"), "{printed}");
    let printed = done(&parlour(&["doctor", "--repair"], &database));
    assert!(printed.contains("4 matches agree with their logs"), "{printed}");
}

#[test]
fn an_invalid_backup_is_refused() {
    let folder = TempDir::new().unwrap();
    let (database, copy) = (folder.path().join("parlour.db"), folder.path().join("copy.db"));
    assert_refused(&parlour(&["restore", copy.to_str().unwrap()], &database), "does not exist");
    assert_refused(&parlour(&["backup", copy.to_str().unwrap()], &database), "was not written");
    assert_refused(&parlour(&["doctor"], &database), "there is no database at");
    std::fs::write(&copy, "no database at all, but long enough to look like a file".repeat(100)).unwrap();
    assert_refused(&parlour(&["restore", copy.to_str().unwrap()], &database), "was not touched");
    assert!(!database.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_database_is_not_mixed_with_the_files_of_another() {
    let folder = TempDir::new().unwrap();
    let (database, copy) = (folder.path().join("parlour.db"), folder.path().join("copy.db"));
    let log = folder.path().join("parlour.db-wal");
    let site = KillableSite::open(folder.path(), &[]).await;
    site.register("Ada").await;
    done(&parlour(&["backup", copy.to_str().unwrap()], &database));
    site.register("Ben").await;
    drop(site);
    let users = async || -> Vec<String> {
        let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", database.display())).await.unwrap();
        let names = sqlx::query_scalar("SELECT name FROM users WHERE kind = 'person'").fetch_all(&db).await;
        db.close().await;
        names.unwrap()
    };
    assert!(log.exists(), "a killed server leaves its write-ahead log");
    std::fs::remove_file(&database).unwrap();
    done(&parlour(&["restore", copy.to_str().unwrap()], &database));
    assert!(!log.exists(), "the log of the removed database was set aside");
    assert_eq!(users().await, ["Ada"]);

    std::fs::write(&database, "no database at all, but long enough to look like a file".repeat(100)).unwrap();
    std::fs::write(&log, "no log").unwrap();
    let printed = done(&parlour(&["restore", "--replace", copy.to_str().unwrap()], &database));
    assert!(printed.contains("renamed the previous database to"), "{printed}");
    assert_eq!(users().await, ["Ada"]);
}

/// The texts that can be found in the files of the database, including the write-ahead log.
fn readable<'t>(folder: &Path, texts: &'t [String]) -> Vec<&'t String> {
    let files =
        ["parlour.db", "parlour.db-wal"].map(|file| std::fs::read(folder.join(file)).unwrap_or_default());
    let holds =
        |text: &&String| files.iter().any(|file| memchr::memmem::find(file, text.as_bytes()).is_some());
    texts.iter().filter(holds).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn content_of_a_deleted_account_is_erased_from_the_files() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[]).await;
    let people = [site.register("Dora").await, site.register("Ben").await];
    let mut texts = Vec::new();
    let mut printed = |kind: &str, number: usize| {
        let text =
            format!("{kind} number {number} that nobody may read, {}", "and so on ".repeat(number % 7));
        texts.push(text.trim().to_owned());
        text
    };
    for number in 0..12 {
        let path = moves_once(&site, &people).await;
        for _ in 0..5 {
            site.post(&people[0], &format!("{path}/chat"), &[("text", &*printed("line", number))]).await;
        }
        site.post(&people[0], &format!("{path}/notes"), &[("text", &*printed("note", number))]).await;
        site.post(&people[1], &format!("{path}/chat"), &[("text", "this stays")]).await;
    }
    let words = printed("report", 1);
    let report = [("person", "Ben"), ("cause", "other"), ("words", &*words)];
    site.post(&people[0], "/reports", &report).await;
    let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", folder.path().join("parlour.db").display()))
        .await
        .unwrap();
    let password: String =
        sqlx::query_scalar("SELECT password FROM users WHERE name = 'Dora'").fetch_one(&db).await.unwrap();
    db.close().await;
    texts.push(password);
    assert_eq!(readable(folder.path(), &texts).len(), texts.len());

    let form = [("name", "Dora"), ("password", "seven brass lamps over felt")];
    let left = people[0].post(site.url("/account/delete")).form(&form).send().await.unwrap();
    assert_eq!(left.status(), 200);
    for _ in 0..400 {
        if readable(folder.path(), &texts).is_empty() {
            assert_eq!(readable(folder.path(), &["this stays".to_owned()]).len(), 1);
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("this can still be read: {:?}", readable(folder.path(), &texts));
}

/// A copy of an empty site.
async fn empty_copy(folder: &Path) -> std::path::PathBuf {
    let (database, copy) = (folder.join("parlour.db"), folder.join("copy.db"));
    drop(KillableSite::open(folder, &[]).await);
    done(&parlour(&["backup", copy.to_str().unwrap()], &database));
    copy
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_was_killed_leaves_nothing_under_its_name_and_the_next_one_cleans_up() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("parlour.db");
    drop(KillableSite::open(folder.path(), &[]).await);
    let (copy, partial) = (folder.path().join("copy.db"), folder.path().join("parlour-backup.partial"));
    std::fs::write(&partial, vec![7; 1 << 20]).unwrap();
    std::fs::set_permissions(&partial, Permissions::from_mode(0o600)).unwrap();
    let held = std::fs::File::open(&partial).unwrap();
    held.lock().unwrap();
    let refused = parlour(&["backup", copy.to_str().unwrap()], &database);
    assert_refused(&refused, "another backup is being written to this folder");
    assert!(!copy.exists() && partial.exists());
    drop(held);
    done(&parlour(&["backup", copy.to_str().unwrap()], &database));
    assert!(copy.exists() && !partial.exists());
    let other = TempDir::new().unwrap();
    done(&parlour(&["restore", copy.to_str().unwrap()], &other.path().join("parlour.db")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_be_restored_is_named_once_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let copy = empty_copy(folder.path()).await;
    let place = folder.path().join("other").join("parlour.db");
    let bad = folder.path().join("bad.db");
    let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", copy.display())).await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'later', TRUE, x'00', 0)";
    sqlx::raw_sql(newer).execute(&db).await.unwrap();
    db.close().await;
    let newer = std::fs::read(&copy).unwrap();
    let development = "UPDATE _sqlx_migrations SET checksum = x'00'";
    let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", copy.display())).await.unwrap();
    sqlx::raw_sql(development).execute(&db).await.unwrap();
    db.close().await;
    let development = std::fs::read(&copy).unwrap();
    for (content, reason) in [
        (vec![b'x'; 9000], "is not a copy of a Parlour database"),
        (Vec::new(), "is not a copy of a Parlour database"),
        (newer, "was written by a newer version of Parlour (migration 9999"),
        (development, "was written by a development build"),
    ] {
        std::fs::write(&bad, content).unwrap();
        let refused = parlour(&["restore", bad.to_str().unwrap()], &place);
        assert_refused(&refused, &format!("{} {reason}", bad.display()));
        assert_eq!(complaint(&refused).matches("bad.db").count(), 1, "{}", complaint(&refused));
        assert!(!place.exists());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_with_foreign_triggers_or_views_is_restored_only_by_force() {
    let folder = TempDir::new().unwrap();
    let copy = empty_copy(folder.path()).await;
    let db = sqlx::SqlitePool::connect(&format!("sqlite://{}", copy.display())).await.unwrap();
    let door = "CREATE TRIGGER door AFTER INSERT ON sessions BEGIN UPDATE users SET role = 'admin'; END;
        CREATE VIEW people AS SELECT 1";
    sqlx::raw_sql(door).execute(&db).await.unwrap();
    db.close().await;
    let other = TempDir::new().unwrap();
    let place = other.path().join("parlour.db");
    let refused = parlour(&["restore", copy.to_str().unwrap()], &place);
    assert_refused(&refused, "the trigger door of sessions is not part of the schema");
    assert_refused(&refused, "the view people is not part of the schema");
    assert!(!place.exists());
    done(&parlour(&["restore", "--force", copy.to_str().unwrap()], &place));
}

//! Databases that another program or version has written.

use std::fs;
use std::path::Path;
use std::process::Output;

use sqlx::SqlitePool;
use tempfile::TempDir;

use crate::killable::KillableSite;
use crate::small_disk::SmallDisk;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = crate::program::parlour(arguments);
    program.env_clear().env("BIND", "127.0.0.1:0").current_dir(folder);
    crate::program::run(program, b"seven brass lamps over felt\n")
}

/// What a command answers: its exit status and the errors, without the line that names the database.
fn answer(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, arguments);
    let printed = String::from_utf8(output.stderr).unwrap();
    let errors = printed.lines().filter(|line| !line.starts_with("Database: /"));
    (output.status.code(), errors.collect::<Vec<_>>().join("\n"))
}

/// Executes SQL on the database in a folder, which is created.
async fn execute(folder: &Path, sql: &'static str) {
    fs::create_dir_all(folder.join("data")).unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.join("data/parlour.db").display());
    let db = SqlitePool::connect(&url).await.unwrap();
    sqlx::raw_sql(sql).execute(&db).await.unwrap();
    db.close().await;
}

/// The files of the data folder except the lock, with their content.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder.join("data")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .filter(|(name, _)| name != "parlour.db.lock")
        .collect();
    files.sort();
    files
}

/// Every command that opens a database.
const COMMANDS: [&[&str]; 8] = [
    &["serve"],
    &["admin", "create", "--create-database", "Ada"],
    &["admin", "promote", "Ada"],
    &["admin", "reset-password", "Ada"],
    &["backup", "copy.db"],
    &["doctor"],
    &["doctor", "--repair"],
    &["upgrade", "--check"],
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_another_program_is_refused_and_not_changed() {
    for sql in [
        "CREATE TABLE notes (text TEXT)",
        "PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)",
        "CREATE TABLE _sqlx_migrations (version INTEGER, checksum BLOB);
        INSERT INTO _sqlx_migrations VALUES (20240131120000, x'00'); CREATE TABLE notes (text TEXT)",
    ] {
        let folder = TempDir::new().unwrap();
        execute(folder.path(), sql).await;
        let before = files(folder.path());
        for command in COMMANDS {
            let (code, errors) = answer(folder.path(), command);
            let expected = "parlour.db is the database of another program; check DATABASE_URL";
            assert!(code == Some(1) && errors.ends_with(expected), "{command:?}: {errors}");
            assert_eq!(errors.lines().count(), 1, "{errors}");
            assert!(files(folder.path()) == before, "{command:?}: {sql}");
        }
    }
}

#[test]
fn a_file_that_is_no_database_is_refused_and_not_changed() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/parlour.db"), "a letter to a friend ".repeat(500)).unwrap();
    let before = files(folder.path());
    for command in COMMANDS {
        let (code, errors) = answer(folder.path(), command);
        assert!(
            code == Some(1) && errors.contains("parlour.db cannot be opened: file is not a database"),
            "{errors}"
        );
        assert!(files(folder.path()) == before, "{command:?}");
    }
}

/// A database of an earlier version: no migration is applied to it yet.
const OLDER: &str = "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL);
    CREATE TABLE keepsakes (text TEXT);
    INSERT INTO keepsakes VALUES ('a shell')";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_site_upgrades_an_older_database() {
    let folder = TempDir::new().unwrap();
    execute(folder.path(), OLDER).await;
    let before = files(folder.path());
    let commands: [&[&str]; 4] = [
        &["admin", "create", "Ada"],
        &["admin", "create", "--create-database", "Ada"],
        &["admin", "promote", "Ada"],
        &["admin", "reset-password", "Ada"],
    ];
    for command in commands {
        let (code, errors) = answer(folder.path(), command);
        let reason =
            "parlour.db was written by an earlier version of Parlour (migration 0; this version needs ";
        let advice =
            "Start the site once with this version, which upgrades the database, or use the earlier version.";
        assert!(
            code == Some(1) && errors.contains(reason) && errors.ends_with(advice),
            "{command:?}: {errors}"
        );
        assert!(files(folder.path()) == before, "{command:?}");
    }
    let (code, errors) = answer(folder.path(), &["doctor"]);
    assert_eq!((code, errors.contains("1 check was skipped")), (Some(2), true), "{errors}");
    assert_eq!(answer(folder.path(), &["backup", "copy.db"]).0, Some(0));
    let mut site = KillableSite::open(&folder.path().join("data"), &[("RUST_LOG", "info")]).await;
    let log = site.log();
    let upgrades: Vec<_> = log.lines().filter(|line| line.contains("upgrading the database")).collect();
    assert_eq!(upgrades.len(), 1, "{log}");
    assert!(upgrades[0].contains("INFO") && upgrades[0].contains("from=0 to="), "{log}");
    assert!(upgrades[0].contains("before-0000.db"), "{log}");
    assert!(site.stop().await.is_some_and(|(success, _)| success));
    for copy in ["copy.db", "data/before-0000.db", "data/parlour.db"] {
        let url = format!("sqlite://{}", folder.path().join(copy).display());
        let db = SqlitePool::connect(&url).await.unwrap();
        let kept: String = sqlx::query_scalar("SELECT text FROM keepsakes").fetch_one(&db).await.unwrap();
        assert_eq!(kept, "a shell", "{copy}");
        db.close().await;
    }
    assert_eq!(answer(folder.path(), &["admin", "create", "Ada"]).0, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_is_described_without_writing_anything() {
    let folder = TempDir::new().unwrap();
    let (code, errors) = answer(folder.path(), &["upgrade", "--check"]);
    assert!(code == Some(1) && errors.contains("there is no database at "), "{errors}");
    execute(folder.path(), OLDER).await;
    let before = files(folder.path());
    let check = || {
        let output = run(folder.path(), &["upgrade", "--check"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let printed = check();
    let (first, rest) = printed.split_once('\n').unwrap();
    assert!(first.starts_with("`parlour serve` would upgrade the schema from 0 to "), "{printed}");
    assert!(rest.starts_with("migration 0001: schema\n"), "{printed}");
    let size = before[0].1.len();
    assert!(rest.ends_with(&format!("copy: data/before-0000.db, {size} bytes\n")), "{printed}");
    assert!(files(folder.path()) == before);
    assert!(!folder.path().join("data/parlour.db.lock").exists());
    KillableSite::open(&folder.path().join("data"), &[]).await.stop().await;
    assert_eq!(check(), "there is nothing to upgrade\n");
    let (code, errors) = answer(folder.path(), &["upgrade"]);
    assert!(code == Some(2) && errors.contains("--check"), "{errors}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_check_of_an_upgrade_fails_if_the_copy_does_not_fit_on_the_disk() {
    let disk = SmallDisk::mount("2m");
    execute(disk.path(), OLDER).await;
    execute(disk.path(), "INSERT INTO keepsakes VALUES (hex(zeroblob(300000)))").await;
    disk.fill();
    let (code, errors) = answer(disk.path(), &["upgrade", "--check"]);
    assert!(code == Some(1) && errors.contains("bytes, and only 0 are free on its disk"), "{errors}");
    disk.free();
    assert_eq!(answer(disk.path(), &["upgrade", "--check"]), (Some(0), String::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_check_of_an_upgrade_fails_for_a_newer_database() {
    let folder = TempDir::new().unwrap();
    assert_eq!(answer(folder.path(), &["admin", "create", "--create-database", "Ada"]).0, Some(0));
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (99, 'later', TRUE, x'00', 0)";
    execute(folder.path(), newer).await;
    let (code, errors) = answer(folder.path(), &["upgrade", "--check"]);
    let expected =
        "parlour.db was written by a newer version of Parlour (migration 99; this version knows up to ";
    assert!(code == Some(1) && errors.contains(expected), "{errors}");
}

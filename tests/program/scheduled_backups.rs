//! Backups by schedule of the running program, and the program that is run with them.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use sqlx::Connection;
use tempfile::TempDir;

use crate::killable::KillableSite;
use crate::played::{open, parlour};
use crate::program;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn script(folder: &Path, lines: &str) -> PathBuf {
    let path = folder.join("then");
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    path
}

/// The files with an extension in a folder.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

/// Waits until something has happened.
async fn until<T>(what: &str, mut happened: impl FnMut() -> Option<T>) -> T {
    for _ in 0..1000 {
        if let Some(found) = happened() {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("this did not happen: {what}");
}

fn doctor(database: &Path, backups: &Path) -> (Option<i32>, String) {
    let mut doctor = program::parlour(&["doctor", "--backup-dir", text(backups)]);
    doctor.env("DATABASE_URL", format!("sqlite://{}", database.display()));
    let Output { status, stdout, stderr } = doctor.output().unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_written_at_the_start_and_handed_over_without_secrets() {
    let folder = TempDir::new().unwrap();
    let (database, backups) = (folder.path().join("parlour.db"), folder.path().join("made/backups"));
    let log = folder.path().join("environment");
    let then = script(
        folder.path(),
        &format!("env > '{0}.new'; echo \"$1\" >> '{0}.new'; mv '{0}.new' '{0}'", log.display()),
    );
    let settings = [
        ("BACKUP_DIR", text(&backups)),
        ("BACKUP_THEN", text(&then)),
        ("SECRET_KEY", "a secret key of more than thirty-two characters"),
        ("SMTP_URL", "smtp://ada:hidden@127.0.0.1:1"),
        ("METRICS_TOKEN", "a word for the machine"),
        ("RCLONE_CONFIG", "/var/lib/parlour/rclone.conf"),
    ];
    let mut site = KillableSite::open(folder.path(), &settings).await;
    site.register("Ada").await;
    let seen = until("the program was run", || fs::read_to_string(&log).ok()).await;
    let copy = until("one copy", || files(&backups, "db").pop()).await;
    until("the copy is no longer pending", || files(&backups, "pending").is_empty().then_some(())).await;
    assert_eq!(seen.lines().last(), Some(text(&copy)));
    assert!(seen.contains("RCLONE_CONFIG=/var/lib/parlour/rclone.conf") && seen.contains("PATH="), "{seen}");
    for secret in ["SECRET_KEY", "SMTP_URL", "hidden", "METRICS_TOKEN", "DATABASE_URL"] {
        assert!(!seen.contains(secret), "{secret} is in {seen}");
    }
    for private in [&backups, &copy] {
        assert_eq!(private.metadata().unwrap().permissions().mode() & 0o077, 0, "{}", private.display());
    }
    assert!(site.stop().await.is_some_and(|(success, _)| success));
    assert!(!site.log().contains("ERROR"), "{}", site.log());

    // Only the first start has made one.
    site.restart().await;
    site.stop().await;
    assert_eq!(files(&backups, "db"), [&*copy]);

    let mut key = open(&copy).await;
    let keys =
        sqlx::query_scalar::<_, i64>("SELECT count(*) FROM sqlite_schema WHERE name = 'backup_secret_key'");
    assert_eq!(keys.fetch_one(&mut key).await.unwrap(), 0);
    key.close().await.unwrap();
    let restored = parlour(&["restore", text(&copy)], &folder.path().join("restored/parlour.db"));
    assert!(restored.status.success(), "{restored:?}");

    fs::remove_file(folder.path().join("environment")).unwrap();
    let report = doctor(&database, &backups).1;
    assert!(report.contains(&format!("the newest backup {} is intact, 0 h old", copy.display())), "{report}");
    let old = backups.join("parlour-2020-01-01T033000Z.db");
    fs::rename(&copy, &old).unwrap();
    let (code, report) = doctor(&database, &backups);
    assert!(report.contains("h old, although one is due every day") && code == Some(1), "{report}");
    fs::write(&old, "garbage").unwrap();
    let (code, report) = doctor(&database, &backups);
    assert!(report.contains(&format!("WRONG: the newest backup {} is damaged", old.display())), "{report}");
    assert_eq!(code, Some(1));
    fs::remove_file(&old).unwrap();
    let (_, report) = doctor(&database, &backups);
    assert!(report.contains(&format!("WRONG: there is no backup in {}", backups.display())), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_the_program_did_not_take_is_kept_and_handed_over_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let (backups, works) = (folder.path().join("backups"), folder.path().join("works"));
    let lines = format!("test -e '{}' && exit 0; echo no route to the bucket >&2; exit 7", works.display());
    let then = script(folder.path(), &lines);
    let settings = [("BACKUP_DIR", text(&backups)), ("BACKUP_THEN", text(&then))];
    let mut site = KillableSite::open(folder.path(), &settings).await;
    let line = until("the failure is logged", || {
        site.log().lines().find(|line| line.contains("the backup failed")).map(str::to_owned)
    })
    .await;
    assert!(line.contains("ERROR") && line.contains("the next attempt is in an hour"), "{line}");
    assert!(line.contains("BACKUP_THEN failed: exit status: 7: no route to the bucket"), "{line}");
    let copies = files(&backups, "db");
    assert_eq!((copies.len(), files(&backups, "pending").len()), (1, 1));
    site.stop().await;
    fs::write(&works, "").unwrap();
    site.restart().await;
    until("the copy was taken", || files(&backups, "pending").is_empty().then_some(())).await;
    assert_eq!(files(&backups, "db"), copies);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_ends_the_program_and_the_next_start_runs_it_again() {
    let folder = TempDir::new().unwrap();
    let (backups, runs) = (folder.path().join("backups"), folder.path().join("runs"));
    let then = script(folder.path(), &format!("echo run >> '{}'; exec sleep 600", runs.display()));
    let settings = [("BACKUP_DIR", text(&backups)), ("BACKUP_THEN", text(&then))];
    let mut site = KillableSite::open(folder.path(), &settings).await;
    let run = |times| move |text: String| (text.lines().count() == times).then_some(());
    until("the program runs", || fs::read_to_string(&runs).ok().and_then(run(1))).await;
    assert!(site.stop().await.is_some_and(|(success, _)| success));
    assert!(!site.log().contains("ERROR"), "{}", site.log());
    site.restart().await;
    until("the program runs again", || fs::read_to_string(&runs).ok().and_then(run(2))).await;
    site.stop().await;
}

#[test]
fn backups_that_could_not_be_made_stop_the_start() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let (inside, backups) = (file.join("backups"), folder.path().join("backups"));
    for (arguments, words) in [
        (
            vec!["--backup-dir", text(&inside)],
            format!("BACKUP_DIR names “{}”, which cannot be created", inside.display()),
        ),
        (
            vec!["--backup-dir", text(&backups), "--backup-then", text(&file)],
            format!("BACKUP_THEN names “{}”, which is no executable file", file.display()),
        ),
        (vec!["--backup-at", "04:00"], "BACKUP_AT is set without BACKUP_DIR".to_owned()),
        (
            vec!["--backup-dir", text(&backups), "--backup-at", "4 am"],
            "BACKUP_AT must be a time of day".to_owned(),
        ),
    ] {
        let mut serve = program::parlour(&[&["serve", "--bind", "127.0.0.1:0"], &*arguments].concat());
        let output = serve.current_dir(folder.path()).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && printed.contains(&words), "{arguments:?}: {printed}");
        assert!(!folder.path().join("data").exists());
    }
}

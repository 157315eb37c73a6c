//! Backups by schedule: what is written and deleted, and what admins are told.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use parlour::config::{BackupConfig, Config, MetricsToken};
use parlour::now::Clock;
use parlour::users::Role;
use reqwest::Method;
use tempfile::TempDir;

use crate::harness::{HOUR, MINUTE, NOON, PASSWORD, TestPerson, TestSite};
use crate::push_service::PushService;
use crate::pushes::here;

const WORD: &str = "a word for the machine";
const DAY: i64 = 24 * HOUR;

fn backs_up_to(config: &mut Config, folder: &Path) {
    config.backups = Some(BackupConfig { keep: 2, ..BackupConfig::daily(folder) });
    config.metrics_token = MetricsToken::from_text(WORD);
}

/// A site that has made its first backup, at noon on 21 November 2026.
async fn backed_up(folder: &TempDir) -> TestSite {
    let site = TestSite::at(Clock::at(NOON), |config| backs_up_to(config, folder.path())).await;
    site.backs_up().await;
    site
}

/// Lets time pass, and waits for a backup if one is due.
async fn waits(site: &TestSite, milliseconds: i64) {
    site.wait(milliseconds);
    site.backs_up().await;
}

fn files(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[track_caller]
fn assert_files(folder: &TempDir, expected: &[&str]) {
    let expected: BTreeSet<_> = expected.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(files(folder.path()), expected);
}

async fn overview(person: &TestPerson) -> String {
    person.get("/admin").await.text("main").unwrap()
}

/// The age of the newest copy, and for how long backups have been failing, in seconds.
async fn metrics(site: &TestSite) -> (Option<f64>, Option<f64>) {
    let visitor = site.visitor();
    let request = visitor.request(Method::GET, "/metrics").bearer_auth(WORD);
    let text = visitor.send(request).await.body;
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map(|value| value.parse().unwrap())
    };
    (value("parlour_backup_age_seconds"), value("parlour_backup_failing_seconds"))
}

#[tokio::test]
async fn a_copy_is_written_at_the_start_and_once_a_day_and_the_oldest_are_deleted() {
    let folder = TempDir::new().unwrap();
    let others = ["before-0001.db", "parlour-2026-11-20.db", "parlour.db"];
    for other in others {
        fs::write(folder.path().join(other), "of somebody else").unwrap();
    }
    let expects = |copies: &[&str]| assert_files(&folder, &[&others, copies].concat());
    let site = backed_up(&folder).await;
    expects(&["parlour-2026-11-21T120000Z.db"]);
    waits(&site, 15 * HOUR + 29 * MINUTE).await;
    expects(&["parlour-2026-11-21T120000Z.db"]);
    waits(&site, MINUTE).await;
    expects(&["parlour-2026-11-21T120000Z.db", "parlour-2026-11-22T033000Z.db"]);
    waits(&site, DAY).await;
    expects(&["parlour-2026-11-22T033000Z.db", "parlour-2026-11-23T033000Z.db"]);
    let site = site.restart(|config| backs_up_to(config, folder.path())).await;
    site.backs_up().await;
    expects(&["parlour-2026-11-22T033000Z.db", "parlour-2026-11-23T033000Z.db"]);
}

#[tokio::test]
async fn admins_see_the_last_backup() {
    let folder = TempDir::new().unwrap();
    let site = backed_up(&folder).await;
    let boss = site.register_as("Boss", Role::Admin).await;
    let moderator = site.register_as("Mo", Role::Moderator).await;
    site.wait(6 * HOUR);
    let shown = overview(&boss).await;
    assert!(shown.contains("Last backup: 6 h ago") && shown.contains("kB"), "{shown}");
    assert!(!overview(&moderator).await.contains("ackup"));
    boss.speaks("de").await;
    let german = overview(&boss).await;
    assert!(german.contains("Letztes Backup: vor 6 Std."), "{german}");
    assert_eq!(metrics(&site).await, (Some(6.0 * 3600.0), Some(0.0)));
}

#[tokio::test]
async fn admins_of_a_site_without_backups_learn_how_to_turn_them_on() {
    let site = TestSite::with(|config| config.metrics_token = MetricsToken::from_text(WORD)).await;
    let boss = site.register_as("Boss", Role::Admin).await;
    assert!(overview(&boss).await.contains("To turn them on, set BACKUP_DIR."));
    assert_eq!(metrics(&site).await, (None, None));
}

#[tokio::test]
async fn a_failed_backup_is_reported_deletes_nothing_and_is_tried_again_after_an_hour() {
    let (folder, mut service) = (TempDir::new().unwrap(), PushService::open().await);
    let site = TestSite::at(Clock::at(NOON), |config| {
        here(config);
        backs_up_to(config, folder.path());
    })
    .await;
    site.backs_up().await;
    let boss = site.register_as("Boss", Role::Admin).await;
    boss.adds_device(&service.browser("boss")).await;
    waits(&site, 16 * HOUR).await;
    let copies = ["parlour-2026-11-21T120000Z.db", "parlour-2026-11-22T040000Z.db"];
    assert_files(&folder, &copies);

    // No copy can be written to what is in its way.
    let partial = folder.path().join("parlour-backup.partial");
    fs::create_dir(&partial).unwrap();
    waits(&site, DAY).await;
    // The session has expired.
    assert_eq!(boss.post("/login", &[("username", "Boss"), ("password", PASSWORD)]).await.status, 303);
    assert_files(&folder, &[copies[0], copies[1], "parlour-backup.partial"]);
    let shown = overview(&boss).await;
    let words =
        "Backups have been failing since 23 November 2026, 04:00 UTC: the file could not be written: ";
    assert!(shown.contains(words) && shown.contains("Last backup: 1 day ago"), "{shown}");
    let push = service.next().await;
    assert_eq!((push.browser.as_str(), push.words().0), ("boss", "Backups are failing"));
    assert_eq!(push.message["url"], "/admin");

    fs::remove_dir(&partial).unwrap();
    waits(&site, HOUR - MINUTE).await;
    assert_eq!(metrics(&site).await, (Some(25.0 * 3600.0 - 60.0), Some(3540.0)));
    waits(&site, MINUTE).await;
    assert_eq!(metrics(&site).await, (Some(0.0), Some(0.0)));
    assert_files(&folder, &[copies[1], "parlour-2026-11-23T050000Z.db"]);
    assert!(!overview(&boss).await.contains("failing"));
    site.pushes_nothing(&mut service).await;
}

#[tokio::test]
async fn a_folder_that_is_gone_is_a_failure_until_it_is_back() {
    let folder = TempDir::new().unwrap();
    let backups = folder.path().join("mounted/backups");
    let site = TestSite::at(Clock::at(NOON), |config| backs_up_to(config, &backups)).await;
    site.backs_up().await;
    assert_eq!(files(&backups).len(), 1, "the folder is created");
    let elsewhere = folder.path().join("elsewhere");
    fs::rename(&backups, &elsewhere).unwrap();
    waits(&site, MINUTE).await;
    waits(&site, MINUTE).await;
    assert_eq!(metrics(&site).await, (Some(120.0), Some(60.0)));
    fs::rename(&elsewhere, &backups).unwrap();
    waits(&site, HOUR).await;
    assert_eq!(metrics(&site).await.1, Some(0.0));
}

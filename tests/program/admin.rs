//! `parlour admin` at the command line, and two processes on one database.

use std::path::Path;
use std::process::Output;

use parlour::language::Language;
use parlour::now::Moment;
use parlour::store::Store;
use parlour::users::{AuditActor, Role, StaffAction, StaffActionError, StaffReason};
use sqlx::SqlitePool;
use tempfile::TempDir;
use tokio::runtime::Handle;

use crate::played::PlayedMatch;

const PASSWORD: &str = "seven brass lamps over felt\n";

fn admin(folder: &Path, arguments: &[&str], input: &str) -> Output {
    parlour(folder, &[&["admin"], arguments].concat(), input)
}

fn parlour(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut program = crate::program::parlour(arguments);
    program.env("DATABASE_URL", url(folder));
    crate::program::run(program, input.as_bytes())
}

/// The errors of a command, without the name of the database and progress reports.
fn complaint(output: &Output) -> String {
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = ["Database: /", "checked ", "compared "];
    printed.lines().filter(|line| !report.iter().any(|start| line.starts_with(start))).collect()
}

fn url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("parlour.db").display())
}

#[track_caller]
fn done(output: &Output) -> String {
    assert_eq!((output.status.code(), &*complaint(output)), (Some(0), ""));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn refused(output: &Output, words: &str) {
    let complaint = complaint(output);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{complaint}");
    assert!(complaint.contains(words), "{words} is not in: {complaint}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

async fn stored(folder: &Path, sql: &'static str) -> Vec<String> {
    let db = SqlitePool::connect(&url(folder)).await.unwrap();
    let stored = sqlx::query_scalar(sql).fetch_all(&db).await.unwrap();
    db.close().await;
    stored
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_admin_is_created_with_a_new_database() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let first = admin(here, &["create", "--create-database", "Ada"], PASSWORD);
    assert_eq!(done(&first), "created the account Ada, as admin\n");
    assert_eq!(
        done(&admin(here, &["create", "Ben", "--role", "player"], PASSWORD)),
        "created the account Ben, as player\n"
    );
    assert_eq!(
        done(&admin(here, &["promote", "ben", "--role", "moderator"], "")),
        "Ben is now moderator, and has to sign in again\n"
    );
    assert_eq!(done(&admin(here, &["promote", "ben"], "")), "Ben is now admin, and has to sign in again\n");
    assert_eq!(
        done(&admin(here, &["promote", "Ada", "--role", "player"], "")),
        "Ada is now player, and has to sign in again\n"
    );
    let report = done(&admin(here, &["reset-password", "Ada"], "nine copper kettles by dawn\n"));
    assert_eq!(report, "set a new password for Ada, who has to sign in again\n");
    let roles = stored(here, "SELECT name || ' ' || role FROM users ORDER BY id").await;
    assert_eq!(roles, ["Ada player", "Ben admin"]);
    let log = stored(
        here,
        "SELECT action || ' ' || target_id || ' ' || detail || coalesce(actor_id, '') FROM audit_log ORDER BY seq",
    )
    .await;
    let expected = [
        "create-account 1 as admin",
        "create-account 2 as player",
        "change-role 2 from player to moderator",
        "change-role 2 from moderator to admin",
        "change-role 1 from admin to player",
        "reset-password 1 ",
    ];
    assert_eq!(log, expected);
    let passwords = stored(here, "SELECT password FROM users").await;
    assert!(passwords.iter().all(|hash| hash.starts_with("$argon2id$")) && passwords[0] != passwords[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_are_listed_suspended_and_released_without_the_site() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(&admin(here, &["create", "--create-database", "Ada"], PASSWORD));
    done(&admin(here, &["create", "Ben", "--role", "player"], PASSWORD));
    let columns = |arguments: &[&str]| {
        let listed = done(&admin(here, arguments, ""));
        let row = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
        listed.lines().skip(1).map(row).map(|row| [0, 1, 3, 4].map(|at| row[at].clone())).collect::<Vec<_>>()
    };
    assert_eq!(columns(&["list"]), [["Ada", "admin", "-", "-"], ["Ben", "player", "-", "-"]]);
    assert_eq!(columns(&["list", "be"]), [["Ben", "player", "-", "-"]]);
    let suspended = done(&admin(here, &["suspend", "ben", "--reason", "Shouts at people"], ""));
    assert_eq!(suspended, "Ben is suspended until it is ended\n");
    assert_eq!(columns(&["list", "Ben"]), [["Ben", "player", "-", "until ended"]]);
    assert_eq!(done(&admin(here, &["end-suspension", "Ben"], "")), "ended the suspension of Ben\n");
    let for_days = ["suspend", "Ben", "--reason", "Again", "--days", "7"];
    assert!(done(&admin(here, &for_days, "")).starts_with("Ben is suspended until 20"));
    assert!(columns(&["list", "Ben"])[0][3].starts_with("until 20"));
    refused(&admin(here, &["suspend", "Ada", "--reason", "Alone"], ""), "the last admin");
    refused(&admin(here, &["suspend", "Ben", "--reason", " "], ""), "reason");
    refused(&admin(here, &["suspend", "Ben", "--reason", "x", "--days", "0"], ""), "--days");
    refused(&admin(here, &["suspend", "Nobody", "--reason", "x"], ""), "there is no user called Nobody");
    refused(&admin(here, &["end-suspension", "Ada"], ""), "was not ended");
    let log =
        stored(here, "SELECT action || ' ' || target_id || ' ' || reason FROM audit_log ORDER BY seq").await;
    let expected = ["suspend 2 Shouts at people", "end-suspension 2 at the command line", "suspend 2 Again"];
    assert_eq!(log[2..], expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_admin_commands_are_refused_and_change_nothing() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    refused(&admin(here, &["promote", "Ada"], ""), "there is no database");
    refused(&admin(here, &["create", "Ada"], PASSWORD), "there is no database");
    let create = |password| admin(here, &["create", "--create-database", "Ada"], password);
    refused(&create("password123\n"), "easy to guess");
    refused(&create("short\n"), "10 to 128");
    refused(&create(""), "10 to 128");
    refused(&admin(here, &["create", "a b"], PASSWORD), "A name is made of");
    refused(
        &admin(here, &["create", "Ada", "--role", "root"], PASSWORD),
        "the roles are player, moderator and admin",
    );
    done(&admin(here, &["create", "Ada"], PASSWORD));
    refused(&admin(here, &["create", "ADA"], PASSWORD), "the name ADA, or one that looks like it, is taken");
    refused(&admin(here, &["promote", "Nobody"], ""), "there is no user called Nobody");
    refused(&admin(here, &["reset-password", "Nobody"], PASSWORD), "there is no user called Nobody");
    refused(&admin(here, &["reset-password", "Ada"], "password123\n"), "easy to guess");
    refused(&admin(here, &["promote", "Ada"], ""), "nothing to change");
    refused(&admin(here, &["promote", "Ada", "--role", "player"], ""), "the last admin");
    refused(&admin(here, &["remove-factors", "Ada"], ""), "two-step sign-in is already off for Ada");
    let store = Store::open(&url(here), Handle::current()).await.unwrap();
    let guest = store.create_guest(Language::default(), Moment(1)).await.unwrap();
    refused(&admin(here, &["promote", &guest.name], ""), "a guest has no account");
    refused(&admin(here, &["reset-password", &guest.name], PASSWORD), "a guest has no account");
    assert_eq!(stored(here, "SELECT name FROM users WHERE password = ''").await, [&*guest.name]);
    assert_eq!(stored(here, "SELECT action FROM audit_log").await, ["create-account"]);
    assert_eq!(stored(here, "SELECT role FROM users ORDER BY id").await, ["admin", "player"]);
    for arguments in [&["--help"][..], &["create", "--help"], &["reset-password", "--help"]] {
        assert!(done(&admin(here, arguments, "")).contains("Usage: parlour admin"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_demotions_leave_one_admin() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(&admin(here, &["create", "--create-database", "Ada"], PASSWORD));
    done(&admin(here, &["create", "Cleo"], PASSWORD));
    let (one, other) = (
        Store::open(&url(here), Handle::current()).await.unwrap(),
        Store::open(&url(here), Handle::current()).await.unwrap(),
    );
    let (ada, cleo) = (
        one.user_by_name("ada").await.unwrap().unwrap().id,
        other.user_by_name("cleo").await.unwrap().unwrap().id,
    );
    let action = || StaffAction::ChangeRole { from: None, to: Role::Player };
    let why = || StaffReason::parse("at once", action().act()).unwrap();
    for (by_one, by_other) in [
        (AuditActor::Person(ada), AuditActor::Person(cleo)),
        (AuditActor::CommandLine, AuditActor::CommandLine),
    ] {
        let (first, second) = tokio::join!(
            one.apply_action(by_one, cleo, action(), why(), Moment(1)),
            other.apply_action(by_other, ada, action(), why(), Moment(1)),
        );
        let answers = [first.unwrap(), second.unwrap()];
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        assert!(
            answers.iter().any(|answer| matches!(
                answer,
                Err(StaffActionError::NotYours | StaffActionError::LastAdmin)
            ))
        );
        assert_eq!(stored(here, "SELECT role FROM users WHERE role = 'admin'").await.len(), 1);
        for name in ["Ada", "Cleo"] {
            let _ = admin(here, &["promote", name], "");
        }
    }
}

/// Runs a command in a folder, with only the given settings.
fn run(folder: &Path, arguments: &[&str], settings: &[(&str, &str)], input: &str) -> (Option<i32>, String) {
    let mut program = crate::program::parlour(arguments);
    program.env_clear().envs(settings.iter().copied()).current_dir(folder);
    let output = crate::program::run(program, input.as_bytes());
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_name_the_database_and_never_create_one_unasked() {
    let folder = TempDir::new().unwrap();
    let here = folder.path().canonicalize().unwrap();
    let other = format!("sqlite://{}/wrong/parlour.db", here.display());
    let commands: [&[&str]; 8] = [
        &["admin", "create", "Ada"],
        &["admin", "promote", "Ada"],
        &["admin", "reset-password", "Ada"],
        &["admin", "remove-factors", "Ada"],
        &["admin", "accept-key"],
        &["backup", "copy.db"],
        &["backup", "--with-key", "copy.db"],
        &["doctor"],
    ];
    for (settings, path) in [
        (&[][..], here.join("data/parlour.db")),
        (&[("DATABASE_URL", &*other)][..], here.join("wrong/parlour.db")),
        (&[("DATABASE_URL", "sqlite://elsewhere.db")][..], here.join("elsewhere.db")),
    ] {
        for command in commands {
            let (code, printed) = run(&here, command, settings, PASSWORD);
            assert_eq!(code, Some(1), "{command:?}: {printed}");
            let named = format!("Database: {}\n", path.display());
            let missing = format!("there is no database at {}; check DATABASE_URL\n", path.display());
            assert!(printed.starts_with(&named) && printed.ends_with(&missing), "{command:?}: {printed}");
        }
    }
    assert_eq!(std::fs::read_dir(&here).unwrap().count(), 0, "nothing was created");
    let (code, printed) = run(&here, &["admin", "create", "--create-database", "Ada"], &[], PASSWORD);
    assert_eq!((code, printed), (Some(0), format!("Database: {}\n", here.join("data/parlour.db").display())));
}

const OTHER: &str = "another secret key that is as long as the first";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_secret_key_is_reported_until_it_is_accepted() {
    let played = PlayedMatch::new().await;
    let here = played.folder.path();
    let with = |key: &str, arguments: &[&str]| {
        run(here, arguments, &[("DATABASE_URL", &*url(here)), ("SECRET_KEY", key)], PASSWORD)
    };
    assert_eq!(with(OTHER, &["doctor"]).0, Some(1));
    assert_eq!(with("", &["doctor"]).0, Some(0));
    let (code, said) = with("", &["admin", "accept-key"]);
    assert!(code == Some(1) && said.contains("already"), "{said}");
    assert_eq!(with(OTHER, &["admin", "accept-key"]).0, Some(0));
    assert_eq!(with(OTHER, &["doctor"]).0, Some(0));
    assert_eq!(with("", &["doctor"]).0, Some(1));
    assert_eq!(stored(here, "SELECT action FROM audit_log ORDER BY seq DESC LIMIT 1").await, ["accept-key"]);
}

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
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = ["Database: /", "checked ", "compared "];
    said.lines().filter(|line| !report.iter().any(|start| line.starts_with(start))).collect()
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
    let kept = sqlx::query_scalar(sql).fetch_all(&db).await.unwrap();
    db.close().await;
    kept
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
        "SELECT act || ' ' || whom || ' ' || detail || coalesce(by, '') FROM audit_log ORDER BY seq",
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
    assert_eq!(stored(here, "SELECT act FROM audit_log").await, ["create-account"]);
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
    assert!(one.verify_audit_log(None).await.unwrap().is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn doctor_verifies_the_audit_log_and_names_the_first_changed_entry() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    std::fs::write(here.join("secret.key"), "a secret key of more than thirty-two characters\n").unwrap();
    done(&admin(here, &["create", "--create-database", "Ada"], PASSWORD));
    done(&admin(here, &["create", "Ben", "--role", "player"], PASSWORD));
    done(&admin(here, &["promote", "Ben"], ""));
    assert!(done(&parlour(here, &["doctor"], "")).contains("the audit log is intact: 3 entries"));
    let db = SqlitePool::connect(&url(here)).await.unwrap();
    sqlx::raw_sql("DROP TRIGGER audit_stays; UPDATE audit_log SET detail = '' WHERE seq = 2")
        .execute(&db)
        .await
        .unwrap();
    db.close().await;
    let report = parlour(here, &["doctor"], "");
    assert_eq!(report.status.code(), Some(1));
    let said = String::from_utf8_lossy(&report.stdout).into_owned();
    assert!(said.contains("WRONG: entry 2 of the audit log was changed"), "{said}");
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
            let (code, said) = run(&here, command, settings, PASSWORD);
            assert_eq!(code, Some(1), "{command:?}: {said}");
            let named = format!("Database: {}\n", path.display());
            let missing = format!("there is no database at {}; check DATABASE_URL\n", path.display());
            assert!(said.starts_with(&named) && said.ends_with(&missing), "{command:?}: {said}");
        }
    }
    assert_eq!(std::fs::read_dir(&here).unwrap().count(), 0, "nothing was created");
    let (code, said) = run(&here, &["admin", "create", "--create-database", "Ada"], &[], PASSWORD);
    assert_eq!((code, said), (Some(0), format!("Database: {}\n", here.join("data/parlour.db").display())));
}

const KEY: &str = "a secret key of more than thirty-two characters";
const OTHER: &str = "another secret key that is as long as the first";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn staff_actions_on_the_command_line_are_signed_with_the_secret_key() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let with = |key: &str, arguments: &[&str]| {
        let settings = [("DATABASE_URL", &*url(here)), ("SECRET_KEY", key)];
        run(here, arguments, &settings[..if key.is_empty() { 1 } else { 2 }], PASSWORD)
    };
    assert_eq!(with(KEY, &["admin", "create", "--create-database", "Ada"]).0, Some(0));
    let (code, said) = with("", &["admin", "create", "Ben"]);
    assert!(code == Some(1) && said.contains("the secret key of the site is needed"), "{said}");
    let (code, said) = with(OTHER, &["admin", "create", "Ben"]);
    assert!(
        code == Some(1) && said.contains("this is not the secret key that the database was last used with"),
        "{said}"
    );
    assert_eq!(with(KEY, &["admin", "create", "Ben"]).0, Some(0));
    assert_eq!(stored(here, "SELECT name FROM users").await, ["Ada", "Ben"]);
    assert_eq!(stored(here, "SELECT seq || '' FROM audit_log WHERE length(mac) = 32").await, ["1", "2"]);
    assert_eq!(with(KEY, &["doctor"]).0, Some(0));
    for key in ["", OTHER] {
        assert_eq!(with(key, &["doctor"]).0, Some(1), "{key}");
    }

    let (code, said) = with(KEY, &["admin", "accept-key"]);
    assert!(code == Some(1) && said.contains("already"), "{said}");
    assert_eq!(with("", &["admin", "accept-key"]).0, Some(1));
    assert_eq!(with(OTHER, &["admin", "accept-key"]).0, Some(0));
    assert_eq!(with(OTHER, &["doctor"]).0, Some(0));
    assert_eq!(with(KEY, &["doctor"]).0, Some(1));
    assert_eq!(with(OTHER, &["admin", "promote", "Ben", "--role", "player"]).0, Some(0));
    assert_eq!(with(OTHER, &["doctor"]).0, Some(0));
    assert_eq!(
        stored(here, "SELECT act FROM audit_log WHERE seq > 2 ORDER BY seq").await,
        ["accept-key", "change-role"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unsigned_audit_log_is_a_skipped_check() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let settings = [("DATABASE_URL", &*url(here))];
    assert_eq!(run(here, &["admin", "create", "--create-database", "Ada"], &settings, PASSWORD).0, Some(0));
    let output = parlour(here, &["doctor"], "");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("SKIPPED: the audit log is not signed yet"), "{said}");
}

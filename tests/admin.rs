//! `parlour admin` at the command line, and two programs on one file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod program;

use std::path::Path;
use std::process::Output;

use parlour::now::Moment;
use parlour::people::{By, Deed, Reason, Refused, Role};
use parlour::store::Store;
use sqlx::SqlitePool;
use tempfile::TempDir;
use tokio::runtime::Handle;

const PASSWORD: &str = "seven brass lamps over felt\n";

fn admin(folder: &Path, arguments: &[&str], input: &str) -> Output {
    parlour(folder, &[&["admin"], arguments].concat(), input)
}

fn parlour(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut program = program::parlour(arguments);
    program.env("DATABASE_URL", url(folder));
    program::run(program, input.as_bytes())
}

fn url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("parlour.db").display())
}

#[track_caller]
fn done(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*complaint), (Some(0), ""));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn refused(output: &Output, words: &str) {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{complaint}");
    assert!(complaint.contains(words), "{words} is not in: {complaint}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

async fn kept(folder: &Path, sql: &'static str) -> Vec<String> {
    let db = SqlitePool::connect(&url(folder)).await.unwrap();
    let kept = sqlx::query_scalar(sql).fetch_all(&db).await.unwrap();
    db.close().await;
    kept
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_admin_is_made_where_there_was_nothing() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    assert_eq!(done(&admin(here, &["create", "Ada"], PASSWORD)), "Ada has an account, as admin\n");
    assert_eq!(
        done(&admin(here, &["create", "Ben", "--role", "player"], PASSWORD)),
        "Ben has an account, as player\n"
    );
    assert_eq!(
        done(&admin(here, &["promote", "ben", "--role", "moderator"], "")),
        "Ben is now moderator, and signs in anew\n"
    );
    assert_eq!(done(&admin(here, &["promote", "ben"], "")), "Ben is now admin, and signs in anew\n");
    assert_eq!(
        done(&admin(here, &["promote", "Ada", "--role", "player"], "")),
        "Ada is now player, and signs in anew\n"
    );
    let told = done(&admin(here, &["reset-password", "Ada"], "nine copper kettles by dawn\n"));
    assert_eq!(told, "Ada has another password, and signs in anew\n");
    let roles = kept(here, "SELECT name || ' ' || role FROM users ORDER BY id").await;
    assert_eq!(roles, ["Ada player", "Ben admin"]);
    let log =
        kept(here, "SELECT act || ' ' || whom || ' ' || detail || coalesce(by, '') FROM audit ORDER BY seq")
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
    let passwords = kept(here, "SELECT password FROM users").await;
    assert!(passwords.iter().all(|hash| hash.starts_with("$argon2id$")) && passwords[0] != passwords[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_done_is_refused_plainly_and_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    refused(&admin(here, &["promote", "Ada"], ""), "there is no database");
    refused(&admin(here, &["create", "Ada"], "password123\n"), "easy to guess");
    refused(&admin(here, &["create", "Ada"], "short\n"), "10 to 128");
    refused(&admin(here, &["create", "Ada"], ""), "10 to 128");
    refused(&admin(here, &["create", "a b"], PASSWORD), "A name is made of");
    refused(
        &admin(here, &["create", "Ada", "--role", "root"], PASSWORD),
        "the roles are player, moderator and admin",
    );
    done(&admin(here, &["create", "Ada"], PASSWORD));
    refused(&admin(here, &["create", "ADA"], PASSWORD), "the name ADA is taken");
    refused(&admin(here, &["promote", "Nobody"], ""), "there is nobody called Nobody");
    refused(&admin(here, &["reset-password", "Nobody"], PASSWORD), "there is nobody called Nobody");
    refused(&admin(here, &["reset-password", "Ada"], "password123\n"), "easy to guess");
    refused(&admin(here, &["promote", "Ada"], ""), "That is so already");
    refused(&admin(here, &["promote", "Ada", "--role", "player"], ""), "the last admin");
    refused(&admin(here, &["remove-factors", "Ada"], ""), "Ada shows nothing besides the password");
    assert_eq!(kept(here, "SELECT act FROM audit").await, ["create-account"]);
    assert_eq!(kept(here, "SELECT role FROM users").await, ["admin"]);
    for arguments in [&["--help"][..], &["create", "--help"], &["reset-password", "--help"]] {
        assert!(done(&admin(here, arguments, "")).contains("Usage: parlour admin"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_on_one_file_leave_one_admin() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(&admin(here, &["create", "Ada"], PASSWORD));
    done(&admin(here, &["create", "Cleo"], PASSWORD));
    let (one, other) = (
        Store::open(&url(here), Handle::current()).await.unwrap(),
        Store::open(&url(here), Handle::current()).await.unwrap(),
    );
    let (ada, cleo) =
        (one.person("ada").await.unwrap().unwrap().id, other.person("cleo").await.unwrap().unwrap().id);
    let deed = || Deed::ChangeRole { from: None, to: Role::Player };
    let why = || Reason::parse("at once", deed().act()).unwrap();
    for (by_one, by_other) in [(By::Person(ada), By::Person(cleo)), (By::CommandLine, By::CommandLine)] {
        let (first, second) = tokio::join!(
            one.deal(by_one, cleo, deed(), why(), Moment(1)),
            other.deal(by_other, ada, deed(), why(), Moment(1)),
        );
        let answers = [first.unwrap(), second.unwrap()];
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        assert!(answers.iter().any(|answer| matches!(answer, Err(Refused::NotYours | Refused::LastAdmin))));
        assert_eq!(kept(here, "SELECT role FROM users WHERE role = 'admin'").await.len(), 1);
        for name in ["Ada", "Cleo"] {
            let _ = admin(here, &["promote", name], "");
        }
    }
    assert!(one.follow_audit().await.unwrap().is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_follows_the_log_and_names_the_first_entry_that_was_changed() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    done(&admin(here, &["create", "Ada"], PASSWORD));
    done(&admin(here, &["create", "Ben", "--role", "player"], PASSWORD));
    done(&admin(here, &["promote", "Ben"], ""));
    assert!(done(&parlour(here, &["doctor"], "")).contains("the log of the house is whole: 3 entries"));
    let db = SqlitePool::connect(&url(here)).await.unwrap();
    sqlx::raw_sql("DROP TRIGGER audit_stays; UPDATE audit SET detail = '' WHERE seq = 2")
        .execute(&db)
        .await
        .unwrap();
    db.close().await;
    let told = parlour(here, &["doctor"], "");
    assert_eq!(told.status.code(), Some(1));
    let said = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(said.contains("WRONG: entry 2 of the log of the house is not as it was written"), "{said}");
}

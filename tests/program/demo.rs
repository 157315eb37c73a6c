//! `parlour demo`: a database with people and matches.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn parlour(arguments: &[&str], database: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(arguments)
        .env("DATABASE_URL", format!("sqlite://{}", database.display()))
        .output()
        .unwrap()
}

#[test]
fn an_empty_database_gets_people_and_matches_and_one_with_accounts_stays_as_it_is() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("parlour.db");
    let filled = parlour(&["demo"], &database);
    let printed = String::from_utf8_lossy(&filled.stdout);
    assert!(filled.status.success(), "{}", String::from_utf8_lossy(&filled.stderr));
    assert!(printed.contains("created 29 matches") && printed.contains("Rosa is an admin"), "{printed}");
    let checked = parlour(&["doctor"], &database);
    let found = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success() && found.contains("29 matches agree with their logs"), "{found}");
    let again = parlour(&["demo"], &database);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("the database has accounts"));
    let people = String::from_utf8(parlour(&["admin", "list"], &database).stdout).unwrap();
    let admins = people.lines().filter(|line| line.contains("\tadmin\t")).count();
    assert_eq!((people.lines().count(), admins), (7, 1), "{people}");
}

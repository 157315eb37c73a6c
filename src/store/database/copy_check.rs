//! Checks of copies of a database.

use std::path::Path;

use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::schema::{MIGRATIONS, StoredSchema};
use super::schema_check::foreign_code;
use crate::store::StoreError;
use crate::store::sql::{self, Connection};

/// Checks that a file is an intact copy, not of a newer version of Parlour.
///
/// # Errors
/// It is something else or corrupt, or cannot be read.
pub async fn check_copy(copy: &Path) -> Result<(), StoreError> {
    let (db, _) = open_copy(copy).await?;
    let flaws = integrity_problems(db).await.map_err(|error| unreadable_copy(copy, error))?;
    if flaws.is_empty() { Ok(()) } else { Err(StoreError::Corrupt(flaws.join("; "))) }
}

/// Checks that a copy has no triggers and views but those of Parlour.
///
/// # Errors
/// It has, or cannot be read.
pub async fn check_code_of_copy(copy: &Path) -> Result<(), StoreError> {
    let (mut db, _) = open_copy(copy).await?;
    let problems = foreign_code(&mut db).await?;
    db.close().await?;
    if problems.is_empty() {
        return Ok(());
    }
    Err(StoreError::ForeignCode { path: copy.to_owned(), problems })
}

/// Opens a copy, if it is a database of this version of Parlour or an earlier one.
pub(super) async fn open_copy(copy: &Path) -> Result<(Connection, StoredSchema), StoreError> {
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let opened = async {
        let mut db = Connection::from(options.connect().await?);
        let stored = StoredSchema::read(&mut db).await?;
        Ok((db, stored))
    };
    let (db, stored) = opened.await.map_err(|error| unreadable_copy(copy, error))?;
    match stored.check(&copy.display().to_string(), &MIGRATIONS) {
        Err(StoreError::Foreign(_)) => Err(StoreError::NoCopy(copy.to_owned())),
        Ok(()) if stored.migrations.is_none() => Err(StoreError::NoCopy(copy.to_owned())),
        checked => checked.map(|()| (db, stored)),
    }
}

fn unreadable_copy(copy: &Path, error: sqlx::Error) -> StoreError {
    if is_unreadable(&error) { StoreError::NoCopy(copy.to_owned()) } else { error.into() }
}

async fn integrity_problems(mut db: Connection) -> sqlx::Result<Vec<String>> {
    let mut flaws = broken_pages(sql::query_as("PRAGMA integrity_check").fetch_all(&mut db).await?);
    let rows = sql::query_as("SELECT \"table\", parent FROM pragma_foreign_key_check");
    flaws.extend(lost_rows(rows.fetch_all(&mut db).await?));
    db.close().await?;
    Ok(flaws)
}

pub(super) fn broken_pages(lines: Vec<(String,)>) -> Vec<String> {
    lines.into_iter().map(|(line,)| line).filter(|line| line != "ok").collect()
}

pub(super) fn lost_rows(rows: Vec<(String, String)>) -> impl Iterator<Item = String> {
    rows.into_iter().map(|(table, parent)| format!("a row of {table} points to no row of {parent}"))
}

/// Whether a file is corrupt, or no database: SQLITE_CORRUPT and SQLITE_NOTADB.
pub(super) fn is_unreadable(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(11 | 26))
}

pub(super) fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    // The low byte of an extended result code is the primary one.
    Some(code & 0xff)
}

//! Connections to a database: their options, readers and writer.

use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions};

use super::error::StoreError;
use super::file::create_database;
use super::location::{make_folder, sqlite_options};
use super::writer::{WriteConnection, WriterOptions};
use crate::store::sql::{self, Connection, Pool};

pub(super) const READERS: u32 = 4;
/// The page cache of each connection, in negative KiB: the lists of a user with thousands of matches, or a batch of matches
/// that end, touch some 10 MiB of pages.
const PAGE_CACHE: &str = "-16384";

/// The connection options; with `make`, the file is created if there is none.
pub(in crate::store) fn options(url: &str, make: bool) -> Result<SqliteConnectOptions, StoreError> {
    let options = sqlite_options(url)?;
    if make {
        let folder = make_folder(options.get_filename())?;
        create_database(options.get_filename()).map_err(|error| StoreError::folder(folder, error))?;
    }
    Ok(options
        .create_if_missing(make)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // 64 MiB; usually a checkpoint beside the commits copies before.
        .pragma("wal_autocheckpoint", "16384")
        .pragma("journal_size_limit", "67108864")
        .pragma("temp_store", "MEMORY")
        // Deleted data is overwritten. This makes a single move 7 % slower in the database, and a batch of 64 moves 9
        // %.
        .pragma("secure_delete", "on")
        .disable_statement_logging())
}

/// Connects readers and writer.
pub(super) async fn connect(options: &SqliteConnectOptions) -> sqlx::Result<(Pool, WriteConnection)> {
    let writer =
        WriteConnection::open(WriterOptions::Sqlite(options.clone().pragma("cache_size", PAGE_CACHE)))
            .await?;
    let readers = SqlitePoolOptions::new().max_connections(READERS).min_connections(1);
    let readers = readers
        .connect_with(options.clone().pragma("cache_size", PAGE_CACHE).pragma("query_only", "on"))
        .await?;
    Ok((Pool::Sqlite(readers), writer))
}

/// Executes statements without parameters, one after the other.
pub(in crate::store) async fn execute_all(
    db: &mut Connection,
    statements: &[&'static str],
) -> Result<(), StoreError> {
    for statement in statements {
        sql::query(*statement).execute(&mut *db).await?;
    }
    Ok(())
}

//! Databases on PostgreSQL: readers and writer, and the schema that is translated from the one of SQLite.

use sqlx::migrate::{Migration, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection as _, SqlSafeStr};

use super::connection::READERS;
use super::error::StoreError;
use super::location::name_on_server;
use super::schema::{MIGRATIONS, StoredSchema};
use super::session::{PATIENCE, connect, options};
use super::translation;
use super::writer::{WriteConnection, WriterOptions};
use crate::store::sql::{Connection, Pool};

/// Connects readers and writer, and creates the schema in an empty database. Does not change an older schema: that is
/// for [`super::upgrade`].
///
/// # Errors
/// The URL is invalid, the server refuses the connection, or the database cannot be opened by this version.
pub(super) async fn open(url: String) -> Result<(Pool, WriteConnection), StoreError> {
    let options = options(&url)?;
    let stored = stored_schema(&options, &MIGRATIONS).await?;
    stored.check_not_older(&name_on_server(&options), &MIGRATIONS)?;
    migrate(&options, &MIGRATIONS).await?;
    let readers = connect_readers(&options, READERS).await?;
    Ok((readers, WriteConnection::open(WriterOptions::Postgres(options)).await?))
}

/// Connects a single reader.
///
/// # Errors
/// As for [`open`].
pub(super) async fn open_read_only(url: String) -> Result<Pool, StoreError> {
    let options = options(&url)?;
    stored_schema(&options, &MIGRATIONS).await?;
    Ok(connect_readers(&options, 1).await?)
}

async fn connect_readers(options: &PgConnectOptions, most: u32) -> sqlx::Result<Pool> {
    let readers = PgPoolOptions::new().max_connections(most).min_connections(1).acquire_timeout(PATIENCE);
    let reading = options.clone().options([("default_transaction_read_only", "on")]);
    readers.connect_with(reading).await.map(Pool::Postgres)
}

/// Reads which migrations the database has.
///
/// # Errors
/// It cannot be read, or not be opened by this version: see [`StoredSchema::check`].
pub(super) async fn stored_schema(
    options: &PgConnectOptions,
    known: &Migrator,
) -> Result<StoredSchema, StoreError> {
    let mut db = Connection::from(connect(options).await?);
    let stored = StoredSchema::read(&mut db).await?;
    db.close().await?;
    stored.check(&name_on_server(options), known)?;
    Ok(stored)
}

/// Applies missing migrations.
///
/// # Errors
/// A migration failed.
pub(in crate::store) async fn migrate(
    options: &PgConnectOptions,
    known: &Migrator,
) -> Result<(), StoreError> {
    // A migration may take longer than any statement of the site.
    let mut db = connect(&options.clone().options([("statement_timeout", "0")])).await?;
    let migrated = translated(known).run_direct(None, &mut db, false).await;
    db.close().await?;
    migrated.map_err(|cause| StoreError::Migration { database: name_on_server(options), cause })
}

/// Migrations under the checksums of those that they are translated from.
fn translated(known: &Migrator) -> Migrator {
    let translated = known.iter().map(|step| {
        let mut statements = if step.version == 1 { translation::additions() } else { Vec::new() };
        statements.extend(translation::statements(step.sql.as_str()));
        Migration { sql: AssertSqlSafe(statements.join(";\n")).into_sql_str(), ..step.clone() }
    });
    Migrator::with_migrations(translated.collect())
}

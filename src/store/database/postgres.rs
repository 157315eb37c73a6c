//! Databases on PostgreSQL: connections, and the schema that is translated from the one of SQLite.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{Migration, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, SqlSafeStr};

use super::connection::READERS;
use super::error::StoreError;
use super::schema::MIGRATIONS;
use super::translation;
use super::writer::{WriteConnection, WriterOptions};
use crate::store::sql::Pool;

/// Settings of each connection. Nobody waits long for a process that was stopped while it had the write lock, or whose
/// machine is gone.
const SETTINGS: [(&str, &str); 5] = [
    ("statement_timeout", "30s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
];

/// How long a connection is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

pub(in crate::store) fn is_url(url: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme))
}

/// Connects readers and writer, and creates the schema in an empty database.
///
/// # Errors
/// The URL is invalid, the server refuses the connection, or a migration failed.
pub(super) async fn open(url: String) -> Result<(Pool, WriteConnection), StoreError> {
    // The URL may have a password.
    let invalid = |_| StoreError::Address("postgres://…".to_owned());
    let options = PgConnectOptions::from_str(&url).map_err(invalid)?;
    let options = options.disable_statement_logging();
    migrate(&options).await?;
    let options = options.options(SETTINGS);
    let readers = PgPoolOptions::new().max_connections(READERS).min_connections(1).acquire_timeout(PATIENCE);
    let reading = options.clone().options([("default_transaction_read_only", "on")]);
    let readers = readers.connect_with(reading).await?;
    Ok((Pool::Postgres(readers), WriteConnection::open(WriterOptions::Postgres(options)).await?))
}

/// Applies missing migrations.
///
/// # Errors
/// A migration failed.
pub(in crate::store) async fn migrate(options: &PgConnectOptions) -> Result<(), StoreError> {
    let db = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE);
    let db = db.connect_with(options.clone()).await?;
    let migrated = migrations().run(&db).await;
    db.close().await;
    migrated.map_err(|cause| StoreError::Migration { path: "PostgreSQL".into(), cause })
}

/// All migrations, under the checksums of those that they are translated from.
fn migrations() -> Migrator {
    let translated = MIGRATIONS.iter().map(|step| {
        let mut statements = if step.version == 1 { translation::additions() } else { Vec::new() };
        statements.extend(translation::statements(step.sql.as_str()));
        Migration { sql: AssertSqlSafe(statements.join(";\n")).into_sql_str(), ..step.clone() }
    });
    Migrator::with_migrations(translated.collect())
}

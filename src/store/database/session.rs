//! Connections to PostgreSQL: their settings, and how they are opened.

use std::io;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::timeout;

use super::error::StoreError;
use super::location::postgres_options;

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
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// The options of the connections to the database at a URL.
///
/// # Errors
/// The URL is invalid.
pub(super) fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    Ok(postgres_options(url)?.options(SETTINGS))
}

/// Opens a connection.
pub(super) async fn connect(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let connecting = timeout(PATIENCE, options.connect());
    connecting.await.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()))
}

//! The write connection. It is handed from one writer to the next in the order of their requests.
//!
//! After an I/O error or on a full disk SQLite rolls back automatically, and sqlx's state of the connection is wrong
//! from then on. So a connection whose transaction could not be begun, committed or rolled back is discarded, and the next
//! writer opens a new one.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::sync::{Mutex, MutexGuard};

use super::error::StoreError;
use super::file::DatabaseFile;
use crate::metrics::{CounterMetric, DurationMetric, GaugeMetric, Metrics};
use crate::store::sql::{self, Connection};

/// A future on the write connection.
pub(crate) type WriteTransaction<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;

/// The single write connection. Cheap to clone; the default is closed.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct WriteConnection(Arc<WriterShared>);

#[derive(Debug, Default)]
struct WriterShared {
    slot: Mutex<WriterSlot>,
    options: SqliteConnectOptions,
    file: Option<DatabaseFile>,
    /// SQLite's number of the last state that the connection has seen in [`WriterTurn::begin`]; 0 for a new connection.
    data_version: AtomicI64,
}

#[derive(Debug, Default)]
enum WriterSlot {
    #[default]
    Closed,
    /// The next writer opens a new one.
    Discarded,
    Open(Connection),
}

/// A writer's turn on the connection.
#[derive(Debug)]
pub(in crate::store) struct WriterTurn<'w> {
    slot: MutexGuard<'w, WriterSlot>,
    shared: &'w WriterShared,
    metrics: &'w Metrics,
    begun: Instant,
}

impl WriteConnection {
    /// Takes over an open connection.
    pub fn on(connection: SqliteConnection, options: &SqliteConnectOptions) -> Self {
        let file = DatabaseFile::at(options.get_filename());
        let options = options.clone().create_if_missing(false);
        Self(Arc::new(WriterShared {
            slot: Mutex::new(WriterSlot::Open(connection.into())),
            options,
            file,
            data_version: AtomicI64::new(0),
        }))
    }

    pub fn options(&self) -> &SqliteConnectOptions {
        &self.0.options
    }

    pub fn file(&self) -> Option<&DatabaseFile> {
        self.0.file.as_ref()
    }

    /// Waits for this writer's turn.
    pub async fn turn<'w>(&'w self, metrics: &'w Metrics) -> WriterTurn<'w> {
        let (waiting, queued_at) = (metrics.gauge_guard(GaugeMetric::WritesWaiting), Instant::now());
        let slot = self.0.slot.lock().await;
        drop(waiting);
        let begun = Instant::now();
        metrics.observe(DurationMetric::WriteWait, begun - queued_at);
        WriterTurn { slot, shared: &self.0, metrics, begun }
    }

    /// Closes the connection after the current write. No other is opened.
    pub async fn close(&self) {
        let slot = std::mem::take(&mut *self.0.slot.lock().await);
        if let WriterSlot::Open(connection) = slot
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "failed to close the database");
        }
    }
}

impl WriterTurn<'_> {
    /// The connection. A new one is opened if the last was discarded.
    ///
    /// # Errors
    /// The file was deleted or replaced, or cannot be opened.
    pub async fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        if let Some(file) = &self.shared.file {
            file.check()?;
        }
        if matches!(*self.slot, WriterSlot::Discarded) {
            let connection = self.shared.options.connect().await?;
            self.shared.data_version.store(0, Ordering::Relaxed);
            *self.slot = WriterSlot::Open(connection.into());
        }
        match &mut *self.slot {
            WriterSlot::Open(connection) => Ok(connection),
            WriterSlot::Closed | WriterSlot::Discarded => Err(StoreError::Stopping),
        }
    }

    /// Begins a transaction that is open until `COMMIT` or `ROLLBACK`. Returns whether another process may have written
    /// since the last one that was begun by this.
    ///
    /// # Errors
    /// The database failed.
    pub async fn begin(&mut self) -> Result<bool, StoreError> {
        self.execute("BEGIN IMMEDIATE").await?;
        let version: i64 =
            sql::query_scalar("PRAGMA data_version").fetch_one(self.connection().await?).await?;
        Ok(self.shared.data_version.swap(version, Ordering::Relaxed) != version)
    }

    /// Executes a statement without parameters and rows.
    ///
    /// # Errors
    /// The database failed.
    pub async fn execute(&mut self, sql: &'static str) -> Result<(), StoreError> {
        Ok(sql::query(sql).execute(self.connection().await?).await.map(drop)?)
    }

    /// Runs a transaction: committed if this returns `Ok`, and rolled back otherwise.
    ///
    /// # Errors
    /// The database or the job failed.
    pub async fn transaction<T, J>(&mut self, job: J) -> Result<T, StoreError>
    where
        J: for<'c> FnOnce(&'c mut Connection) -> WriteTransaction<'c, T>,
    {
        let written = self.run(job).await;
        self.note(written.is_ok());
        written
    }

    async fn run<T, J>(&mut self, job: J) -> Result<T, StoreError>
    where
        J: for<'c> FnOnce(&'c mut Connection) -> WriteTransaction<'c, T>,
    {
        self.connection().await?;
        // If the job panics, the connection is closed, for the transaction is still open.
        let WriterSlot::Open(mut connection) = std::mem::replace(&mut *self.slot, WriterSlot::Discarded)
        else {
            return Err(StoreError::Stopping);
        };
        let (written, usable) = transaction(&mut connection, job).await;
        *self.slot = WriterSlot::Open(connection);
        if !usable {
            self.discard().await;
        }
        written
    }

    /// Discards the connection, with any transaction that is open on it.
    pub async fn discard(&mut self) {
        if let WriterSlot::Open(connection) = std::mem::replace(&mut *self.slot, WriterSlot::Discarded)
            && let Err(error) = connection.close().await
        {
            tracing::debug!(%error, "failed to close a discarded connection");
        }
    }

    /// Counts a write or its failure.
    pub fn note(&self, written: bool) {
        if written {
            self.metrics.observe(DurationMetric::Write, self.begun.elapsed());
        } else {
            self.metrics.count(CounterMetric::WritesFailed);
        }
    }
}

/// Runs a transaction. Returns also whether the connection can still be used.
async fn transaction<T, J>(connection: &mut Connection, job: J) -> (Result<T, StoreError>, bool)
where
    J: for<'c> FnOnce(&'c mut Connection) -> WriteTransaction<'c, T>,
{
    if let Err(error) = sql::query("BEGIN IMMEDIATE").execute(&mut *connection).await {
        return (Err(error.into()), false);
    }
    match job(&mut *connection).await {
        Ok(done) => match sql::query("COMMIT").execute(connection).await {
            Ok(_) => (Ok(done), true),
            Err(error) => (Err(error.into()), false),
        },
        Err(error) => (Err(error), sql::query("ROLLBACK").execute(connection).await.is_ok()),
    }
}

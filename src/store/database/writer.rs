//! The write connection. It is handed from one writer to the next in the order of their requests.
//!
//! After an I/O error or on a full disk SQLite rolls back automatically, and sqlx's state of the connection is wrong
//! from then on. So a connection whose transaction could not be begun, committed or rolled back is discarded, and the next
//! writer opens a new one.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, MutexGuard, Notify};
use tokio::time::sleep;

use super::error::StoreError;
use super::file::DatabaseFile;
use super::session;
use crate::metrics::{CounterMetric, DurationMetric, GaugeMetric, Metrics};
use crate::now::ClockCorrection;
use crate::store::sql::{self, Connection, PgTransaction};

/// How long PostgreSQL is asked about a transaction, and how often.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(100);

/// A future on the write connection.
pub(crate) type WriteTransaction<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;

/// The single write connection. Cheap to clone; the default is closed.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct WriteConnection(Arc<WriterShared>);

#[derive(Debug, Default)]
struct WriterShared {
    slot: Mutex<WriterSlot>,
    options: WriterOptions,
    file: Option<DatabaseFile>,
    /// SQLite's number of the last state that the connection has seen in [`WriterTurn::others_wrote`], or on PostgreSQL
    /// the number of the last transaction; 0 for a new connection.
    data_version: AtomicI64,
    /// Whether numbers of transactions were left out, on PostgreSQL.
    others_wrote: AtomicBool,
    /// How the machine's clock differs from that of PostgreSQL.
    correction: ClockCorrection,
    /// Notified of each commit on PostgreSQL.
    committed: Notify,
}

impl WriterShared {
    async fn begin(&self, db: &mut Connection) -> sqlx::Result<Option<PgTransaction>> {
        let asked_at = self.correction.asks_at();
        let begun = db.begin_writing().await?;
        if let Some(&PgTransaction { number, at, .. }) = begun.as_ref() {
            self.correction.learn(at, asked_at);
            if self.data_version.swap(number, Ordering::Relaxed) + 1 != number {
                self.others_wrote.store(true, Ordering::Relaxed);
            }
        }
        Ok(begun)
    }
}

/// How a new connection is opened.
#[derive(Clone, Debug)]
pub(in crate::store) enum WriterOptions {
    Sqlite(SqliteConnectOptions),
    Postgres(PgConnectOptions),
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self::Sqlite(SqliteConnectOptions::default())
    }
}

impl WriterOptions {
    async fn connect(&self) -> sqlx::Result<Connection> {
        match self {
            Self::Sqlite(options) => options.connect().await.map(Connection::from),
            Self::Postgres(options) => session::connect(options).await.map(Connection::from),
        }
    }
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
    /// Where new connections are opened: the thread that writes may have no network.
    runtime: &'w Handle,
    begun: Instant,
    transaction: Option<PgTransaction>,
}

impl WriteConnection {
    /// Opens the connection.
    pub async fn open(options: WriterOptions) -> sqlx::Result<Self> {
        let mut connection = options.connect().await?;
        let (options, file) = match options {
            WriterOptions::Sqlite(options) => {
                let file = DatabaseFile::at(options.get_filename());
                (WriterOptions::Sqlite(options.create_if_missing(false)), file)
            }
            options @ WriterOptions::Postgres(_) => (options, None),
        };
        let mut shared = WriterShared { options, file, ..WriterShared::default() };
        // Asks PostgreSQL for its time.
        shared.begin(&mut connection).await?;
        connection.roll_back().await?;
        shared.slot = Mutex::new(WriterSlot::Open(connection));
        Ok(Self(Arc::new(shared)))
    }

    /// How the machine's clock differs from that of PostgreSQL.
    pub fn clock_correction(&self) -> &ClockCorrection {
        &self.0.correction
    }

    pub fn options(&self) -> &WriterOptions {
        &self.0.options
    }

    pub fn file(&self) -> Option<&DatabaseFile> {
        self.0.file.as_ref()
    }

    /// Waits for a commit on PostgreSQL since the last call.
    pub async fn committed(&self) {
        self.0.committed.notified().await;
    }

    /// Waits for this writer's turn.
    pub async fn turn<'w>(&'w self, metrics: &'w Metrics, runtime: &'w Handle) -> WriterTurn<'w> {
        let (waiting, queued_at) = (metrics.gauge_guard(GaugeMetric::WritesWaiting), Instant::now());
        let slot = self.0.slot.lock().await;
        drop(waiting);
        let begun = Instant::now();
        metrics.observe(DurationMetric::WriteWait, begun - queued_at);
        WriterTurn { slot, shared: &self.0, metrics, runtime, begun, transaction: None }
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
            let options = self.shared.options.clone();
            let connecting = self.runtime.spawn(async move { options.connect().await });
            let connection = connecting.await.map_err(|_| StoreError::Stopping)??;
            self.shared.data_version.store(0, Ordering::Relaxed);
            *self.slot = WriterSlot::Open(connection);
        }
        match &mut *self.slot {
            WriterSlot::Open(connection) => Ok(connection),
            WriterSlot::Closed | WriterSlot::Discarded => Err(StoreError::Stopping),
        }
    }

    /// Begins a transaction that is open until [`Self::commit`] or [`Self::roll_back`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn begin(&mut self) -> Result<(), StoreError> {
        let shared = self.shared;
        self.transaction = shared.begin(self.connection().await?).await?;
        Ok(())
    }

    /// Whether another process may have written between the last transaction of which this was asked and the one that
    /// is open.
    ///
    /// # Errors
    /// The database failed.
    pub async fn others_wrote(&mut self) -> Result<bool, StoreError> {
        let db = self.connection().await?;
        if let Connection::Postgres(_) = db {
            return Ok(self.shared.others_wrote.swap(false, Ordering::Relaxed));
        }
        let version: i64 = sql::query_scalar("PRAGMA data_version").fetch_one(db).await?;
        Ok(self.shared.data_version.swap(version, Ordering::Relaxed) != version)
    }

    /// If PostgreSQL does not answer, it is asked again what became of the transaction.
    ///
    /// # Errors
    /// The database failed. If PostgreSQL cannot be asked, whether anything was written is unknown.
    pub async fn commit(&mut self) -> Result<(), StoreError> {
        let committed = self.connection().await?.commit().await;
        let Some(PgTransaction { id, .. }) = self.transaction.take() else { return Ok(committed?) };
        if let Err(error) = committed {
            self.ask_for_outcome(&id, error).await?;
        }
        self.shared.committed.notify_one();
        Ok(())
    }

    async fn ask_for_outcome(&mut self, id: &str, error: sqlx::Error) -> Result<(), StoreError> {
        let failed = Instant::now();
        loop {
            self.discard().await;
            match self.status(id).await {
                Ok(status) if status.as_deref() == Some("committed") => {
                    tracing::info!(%error, "PostgreSQL had committed a transaction without an answer");
                    return Ok(());
                }
                Err(_) if failed.elapsed() < PATIENCE => {
                    let _ = self.runtime.spawn(async { sleep(PAUSE).await }).await;
                }
                Ok(_) | Err(_) => return Err(error.into()),
            }
        }
    }

    /// The status of a transaction, once it has ended: until then, it has the lock that another one begins with.
    async fn status(&mut self, id: &str) -> Result<Option<String>, StoreError> {
        self.begin().await?;
        let db = self.connection().await?;
        let status = sql::query_scalar("SELECT pg_xact_status(CAST(CAST($1 AS TEXT) AS xid8))");
        let status = status.bind(id).fetch_one(&mut *db).await?;
        db.roll_back().await?;
        Ok(status)
    }

    /// # Errors
    /// The database failed.
    pub async fn roll_back(&mut self) -> Result<(), StoreError> {
        Ok(self.connection().await?.roll_back().await?)
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
        // Without a connection there is nothing to discard.
        self.connection().await?;
        if let Err(error) = self.begin().await {
            self.discard().await;
            return Err(error);
        }
        let WriterSlot::Open(mut connection) = std::mem::replace(&mut *self.slot, WriterSlot::Discarded)
        else {
            return Err(StoreError::Stopping);
        };
        // If the job panics, the connection is closed, for the transaction is still open.
        let done = job(&mut connection).await;
        *self.slot = WriterSlot::Open(connection);
        let ended = if done.is_ok() { self.commit().await } else { self.roll_back().await };
        if ended.is_err() {
            self.discard().await;
        }
        done.and_then(|done| ended.map(|()| done))
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

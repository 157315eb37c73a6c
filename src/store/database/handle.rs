//! The database as the program holds it: queries run on a reader, transactions on the writer.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::availability::ServerAvailability;
use super::connection::{connect, options};
use super::error::StoreError;
use super::location::is_on_postgres;
use super::postgres;
use super::schema::{self, MIGRATIONS};
use super::writer::{WriteConnection, WriteTransaction};
use crate::metrics::Metrics;
use crate::now::ClockCorrection;
use crate::store::caches::StoreCaches;
use crate::store::delivery::FactSignal;
use crate::store::sql::{Connection, Pool};

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    pub(in crate::store) readers: Pool,
    pub(in crate::store) writer: WriteConnection,
    /// Whether the next checkpoint empties the write-ahead log.
    pub(in crate::store) empties_log: Arc<AtomicBool>,
    /// The number of this server among those that use the database.
    pub(in crate::store) server: i64,
    pub(in crate::store) facts: FactSignal,
    pub(in crate::store) caches: StoreCaches,
    /// Plies played that `plies_by_day` does not count yet.
    pub(in crate::store) uncounted_plies: Arc<AtomicI64>,
    pub(in crate::store) availability: ServerAvailability,
    pub(in crate::store) metrics: Metrics,
    pub(in crate::store) runtime: Handle,
}

impl Store {
    /// Opens the database, and creates it if there is none. Queries run on `runtime`, which has to be multi-threaded:
    /// on the single thread of a web worker, a point read is several times slower.
    ///
    /// # Errors
    /// The URL is invalid, the file cannot be opened or created, or it has another schema than this version.
    pub async fn open(url: &str, runtime: Handle) -> Result<Self, StoreError> {
        if is_on_postgres(url) {
            let opening = postgres::open(url.to_owned());
            let (readers, writer) = runtime.spawn(opening).await.map_err(|_| StoreError::Stopping)??;
            return Ok(Self::on(readers, writer, runtime));
        }
        let options = options(url, true)?;
        let opening = async move {
            schema::create(&options, &MIGRATIONS).await?;
            let opened = connect(&options).await;
            opened.map_err(|error| StoreError::open(options.get_filename(), error))
        };
        let (readers, writer) = runtime.spawn(opening).await.map_err(|_| StoreError::Stopping)??;
        Ok(Self::on(readers, writer, runtime))
    }

    pub(super) fn on(readers: Pool, writer: WriteConnection, runtime: Handle) -> Self {
        Self {
            readers,
            writer,
            empties_log: Arc::default(),
            // Short, as each fact contains it.
            server: rand::random_range(1..i64::from(i32::MAX)),
            facts: FactSignal::default(),
            caches: StoreCaches::default(),
            uncounted_plies: Arc::default(),
            availability: ServerAvailability::default(),
            metrics: Metrics::default(),
            runtime,
        }
    }

    /// Sets the metrics that it counts in.
    pub fn with_metrics(self, metrics: Metrics) -> Self {
        Self { metrics, ..self }
    }

    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// How the machine's clock differs from that of PostgreSQL, as learned with each transaction: several servers have to
    /// agree on the time.
    pub fn clock_correction(&self) -> &ClockCorrection {
        self.writer.clock_correction()
    }

    /// Corrects the clock now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn correct_clock(&self) -> Result<(), StoreError> {
        match self.readers {
            Pool::Sqlite(_) => Ok(()),
            Pool::Postgres(_) => self.write(transaction!(|_db| { Ok(()) })).await,
        }
    }

    /// Closes all connections after the current write. The writer is closed last: closing it checkpoints the
    /// write-ahead log, so the file is complete without it.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Runs a query on a reader.
    pub(in crate::store) async fn read<T, F>(&self, query: impl FnOnce(Pool) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = sqlx::Result<T>> + Send + 'static,
        T: Send + 'static,
    {
        Ok(self.run(query(self.readers.clone())).await??)
    }

    /// Runs a transaction on the writer: committed if this returns `Ok`, and rolled back otherwise.
    pub(crate) async fn write<T, J>(&self, job: J) -> Result<T, StoreError>
    where
        J: for<'c> FnOnce(&'c mut Connection) -> WriteTransaction<'c, T> + Send + 'static,
        T: Send + 'static,
    {
        let (writer, metrics, runtime) = (self.writer.clone(), self.metrics.clone(), self.runtime.clone());
        let writing = async move { writer.turn(&metrics, &runtime).await.transaction(job).await };
        let written = self.run(writing).await?;
        self.note_failure(&written);
        written
    }

    /// Runs a future on the database runtime. Boxed, so that `spawn` is compiled once and not for each query.
    pub(in crate::store) async fn run<T: Send + 'static>(
        &self,
        job: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            // The receiver may be gone; the result stands anyway.
            let _ = done.send(job.await);
        });
        self.runtime.spawn(task);
        answer.await.map_err(|_| StoreError::Stopping)
    }
}

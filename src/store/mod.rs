//! The only SQL of the house, one file an aggregate. Imports `matches`, `people`, `games`, `metrics`,
//! `now::Moment`, `notices::wanted`.
//!
//! One connection writes, a few read. The write connection is handed from one writer to the next in the order they asked;
//! every write is one `BEGIN IMMEDIATE` transaction, durable (`synchronous=FULL`) when it answers. Where many play at
//! once, plies wait in a journal, from which they are put in their place before anybody reads.

mod accounts;
mod announcements;
mod audit;
mod blocks;
mod checkpoints;
mod copy;
mod devices;
mod factors;
mod feeds;
pub mod holdings;
mod house_invitations;
mod journal;
pub mod keeping;
mod leaving;
mod letterboxes;
mod likes;
mod matches;
mod names;
mod notices;
mod numbers;
mod outbox;
mod own;
mod passkeys;
mod passwords;
mod people;
mod people_lists;
#[cfg(test)]
mod plan;
mod pushes;
mod ratings;
mod remarks;
mod reports;
mod sessions;
mod standing_orders;
mod time;
mod watched;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
};
use sqlx::{ConnectOptions, Connection, Executor};
use thiserror::Error;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, MutexGuard, oneshot};

use self::checkpoints::Checkpointer;
use self::journal::Journal;
pub use self::watched::Watched;
use crate::metrics::{Count, Level, Metrics, Span};

pub use accounts::{Credentials, NewAccount, NotAdded, Profile};
pub use audit::Wanted;
pub use blocks::Apart;
pub use copy::Copied;
pub use devices::{Device, NewDevice};
pub use factors::{Changed, Factors, KeptApp};
pub use house_invitations::NewInvitation;
pub use letterboxes::Asked;
pub use likes::Likes;
pub use matches::{Append, Appended, Looked};
pub use notices::{Facts, Happened, Telling};
pub use outbox::{Fate, Letter};
pub use own::Own;
pub use passkeys::{KeptPasskey, NewPasskey};
pub use passwords::{NewPassword, PasswordLink};
pub use people::Decided;
pub use pushes::{Push, PushFate, Pushing};
pub use sessions::{KeptSession, NewSession, OwnSession, Shows};

static MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");
const READERS: u32 = 4;
/// The page cache of the connection that writes, in negative KiB: a batch of matches that end changes some 5 MiB of pages.
const WRITER_CACHE: &str = "-16384";

/// Why the database did not do as asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The address of the database is none.
    #[error("DATABASE_URL must look like sqlite://data/parlour.db, not “{0}”")]
    Address(String),
    /// The database refused or failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("the database could not be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What is stored cannot be understood.
    #[error("the database holds something that makes no sense: {0}")]
    Corrupt(String),
    /// The pages could not be copied.
    #[error("the database could not be copied: {0}")]
    Copy(#[from] rusqlite::Error),
    /// The copy could not be written.
    #[error("the copy could not be written: {0}")]
    CopyFile(std::io::Error),
    /// The program is on its way down.
    #[error("the program is stopping")]
    Stopping,
}

/// A future on the write connection.
pub(crate) type Writing<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;

/// The one connection that writes; gone once the database is closed.
type Writer = Arc<Mutex<Option<SqliteConnection>>>;
type Turn<'w> = MutexGuard<'w, Option<SqliteConnection>>;

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    readers: SqlitePool,
    writer: Writer,
    checkpointer: Checkpointer,
    journal: Journal,
    remembered: own::Remembered,
    counted: watched::Counted,
    said: announcements::Said,
    kept: numbers::Kept,
    metrics: Metrics,
    runtime: Handle,
}

impl Store {
    /// Opens the database, makes it when it is not there, and brings its schema up to date.
    /// Queries run on `runtime`, which has to be a multi-threaded one: on the single thread of a web worker a point read
    /// is several times slower.
    ///
    /// # Errors
    /// The address is none, or the file cannot be opened, made or migrated.
    pub async fn open(url: &str, runtime: Handle) -> Result<Self, StoreError> {
        let options = options(url, true)?;
        let opening = async move {
            migrate(options.clone()).await?;
            let mut writer = options.clone().pragma("cache_size", WRITER_CACHE).connect().await?;
            let readers = SqlitePoolOptions::new()
                .max_connections(READERS)
                .min_connections(1)
                .connect_with(options.clone().pragma("query_only", "on"))
                .await?;
            let journal = Journal::default();
            journal.open(&mut writer).await?;
            let writer = Arc::new(Mutex::new(Some(writer)));
            let checkpointer = Checkpointer::start(options, &writer).await?;
            Ok::<_, StoreError>((readers, writer, checkpointer, journal))
        };
        let (readers, writer, checkpointer, journal) =
            runtime.spawn(opening).await.map_err(|_| StoreError::Stopping)??;
        Ok(Self { checkpointer, journal, ..Self::on(readers, writer, runtime) })
    }

    fn on(readers: SqlitePool, writer: Writer, runtime: Handle) -> Self {
        let (checkpointer, journal, remembered, counted, said, kept, metrics) = Default::default();
        Self { readers, writer, checkpointer, journal, remembered, counted, said, kept, metrics, runtime }
    }

    /// Counts what it does.
    pub fn counted_by(self, metrics: Metrics) -> Self {
        Self { metrics, ..self }
    }

    /// What it is counted by.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read(|db| async move { db.execute("SELECT 1").await.map(drop) }).await
    }

    /// Adds somebody who can sit at tables.
    #[cfg(test)]
    pub async fn add_person_for_test(&self, name: &str) {
        let name = name.to_owned();
        let adding = self.write(|db| {
            Box::pin(async move {
                let adding =
                    "INSERT INTO users (name, name_key, password, created_at) VALUES ($1, lower($1), '', 0)";
                Ok(sqlx::query(adding).bind(name).execute(db).await.map(drop)?)
            })
        });
        adding.await.unwrap();
    }

    /// Closes every connection, after what is being written has been written. The writer goes last: it puts what is still
    /// in the journal into the file, which then is all there is.
    pub async fn close(&self) {
        self.readers.close().await;
        if let Err(error) = self.place_plies().await {
            tracing::warn!(%error, "plies wait in the journal until the program starts again");
        }
        self.checkpointer.close().await;
        let writer = self.writer.lock().await.take();
        if let Some(writer) = writer
            && let Err(error) = writer.close().await
        {
            tracing::warn!(%error, "the database was not closed properly");
        }
    }

    /// Runs a query on a reader.
    async fn read<T, F>(&self, query: impl FnOnce(SqlitePool) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = sqlx::Result<T>> + Send + 'static,
        T: Send + 'static,
    {
        self.place_plies().await?;
        Ok(self.run(query(self.readers.clone())).await??)
    }

    /// Runs a transaction on the writer: what `job` did is on disk when this answers `Ok`, and undone when it does not.
    pub(crate) async fn write<T, J>(&self, job: J) -> Result<T, StoreError>
    where
        J: for<'c> FnOnce(&'c mut SqliteConnection) -> Writing<'c, T> + Send + 'static,
        T: Send + 'static,
    {
        let (writer, journal, metrics) =
            (Arc::clone(&self.writer), self.journal.clone(), self.metrics.clone());
        let writing = async move {
            let (mut writer, begun) = turn(&writer, &metrics).await;
            let connection = writer.as_mut().ok_or(StoreError::Stopping)?;
            let written = transaction(connection, &journal, job).await;
            note(&metrics, begun, written.is_ok());
            written
        };
        self.run(writing).await?
    }

    /// Runs something on the runtime of the database. To the runtime it is all one kind of task, or each query would bring
    /// the code of one with it.
    async fn run<T: Send + 'static>(
        &self,
        job: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            // Whoever asked may have hung up; what was done is done.
            let _ = done.send(job.await);
        });
        self.runtime.spawn(task);
        answer.await.map_err(|_| StoreError::Stopping)
    }
}

/// Waits until it is this writer's turn; says when that was.
async fn turn<'w>(writer: &'w Writer, metrics: &Metrics) -> (Turn<'w>, Instant) {
    let (waiting, asked) = (metrics.held(Level::WritesWaiting), Instant::now());
    let turn = writer.lock().await;
    drop(waiting);
    let begun = Instant::now();
    metrics.took(Span::WriteWait, begun - asked);
    (turn, begun)
}

fn note(metrics: &Metrics, begun: Instant, written: bool) {
    if written {
        metrics.took(Span::Write, begun.elapsed());
    } else {
        metrics.count(Count::WritesFailed);
    }
}

async fn transaction<T, J>(
    connection: &mut SqliteConnection,
    journal: &Journal,
    job: J,
) -> Result<T, StoreError>
where
    J: for<'c> FnOnce(&'c mut SqliteConnection) -> Writing<'c, T>,
{
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    journal.place_in(&mut transaction).await?;
    let done = job(&mut transaction).await?;
    transaction.commit().await?;
    journal.placed();
    Ok(done)
}

/// The folder the database is in, for what is kept beside it.
///
/// # Errors
/// The address is none.
pub fn folder(url: &str) -> Result<PathBuf, StoreError> {
    Ok(file(url)?.parent().map_or_else(PathBuf::new, Path::to_path_buf))
}

/// The file the database is in.
///
/// # Errors
/// The address is none.
pub fn file(url: &str) -> Result<PathBuf, StoreError> {
    let options = SqliteConnectOptions::from_str(url).map_err(|_| StoreError::Address(url.to_owned()))?;
    Ok(options.get_filename().to_path_buf())
}

async fn migrate(options: SqliteConnectOptions) -> Result<(), StoreError> {
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    let migrated = MIGRATIONS.run(&pool).await;
    pool.close().await;
    Ok(migrated?)
}

/// How the file is opened, and made if `make` says so.
fn options(url: &str, make: bool) -> Result<SqliteConnectOptions, StoreError> {
    let wrong = || StoreError::Address(url.to_owned());
    let options = SqliteConnectOptions::from_str(url).map_err(|_| wrong())?;
    let folder = options.get_filename().parent().unwrap_or(Path::new("."));
    if make {
        std::fs::create_dir_all(folder).map_err(|_| wrong())?;
    }
    Ok(options
        .create_if_missing(make)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // A backstop of 200 MiB; usually it is the checkpointer that copies.
        .pragma("wal_autocheckpoint", "50000")
        .pragma("journal_size_limit", "67108864")
        .pragma("temp_store", "MEMORY")
        .disable_statement_logging())
}

//! The database, and the only SQL: one file per aggregate.
//!
//! One connection writes, a few read. Every write is one `BEGIN IMMEDIATE` transaction and durable
//! (`synchronous=FULL`) when it returns. Readers never wait for it.

mod account_deletions;
mod accounts;
mod announcements;
mod audit;
mod audit_check;
mod audit_head;
pub mod backup;
mod blocks;
mod bot_choices;
mod bot_matches;
mod bots;
mod checkpoints;
mod choice_holdings;
mod clock_facts;
mod conditional_moves;
mod copy;
pub mod data_holdings;
mod data_inventory;
mod deadlines;
mod devices;
mod downtime;
mod email_settings;
mod error;
mod exports;
mod feeds;
mod file;
mod guests;
mod leaderboards;
mod match_analyses;
mod match_choices;
mod match_outbox;
mod matches;
mod moderation;
mod monitoring;
mod notices;
mod notices_sent;
mod open_reports;
mod opponents;
mod outbox;
mod page_data;
mod passkeys;
mod passwords;
#[cfg(test)]
mod plan;
mod pushes;
mod ratings;
mod readiness;
mod report_notices;
mod reports;
mod retention;
mod rows;
mod sanctions;
mod schema;
mod schema_check;
mod secret_key;
mod sessions;
mod settlements;
mod signup_invitations;
mod staff;
mod staff_messages;
mod standing_check;
mod statistics;
mod time_zones;
mod two_factor;
mod user_lists;
mod user_settings;
mod usernames;
mod users;
mod writer;

use std::fs::DirBuilder;
use std::future::Future;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use self::checkpoints::Checkpointer;
use self::match_outbox::FactSignal;
pub use self::monitoring::MonitoredCounts;
use self::writer::WriteConnection;
use crate::cached::Cached;
use crate::matches::MatchId;
use crate::metrics::Metrics;
use crate::users::preferences::UserSettings;
use crate::users::{Announcement, Report, SiteStatistics, UserId};

pub use accounts::{AddAccountError, Credentials, NewAccount, UserProfile};
pub use audit::AuditFilter;
pub use audit_check::VerifiedAuditLog;
pub use blocks::BlockChange;
pub use clock_facts::{ClockFacts, NoticeEvent};
pub use copy::CopiedDatabase;
pub use deadlines::DueMatch;
pub use devices::{NewPushDevice, PushDevice};
pub use downtime::ServerAvailability;
pub use email_settings::ConfirmationRequest;
pub use error::StoreError;
pub use file::{ServerLock, give_to_owner_of_folder, shared_mode};
pub use guests::{GuestRegistration, GuestRegistrationError};
pub use leaderboards::{PAGE as RANKED, RatingCertainty};
pub use match_analyses::{AnalysisRequest, AnalysisState, MatchAnalysis, WaitingAnalysis};
pub use match_outbox::{MatchFact, MatchFactKind};
pub use matches::{AppendEntries, BatchTransaction, ListCheckPage, ReadableMatches};
pub use notices::{NoticeEmail, NoticeFacts};
pub use outbox::{DeliveryResult, NoticeKey, OutboxEmail};
pub use page_data::MatchPageData;
pub use passkeys::{NewPasskey, StoredPasskey};
pub use passwords::{NewPassword, PasswordLink};
pub use pushes::{PushBatch, PushResult, QueuedPush};
pub use report_notices::StaffFacts;
pub use retention::{ExpiredRows, ExpiringRows};
pub use secret_key::{KeyCheck, RecordedKey, SiteSecretKey};
pub use sessions::{ListedSession, NewSession, SessionCutoffs, SessionProof, StoredSession};
pub use signup_invitations::NewSignupInvitation;
pub use staff::StaffDecision;
pub use two_factor::{FactorChangeNote, TotpSecretRow, TwoFactorState};

const READERS: u32 = 4;
/// The writer's page cache, in negative KiB: a batch of matches that end changes some 5 MiB of pages.
const WRITER_CACHE: &str = "-16384";

/// A future on the write connection.
pub(crate) type WriteTransaction<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;

/// The database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    readers: SqlitePool,
    writer: WriteConnection,
    checkpointer: Checkpointer,
    facts: FactSignal,
    page_data: Cached<(UserId, MatchId), MatchPageData>,
    user_settings: Cached<UserId, Arc<UserSettings>>,
    monitored_counts: Cached<(), MonitoredCounts>,
    announcements: Cached<(), Arc<[Announcement]>>,
    statistics: Cached<(), SiteStatistics>,
    /// Plies played that are not in the database yet.
    unwritten_plies: Arc<AtomicI64>,
    open_reports: Cached<(), Arc<[Report]>>,
    writable: Cached<(), bool>,
    availability: ServerAvailability,
    page_starts: leaderboards::PageStarts,
    metrics: Metrics,
    runtime: Handle,
}

impl Store {
    /// Opens the database, creates it if there is none, and migrates its schema. Queries run on `runtime`, which has
    /// to be multi-threaded: on the single thread of a web worker, a point read is several times slower.
    ///
    /// # Errors
    /// The URL is invalid, or the file cannot be opened, created or migrated.
    pub async fn open(url: &str, runtime: Handle) -> Result<Self, StoreError> {
        let options = options(url, true)?;
        let opening = async move {
            schema::migrate(options.clone()).await?;
            let opened = connect(&options).await;
            opened.map_err(|error| StoreError::open(options.get_filename(), error))
        };
        let (readers, writer, checkpointer) =
            runtime.spawn(opening).await.map_err(|_| StoreError::Stopping)??;
        Ok(Self { checkpointer, ..Self::on(readers, writer, runtime) })
    }

    fn on(readers: SqlitePool, writer: WriteConnection, runtime: Handle) -> Self {
        Self {
            readers,
            writer,
            checkpointer: Checkpointer::default(),
            facts: FactSignal::default(),
            page_data: Cached::new(page_data::CACHE_CAPACITY, page_data::CACHE_TTL),
            user_settings: Cached::new(page_data::CACHE_CAPACITY, page_data::CACHE_TTL),
            monitored_counts: Cached::new(1, monitoring::CACHE_TTL),
            announcements: Cached::new(1, announcements::CACHE_TTL),
            statistics: Cached::new(1, statistics::CACHE_TTL),
            unwritten_plies: Arc::default(),
            open_reports: Cached::new(1, open_reports::CACHE_TTL),
            writable: Cached::new(1, readiness::CACHE_TTL),
            availability: ServerAvailability::default(),
            page_starts: Cached::new(leaderboards::CACHE_CAPACITY, leaderboards::CACHE_TTL),
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

    /// Creates a database in a folder.
    #[cfg(test)]
    pub async fn open_for_test(folder: &Path) -> Self {
        let url = format!("sqlite://{}", folder.join("parlour.db").display());
        Self::open(&url, Handle::current()).await.unwrap()
    }

    /// Adds a user who can join matches.
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

    /// Closes all connections after the current write. The writer is closed last: closing it checkpoints the
    /// write-ahead log, so the file is complete without it.
    pub async fn close(&self) {
        self.readers.close().await;
        self.checkpointer.close().await;
        self.writer.close().await;
    }

    /// Runs a query on a reader.
    async fn read<T, F>(&self, query: impl FnOnce(SqlitePool) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = sqlx::Result<T>> + Send + 'static,
        T: Send + 'static,
    {
        Ok(self.run(query(self.readers.clone())).await??)
    }

    /// Runs a transaction on the writer: committed if this returns `Ok`, and rolled back otherwise.
    pub(crate) async fn write<T, J>(&self, job: J) -> Result<T, StoreError>
    where
        J: for<'c> FnOnce(&'c mut SqliteConnection) -> WriteTransaction<'c, T> + Send + 'static,
        T: Send + 'static,
    {
        let (writer, metrics) = (self.writer.clone(), self.metrics.clone());
        let writing = async move { writer.turn(&metrics).await.transaction(job).await };
        let written = self.run(writing).await?;
        self.note_failure(&written);
        written
    }

    /// Runs a future on the database runtime. Boxed, so that `spawn` is compiled once and not for each query.
    async fn run<T: Send + 'static>(
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

/// Executes statements without parameters, one after the other.
async fn execute_all(db: &mut SqliteConnection, statements: &[&'static str]) -> Result<(), StoreError> {
    for statement in statements {
        sqlx::query(*statement).execute(&mut *db).await?;
    }
    Ok(())
}

/// Connects readers and writer.
async fn connect(
    options: &SqliteConnectOptions,
) -> sqlx::Result<(SqlitePool, WriteConnection, Checkpointer)> {
    let writing = options.clone().pragma("cache_size", WRITER_CACHE);
    let mut connection = writing.connect().await?;
    secret_key::give_key(&mut connection, None).await?;
    let readers = SqlitePoolOptions::new().max_connections(READERS).min_connections(1);
    let readers = readers.connect_with(options.clone().pragma("query_only", "on")).await?;
    let writer = WriteConnection::on(connection, &writing);
    let checkpointer = Checkpointer::start(options.clone(), &writer).await?;
    Ok((readers, writer, checkpointer))
}

/// The folder of the database, for files beside it.
///
/// # Errors
/// The URL is invalid.
pub fn folder(url: &str) -> Result<PathBuf, StoreError> {
    Ok(folder_of(&file(url)?).to_owned())
}

/// The database file.
///
/// # Errors
/// The URL is invalid.
pub fn file(url: &str) -> Result<PathBuf, StoreError> {
    let options = SqliteConnectOptions::from_str(url).map_err(|_| StoreError::Address(url.to_owned()))?;
    Ok(options.get_filename().to_path_buf())
}

/// The folder of a file; the current one for a bare name.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates the folder of a file, accessible only to its owner. Returns its path.
fn make_folder(file: &Path) -> Result<&Path, StoreError> {
    let folder = folder_of(file);
    let making = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    making.map_err(|error| StoreError::folder(folder, error))?;
    Ok(folder)
}

/// The connection options; with `make`, the file is created if there is none.
fn options(url: &str, make: bool) -> Result<SqliteConnectOptions, StoreError> {
    let options = SqliteConnectOptions::from_str(url).map_err(|_| StoreError::Address(url.to_owned()))?;
    if make {
        let folder = make_folder(options.get_filename())?;
        file::create_database(options.get_filename()).map_err(|error| StoreError::folder(folder, error))?;
    }
    Ok(options
        .create_if_missing(make)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // A backstop of 200 MiB; usually the checkpointer copies before.
        .pragma("wal_autocheckpoint", "50000")
        .pragma("journal_size_limit", "67108864")
        .pragma("temp_store", "MEMORY")
        // Deleted data is overwritten. This makes a single move 7 % slower in the database, and a batch of 64 moves 9
        // %.
        .pragma("secure_delete", "on")
        .disable_statement_logging())
}

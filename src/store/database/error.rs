//! Database errors.

use std::io;
use std::path::{Path, PathBuf};

use crate::error_codes;
use crate::now::Moment;
use crate::now::spans::DAY;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
use thiserror::Error;

/// Why a database operation failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// `DATABASE_URL` cannot be parsed. It is not repeated, for it may have a password.
    #[error("DATABASE_URL must look like sqlite://data/parlour.db or postgres://parlour@localhost/parlour")]
    Address,
    /// The database is on PostgreSQL, and has no file here.
    #[error("this works only with a database file, and this one is on PostgreSQL")]
    NoFile,
    /// There is nothing to copy.
    #[error("{0} is empty: there is no site in it")]
    Empty(String),
    /// A site would be mixed with what is there.
    #[error("{0} is not empty; create an empty database, or name another one")]
    NotEmpty(String),
    /// The folder of the database cannot be created or written to.
    #[error("the folder {} cannot be created or written to: {cause} (uid {uid})", path.display())]
    Folder {
        path: PathBuf,
        cause: io::Error,
        /// The effective user id of the program.
        uid: u32,
    },
    /// The file cannot be opened.
    #[error("{} cannot be opened: {} (uid {uid})", path.display(), message(cause))]
    Open {
        path: PathBuf,
        cause: sqlx::Error,
        /// The effective user id of the program.
        uid: u32,
    },
    /// The file that is locked by a server can be neither opened nor locked.
    #[error("{} cannot be locked: {cause} (uid {uid})", path.display())]
    Lock {
        path: PathBuf,
        cause: io::Error,
        /// The effective user id of the program.
        uid: u32,
    },
    /// Another process holds the lock of this database: a server, or a command that needs it to be stopped.
    #[error("{database} is in use by another Parlour process, which holds {lock}; stop it first")]
    InUse { database: String, lock: String },
    /// A newer version has migrated the schema.
    #[error(
        "{database} was written by a newer version of Parlour (migration {found}; this version knows up to {known}). \
         Install that version, or restore a backup."
    )]
    Newer { database: String, found: i64, known: i64 },
    /// The schema is that of an earlier version, and only the site upgrades it.
    #[error(
        "{database} was written by an earlier version of Parlour (migration {found}; this version needs {known}). Start the \
         site once with this version, which upgrades the database, or use the earlier version."
    )]
    Older { database: String, found: i64, known: i64 },
    /// There is no copy of the database, so it was not upgraded.
    #[error("{database} was not upgraded: the copy {} could not be written ({cause})", copy.display())]
    NotUpgraded { database: String, copy: PathBuf, cause: Box<StoreError> },
    /// Another program has written it.
    #[error("{0} is the database of another program; check DATABASE_URL")]
    Foreign(String),
    /// A build from before the first release has written the schema.
    #[error(
        "{0} was written by a development build from before Parlour 0.2.0, which this version cannot read; move it away to \
         start with a new database"
    )]
    Development(String),
    #[error("{database} has another migration {version} than this version of Parlour")]
    Altered { database: String, version: i64 },
    /// Another program uses the database.
    #[error("{} is in use; if the site is running, stop it first", .0.display())]
    Busy(PathBuf),
    #[error("{} is not a copy of a Parlour database", .0.display())]
    NoCopy(PathBuf),
    /// A copy has triggers or views that could change what the site writes.
    #[error("{} was changed by another program: {}; --force restores it anyway", path.display(), problems.join("; "))]
    ForeignCode { path: PathBuf, problems: Vec<String> },
    /// The schema could not be brought up to date.
    #[error("{database} could not be brought up to date: {}", message_of_migration(cause))]
    Migration { database: String, cause: MigrateError },
    /// The file was deleted or replaced while it was open. Nothing is written any more.
    #[error("{} was deleted or replaced while Parlour was running", .0.display())]
    Replaced(PathBuf),
    /// The clock has jumped since the site last worked. Nothing is written until it is set right or accepted.
    #[error(
        "the clock of this machine says {now}, but the site last worked at {last}, {} days {}. Set the clock, or if it \
         is right, stop the site, run `parlour clock accept`, and start it again.",
        days_between(*last, *now), if now < last { "later" } else { "earlier" }
    )]
    ClockJumped { last: Moment, now: Moment },
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// Stored data is invalid.
    #[error("the database contains invalid data: {0}")]
    Corrupt(String),
    #[error("the database could not be copied: {0}")]
    Copy(#[from] rusqlite::Error),
    #[error("the file could not be written: {0}")]
    CopyFile(io::Error),
    /// All names that were tried for a guest are taken.
    #[error("no name is free for a guest")]
    NoGuestName,
    /// The program is stopping.
    #[error("the program is stopping")]
    Stopping,
}

const fn days_between(one: Moment, other: Moment) -> i64 {
    other.since(one).abs() / DAY
}

error_codes! {
    StoreError {
        Self::Address => "database-url-invalid",
        Self::NoFile => "database-without-file",
        Self::Empty(_) => "database-empty",
        Self::NotEmpty(_) => "database-not-empty",
        Self::Folder { .. } => "database-folder-not-writable",
        Self::Open { .. } => "database-not-opened",
        Self::Lock { .. } => "database-not-locked",
        Self::InUse { .. } => "database-in-use",
        Self::Newer { .. } => "database-newer",
        Self::Older { .. } => "database-older",
        Self::NotUpgraded { .. } => "database-not-upgraded",
        Self::Foreign(_) => "database-foreign",
        Self::Development(_) => "database-development",
        Self::Altered { .. } => "database-altered",
        Self::Busy(_) => "database-busy",
        Self::NoCopy(_) => "backup-not-a-copy",
        Self::ForeignCode { .. } => "backup-changed",
        Self::Migration { .. } => "database-not-migrated",
        Self::Replaced(_) => "database-replaced",
        Self::ClockJumped { .. } => "clock-jumped",
        Self::Database(_) => "database-failed",
        Self::Corrupt(_) => "database-corrupt",
        Self::Copy(_) => "backup-failed",
        Self::CopyFile(_) => "backup-not-written",
        Self::NoGuestName => "guest-name-not-free",
        Self::Stopping => "stopping",
    }
}

/// Primary result codes of SQLite for temporary faults: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN.
const PASSING: [i32; 6] = [5, 6, 8, 10, 13, 14];
/// Classes of PostgreSQL's error codes for them: connection, read-only transaction, rollback, resources, state,
/// intervention of an operator, system. Source: its documentation, appendix A.
const PASSING_CLASSES: [&str; 7] = ["08", "25", "40", "53", "55", "57", "58"];

impl StoreError {
    /// Whether the same request can succeed later, once disk or file are in order again.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::ClockJumped { .. } | Self::Replaced(_) | Self::Stopping => true,
            Self::Database(sqlx::Error::Database(error)) => {
                let code = error.code().unwrap_or_default();
                match error.try_downcast_ref::<PgDatabaseError>() {
                    Some(_) => PASSING_CLASSES.iter().any(|class| code.starts_with(class)),
                    // The low byte of an extended result code is the primary one.
                    None => code.parse::<i32>().is_ok_and(|code| PASSING.contains(&(code & 0xff))),
                }
            }
            Self::Database(error) => matches!(
                error,
                sqlx::Error::Io(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed
            ),
            _ => false,
        }
    }

    pub(in crate::store) fn folder(path: &Path, cause: io::Error) -> Self {
        Self::Folder { path: path.to_owned(), cause, uid: uid() }
    }

    pub(in crate::store) fn lock(path: &Path, cause: io::Error) -> Self {
        Self::Lock { path: path.to_owned(), cause, uid: uid() }
    }

    pub(in crate::store) fn open(path: &Path, cause: sqlx::Error) -> Self {
        Self::Open { path: path.to_owned(), cause, uid: uid() }
    }
}

fn uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// The message of SQLite without the prefix of sqlx.
fn message(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

fn message_of_migration(error: &MigrateError) -> String {
    match error {
        MigrateError::Execute(cause) => message(cause),
        MigrateError::ExecuteMigration(cause, version) => format!("migration {version}: {}", message(cause)),
        error => error.to_string(),
    }
}

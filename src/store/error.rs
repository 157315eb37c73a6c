//! Why the database did not do as asked.

use std::io;
use std::path::{Path, PathBuf};

use crate::error_codes;
use sqlx::migrate::MigrateError;
use thiserror::Error;

/// Why the database did not do as asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// `DATABASE_URL` cannot be parsed.
    #[error("DATABASE_URL must look like sqlite://data/parlour.db, not “{0}”")]
    Address(String),
    /// The folder of the database cannot be created or written to.
    #[error("the folder {} cannot be created or written to: {cause} (uid {uid})", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
        /// The effective user id of the program.
        uid: u32,
    },
    /// The file cannot be opened.
    #[error("{} cannot be opened: {} (uid {uid})", path.display(), message(cause))]
    Open {
        path: PathBuf,
        /// What SQLite said.
        cause: sqlx::Error,
        /// The effective user id of the program.
        uid: u32,
    },
    /// The file that is locked by a server can be neither opened nor locked.
    #[error("{} cannot be locked: {cause} (uid {uid})", path.display())]
    Lock {
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
        /// The effective user id of the program.
        uid: u32,
    },
    /// Another server holds the lock of this database.
    #[error("{} is in use by another Parlour server, which holds {}; stop it first", database.display(), lock.display())]
    InUse {
        /// The file of the database.
        database: PathBuf,
        /// The file that is locked.
        lock: PathBuf,
    },
    /// A newer version has migrated the schema.
    #[error(
        "{} was written by a newer version of Parlour (migration {found}; this version knows up to {known}). \
         Install that version, or restore a backup.",
        path.display()
    )]
    Newer {
        path: PathBuf,
        /// The newest migration of the file.
        found: i64,
        /// The newest migration of this program.
        known: i64,
    },
    /// The schema could not be brought up to date.
    #[error("{} could not be brought up to date: {}", path.display(), message_of_migration(cause))]
    Migration {
        path: PathBuf,
        /// What went wrong.
        cause: MigrateError,
    },
    /// The file was deleted or replaced while the program had it open; nothing is written to it any more.
    #[error("{} was deleted or replaced while Parlour was running", .0.display())]
    Replaced(PathBuf),
    /// The last attempt to write failed a moment ago, and reading has to wait for the next one.
    #[error("the database could not be written to a moment ago")]
    Waiting,
    /// The database refused or failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// What is stored cannot be understood.
    #[error("the database holds something that makes no sense: {0}")]
    Corrupt(String),
    /// The pages could not be copied.
    #[error("the database could not be copied: {0}")]
    Copy(#[from] rusqlite::Error),
    /// The copy could not be written.
    #[error("the copy could not be written: {0}")]
    CopyFile(io::Error),
    /// The program is stopping.
    #[error("the program is stopping")]
    Stopping,
}

error_codes! {
    StoreError {
        Self::Address(_) => "database-url-invalid",
        Self::Folder { .. } => "database-folder-not-writable",
        Self::Open { .. } => "database-not-opened",
        Self::Lock { .. } => "database-not-locked",
        Self::InUse { .. } => "database-in-use",
        Self::Newer { .. } => "database-newer",
        Self::Migration { .. } => "database-not-migrated",
        Self::Replaced(_) => "database-replaced",
        Self::Waiting => "database-waiting",
        Self::Database(_) => "database-failed",
        Self::Corrupt(_) => "database-corrupt",
        Self::Copy(_) => "backup-failed",
        Self::CopyFile(_) => "backup-not-written",
        Self::Stopping => "stopping",
    }
}

/// Primary result codes of SQLite for faults that pass without a change to the program: BUSY, LOCKED, READONLY, IOERR, FULL,
/// CANTOPEN.
const PASSING: [i32; 6] = [5, 6, 8, 10, 13, 14];

impl StoreError {
    /// Whether the same request can succeed later, once the disk or the file is in order again.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Replaced(_) | Self::Waiting | Self::Stopping => true,
            Self::Database(sqlx::Error::Database(error)) => {
                // The low byte of an extended result code is the primary one.
                let code = error.code().and_then(|code| code.parse::<i32>().ok());
                code.is_some_and(|code| PASSING.contains(&(code & 0xff)))
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

    /// Whether a row was refused because its key is taken.
    pub(super) fn is_taken_key(&self) -> bool {
        matches!(self, Self::Database(error)
            if error.as_database_error().is_some_and(|error| error.is_unique_violation()))
    }

    pub(super) fn folder(path: &Path, cause: io::Error) -> Self {
        Self::Folder { path: path.to_owned(), cause, uid: uid() }
    }

    pub(super) fn lock(path: &Path, cause: io::Error) -> Self {
        Self::Lock { path: path.to_owned(), cause, uid: uid() }
    }

    pub(super) fn open(path: &Path, cause: sqlx::Error) -> Self {
        Self::Open { path: path.to_owned(), cause, uid: uid() }
    }
}

fn uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// What SQLite said, without what sqlx puts around it.
fn message(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

fn message_of_migration(error: &MigrateError) -> String {
    match error {
        MigrateError::VersionMismatch(version) => {
            format!("its migration {version} is not the one of this version of Parlour")
        }
        MigrateError::Execute(cause) => message(cause),
        MigrateError::ExecuteMigration(cause, version) => format!("migration {version}: {}", message(cause)),
        error => error.to_string(),
    }
}

//! The lock that keeps a second server away from a database.

use std::fs::{File, TryLockError};
use std::future::pending;
use std::path::Path;
use std::time::Duration;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::{Instant, sleep, timeout};

use super::error::StoreError;
use super::file::{give_to_owner_of_folder, open_own};
use super::location::{self, beside, make_folder, name_on_server};
use super::session;

/// How long a starting server waits for another one to stop.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it waits on PostgreSQL, which notices after up to 11 seconds that the machine of the other one is gone.
const PATIENCE_WITH_NETWORK: Duration = Duration::from_secs(15);
/// How often it tries.
const PAUSE: Duration = Duration::from_millis(50);
/// How often a server on PostgreSQL checks that it still holds the lock, and how long it waits for the answer.
const CHECK: Duration = Duration::from_secs(5);

/// The lock of a database, held until this is dropped: by its server, or by a command that needs the server to
/// be stopped.
#[derive(Debug)]
pub struct ServerLock(HeldLock);

#[derive(Debug)]
enum HeldLock {
    File(#[expect(dead_code, reason = "closing the file releases the lock")] File),
    /// On PostgreSQL it belongs to a connection.
    Session {
        options: Box<PgConnectOptions>,
        connection: Box<PgConnection>,
    },
}

impl ServerLock {
    /// Takes the lock of the database at a URL. Another process has ten seconds to stop, so that a service manager may
    /// start the new process before the old one has ended.
    ///
    /// # Errors
    /// The lock file cannot be created, PostgreSQL cannot be reached, or the other process does not stop.
    pub async fn acquire(url: &str) -> Result<Self, StoreError> {
        if let Some(database) = location::file(url)? {
            return lock_file(&database).await.map(|file| Self(HeldLock::File(file)));
        }
        let options = Box::new(session::options(url)?);
        let connection = Box::new(lock_session(&options).await?);
        Ok(Self(HeldLock::Session { options, connection }))
    }

    /// Waits until another process has the lock. That is possible only on PostgreSQL, after the connection broke.
    pub async fn lost(&mut self) -> StoreError {
        let HeldLock::Session { options, connection } = &mut self.0 else { return pending().await };
        loop {
            sleep(CHECK).await;
            if matches!(timeout(CHECK, connection.ping()).await, Ok(Ok(()))) {
                continue;
            }
            match lock_session(options).await {
                Ok(again) => **connection = again,
                Err(lost @ StoreError::InUse { .. }) => return lost,
                // Without PostgreSQL no other process can write either.
                Err(error) => tracing::error!(code = error.code(), %error, "PostgreSQL cannot be reached"),
            }
        }
    }
}

async fn lock_file(database: &Path) -> Result<File, StoreError> {
    let lock = beside(database, ".lock");
    let folder = make_folder(database)?;
    let opened = open_own(&lock).map_err(|error| match lock.exists() {
        true => StoreError::lock(&lock, error),
        false => StoreError::folder(folder, error),
    })?;
    // A command of root may make it before the first start. The lock holds whether or not this succeeds.
    let _ = give_to_owner_of_folder(&lock);
    let name = lock.display().to_string();
    let mut waiting = Waiting::start(PATIENCE);
    loop {
        match opened.try_lock() {
            Ok(()) => return Ok(opened),
            Err(TryLockError::Error(error)) => return Err(StoreError::lock(&lock, error)),
            Err(TryLockError::WouldBlock) if waiting.goes_on(&name).await => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse { database: database.display().to_string(), lock: name });
            }
        }
    }
}

async fn lock_session(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    const NAME: &str = "its advisory lock 2";
    let mut connection = session::connect(options).await?;
    let mut waiting = Waiting::start(PATIENCE_WITH_NETWORK);
    loop {
        let locking = sqlx::query_scalar("SELECT pg_try_advisory_lock(2)");
        if locking.fetch_one(&mut connection).await? {
            return Ok(connection);
        }
        if !waiting.goes_on(NAME).await {
            return Err(StoreError::InUse { database: name_on_server(options), lock: NAME.to_owned() });
        }
    }
}

/// Waits for another process, and says so once.
struct Waiting {
    until: Instant,
    is_logged: bool,
}

impl Waiting {
    fn start(patience: Duration) -> Self {
        Self { until: Instant::now() + patience, is_logged: false }
    }

    /// Waits before the next try; `false` after the last one.
    async fn goes_on(&mut self, lock: &str) -> bool {
        if Instant::now() >= self.until {
            return false;
        }
        if !std::mem::replace(&mut self.is_logged, true) {
            tracing::info!("waiting for the Parlour process that holds {lock} to stop");
        }
        sleep(PAUSE).await;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, chown};

    use tempfile::TempDir;

    use super::*;

    #[tokio::test]
    async fn a_lock_is_not_taken_through_a_symbolic_link() {
        let folder = TempDir::new().unwrap();
        let elsewhere = folder.path().join("elsewhere");
        std::fs::write(&elsewhere, "").unwrap();
        std::os::unix::fs::symlink(&elsewhere, folder.path().join("parlour.db.lock")).unwrap();
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        ServerLock::acquire(&url).await.unwrap_err();
    }

    /// Only root can change owners.
    #[tokio::test]
    async fn a_server_can_open_the_lock_that_a_command_of_root_has_made() {
        let folder = TempDir::new().unwrap();
        if rustix::process::geteuid().is_root() {
            chown(folder.path(), Some(4821), Some(4822)).unwrap();
        }
        let database = folder.path().join("parlour.db");
        let _lock = ServerLock::acquire(&format!("sqlite://{}", database.display())).await.unwrap();
        let lock = folder.path().join("parlour.db.lock").metadata().unwrap();
        assert_eq!(lock.uid(), folder.path().metadata().unwrap().uid());
    }
}

//! The database file: permissions, whether it is still the file that was opened, free disk space, and the lock that
//! keeps a second server away.

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Store, StoreError, file};

/// Readable and writable only by the owner.
const PRIVATE: u32 = 0o600;

pub(super) fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).mode(PRIVATE).open(path)
}

/// Creates the database file if there is none, readable only by its owner. SQLite gives the files beside it the same
/// permissions.
pub(super) fn create_database(path: &Path) -> io::Result<()> {
    match create_private(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// The permissions of a file if it is accessible to others than its owner.
pub fn shared_mode(path: &Path) -> Option<u32> {
    let mode = path.metadata().ok()?.mode() & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}

/// Gives a file the owner and group of its folder if this process is root: the server that uses the folder may run as
/// another user.
///
/// # Errors
/// The owner can be neither read nor changed.
pub fn give_to_owner_of_folder(path: &Path) -> io::Result<()> {
    let (folder, found) = (super::folder_of(path).metadata()?, path.metadata()?);
    if !rustix::process::geteuid().is_root() || (folder.uid(), folder.gid()) == (found.uid(), found.gid()) {
        return Ok(());
    }
    std::os::unix::fs::chown(path, Some(folder.uid()), Some(folder.gid()))
}

/// The identity of the file that was opened.
#[derive(Clone, Debug)]
pub(super) struct DatabaseFile(Arc<OpenedDatabase>);

#[derive(Debug)]
struct OpenedDatabase {
    path: PathBuf,
    identity: (u64, u64),
    /// Whether its replacement has been logged.
    reported: AtomicBool,
}

impl DatabaseFile {
    /// The file at a path; `None` if there is none, as with a database in memory.
    pub fn at(path: &Path) -> Option<Self> {
        let identity = identity(&path.metadata().ok()?);
        Some(Self(Arc::new(OpenedDatabase {
            path: path.to_owned(),
            identity,
            reported: AtomicBool::new(false),
        })))
    }

    /// Checks that the path still leads to the file that was opened. What is written to a deleted file is lost.
    ///
    /// # Errors
    /// It was deleted or replaced.
    pub fn check(&self) -> Result<(), StoreError> {
        let same = self.0.path.metadata().is_ok_and(|found| identity(&found) == self.0.identity);
        if self.0.reported.swap(!same, Ordering::Relaxed) == same {
            self.log_replaced(same);
        }
        if same { Ok(()) } else { Err(StoreError::Replaced(self.0.path.clone())) }
    }

    fn log_replaced(&self, same: bool) {
        let path = self.0.path.display();
        if same {
            tracing::info!("{path} is the file that was opened again; writes continue");
        } else {
            tracing::error!(
                "{path} was deleted or replaced while Parlour was running; nothing is written any more. \
                 Put the file back, or stop Parlour, restore a backup and start again."
            );
        }
    }
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

impl Store {
    /// Free space for this process on the disk of the database, in bytes; `None` if the system does not say.
    pub fn free_bytes(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(&self.writer.file()?.0.path).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
}

/// How long a starting server waits for another one to stop.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it tries.
const PAUSE: Duration = Duration::from_millis(50);

/// The lock of a database, held by its server until this is dropped. Other commands do not take it.
#[derive(Debug)]
pub struct ServerLock(#[expect(dead_code, reason = "closing the file releases the lock")] File);

impl ServerLock {
    /// Takes the lock of the database at a URL. Another server has ten seconds to stop, so that a service manager may
    /// start the new process before the old one has ended.
    ///
    /// # Errors
    /// The lock file cannot be created, or the other server does not stop.
    pub async fn acquire(url: &str) -> Result<Self, StoreError> {
        let database = file(url)?;
        let mut lock = database.clone().into_os_string();
        lock.push(".lock");
        let lock = PathBuf::from(lock);
        let folder = super::make_folder(&database)?;
        let opened = OpenOptions::new().create(true).truncate(false).write(true).mode(PRIVATE).open(&lock);
        let opened = opened.map_err(|error| match lock.exists() {
            true => StoreError::lock(&lock, error),
            false => StoreError::folder(folder, error),
        })?;
        match wait_for(&opened, &lock).await {
            Ok(()) => Ok(Self(opened)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { database, lock }),
            Err(TryLockError::Error(error)) => Err(StoreError::lock(&lock, error)),
        }
    }
}

async fn wait_for(opened: &File, lock: &Path) -> Result<(), TryLockError> {
    let (started, mut logged) = (Instant::now(), false);
    loop {
        match opened.try_lock() {
            Err(TryLockError::WouldBlock) if started.elapsed() < PATIENCE => {}
            taken => return taken,
        }
        if !std::mem::replace(&mut logged, true) {
            tracing::info!("waiting for the Parlour server that holds {} to stop", lock.display());
        }
        sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::chown;

    use tempfile::TempDir;

    use super::*;

    /// Only root can change owners.
    #[test]
    fn a_file_written_by_root_belongs_to_the_owner_of_its_folder() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("file");
        create_private(&file).unwrap();
        if rustix::process::geteuid().is_root() {
            chown(folder.path(), Some(4821), Some(4822)).unwrap();
        }
        give_to_owner_of_folder(&file).unwrap();
        let owner = |path: &Path| path.metadata().map(|found| (found.uid(), found.gid())).unwrap();
        assert_eq!(owner(&file).0, owner(folder.path()).0);
        assert_eq!(shared_mode(&file), None);
    }
}

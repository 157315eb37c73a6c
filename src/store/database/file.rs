//! The database file: permissions, whether it is still the file that was opened, and free disk space.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rustix::fs::{CWD, OFlags, RenameFlags};
use rustix::io::Errno;

use super::error::StoreError;
use super::location::{beside, folder_of};

/// Readable and writable only by the owner.
const PRIVATE: u32 = 0o600;

pub(in crate::store) fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).mode(PRIVATE).open(path)
}

/// A copy that is being written, in the folder of its final name. It is locked, so that one left over from a command that
/// was killed can be told from one that is in progress.
#[derive(Debug)]
pub(in crate::store) struct PartialCopy {
    pub path: PathBuf,
    pub file: File,
}

/// Opens a file that may exist, but not through a symbolic link. A new one is readable only by its owner.
pub(super) fn open_own(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(PRIVATE);
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(path)
}

impl PartialCopy {
    /// Creates it, or empties the one that was left over.
    ///
    /// # Errors
    /// Another copy is being written to this folder, others may read the file, or it cannot be created.
    pub fn create(copy: &Path) -> io::Result<Self> {
        let path = folder_of(copy).join("parlour-backup.partial");
        let file = open_own(&path)?;
        let in_use = || io::Error::other("another backup is being written to this folder");
        file.try_lock().map_err(|_| in_use())?;
        // Another backup may have given its file the final name in the meantime.
        let (opened, named) = (file.metadata()?, path.symlink_metadata().map_err(|_| in_use())?);
        if identity(&opened) != identity(&named) {
            return Err(in_use());
        }
        if opened.uid() != rustix::process::geteuid().as_raw() || opened.mode() & 0o077 != 0 {
            let others = format!("others can use {}; delete it", path.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, others));
        }
        file.set_len(0)?;
        Ok(Self { path, file })
    }

    /// Gives the copy its final name.
    ///
    /// # Errors
    /// There is a file of this name.
    pub fn finish(&self, copy: &Path) -> io::Result<()> {
        match rustix::fs::renameat_with(CWD, &self.path, CWD, copy, RenameFlags::NOREPLACE) {
            // Some network file systems do not have this flag. A link replaces no file either.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                std::fs::hard_link(&self.path, copy)?;
                std::fs::remove_file(&self.path)?;
            }
            renamed => renamed?,
        }
        File::open(folder_of(copy))?.sync_all()
    }
}

/// Creates the database file if there is none, readable only by its owner. SQLite gives the files beside it the same
/// permissions.
pub(in crate::store) fn create_database(path: &Path) -> io::Result<()> {
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
/// another user. A symbolic link is not followed: that user could have put it there.
///
/// # Errors
/// The owner can be neither read nor changed.
pub fn give_to_owner_of_folder(path: &Path) -> io::Result<()> {
    let (folder, found) = (folder_of(path).metadata()?, path.symlink_metadata()?);
    if !rustix::process::geteuid().is_root() || (folder.uid(), folder.gid()) == (found.uid(), found.gid()) {
        return Ok(());
    }
    std::os::unix::fs::lchown(path, Some(folder.uid()), Some(folder.gid()))
}

/// The identity of the files that were opened.
#[derive(Clone, Debug)]
pub(in crate::store) struct DatabaseFile(Arc<OpenedDatabase>);

#[derive(Debug)]
struct OpenedDatabase {
    path: PathBuf,
    identity: (u64, u64),
    log: PathBuf,
    /// The identity of the write-ahead log, which has completed moves in it. It exists since the first write.
    log_identity: OnceLock<(u64, u64)>,
    /// Whether their replacement has been logged.
    reported: AtomicBool,
}

impl DatabaseFile {
    /// The file at a path; `None` if there is none, as with a database in memory.
    pub fn at(path: &Path) -> Option<Self> {
        let identity = identity(&path.metadata().ok()?);
        Some(Self(Arc::new(OpenedDatabase {
            path: path.to_owned(),
            identity,
            log: beside(path, "-wal"),
            log_identity: OnceLock::new(),
            reported: AtomicBool::new(false),
        })))
    }

    /// Checks that the paths still lead to the files that were opened. What is written to a deleted file is lost.
    ///
    /// # Errors
    /// One was deleted or replaced.
    pub fn check(&self) -> Result<(), StoreError> {
        let replaced = self.replaced();
        let same = replaced.is_none();
        if self.0.reported.swap(!same, Ordering::Relaxed) == same {
            self.log_replaced(replaced);
        }
        replaced.map_or(Ok(()), |path| Err(StoreError::Replaced(path.to_owned())))
    }

    /// Free space for this process on the disk of the file, in bytes; `None` if the system does not say.
    pub fn free_bytes(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(&self.0.path).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }

    fn replaced(&self) -> Option<&Path> {
        let database = self.0.path.metadata().ok().map(|found| identity(&found));
        if database != Some(self.0.identity) {
            return Some(&self.0.path);
        }
        let log = self.0.log.metadata().ok().map(|found| identity(&found));
        match self.0.log_identity.get() {
            Some(opened) if log != Some(*opened) => return Some(&self.0.log),
            Some(_) => {}
            None => {
                if let Some(log) = log {
                    let _ = self.0.log_identity.set(log);
                }
            }
        }
        None
    }

    fn log_replaced(&self, replaced: Option<&Path>) {
        let path = self.0.path.display();
        match replaced {
            None => tracing::info!("{path} is the file that was opened again; writes continue"),
            Some(log) if *log == self.0.log => tracing::error!(
                "{} was deleted or replaced while Parlour was running; nothing is written any more. Stop Parlour \
                 with SIGTERM, which saves the moves in the deleted file, and start it again.",
                log.display()
            ),
            Some(_) => tracing::error!(
                "{path} was deleted or replaced while Parlour was running; nothing is written any more. \
                 Put the file back, or stop Parlour, restore a backup and start again."
            ),
        }
    }
}

fn identity(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::chown;

    use tempfile::TempDir;

    use super::*;
    use crate::store::{Store, sql};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nothing_is_written_while_the_log_is_deleted_and_a_stop_saves_it() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_file_for_test(folder.path()).await;
        store.add_person_for_test("Ada").await;
        std::fs::remove_file(folder.path().join("parlour.db-wal")).unwrap();
        assert!(!store.is_writable().await, "moves would be lost");
        store.close().await;
        let again = Store::open_file_for_test(folder.path()).await;
        let names = again.read(|db| async move {
            sql::query_scalar("SELECT name FROM users WHERE kind <> 'bot'").fetch_all(&db).await
        });
        let names: Vec<String> = names.await.unwrap();
        assert_eq!(names, ["Ada"]);
        assert!(again.is_writable().await);
        again.close().await;
    }

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

    #[test]
    fn a_copy_is_written_to_no_file_that_others_have_put_there() {
        let folder = TempDir::new().unwrap();
        let (copy, partial) = (folder.path().join("copy.db"), folder.path().join("parlour-backup.partial"));
        let elsewhere = folder.path().join("elsewhere");
        std::fs::write(&elsewhere, "precious").unwrap();
        std::os::unix::fs::symlink(&elsewhere, &partial).unwrap();
        PartialCopy::create(&copy).unwrap_err();
        assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), "precious");
        std::fs::remove_file(&partial).unwrap();
        std::fs::hard_link(&elsewhere, &partial).unwrap();
        let refused = PartialCopy::create(&copy).unwrap_err();
        assert!(refused.to_string().contains("delete it"), "{refused}");
        assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), "precious");
        std::fs::remove_file(&partial).unwrap();
        PartialCopy::create(&copy).unwrap().finish(&copy).unwrap();
        assert_eq!(shared_mode(&copy), None);
    }
}

//! Copying a database page by page while others write to it.
//!
//! All pages are of one snapshot, so what is written in the meantime stays in the write-ahead log. Copying pages is
//! limited only by the disk, and releases the log much sooner than `VACUUM INTO`, which rewrites every row.

use std::ffi::c_int;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::store::StoreError;

/// Pages between two syncs of the copy (4 MiB), so that commits of the site do not have to wait for much of it.
const STEP: c_int = 1024;
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);

/// The progress of a copy.
#[derive(Clone, Copy, Debug)]
pub struct CopyProgress {
    /// How much is copied.
    pub done: i64,
    /// How much there is.
    pub of: i64,
    /// Pages of a file, or rows.
    pub unit: &'static str,
}

/// Copies a database into an empty file, which is open as `file`, and reports the progress after each step, which can end it.
pub(in crate::store) fn copy_database(
    from: &Path,
    to: &Path,
    file: &File,
    report: impl FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    source.busy_timeout(BUSY_TIMEOUT)?;
    // All steps read the snapshot of this transaction.
    source.execute_batch("BEGIN")?;
    source.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let mut copy = Connection::open(to)?;
    copy.pragma_update(None, "journal_mode", "off")?;
    copy.pragma_update(None, "synchronous", "off")?;
    copy_pages(&source, &mut copy, file, report)?;
    source.execute_batch("COMMIT")?;
    // A single file, without a log beside it.
    copy.pragma_update(None, "journal_mode", "delete")?;
    copy.close().map_err(|(_, error)| error)?;
    file.sync_all().map_err(StoreError::CopyFile)
}

/// Stores the text of a secret key in a copy, in a table that no site has.
pub(in crate::store) fn add_key(copy: &Path, text: &str) -> Result<(), StoreError> {
    let db = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    db.execute_batch("CREATE TABLE backup_secret_key (text TEXT NOT NULL) STRICT")?;
    db.execute("INSERT INTO backup_secret_key (text) VALUES (?1)", [text])?;
    db.close().map_err(|(_, error)| error)?;
    File::open(copy).and_then(|copy| copy.sync_all()).map_err(StoreError::CopyFile)
}

/// The text of the secret key in a copy, if it has one.
pub(in crate::store) fn key_in(copy: &Path) -> Result<Option<String>, StoreError> {
    read_key(&Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY)?)
}

/// Removes the secret key from a copy that becomes a database.
pub(in crate::store) fn remove_key(copy: &Path) -> Result<(), StoreError> {
    let db = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    if read_key(&db)?.is_some() {
        db.pragma_update(None, "secure_delete", "on")?;
        db.execute_batch("DROP TABLE backup_secret_key")?;
    }
    Ok(db.close().map_err(|(_, error)| error)?)
}

fn read_key(db: &Connection) -> Result<Option<String>, StoreError> {
    let has_key = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'backup_secret_key')";
    if !db.query_row(has_key, [], |row| row.get::<_, bool>(0))? {
        return Ok(None);
    }
    Ok(db.query_row("SELECT text FROM backup_secret_key", [], |row| row.get(0)).optional()?)
}

fn copy_pages(
    source: &Connection,
    copy: &mut Connection,
    file: &File,
    mut report: impl FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let backup = Backup::new(source, copy)?;
    loop {
        match backup.step(STEP)? {
            StepResult::Done => return Ok(()),
            StepResult::More => file.sync_data().map_err(StoreError::CopyFile)?,
            _ => sleep(PAUSE),
        }
        let progress = backup.progress();
        let of = i64::from(progress.pagecount);
        if report(CopyProgress { done: of - i64::from(progress.remaining), of, unit: "pages" }).is_break() {
            return Err(StoreError::Stopping);
        }
    }
}

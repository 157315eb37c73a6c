//! Backup, restore and integrity checks.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{ConnectOptions, Connection as _};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use super::connection::options;
use super::copy_check::{broken_pages, is_unreadable, lost_rows, primary_code};
pub use super::copy_check::{check_code_of_copy, check_copy};
use super::file::{PartialCopy, create_private, give_to_owner_of_folder};
use super::location::{self, beside, is_on_postgres, make_folder, sqlite_options};
use super::postgres;
use super::schema::{MIGRATIONS, StoredSchema};
use super::transfer::{TransferSource, fill_file};
use crate::store::sql::{self, Pool};
use crate::store::{CopyProgress, Store, StoreError};

/// How long a restore waits for other programs that use the database.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

impl Store {
    /// Opens a database read-only, without creating or migrating it. Each query sees one snapshot; other processes
    /// may write between two queries.
    ///
    /// # Errors
    /// The URL is invalid, or there is no database that this version can read.
    pub async fn open_read_only(url: &str, runtime: Handle) -> Result<Self, StoreError> {
        if is_on_postgres(url) {
            let opening = postgres::open_read_only(url.to_owned());
            let readers = runtime.spawn(opening).await.map_err(|_| StoreError::Stopping)??;
            return Ok(Self::on(readers, Default::default(), runtime));
        }
        let options = options(url, false)?.pragma("query_only", "on");
        StoredSchema::of_file(options.get_filename(), &MIGRATIONS).await?;
        let pool = SqlitePoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let path = options.get_filename().to_path_buf();
        let readers = runtime.spawn(pool.connect_with(options)).await.map_err(|_| StoreError::Stopping)?;
        let readers = readers.map_err(|error| StoreError::open(&path, error))?;
        Ok(Self::on(Pool::Sqlite(readers), Default::default(), runtime))
    }

    /// The tables of the file, including the schema table.
    pub async fn stored_tables(&self) -> Result<Vec<String>, StoreError> {
        self.read(|db| async move {
            let names = "SELECT name FROM sqlite_schema WHERE type = 'table' UNION SELECT 'sqlite_schema'";
            sql::query_scalar(names).fetch_all(&db).await
        })
        .await
    }

    /// Problems of a table and its indexes, one sentence each: corrupt pages and broken references. Pages that belong
    /// to no table are checked only in a copy: see [`check_copy`].
    pub async fn flaws_of(&self, table: String) -> Result<Vec<String>, StoreError> {
        self.read(|db| async move {
            let mut db = db.acquire().await?;
            let pages = sql::query_as("SELECT integrity_check FROM pragma_integrity_check($1)");
            let mut flaws = broken_pages(pages.bind(&table).fetch_all(&mut db).await?);
            let rows = sql::query_as("SELECT \"table\", parent FROM pragma_foreign_key_check($1)");
            flaws.extend(lost_rows(rows.bind(&table).fetch_all(&mut db).await?));
            Ok(flaws)
        })
        .await
    }
}

/// Copies the database at a URL into a new file, while it may be written to, and checks the copy. A file is copied page by
/// page, and a database on PostgreSQL row by row. With `key`, the text of the secret key is stored in the copy. `progress` is
/// called with the progress and can end the copy. The file gets its name when it is complete; what a command that was killed
/// left behind is overwritten by the next one.
///
/// # Errors
/// There is no such database, or it is empty; the file exists already or cannot be written, the copy is corrupt or was ended.
pub async fn back_up(
    url: &str,
    copy: &Path,
    key: Option<String>,
    progress: impl FnMut(CopyProgress) -> ControlFlow<()> + Send + 'static,
) -> Result<(), StoreError> {
    let file = location::file(url)?;
    if file.is_some() {
        check_openable(options(url, false)?).await?;
    }
    // Closing any handle of a file drops the locks that SQLite holds on it, so this one outlives the connections.
    let partial = PartialCopy::create(copy).map_err(StoreError::CopyFile)?;
    let written = async {
        match file {
            Some(file) => copy_pages(file, &partial, progress).await?,
            None => fill_file(TransferSource::database(url).await?, &partial, progress).await.map(drop)?,
        }
        if let Some(key) = key {
            super::copy::add_key(&partial.path, &key)?;
        }
        check_copy(&partial.path).await?;
        partial.finish(copy).map_err(StoreError::CopyFile)
    };
    let written = written.await;
    if written.is_err() {
        let _ = std::fs::remove_file(&partial.path);
    }
    written
}

async fn check_openable(options: SqliteConnectOptions) -> Result<(), StoreError> {
    StoredSchema::of_file(options.get_filename(), &MIGRATIONS).await?;
    let opened = options.connect().await;
    Ok(opened.map_err(|error| StoreError::open(options.get_filename(), error))?.close().await?)
}

async fn copy_pages(
    from: PathBuf,
    partial: &PartialCopy,
    progress: impl FnMut(CopyProgress) -> ControlFlow<()> + Send + 'static,
) -> Result<(), StoreError> {
    let (to, handle) = (partial.path.clone(), partial.file.try_clone().map_err(StoreError::CopyFile)?);
    let copying =
        spawn_blocking(move || super::copy::copy_database(&from, &to, &handle, progress).map(|()| handle));
    copying.await.map_err(|_| StoreError::Stopping)?.map(drop)
}

/// The text of the secret key in a copy, if it has one.
///
/// # Errors
/// The copy cannot be read.
pub fn key_in(copy: &Path) -> Result<Option<String>, StoreError> {
    super::copy::key_in(copy)
}

/// Replaces the database at a URL by a copy that was checked, without the secret key that may be in it. An existing database is moved
/// to `aside`, even if it is corrupt, and so is a write-ahead log without its database. Returns whether there was a
/// database.
///
/// # Errors
/// The database is in use, or the files cannot be moved; nothing was changed.
pub async fn restore(url: &str, copy: &Path, aside: &Path) -> Result<bool, StoreError> {
    let place = sqlite_options(url)?.get_filename().to_owned();
    let before = place.exists();
    if before {
        match empty_log_of(options(url, false)?).await {
            Err(error) if is_unreadable(&error) => {}
            Err(error) if is_busy(&error) => return Err(StoreError::Busy(place)),
            emptied => emptied?,
        }
    }
    let new = place.with_extension("restored");
    make_folder(&place)?;
    copy_private(copy, &new).map_err(StoreError::CopyFile)?;
    super::copy::remove_key(&new)?;
    give_to_owner_of_folder(&new).map_err(StoreError::CopyFile)?;
    move_into_place(&new, &place, aside).map_err(StoreError::CopyFile)?;
    Ok(before)
}

/// Empties the write-ahead log of a database that nothing else uses.
async fn empty_log_of(options: SqliteConnectOptions) -> sqlx::Result<()> {
    let options = options.busy_timeout(BUSY_TIMEOUT).pragma("locking_mode", "EXCLUSIVE");
    let mut db = options.connect().await?;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut db).await?;
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut db).await?;
    sqlx::query("ROLLBACK").execute(&mut db).await?;
    db.close().await
}

/// Whether another program uses a file: SQLITE_BUSY and SQLITE_LOCKED.
fn is_busy(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(5 | 6))
}

/// Moves a new database into place, and the previous one to `aside` with the files that SQLite keeps beside it: a new
/// database must not be opened with the log of another. If a file cannot be moved, the others are moved back.
fn move_into_place(new: &Path, place: &Path, aside: &Path) -> std::io::Result<()> {
    let previous =
        ["", "-wal", "-shm", "-journal"].map(|suffix| (beside(place, suffix), beside(aside, suffix)));
    let mut moves: Vec<_> = previous.into_iter().filter(|(from, _)| from.exists()).collect();
    moves.push((new.to_owned(), place.to_owned()));
    for (done, (from, to)) in moves.iter().enumerate() {
        if let Err(error) = std::fs::rename(from, to) {
            for (from, to) in moves[..done].iter().rev() {
                let _ = std::fs::rename(to, from);
            }
            return Err(error);
        }
    }
    Ok(())
}

/// Copies a file into one that only its owner can read. Overwrites the remains of a restore that was interrupted.
fn copy_private(from: &Path, to: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut new = create_private(to)?;
    std::io::copy(&mut std::fs::File::open(from)?, &mut new)?;
    new.sync_all()
}

/// The numbers of the migrations that a database lacks. They are applied when the site starts.
pub async fn missing_migrations(store: &Store) -> Result<Vec<i64>, StoreError> {
    let done: Vec<i64> = store
        .read(|db| async move {
            sql::query_scalar("SELECT version FROM _sqlx_migrations WHERE success").fetch_all(&db).await
        })
        .await?;
    let missing = MIGRATIONS.iter().map(|migration| migration.version);
    Ok(missing.filter(|version| !done.contains(version)).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_restore_that_fails_midway_moves_the_files_back() {
        let folder = TempDir::new().unwrap();
        let [new, place, aside] = ["new", "parlour.db", "aside"].map(|name| folder.path().join(name));
        std::fs::write(&place, "before").unwrap();
        std::fs::write(folder.path().join("parlour.db-wal"), "log").unwrap();
        move_into_place(&new, &place, &aside).unwrap_err();
        let files = || {
            let mut names: Vec<_> =
                std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(files(), ["parlour.db", "parlour.db-wal"]);
        std::fs::write(&new, "after").unwrap();
        move_into_place(&new, &place, &aside).unwrap();
        assert_eq!(files(), ["aside", "aside-wal", "parlour.db"]);
        assert_eq!(std::fs::read_to_string(place).unwrap(), "after");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_copy_ended_by_its_progress_report_leaves_no_file() {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        let store = Store::open(&url, Handle::current()).await.unwrap();
        let mut db = options(&url, false).unwrap().connect().await.unwrap();
        // More than one step.
        let filler = "CREATE TABLE filler AS SELECT zeroblob(10000000) AS zeros";
        sqlx::query(filler).execute(&mut db).await.unwrap();
        db.close().await.unwrap();
        let copies = TempDir::new().unwrap();
        let copy = copies.path().join("copy.db");
        let ended = back_up(&url, &copy, None, |_| ControlFlow::Break(())).await;
        assert!(matches!(ended, Err(StoreError::Stopping)), "{ended:?}");
        assert_eq!(std::fs::read_dir(copies.path()).unwrap().count(), 0);
        back_up(&url, &copy, None, |_| ControlFlow::Continue(())).await.unwrap();
        assert!(store.is_writable().await);
        store.close().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_read_only_check_does_not_prevent_a_reset_of_the_wal() {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        let store = Store::open(&url, Handle::current()).await.unwrap();
        let looker = Store::open_read_only(&url, Handle::current()).await.unwrap();
        assert_eq!(looker.flaws_of("users".to_owned()).await.unwrap(), [""; 0]);
        assert_eq!(looker.check_lists("", 10, None).await.unwrap().problems, [""; 0]);
        store.add_person_for_test("Ada").await;
        let options = options(&url, false).unwrap().busy_timeout(Duration::from_secs(1));
        let mut db = options.connect().await.unwrap();
        let (busy, left, _): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut db).await.unwrap();
        assert_eq!((busy, left), (0, 0));
        assert!(looker.stored_tables().await.unwrap().contains(&"users".to_owned()));
    }
}

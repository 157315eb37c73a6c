//! Keeping the database safe: copies of it, and whether it is sound.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};
use tokio::runtime::Handle;

use super::schema::MIGRATIONS;
use super::{Store, StoreError, file};

impl Store {
    /// Opens a database as it is, to be looked at: nothing is made, nothing brought up to date, nothing can be written. All
    /// that is read is of one moment, even while others write.
    ///
    /// # Errors
    /// The address is none, or there is no database that can be opened.
    pub async fn look(url: &str, runtime: Handle) -> Result<Self, StoreError> {
        let options = super::options(url, false)?.pragma("query_only", "on");
        let pool = SqlitePoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let pool = pool.after_connect(|db, _| Box::pin(async { db.execute("BEGIN").await.map(drop) }));
        let path = options.get_filename().to_path_buf();
        let readers = runtime.spawn(pool.connect_with(options)).await.map_err(|_| StoreError::Stopping)?;
        let readers = readers.map_err(|error| StoreError::open(&path, error))?;
        Ok(Self::on(readers, Default::default(), runtime))
    }

    /// What is wrong with the file itself, a sentence each: pages that do not fit together, rows that point nowhere, a
    /// schema that is not this program's.
    ///
    /// # Errors
    /// The database failed.
    pub async fn flaws(&self) -> Result<Vec<String>, StoreError> {
        self.read(|db| async move {
            let mut db = db.acquire().await?;
            flaws(&mut db).await
        })
        .await
    }
}

/// Copies the database at an address into a new file, as it is at this moment, also while it is written to; and looks
/// whether the copy is sound.
///
/// # Errors
/// There is no such database, the file is there already or cannot be written, or the copy is not sound.
pub async fn back_up(url: &str, copy: &Path) -> Result<(), StoreError> {
    let options = super::options(url, false)?;
    let db = options.connect().await;
    let mut db = db.map_err(|error| StoreError::open(options.get_filename(), error))?;
    let name = copy.to_string_lossy().into_owned();
    sqlx::query("VACUUM INTO $1").bind(name).execute(&mut db).await?;
    db.close().await?;
    let written = std::fs::File::open(copy).and_then(|file| file.sync_all());
    written.map_err(|error| StoreError::Corrupt(format!("the copy could not be written: {error}")))?;
    check_copy(copy).await
}

/// Looks whether a copy is sound.
///
/// # Errors
/// It is not, or it cannot be read.
pub async fn check_copy(copy: &Path) -> Result<(), StoreError> {
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut db = options.connect().await?;
    let flaws = flaws(&mut db).await?;
    db.close().await?;
    if flaws.is_empty() { Ok(()) } else { Err(StoreError::Corrupt(flaws.join("; "))) }
}

/// Puts a copy in the place of the database at an address. One that is there already is set aside under the name that is
/// answered.
///
/// # Errors
/// The copy is not sound, the database is in use, or the files cannot be moved; then everything is as it was.
pub async fn restore(url: &str, copy: &Path, aside: &Path) -> Result<bool, StoreError> {
    check_copy(copy).await?;
    let place = file(url)?;
    let failed = |error: std::io::Error| StoreError::Corrupt(format!("the files cannot be moved: {error}"));
    let before = place.exists();
    if before {
        // Nobody else has it open, and what is in the journal is in the file.
        let mut db = super::options(url, false)?.pragma("locking_mode", "EXCLUSIVE").connect().await?;
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut db).await?;
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut db).await?;
        sqlx::query("ROLLBACK").execute(&mut db).await?;
        db.close().await?;
    }
    let new = place.with_extension("restored");
    std::fs::create_dir_all(place.parent().unwrap_or(Path::new("."))).map_err(failed)?;
    std::fs::copy(copy, &new).and_then(|_| std::fs::File::open(&new)?.sync_all()).map_err(failed)?;
    if before {
        std::fs::rename(&place, aside).map_err(failed)?;
    }
    std::fs::rename(&new, &place).map_err(failed)?;
    Ok(before)
}

async fn flaws(db: &mut SqliteConnection) -> sqlx::Result<Vec<String>> {
    let mut flaws = Vec::new();
    let pages: Vec<(String,)> = sqlx::query_as("PRAGMA integrity_check").fetch_all(&mut *db).await?;
    flaws.extend(pages.into_iter().map(|(line,)| line).filter(|line| line != "ok"));
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT \"table\", parent FROM pragma_foreign_key_check").fetch_all(&mut *db).await?;
    flaws.extend(
        rows.into_iter().map(|(table, parent)| format!("a row of {table} points to no row of {parent}")),
    );
    let known: Vec<_> = MIGRATIONS.iter().map(|step| (step.version, step.checksum.to_vec())).collect();
    let done: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version")
            .fetch_all(db)
            .await?;
    if let Some((version, _)) = done.iter().find(|step| !known.contains(step)) {
        flaws.push(format!("step {version} of its schema is none of this program's"));
    }
    Ok(flaws)
}

/// How many steps of the schema a database lacks; they are made up for when the site starts.
///
/// # Errors
/// The database failed.
pub async fn missing_steps(store: &Store) -> Result<usize, StoreError> {
    let done: (i64,) = store
        .read(|db| async move {
            sqlx::query_as("SELECT count(*) FROM _sqlx_migrations WHERE success").fetch_one(&db).await
        })
        .await?;
    Ok(MIGRATIONS.iter().count().saturating_sub(usize::try_from(done.0).unwrap_or_default()))
}

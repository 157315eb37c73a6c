//! Copying a site into an empty database, of the other kind or the same. The database that is read may be in use: everything
//! is read in one transaction, and written in another one, so nothing is there if it fails.

mod table;

use std::ops::ControlFlow;
use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions};

use self::table::{RowHash, Table};
use super::connection;
use super::copy::CopyProgress;
use super::copy_check::{check_copy, open_copy};
use super::file::{PartialCopy, give_to_owner_of_folder};
use super::location::{self, make_folder, name_on_server};
use super::schema::{MIGRATIONS, StoredSchema, migrate};
use super::{postgres, session};
use crate::store::StoreError;
use crate::store::sql::{self, Connection};

/// The references between tables, as statements can remove and add them.
const REFERENCES: &str = "SELECT 'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || quote_ident(conname),
        'ALTER TABLE ' || conrelid::regclass || ' ADD CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conname";

/// A table that was copied and read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    pub name: String,
    pub rows: i64,
    /// SHA-256 of its rows in hexadecimal digits, the same in both databases.
    pub hash: String,
}

/// What is copied: one state of a database.
#[derive(Debug)]
pub struct TransferSource {
    db: Connection,
    /// Those that it has.
    migrations: Migrator,
}

impl TransferSource {
    /// The database at a URL, which may be in use.
    ///
    /// # Errors
    /// It cannot be opened by this version, or is empty.
    pub async fn database(url: &str) -> Result<Self, StoreError> {
        const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        let Some(file) = location::file(url)? else {
            let options = without_timeouts(session::options(url)?);
            let stored = postgres::stored_schema(&options, &MIGRATIONS).await?;
            let mut db = Connection::from(session::connect(&options).await?);
            sql::query(BEGIN).execute(&mut db).await?;
            return Self::of(db, &stored, name_on_server(&options));
        };
        let stored = StoredSchema::of_file(&file, &MIGRATIONS).await?;
        let opened = connection::options(url, false)?.pragma("query_only", "on").connect().await;
        let mut db = Connection::from(opened.map_err(|error| StoreError::open(&file, error))?);
        sql::query("BEGIN").execute(&mut db).await?;
        Self::of(db, &stored, file.display().to_string())
    }

    /// A copy that nothing writes to.
    ///
    /// # Errors
    /// It is none that this version can read.
    pub async fn copy(path: &Path) -> Result<Self, StoreError> {
        let (db, stored) = open_copy(path).await?;
        Self::of(db, &stored, path.display().to_string())
    }

    fn of(db: Connection, stored: &StoredSchema, name: String) -> Result<Self, StoreError> {
        let Some(done) = &stored.migrations else { return Err(StoreError::Empty(name)) };
        let known =
            MIGRATIONS.iter().filter(|known| done.iter().any(|(version, _)| *version == known.version));
        Ok(Self { db, migrations: Migrator::with_migrations(known.cloned().collect()) })
    }
}

/// Copies a site into a database that is empty, or does not exist if it is a file. `report` is called with the progress and
/// can end it.
///
/// # Errors
/// The database is not empty, a database failed, or what was written is not what was read.
pub async fn transfer(
    from: TransferSource,
    to: &str,
    report: impl FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<Vec<CopiedTable>, StoreError> {
    let Some(place) = location::file(to)? else {
        return fill_server(from, session::options(to)?, report).await;
    };
    if place.exists() {
        return Err(StoreError::NotEmpty(place.display().to_string()));
    }
    make_folder(&place)?;
    let partial = PartialCopy::create(&place).map_err(StoreError::CopyFile)?;
    let filled = async {
        let tables = fill_file(from, &partial, report).await?;
        check_copy(&partial.path).await?;
        give_to_owner_of_folder(&partial.path).map_err(StoreError::CopyFile)?;
        partial.finish(&place).map_err(StoreError::CopyFile)?;
        Ok(tables)
    };
    let filled = filled.await;
    if filled.is_err() {
        let _ = std::fs::remove_file(&partial.path);
    }
    filled
}

/// Copies a site into a new file.
pub(super) async fn fill_file(
    from: TransferSource,
    partial: &PartialCopy,
    report: impl FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<Vec<CopiedTable>, StoreError> {
    // Until it is complete, nobody needs it after a crash.
    let options = SqliteConnectOptions::new().filename(&partial.path).foreign_keys(false);
    let options = options.journal_mode(SqliteJournalMode::Off).synchronous(SqliteSynchronous::Off);
    let options = options.disable_statement_logging();
    migrate(&options, &from.migrations).await?;
    let mut to = Connection::from(options.connect().await?);
    sql::query("BEGIN").execute(&mut to).await?;
    let tables = copy_tables(from, &mut to, report).await?;
    to.commit().await?;
    to.close().await?;
    partial.file.sync_all().map_err(StoreError::CopyFile)?;
    Ok(tables)
}

async fn fill_server(
    from: TransferSource,
    options: PgConnectOptions,
    report: impl FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<Vec<CopiedTable>, StoreError> {
    let options = without_timeouts(options);
    let not_empty = || StoreError::NotEmpty(name_on_server(&options));
    let stored = postgres::stored_schema(&options, &MIGRATIONS).await?;
    if stored.version() > from.migrations.iter().map(|step| step.version).max().unwrap_or_default() {
        return Err(not_empty());
    }
    postgres::migrate(&options, &from.migrations).await?;
    let mut to = Connection::from(session::connect(&options).await?);
    to.begin_writing().await?;
    if sql::query_scalar("SELECT EXISTS (SELECT 1 FROM users)").fetch_one(&mut to).await? {
        return Err(not_empty());
    }
    // Rows may refer to rows that are copied later. They are checked together at the end.
    let references: Vec<(String, String)> = sql::query_as(REFERENCES).fetch_all(&mut to).await?;
    let (removals, additions): (Vec<_>, Vec<_>) = references.into_iter().unzip();
    execute_each(&mut to, removals).await?;
    let tables = copy_tables(from, &mut to, report).await?;
    execute_each(&mut to, additions).await?;
    to.commit().await?;
    sql::query("ANALYZE").execute(&mut to).await?;
    to.close().await?;
    Ok(tables)
}

async fn execute_each(db: &mut Connection, statements: Vec<String>) -> sqlx::Result<()> {
    for statement in statements {
        sql::query(AssertSqlSafe(statement)).persistent(false).execute(&mut *db).await?;
    }
    Ok(())
}

async fn copy_tables(
    mut from: TransferSource,
    to: &mut Connection,
    mut report: impl FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<Vec<CopiedTable>, StoreError> {
    let tables = Table::all(&from.migrations).await?;
    let mut progress = CopyProgress { done: 0, of: 0, unit: "rows" };
    for table in &tables {
        progress.of += table.count(&mut from.db).await?;
    }
    let mut copied = Vec::new();
    for table in tables {
        let (mut rows, mut last) = (RowHash::default(), None);
        // Those of the migrations.
        table.delete_all(to).await?;
        loop {
            let page = table.page(&mut from.db, last.as_ref()).await?;
            let Some(read) = page.last() else { break };
            last = Some(read.clone());
            rows.add(&page);
            table.insert(to, page).await?;
            if report(CopyProgress { done: progress.done + rows.count, ..progress }).is_break() {
                return Err(StoreError::Stopping);
            }
        }
        progress.done += rows.count;
        table.continue_ids(&mut from.db, to).await?;
        let hash = rows.text();
        if table.hash(to).await?.text() != hash {
            return Err(StoreError::Corrupt(format!("rows of {} differ in the copy", table.name)));
        }
        copied.push(CopiedTable { name: table.name, rows: rows.count, hash });
    }
    // Triggers have noted what was inserted.
    sql::query("DELETE FROM shared_changes").execute(to).await?;
    from.db.close().await?;
    Ok(copied)
}

/// A copy may take hours, and its parts wait for each other.
fn without_timeouts(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")])
}

//! Migrations of the schema.

use std::path::Path;

use sqlx::ConnectOptions;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use super::location::beside;
use crate::store::StoreError;
use crate::store::sql::{self, Connection, PerDatabase};

/// All migrations. Released ones never change.
pub(in crate::store) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The migrations that a database file has, and its size.
#[derive(Debug, Default)]
pub(in crate::store) struct StoredSchema {
    /// Number and checksum of each migration; `None` without their table.
    pub migrations: Option<Vec<(i64, Vec<u8>)>>,
    /// Whether there is anything else in it.
    has_content: bool,
    /// In bytes, with what is still in the write-ahead log.
    pub size: u64,
}

/// The size of the database.
pub(in crate::store) const BYTES: PerDatabase = PerDatabase {
    sqlite: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    postgres: "SELECT pg_database_size(current_database())",
};

/// Whether there is the table of migrations, and any other.
const TABLES: PerDatabase = PerDatabase {
    sqlite: "SELECT count(*) FILTER (WHERE name = '_sqlx_migrations') > 0,
        count(*) FILTER (WHERE name <> '_sqlx_migrations' AND substr(name, 1, 7) <> 'sqlite_') > 0
        FROM sqlite_schema",
    postgres: "SELECT count(*) FILTER (WHERE tablename = '_sqlx_migrations') > 0,
        count(*) FILTER (WHERE tablename <> '_sqlx_migrations') > 0
        FROM pg_tables WHERE schemaname = current_schema()",
};

impl StoredSchema {
    /// Reads it from a file without changing that or leaving others beside it. A file that does not exist is empty.
    ///
    /// # Errors
    /// It cannot be read, or not be opened by this version: see [`Self::check`].
    pub async fn of_file(path: &Path, known: &Migrator) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Ok(Self::default());
        }
        // Of a database without a log, SQLite would create one and leave it.
        let has_log = beside(path, "-wal").exists();
        let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(!has_log);
        let read = async {
            let mut db = Connection::from(options.connect().await?);
            let read = Self::read(&mut db).await;
            db.close().await?;
            read
        };
        let stored = read.await.map_err(|cause| StoreError::open(path, cause))?;
        stored.check(&path.display().to_string(), known)?;
        Ok(stored)
    }

    /// # Errors
    /// The database failed.
    pub async fn read(db: &mut Connection) -> sqlx::Result<Self> {
        let (has_migrations, has_content) = sql::query_as(TABLES).fetch_one(&mut *db).await?;
        let size: i64 = sql::query_scalar(BYTES).fetch_one(&mut *db).await?;
        let migrations = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";
        let migrations =
            if has_migrations { Some(sql::query_as(migrations).fetch_all(db).await?) } else { None };
        Ok(Self { migrations, has_content, size: size.cast_unsigned() })
    }

    /// The number of its last migration; 0 if it has none.
    pub fn version(&self) -> i64 {
        self.migrations.iter().flatten().map(|(version, _)| *version).max().unwrap_or_default()
    }

    /// Whether there is a database that lacks migrations.
    pub fn is_older_than(&self, known: &Migrator) -> bool {
        self.has_content && self.version() < newest(known)
    }

    /// # Errors
    /// It lacks migrations.
    pub fn check_not_older(&self, database: &str, known: &Migrator) -> Result<(), StoreError> {
        if self.is_older_than(known) {
            let (found, known) = (self.version(), newest(known));
            return Err(StoreError::Older { database: database.to_owned(), found, known });
        }
        Ok(())
    }

    /// Checks that this version of Parlour can open it.
    ///
    /// # Errors
    /// Another program, a development build or a newer version has written it, or a migration was altered.
    pub fn check(&self, database: &str, known: &Migrator) -> Result<(), StoreError> {
        let mut stored = self.migrations.iter().flatten();
        let is_foreign = match &self.migrations {
            None => self.has_content,
            Some(stored) => stored.first().is_some_and(|(version, _)| *version != 1),
        };
        let is_known = |(version, checksum): &(i64, Vec<u8>)| {
            known.iter().any(|step| step.version == *version && step.checksum == *checksum)
        };
        let (database, found, newest) = (database.to_owned(), self.version(), newest(known));
        match stored.find(|step| !is_known(step)) {
            _ if is_foreign => Err(StoreError::Foreign(database)),
            None => Ok(()),
            Some((1, _)) => Err(StoreError::Development(database)),
            Some(_) if found > newest => Err(StoreError::Newer { database, found, known: newest }),
            Some((version, _)) => Err(StoreError::Altered { database, version: *version }),
        }
    }
}

/// The number of the last migration.
pub(in crate::store) fn newest(migrations: &Migrator) -> i64 {
    migrations.iter().map(|step| step.version).max().unwrap_or_default()
}

/// Creates the schema in an empty database, and the file if there is none. Does not change an older schema: that is
/// for [`super::upgrade`], after a copy.
///
/// # Errors
/// The file cannot be opened or changed by this version, or has an older schema.
pub(in crate::store) async fn create(
    options: &SqliteConnectOptions,
    known: &Migrator,
) -> Result<(), StoreError> {
    let path = options.get_filename();
    let stored = StoredSchema::of_file(path, known).await?;
    stored.check_not_older(&path.display().to_string(), known)?;
    migrate(options, known).await
}

/// Applies missing migrations.
///
/// # Errors
/// The file cannot be opened or changed, or a migration failed.
pub(in crate::store) async fn migrate(
    options: &SqliteConnectOptions,
    migrations: &Migrator,
) -> Result<(), StoreError> {
    let path = options.get_filename();
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await;
    let pool = pool.map_err(|cause| StoreError::open(path, cause))?;
    let migrated = migrations.run(&pool).await;
    pool.close().await;
    migrated.map_err(|cause| StoreError::Migration { database: path.display().to_string(), cause })
}

/// An empty database in memory with the current schema, for tests.
#[cfg(test)]
pub(in crate::store) async fn migrated_in_memory() -> sqlx::SqliteConnection {
    let mut db = <sqlx::SqliteConnection as sqlx::Connection>::connect("sqlite::memory:").await.unwrap();
    MIGRATIONS.run(&mut db).await.unwrap();
    db
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, Executor};

    use super::{MIGRATIONS, migrated_in_memory};
    use crate::store::plan;

    #[tokio::test]
    async fn enumerated_columns_accept_no_other_value() {
        let mut db = migrated_in_memory().await;
        db.execute(plan::FILL).await.unwrap();
        for wrong in [
            "UPDATE matches SET status = 'paused'",
            "UPDATE matches SET visibility = 'hidden'",
            "UPDATE matches SET end_reason = 'lost'",
            "UPDATE matches SET rated = 2",
            "UPDATE matches SET expired = 'closed'",
            "UPDATE matches SET is_live = 2",
            "UPDATE matches SET weekends_off = 2",
            "UPDATE matches SET draws_seats = 2",
            "UPDATE match_seats SET is_reserved = 2",
            "UPDATE match_seats SET pending_offer = 'rematch'",
            "UPDATE rating_changes SET pool = 'three'",
            "UPDATE ratings SET pool = 'three'",
            "UPDATE users SET role = 'host'",
            "UPDATE users SET move_confirmation = 'sometimes'",
            "UPDATE users SET deletion_state = 3",
            "UPDATE users SET kind = 'robot'",
            "UPDATE users SET kind = 'bot'",
            "UPDATE users SET name_key = 'quarto casual (bot)'",
            "INSERT INTO bots (user_id, game, level, number) VALUES (1, 'quarto', 7, 1)",
            "UPDATE outbox SET state = 'dropped'",
            "UPDATE pushes SET state = 'dropped'",
            "UPDATE email_settings SET frequency = 'weekly'",
            "UPDATE conditional_moves SET state = 'waiting'",
            "UPDATE notices_sent SET channel = 'letter'",
            "UPDATE reports SET verdict = 'open'",
            "INSERT INTO staff_messages (user_id, at, kind, text) VALUES (1, 0, 'note', '')",
            "INSERT INTO announcements (created_by, created_at, kind, text, shown_from, shown_until)
                VALUES (1, 0, 'note', '', 0, 0)",
            "INSERT INTO feeds (user_id, kind, number, created_at) VALUES (1, 'notes', 1, 0)",
            "INSERT INTO match_outbox (match_id, seq, kind, at) VALUES ('m', 1, 'played', 0)",
        ] {
            let refused = db.execute(wrong).await.unwrap_err();
            assert!(refused.to_string().contains("CHECK constraint failed"), "{wrong}: {refused}");
        }
    }

    #[tokio::test]
    async fn a_log_entry_without_its_match_cannot_be_committed() {
        let mut db = migrated_in_memory().await;
        db.execute(plan::FILL).await.unwrap();
        let stray =
            "INSERT INTO match_events (match_id, seq, at, kind, body) VALUES ('stray', 1, 0, 'opened', '')";
        let refused = db.execute(stray).await.unwrap_err();
        assert!(refused.to_string().contains("FOREIGN KEY constraint failed"), "{refused}");
        let copied = "INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, ply_count, position,
                opened_by, opened_at, changed_at)
            SELECT 'stray', game, options, status, visibility, 'stray', seat_count, seats_taken, ply_count, position, opened_by,
                opened_at, changed_at FROM matches LIMIT 1";
        let mut transaction = db.begin().await.unwrap();
        transaction.execute(stray).await.unwrap();
        transaction.execute(copied).await.unwrap();
        transaction.commit().await.unwrap();
    }

    /// With each release from 0.2.0 on, its new migrations and their SHA-384 are added to the list.
    #[test]
    fn released_migrations_never_change() {
        let released = include_str!("../../../migrations/released.txt");
        let is_released = !env!("CARGO_PKG_VERSION").starts_with("0.1.");
        assert!(
            !is_released || released.lines().next().is_some(),
            "the migrations of this release are not listed"
        );
        for line in released.lines() {
            let (version, checksum) = line.split_once(' ').unwrap();
            let step = MIGRATIONS.iter().find(|step| step.version.to_string() == version);
            let found = step.map(|step| hex::encode(&step.checksum));
            assert_eq!(found.as_deref(), Some(checksum), "migration {version} was changed or removed");
        }
    }
}

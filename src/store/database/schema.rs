//! Migrations of the schema.

use std::path::Path;

use sqlx::SqliteExecutor;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::store::StoreError;

/// All migrations. Released ones never change.
pub(in crate::store) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Creates the file if there is none, and applies missing migrations.
///
/// # Errors
/// It cannot be opened or changed, it was written by a development build, or it has migrations that this version does
/// not know.
pub(in crate::store) async fn migrate(options: SqliteConnectOptions) -> Result<(), StoreError> {
    let path = options.get_filename().to_path_buf();
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
    let pool = pool.map_err(|cause| StoreError::open(&path, cause))?;
    if is_of_development(&pool).await.unwrap_or_default() {
        pool.close().await;
        return Err(StoreError::Development(path));
    }
    let migrated = MIGRATIONS.run(&pool).await;
    let newest = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations");
    let newest: Option<i64> = newest.fetch_one(&pool).await.unwrap_or_default();
    pool.close().await;
    migrated.map_err(|cause| not_migrated(&path, cause, newest))
}

/// Whether a build from before the first release wrote the schema: it had other migrations. A new database has none.
pub(in crate::store) async fn is_of_development(db: impl SqliteExecutor<'_>) -> sqlx::Result<bool> {
    let first = MIGRATIONS.iter().next().map(|step| step.checksum.to_vec());
    let other = "SELECT EXISTS (SELECT 1 FROM _sqlx_migrations WHERE version = 1 AND checksum <> $1)";
    sqlx::query_scalar(other).bind(first).fetch_one(db).await
}

fn not_migrated(path: &Path, cause: MigrateError, newest: Option<i64>) -> StoreError {
    let (path, known) =
        (path.to_owned(), MIGRATIONS.iter().map(|step| step.version).max().unwrap_or_default());
    match (cause, newest) {
        (MigrateError::VersionMissing(_), Some(found)) if found > known => {
            StoreError::Newer { path, found, known }
        }
        (cause, _) => StoreError::Migration { path, cause },
    }
}

/// An empty database in memory with the current schema, for tests.
#[cfg(test)]
pub(in crate::store) async fn migrated_in_memory() -> sqlx::SqliteConnection {
    use sqlx::Connection;

    let mut db = sqlx::SqliteConnection::connect("sqlite::memory:").await.unwrap();
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

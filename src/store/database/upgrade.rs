//! Upgrades of the schema. Only the site upgrades a database, after a copy of it.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sqlx::migrate::Migrator;

use super::backup::back_up;
use super::connection::options;
use super::file::DatabaseFile;
use super::location;
use super::schema::{MIGRATIONS, StoredSchema, migrate, newest};
use super::{postgres, session};
use crate::store::StoreError;

/// What the site does to a database with an older schema when it starts.
#[derive(Debug)]
pub struct SchemaUpgrade {
    /// The number of the last migration that was applied.
    pub from: i64,
    /// The number of the last migration of this version.
    pub to: i64,
    /// The number and name of each missing migration.
    pub migrations: Vec<(i64, String)>,
    /// The copy that is written first, beside the database; `None` on PostgreSQL, where the host has backups.
    pub copy: Option<PathBuf>,
    /// The size of the copy in bytes.
    pub size: u64,
    /// Free space on the disk in bytes; `None` if the system does not say.
    pub free: Option<u64>,
}

/// The upgrade that the database at a URL needs, if any. Nothing is written.
///
/// # Errors
/// The database cannot be opened by this version.
pub async fn pending(url: &str) -> Result<Option<SchemaUpgrade>, StoreError> {
    pending_to(url, &MIGRATIONS).await
}

pub(in crate::store) async fn pending_to(
    url: &str,
    known: &Migrator,
) -> Result<Option<SchemaUpgrade>, StoreError> {
    match location::file(url)? {
        Some(path) => SchemaUpgrade::of_file(&path, known).await,
        None => Ok(SchemaUpgrade::of(&postgres::stored_schema(&session::options(url)?, known).await?, known)),
    }
}

/// Upgrades the database at a URL if it needs that, after a copy. A database that does not exist is not created.
///
/// # Errors
/// The database cannot be opened by this version, the copy cannot be written (then nothing was changed), or a migration
/// failed.
pub async fn upgrade(url: &str) -> Result<(), StoreError> {
    upgrade_to(url, &MIGRATIONS).await
}

pub(in crate::store) async fn upgrade_to(url: &str, known: &Migrator) -> Result<(), StoreError> {
    let Some(SchemaUpgrade { from, to, copy, .. }) = pending_to(url, known).await? else { return Ok(()) };
    let Some(copy) = copy else {
        tracing::info!(from, to, "upgrading the database");
        return postgres::migrate(&session::options(url)?, known).await;
    };
    write_copy(url, &copy).await.map_err(|cause| StoreError::NotUpgraded {
        database: location::name(url).unwrap_or_default(),
        copy: copy.clone(),
        cause: Box::new(cause),
    })?;
    tracing::info!(from, to, copy = %copy.display(), "upgrading the database");
    migrate(&options(url, false)?, known).await
}

impl SchemaUpgrade {
    async fn of_file(path: &Path, known: &Migrator) -> Result<Option<Self>, StoreError> {
        let upgrade = Self::of(&StoredSchema::of_file(path, known).await?, known);
        Ok(upgrade.map(|upgrade| Self {
            copy: Some(path.with_file_name(format!("before-{:04}.db", upgrade.from))),
            free: DatabaseFile::at(path).and_then(|file| file.free_bytes()),
            ..upgrade
        }))
    }

    fn of(stored: &StoredSchema, known: &Migrator) -> Option<Self> {
        if !stored.is_older_than(known) {
            return None;
        }
        let from = stored.version();
        let missing = known.iter().filter(|step| step.version > from);
        Some(Self {
            from,
            to: newest(known),
            migrations: missing.map(|step| (step.version, step.description.to_string())).collect(),
            copy: None,
            size: stored.size,
            free: None,
        })
    }
}

/// Writes the copy. One of an earlier attempt is kept until there is another: both have the same schema.
async fn write_copy(url: &str, copy: &Path) -> Result<(), StoreError> {
    let aside = copy.with_extension("old.db");
    if copy.exists() {
        fs::rename(copy, &aside).map_err(StoreError::CopyFile)?;
    }
    back_up(url, copy, None, |_| ControlFlow::Continue(())).await?;
    match fs::remove_file(&aside) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::CopyFile(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use sqlx::migrate::{Migration, MigrationType};
    use sqlx::{ConnectOptions, Connection, SqlSafeStr, SqliteConnection};
    use tempfile::TempDir;

    use super::*;
    use crate::small_disk::SmallDisk;
    use crate::store::Store;
    use crate::store::database::backup::check_copy;
    use crate::store::database::schema::create;

    /// This version, and a later one with another migration.
    fn later(sql: &'static str) -> Migrator {
        let added = Migration::new(99, "clubs".into(), MigrationType::Simple, sql.into_sql_str(), false);
        Migrator::with_migrations(MIGRATIONS.iter().cloned().chain([added]).collect())
    }

    const CLUBS: &str =
        "CREATE TABLE clubs (name TEXT); INSERT INTO clubs SELECT name FROM users WHERE kind <> 'bot'";
    /// Creates the table, and then fails.
    const BROKEN: &str = "CREATE TABLE clubs (name TEXT); INSERT INTO clubs SELECT name FROM nobody";

    /// A database of this version in a folder: its URL and path.
    async fn database(folder: &Path) -> (String, PathBuf) {
        let store = Store::open_file_for_test(folder).await;
        store.add_person_for_test("Ada").await;
        store.close().await;
        let path = folder.join("parlour.db");
        (format!("sqlite://{}", path.display()), path)
    }

    fn copy(folder: &Path) -> PathBuf {
        folder.join(format!("before-{:04}.db", newest(&MIGRATIONS)))
    }

    async fn connect(path: &Path) -> SqliteConnection {
        options(&format!("sqlite://{}", path.display()), false).unwrap().connect().await.unwrap()
    }

    async fn names(path: &Path, table: &str) -> Vec<String> {
        let mut db = connect(path).await;
        let names = match table {
            "clubs" => sqlx::query_scalar("SELECT name FROM clubs"),
            _ => sqlx::query_scalar("SELECT name FROM users WHERE kind <> 'bot' ORDER BY name"),
        };
        let names = names.fetch_all(&mut db).await.unwrap();
        db.close().await.unwrap();
        names
    }

    fn files(folder: &Path) -> Vec<String> {
        let entries =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<_> = entries.collect();
        files.sort();
        files
    }

    #[tokio::test]
    async fn an_upgrade_copies_the_database_first() {
        let folder = TempDir::new().unwrap();
        let (url, path) = database(folder.path()).await;
        upgrade_to(&url, &later(CLUBS)).await.unwrap();
        assert_eq!(names(&path, "clubs").await, ["Ada"]);
        check_copy(&copy(folder.path())).await.unwrap();
        assert_eq!(names(&copy(folder.path()), "users").await, ["Ada"]);
        assert_eq!(files(folder.path()).len(), 2, "{:?}", files(folder.path()));
        upgrade_to(&url, &later(CLUBS)).await.unwrap();
        assert!(pending_to(&url, &later(CLUBS)).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn nothing_is_copied_without_an_upgrade() {
        let folder = TempDir::new().unwrap();
        let (url, path) = database(folder.path()).await;
        upgrade(&url).await.unwrap();
        let nowhere = folder.path().join("new.db");
        upgrade(&format!("sqlite://{}", nowhere.display())).await.unwrap();
        assert_eq!(files(folder.path()), ["parlour.db"]);
        fs::write(&path, "").unwrap();
        upgrade(&url).await.unwrap();
        assert_eq!(files(folder.path()), ["parlour.db"], "an empty file is a new database");
    }

    #[tokio::test]
    async fn what_an_upgrade_would_do_is_known_without_writing_anything() {
        let folder = TempDir::new().unwrap();
        let (url, path) = database(folder.path()).await;
        let before = fs::read(&path).unwrap();
        let upgrade = pending_to(&url, &later(CLUBS)).await.unwrap().unwrap();
        assert_eq!((upgrade.from, upgrade.to), (newest(&MIGRATIONS), 99));
        assert_eq!(upgrade.migrations, [(99, "clubs".to_owned())]);
        assert_eq!(upgrade.copy, Some(copy(folder.path())));
        assert_eq!(upgrade.size, before.len() as u64);
        assert_eq!(files(folder.path()), ["parlour.db"]);
        assert_eq!(fs::read(&path).unwrap(), before);
    }

    #[tokio::test]
    async fn a_repeated_upgrade_copies_what_the_database_has_then() {
        let folder = TempDir::new().unwrap();
        let (url, path) = database(folder.path()).await;
        let failed = upgrade_to(&url, &later(BROKEN)).await.unwrap_err().to_string();
        assert!(failed.contains("could not be brought up to date: migration 99: no such table"), "{failed}");
        assert_eq!(names(&copy(folder.path()), "users").await, ["Ada"]);
        // Someone went back to the earlier version.
        let store = Store::open_file_for_test(folder.path()).await;
        store.add_person_for_test("Ben").await;
        store.close().await;
        // Killed with the migration in the log.
        let mut db = connect(&path).await;
        sqlx::raw_sql("BEGIN; CREATE TABLE clubs (name TEXT)").execute(&mut db).await.unwrap();
        drop(db);
        upgrade_to(&url, &later(CLUBS)).await.unwrap();
        assert_eq!(names(&path, "clubs").await, ["Ada", "Ben"]);
        assert_eq!(names(&copy(folder.path()), "users").await, ["Ada", "Ben"]);
        assert_eq!(files(folder.path()).len(), 2, "{:?}", files(folder.path()));
    }

    #[tokio::test]
    async fn without_room_for_the_copy_nothing_is_changed() {
        let disk = SmallDisk::mount("2m");
        let (url, path) = database(disk.path()).await;
        let before = fs::read(&path).unwrap();
        fs::write(disk.path().join("reserve"), vec![0; before.len() / 2]).unwrap();
        disk.fill();
        fs::remove_file(disk.path().join("reserve")).unwrap();
        let refused = upgrade_to(&url, &later(CLUBS)).await.unwrap_err().to_string();
        let expected = format!(
            "{} was not upgraded: the copy {} could not be written (the database could not be copied: database or disk \
             is full)",
            path.display(),
            copy(disk.path()).display()
        );
        assert_eq!(refused, expected);
        assert!(fs::read(&path).unwrap() == before);
        assert_eq!(files(disk.path()), ["filler", "parlour.db"]);
        disk.free();
        upgrade_to(&url, &later(CLUBS)).await.unwrap();
    }

    #[tokio::test]
    async fn an_older_schema_is_not_changed_when_a_database_is_opened() {
        let folder = TempDir::new().unwrap();
        let (url, path) = database(folder.path()).await;
        let before = fs::read(&path).unwrap();
        let refused = create(&options(&url, true).unwrap(), &later(CLUBS)).await.unwrap_err().to_string();
        let expected = format!(
            "{} was written by an earlier version of Parlour (migration {}; this version needs 99). Start the site \
             once with this version, which upgrades the database, or use the earlier version.",
            path.display(),
            newest(&MIGRATIONS)
        );
        assert_eq!(refused, expected);
        assert_eq!(fs::read(&path).unwrap(), before);
        assert_eq!(files(folder.path()), ["parlour.db"]);
    }

    #[tokio::test]
    async fn an_altered_migration_is_refused_before_the_copy() {
        let folder = TempDir::new().unwrap();
        let (url, path) = database(folder.path()).await;
        upgrade_to(&url, &later(CLUBS)).await.unwrap();
        fs::remove_file(copy(folder.path())).unwrap();
        let refused = upgrade_to(&url, &later(BROKEN)).await.unwrap_err().to_string();
        let expected = format!("{} has another migration 99 than this version of Parlour", path.display());
        assert_eq!(refused, expected);
        assert_eq!(files(folder.path()), ["parlour.db"]);
    }
}

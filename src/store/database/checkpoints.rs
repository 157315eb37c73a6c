//! Checkpoints: the content of the write-ahead log (WAL) is copied into the database file beside the commits, so that
//! these seldom have to. The log starts over once it was copied completely; if constant writes prevent that, SQLite
//! copies the rest in the commit that reaches `wal_autocheckpoint`.
//!
//! Deleted data stays readable in the log until it starts over. So it is emptied after an account was deleted.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::error::StoreError;
use super::handle::Store;
use super::writer::WriterOptions;
use crate::store::sql;

/// How long writes wait for readers of a log that is to be emptied.
const PATIENCE: Duration = Duration::from_millis(20);

impl Store {
    /// Copies the log into the database file. If that was requested, the log is also emptied, unless a reader uses it:
    /// then the next checkpoint tries again.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let WriterOptions::Sqlite(options) = self.writer.options().clone() else { return Ok(()) };
        if !self.empties_log.swap(false, Ordering::SeqCst) {
            let copy = "PRAGMA wal_checkpoint(PASSIVE)";
            return self.read(|db| async move { sql::query(copy).execute(&db).await.map(drop) }).await;
        }
        let emptied = self.truncate_log(options).await;
        if !matches!(emptied, Ok(true)) {
            self.empty_log();
        }
        emptied.map(drop)
    }

    /// Requests that the log is emptied: deleted data is overwritten in the file, but is still readable in the log.
    pub(in crate::store) fn empty_log(&self) {
        self.empties_log.store(true, Ordering::SeqCst);
    }

    /// Copies and empties the log between two writes. Returns whether no reader prevented it.
    async fn truncate_log(&self, options: SqliteConnectOptions) -> Result<bool, StoreError> {
        let store = self.clone();
        let emptying = async move {
            let mut db = options.busy_timeout(PATIENCE).connect().await?;
            let _no_write_is_under_way = store.writer.turn(&store.metrics, &store.runtime).await;
            let empty = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)");
            let (busy, ..): (bool, i64, i64) = empty.fetch_one(&mut db).await?;
            db.close().await?;
            Ok(!busy)
        };
        self.run(emptying).await?
    }
}

#[cfg(test)]
mod tests {
    use sqlx::SqliteConnection;
    use tempfile::TempDir;

    use super::*;
    use crate::store::database::connection::options;

    async fn open() -> (TempDir, Store) {
        let folder = TempDir::new().unwrap();
        let store = Store::open_file_for_test(folder.path()).await;
        store.checkpoint().await.unwrap();
        (folder, store)
    }

    async fn connect(folder: &TempDir) -> SqliteConnection {
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        options(&url, false).unwrap().connect().await.unwrap()
    }

    /// Number of pages in the log, and how many of them were copied.
    async fn log(db: &mut SqliteConnection) -> (i64, i64) {
        let (_, pages, copied): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(NOOP)").fetch_one(db).await.unwrap();
        (pages, copied)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_checkpoint_copies_the_log() {
        let (folder, store) = open().await;
        store.add_person_for_test("Ada").await;
        let mut looker = connect(&folder).await;
        let (pages, copied) = log(&mut looker).await;
        assert!(copied < pages, "{copied} of {pages}");
        store.checkpoint().await.unwrap();
        let (pages, copied) = log(&mut looker).await;
        assert_eq!(copied, pages);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_log_is_emptied_on_request_once_it_has_no_readers() {
        let (folder, store) = open().await;
        let file = folder.path().join("parlour.db-wal");
        let length = || file.metadata().unwrap().len();
        store.add_person_for_test("Ada").await;
        let mut reader = connect(&folder).await;
        sqlx::raw_sql("BEGIN; SELECT count(*) FROM users").execute(&mut reader).await.unwrap();
        store.add_person_for_test("Ben").await;
        store.empty_log();
        store.checkpoint().await.unwrap();
        assert!(length() > 0, "it is being read");
        sqlx::raw_sql("ROLLBACK").execute(&mut reader).await.unwrap();
        store.checkpoint().await.unwrap();
        assert_eq!(length(), 0);
        store.add_person_for_test("Cleo").await;
        store.checkpoint().await.unwrap();
        assert!(length() > 0, "only on request");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn closing_the_database_removes_the_log() {
        let (folder, store) = open().await;
        store.close().await;
        assert!(!folder.path().join("parlour.db-wal").exists());
    }
}

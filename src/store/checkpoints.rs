//! Checkpoints: the content of the write-ahead log (WAL) is copied into the database file by a separate connection,
//! so that commits need not do it.
//!
//! A passive checkpoint runs beside the writer and the readers. Under constant writes it never catches up completely,
//! and the log restarts only when all of it has been copied. So once the log is long, the last pages are copied
//! between two writes. Durability is unaffected: every commit syncs the log, and the log restarts only after the file
//! has been synced.
//!
//! Deleted data stays readable in the log until it restarts. So the log is emptied after an account was deleted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::WriteConnection;

/// The pause after a checkpoint, in which a slow disk belongs to the commits.
const INTERVAL: Duration = Duration::from_millis(250);
/// Pages that make a checkpoint worthwhile (1 MiB). Small ones do not occupy the disk for long.
const ENOUGH: i64 = 256;
/// Pages from which on the log should restart (64 MiB).
const LONG: i64 = 16_384;
/// How many pages may be copied while writes wait.
const FEW: i64 = 512;
/// Pages from which on writes wait for more than [`FEW`] (128 MiB): they come faster than they can be copied.
const TOO_LONG: i64 = 32_768;
/// The pause after a reader has kept the log from being emptied.
const HELD: Duration = Duration::from_secs(1);
/// How long writes may wait for readers of the log to finish.
const PATIENCE: Duration = Duration::from_millis(20);

const LOOK: &str = "PRAGMA wal_checkpoint(NOOP)";
const COPY: &str = "PRAGMA wal_checkpoint(PASSIVE)";
const START_OVER: &str = "PRAGMA wal_checkpoint(RESTART)";
const EMPTY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

#[derive(Debug, Default)]
struct CheckpointState {
    connection: Mutex<Option<SqliteConnection>>,
    /// Whether the log should be emptied.
    empty: AtomicBool,
}

/// The connection that makes checkpoints. It is gone once the database is closed; without it, none are made.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpointer(Arc<CheckpointState>);

/// Number of pages in the log, and how many of them were copied.
#[derive(Clone, Copy, Debug)]
struct WriteAheadLog {
    pages: i64,
    copied: i64,
}

impl WriteAheadLog {
    const fn pages_left(self) -> i64 {
        self.pages - self.copied
    }
}

impl Checkpointer {
    /// Opens the connection and makes checkpoints until it is closed or dropped.
    pub async fn start(options: SqliteConnectOptions, writer: &WriteConnection) -> sqlx::Result<Self> {
        let connection = options.busy_timeout(PATIENCE).connect().await?;
        let shared = Arc::new(CheckpointState {
            connection: Mutex::new(Some(connection)),
            ..CheckpointState::default()
        });
        tokio::spawn(run_checkpoints(Arc::downgrade(&shared), writer.clone()));
        Ok(Self(shared))
    }

    /// Empties the log as soon as no reader needs it.
    pub fn empty_log(&self) {
        self.0.empty.store(true, Ordering::SeqCst);
    }

    /// Stops. SQLite makes a checkpoint when the last connection is closed.
    pub async fn close(&self) {
        if let Some(connection) = self.0.connection.lock().await.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "failed to close the checkpoint connection");
        }
    }
}

async fn run_checkpoints(shared: Weak<CheckpointState>, writer: WriteConnection) {
    let mut failing = false;
    loop {
        sleep(INTERVAL).await;
        let Some(shared) = shared.upgrade() else { return };
        let mut connection = shared.connection.lock().await;
        let Some(connection) = connection.as_mut() else { return };
        let made = match shared.empty.swap(false, Ordering::SeqCst) {
            true => truncate(connection, &writer, &shared.empty).await,
            false => checkpoint(connection, &writer).await,
        };
        match &made {
            Err(error) if !failing => {
                tracing::warn!(%error, "failed to run a checkpoint")
            }
            Ok(()) if failing => tracing::info!("checkpoints succeed again"),
            _ => {}
        }
        failing = made.is_err();
    }
}

/// Copies pages if there are enough, and restarts a long log.
async fn checkpoint(db: &mut SqliteConnection, writer: &WriteConnection) -> sqlx::Result<()> {
    if run(db, LOOK).await?.pages_left() < ENOUGH {
        return Ok(());
    }
    // Pages are left if a reader still uses a snapshot without them.
    let is_held = run(db, COPY).await?.pages_left() > 0;
    // That result lacks what was written in the meantime.
    let log = run(db, LOOK).await?;
    let is_within_reach = log.pages_left() <= FEW || log.pages >= TOO_LONG;
    if log.pages >= LONG && log.pages_left() > 0 && is_within_reach && !is_held {
        let _no_write_is_under_way = writer.pause().await;
        run(db, START_OVER).await?;
    }
    Ok(())
}

/// Copies everything and empties the log, or leaves it for the next time.
async fn truncate(
    db: &mut SqliteConnection,
    writer: &WriteConnection,
    again: &AtomicBool,
) -> sqlx::Result<()> {
    let no_write_is_under_way = writer.pause().await;
    let emptied: sqlx::Result<(bool, i64, i64)> = sqlx::query_as(EMPTY).fetch_one(db).await;
    drop(no_write_is_under_way);
    if !matches!(emptied, Ok((false, ..))) {
        again.store(true, Ordering::SeqCst);
        sleep(HELD).await;
    }
    emptied.map(drop)
}

async fn run(db: &mut SqliteConnection, pragma: &'static str) -> sqlx::Result<WriteAheadLog> {
    let (_, pages, copied): (i64, i64, i64) = sqlx::query_as(pragma).fetch_one(db).await?;
    Ok(WriteAheadLog { pages, copied })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::runtime::Handle;

    use super::*;
    use crate::store::Store;

    /// How many times a test polls.
    const LOOKS: usize = 400;

    struct CheckpointSite {
        store: Store,
        looker: SqliteConnection,
        folder: TempDir,
    }

    async fn connect(folder: &TempDir) -> SqliteConnection {
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        crate::store::options(&url, false).unwrap().connect().await.unwrap()
    }

    impl CheckpointSite {
        async fn open() -> Self {
            let folder = TempDir::new().unwrap();
            let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
            let store = Store::open(&url, Handle::current()).await.unwrap();
            let looker = connect(&folder).await;
            let site = Self { store, looker, folder };
            site.write("CREATE TABLE filler (text TEXT) STRICT").await;
            site
        }

        async fn write(&self, sql: &'static str) {
            let writing = self
                .store
                .write(move |db| Box::pin(async move { Ok(sqlx::query(sql).execute(db).await.map(drop)?) }));
            writing.await.unwrap();
        }

        /// Writes about this many pages in one transaction.
        async fn fill(&self, pages: i64) {
            let filling = self.store.write(move |db| {
                Box::pin(async move {
                    let filling = sqlx::query("INSERT INTO filler VALUES (hex(zeroblob($1 * 2048)))");
                    Ok(filling.bind(pages).execute(db).await.map(drop)?)
                })
            });
            filling.await.unwrap();
        }

        async fn connect(&self) -> SqliteConnection {
            connect(&self.folder).await
        }

        async fn log(&mut self) -> WriteAheadLog {
            run(&mut self.looker, LOOK).await.unwrap()
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn pages_are_checkpointed_without_another_commit() {
        let mut site = CheckpointSite::open().await;
        site.fill(2 * ENOUGH).await;
        for _ in 0..LOOKS {
            if site.log().await.copied >= 2 * ENOUGH {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("nothing was copied: {:?}", site.log().await);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_wal_restarts_under_load_and_no_commit_checkpoints() {
        let mut site = CheckpointSite::open().await;
        let mut longest = 0;
        for _ in 0..LOOKS {
            site.fill(500).await;
            let WriteAheadLog { pages, .. } = site.log().await;
            if pages < longest {
                assert!(longest >= LONG, "it started over after {longest} pages already");
                return;
            }
            longest = pages;
            sleep(Duration::from_millis(5)).await;
        }
        panic!("it never started over: {:?}", site.log().await);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn pages_in_use_by_a_reader_stay_in_the_wal_and_do_not_block_writes() {
        let mut site = CheckpointSite::open().await;
        site.fill(10).await;
        let mut reader = site.connect().await;
        sqlx::raw_sql("BEGIN; SELECT count(*) FROM filler").execute(&mut reader).await.unwrap();
        for _ in 0..10 {
            site.fill(500).await;
        }
        let WriteAheadLog { pages, copied } = site.log().await;
        assert!(pages >= 5000 && copied < 500, "{pages}, {copied}");
        sqlx::raw_sql("ROLLBACK").execute(&mut reader).await.unwrap();
        for _ in 0..LOOKS {
            if site.log().await.copied >= 5000 {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("the rest was never copied: {:?}", site.log().await);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_wal_is_truncated_on_request_once_it_has_no_readers() {
        let site = CheckpointSite::open().await;
        site.fill(10).await;
        let mut reader = site.connect().await;
        sqlx::raw_sql("BEGIN; SELECT count(*) FROM filler").execute(&mut reader).await.unwrap();
        site.fill(10).await;
        site.store.empty_log();
        let log = site.folder.path().join("parlour.db-wal");
        sleep(Duration::from_millis(600)).await;
        assert!(log.metadata().unwrap().len() > 0, "somebody reads it");
        sqlx::raw_sql("ROLLBACK").execute(&mut reader).await.unwrap();
        for _ in 0..LOOKS {
            if log.metadata().unwrap().len() == 0 {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("it was never emptied");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn closing_the_database_removes_the_wal() {
        let CheckpointSite { store, looker, folder } = CheckpointSite::open().await;
        looker.close().await.unwrap();
        store.close().await;
        assert!(!folder.path().join("parlour.db-wal").exists());
    }
}

//! Sites are copied from a file to PostgreSQL and back.

use std::ops::ControlFlow;
use std::path::Path;

use sqlx::{Connection, Executor, SqliteConnection};
use tempfile::TempDir;
use tokio::runtime::Handle;

use crate::postgres_server::PostgresServer;
use crate::store::backup::{back_up, check_copy, key_in};
use crate::store::transfer::{CopiedTable, TransferSource, transfer};
use crate::store::{CopyProgress, Store, StoreError, plan, sql};

/// Rows that need care: bytes, booleans, a text that PostgreSQL does not store, and an id that was used and is not again.
const UNUSUAL: &str =
    "INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at) VALUES (x'00ff', 1, 1, 1);
    INSERT INTO notes (user_id, match_id, text) SELECT 2, min(id), 'Ä' || char(0) || '’' FROM matches;
    UPDATE users SET auto_advance = TRUE, sound = TRUE, suspension_reason = '' WHERE id = 7;
    INSERT INTO downtimes (id, started_at, ended_at) VALUES (40, 1, 2), (41, 1, 2);
    DELETE FROM downtimes WHERE id = 41";

async fn execute(url: &str, sql: &'static str) {
    let mut db = SqliteConnection::connect(url).await.unwrap();
    db.execute(sql).await.unwrap();
    db.close().await.unwrap();
}

fn url(folder: &TempDir, name: &str) -> String {
    format!("sqlite://{}", folder.path().join(name).display())
}

async fn filled_file(folder: &TempDir) -> String {
    Store::open_file_for_test(folder.path()).await.close().await;
    let url = url(folder, "parlour.db");
    execute(&url, plan::FILL).await;
    execute(&url, UNUSUAL).await;
    url
}

fn go_on(_: CopyProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

async fn copy(from: &str, to: &str) -> Result<Vec<CopiedTable>, StoreError> {
    transfer(TransferSource::database(from).await?, to, go_on).await
}

/// The name of a new user, and the ids of new rows.
async fn new_ids(url: &str) -> (i64, i64) {
    let store = Store::open(url, Handle::current()).await.unwrap();
    store.add_person_for_test("Ada").await;
    let added = store.write(transaction!(|db| {
        let downtime = "INSERT INTO downtimes (started_at, ended_at) VALUES (1, 2) RETURNING id";
        let downtime = sql::query_scalar(downtime).fetch_one(&mut *db).await?;
        Ok((sql::query_scalar("SELECT id FROM users WHERE name = 'Ada'").fetch_one(db).await?, downtime))
    }));
    let added = added.await.unwrap();
    store.close().await;
    added
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_is_the_same_on_postgresql_and_after_the_way_back() {
    let (server, folder) = (PostgresServer::start(), TempDir::new().unwrap());
    let file = filled_file(&folder).await;
    let there = copy(&file, &server.url()).await.unwrap();
    let rows = |name: &str| there.iter().find(|table| table.name == name).unwrap().rows;
    assert_eq!(
        (rows("users"), rows("matches"), rows("match_events"), rows("write_check")),
        (200, 3000, 6000, 1)
    );
    let back = url(&folder, "back.db");
    assert_eq!(copy(&server.url(), &back).await.unwrap(), there);
    let note = "SELECT CASE WHEN text = 'Ä\u{FFFD}’' THEN 1 ELSE 0 END FROM notes";
    let mut db = SqliteConnection::connect(&back).await.unwrap();
    assert_eq!(sqlx::query_scalar::<_, i64>(note).fetch_one(&mut db).await.unwrap(), 1);
    db.close().await.unwrap();
    for url in [file, server.url(), back] {
        assert_eq!(new_ids(&url).await, (201, 42), "{url}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_is_copied_only_into_an_empty_database() {
    let (server, folder) = (PostgresServer::start(), TempDir::new().unwrap());
    let file = filled_file(&folder).await;
    let empty = copy(&server.url(), &url(&folder, "none.db")).await.unwrap_err();
    assert!(matches!(empty, StoreError::Empty(_)), "{empty}");
    // As a server leaves it that was started too early, before anybody had an account.
    Store::open(&server.url(), Handle::current()).await.unwrap().close().await;
    copy(&file, &server.url()).await.unwrap();
    for to in [&server.url(), &file] {
        let refused = copy(&file, to).await.unwrap_err();
        assert!(matches!(refused, StoreError::NotEmpty(_)), "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_left_of_a_copy_that_fails() {
    let (server, folder) = (PostgresServer::start(), TempDir::new().unwrap());
    let file = filled_file(&folder).await;
    let elsewhere = TempDir::new().unwrap();
    for to in [server.url(), url(&elsewhere, "parlour.db")] {
        let ended =
            transfer(TransferSource::database(&file).await.unwrap(), &to, |_| ControlFlow::Break(())).await;
        assert!(matches!(ended, Err(StoreError::Stopping)), "{ended:?}");
    }
    execute(&file, "PRAGMA foreign_keys = OFF; UPDATE match_seats SET user_id = 4000 WHERE user_id = 9")
        .await;
    let lost = copy(&file, &server.url()).await.unwrap_err().to_string();
    assert!(lost.contains("violates foreign key constraint"), "{lost}");
    let lost = copy(&file, &url(&elsewhere, "parlour.db")).await.unwrap_err().to_string();
    assert!(lost.contains("a row of match_seats points to no row of users"), "{lost}");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    execute(&file, "UPDATE match_seats SET user_id = 9 WHERE user_id = 4000").await;
    copy(&file, &server.url()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_postgresql_is_one_state_of_the_site() {
    let (server, folder) = (PostgresServer::start(), TempDir::new().unwrap());
    copy(&filled_file(&folder).await, &server.url()).await.unwrap();
    let store = Store::open(&server.url(), Handle::current()).await.unwrap();
    let (writing, written) = (store.clone(), folder.path().join("copy.db"));
    let runtime = Handle::current();
    let mut first = true;
    let add_user = move |_| {
        if std::mem::take(&mut first) {
            tokio::task::block_in_place(|| runtime.block_on(writing.add_person_for_test("Ada")));
        }
        ControlFlow::Continue(())
    };
    back_up(&server.url(), &written, Some("the key".to_owned()), add_user).await.unwrap();
    check_copy(&written).await.unwrap();
    assert_eq!(key_in(&written).unwrap().as_deref(), Some("the key"));
    assert_eq!(count(&written).await, 200);
    store.close().await;
}

async fn count(file: &Path) -> i64 {
    let mut db = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    sqlx::query_scalar("SELECT count(*) FROM users").fetch_one(&mut db).await.unwrap()
}

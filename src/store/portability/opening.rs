//! Which databases on PostgreSQL are opened and upgraded, and by how many servers at once.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, SqlSafeStr};
use tokio::runtime::Handle;

use super::super::database::schema::{MIGRATIONS, newest};
use super::super::database::upgrade;
use crate::postgres_server::PostgresServer;
use crate::store::{ServerLock, Store, StoreError, name};

async fn open(server: &PostgresServer) -> Result<Store, StoreError> {
    Store::open(&server.url(), Handle::current()).await
}

/// Executes statements as another program.
async fn execute(server: &PostgresServer, sql: &str) {
    let mut db = server.options().connect().await.unwrap();
    db.execute(AssertSqlSafe(sql)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_of_another_program_is_not_touched() {
    let server = PostgresServer::start();
    execute(&server, "CREATE TABLE albums (title TEXT)").await;
    let refused = open(&server).await.unwrap_err();
    assert!(matches!(refused, StoreError::Foreign(_)), "{refused}");
    let looked = Store::open_read_only(&server.url(), Handle::current()).await.unwrap_err();
    assert!(matches!(looked, StoreError::Foreign(_)), "{looked}");
    execute(&server, "SELECT title FROM albums; DROP TABLE albums").await;
    open(&server).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_an_upgrade_changes_an_older_schema_and_a_newer_one_is_refused() {
    let server = PostgresServer::start();
    let store = open(&server).await.unwrap();
    store.add_person_for_test("Ada").await;
    store.close().await;
    let sql = "CREATE TABLE clubs (name TEXT); INSERT INTO clubs SELECT name FROM users WHERE kind <> 'bot'";
    let added = Migration::new(99, "clubs".into(), MigrationType::Simple, sql.into_sql_str(), false);
    let later = Migrator::with_migrations(MIGRATIONS.iter().cloned().chain([added]).collect());
    let pending = upgrade::pending_to(&server.url(), &later).await.unwrap().unwrap();
    assert_eq!((pending.from, pending.to, pending.copy), (newest(&MIGRATIONS), 99, None));
    upgrade::upgrade_to(&server.url(), &later).await.unwrap();
    assert!(upgrade::pending_to(&server.url(), &later).await.unwrap().is_none());
    execute(&server, "DELETE FROM clubs WHERE name = 'Ada'").await;
    let refused = open(&server).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { found: 99, .. }), "{refused}");
    execute(&server, "UPDATE _sqlx_migrations SET checksum = '\\x00' WHERE version = 1").await;
    let refused = open(&server).await.unwrap_err();
    assert!(matches!(refused, StoreError::Development(_)), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_upgrade_leaves_the_database_as_it_was() {
    let server = PostgresServer::start();
    open(&server).await.unwrap().close().await;
    let broken = "CREATE TABLE clubs (name TEXT); INSERT INTO clubs SELECT name FROM nobody";
    let added = Migration::new(99, "clubs".into(), MigrationType::Simple, broken.into_sql_str(), false);
    let later = Migrator::with_migrations(MIGRATIONS.iter().cloned().chain([added]).collect());
    let failed = upgrade::upgrade_to(&server.url(), &later).await.unwrap_err().to_string();
    assert!(failed.contains("could not be brought up to date: migration 99:"), "{failed}");
    assert!(upgrade::pending_to(&server.url(), &later).await.unwrap().is_some());
    open(&server).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_waits_for_the_first_to_stop() {
    let server = PostgresServer::start();
    let first = ServerLock::acquire(&server.url()).await.unwrap();
    let second = tokio::spawn({
        let url = server.url();
        async move { ServerLock::acquire(&url).await }
    });
    tokio::task::yield_now().await;
    assert!(!second.is_finished());
    drop(first);
    second.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_learns_that_another_has_taken_its_place() {
    let server = PostgresServer::start();
    let mut first = ServerLock::acquire(&server.url()).await.unwrap();
    server.kill();
    server.launch();
    let second = ServerLock::acquire(&server.url()).await.unwrap();
    let lost = first.lost().await;
    let expected = format!(
        "{} is in use by another Parlour process, which holds its advisory lock 2; stop it first",
        name(&server.url()).unwrap()
    );
    assert_eq!(lost.to_string(), expected);
    drop(second);
}

#[test]
fn messages_name_a_database_without_its_password() {
    let named = name("postgres://ada:secret@db.example:5433/club?sslmode=require").unwrap();
    assert_eq!(named, "club on db.example:5433");
    assert_eq!(name("sqlite://data/parlour.db").unwrap(), "data/parlour.db");
    let invalid = name("postgres://ada:secret@db.example:port/club").unwrap_err();
    assert!(!invalid.to_string().contains("secret"), "{invalid}");
}

//! Faults of PostgreSQL and of other processes that use it.

use tokio::runtime::Handle;

use super::faulty_network::FaultyNetwork;
use crate::postgres_server::PostgresServer;
use crate::small_disk::SmallDisk;
use crate::store::{Store, StoreError, sql};

async fn open(server: &PostgresServer) -> Store {
    Store::open(&server.url(), Handle::current()).await.unwrap()
}

async fn add(store: &Store, name: &'static str) -> Result<u64, StoreError> {
    let adding = "INSERT INTO users (name, name_key, password, created_at) VALUES ($1, lower($1), '', 0)";
    store.write(transaction!(|db| { Ok(sql::query(adding).bind(name).execute(db).await?) })).await
}

async fn names(store: &Store) -> Result<Vec<String>, StoreError> {
    let names = "SELECT name FROM users WHERE kind = 'person' ORDER BY id";
    store.read(|db| async move { sql::query_scalar(names).fetch_all(&db).await }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_and_writes_resume_after_postgresql_was_killed_and_started_again() {
    let server = PostgresServer::start();
    let store = open(&server).await;
    add(&store, "Ada").await.unwrap();
    names(&store).await.unwrap();
    server.kill();
    let failed = add(&store, "Ben").await.unwrap_err();
    assert!(failed.is_temporary(), "{failed}");
    assert!(!store.is_writable().await);
    let failed = names(&store).await.unwrap_err();
    assert!(failed.is_temporary(), "{failed}");
    server.launch();
    add(&store, "Cleo").await.unwrap();
    assert_eq!(names(&store).await.unwrap(), ["Ada", "Cleo"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn others_write_again_soon_after_a_process_was_stopped_in_a_transaction() {
    let server = PostgresServer::start();
    let (store, other) = (open(&server).await, open(&server).await);
    let stopped = store.begin_batch().await.unwrap();
    add(&other, "Ada").await.unwrap();
    let failed = stopped.commit(Default::default()).await.unwrap_err();
    assert!(failed.is_temporary(), "{failed}");
    add(&store, "Ben").await.unwrap();
    assert_eq!(names(&other).await.unwrap(), ["Ada", "Ben"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_committed_without_an_answer_counts_as_written() {
    let server = PostgresServer::start();
    let network = FaultyNetwork::before(server.socket());
    let url = server.url().replace(&*server.folder().to_string_lossy(), &network.folder().to_string_lossy());
    let store = Store::open(&url, Handle::current()).await.unwrap();
    network.loses_answer_to_commit();
    add(&store, "Ada").await.unwrap();
    network.loses_commit();
    let failed = add(&store, "Ben").await.unwrap_err();
    assert!(failed.is_temporary(), "{failed}");
    network.loses_answer_to_commit();
    let batch = store.begin_batch().await.unwrap();
    batch.commit(Default::default()).await.unwrap();
    add(&store, "Cleo").await.unwrap();
    assert_eq!(names(&store).await.unwrap(), ["Ada", "Cleo"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_that_wrote_is_noticed_by_the_next_batch() {
    let server = PostgresServer::start();
    let (store, other) = (open(&server).await, open(&server).await);
    let others_wrote = async || {
        let batch = store.begin_batch().await.unwrap();
        let others_wrote = batch.others_wrote();
        batch.commit(Default::default()).await.unwrap();
        others_wrote
    };
    others_wrote().await;
    add(&store, "Ada").await.unwrap();
    assert!(!others_wrote().await, "only this process wrote");
    add(&other, "Ben").await.unwrap();
    add(&store, "Cleo").await.unwrap();
    assert!(others_wrote().await);
    assert!(!others_wrote().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_cannot_be_reached_is_named_without_its_password() {
    let refused = Store::open("postgres://parlour:secret@localhost:1/parlour", Handle::current()).await;
    let refused = refused.unwrap_err();
    assert!(refused.is_temporary(), "{refused}");
    assert!(!refused.to_string().contains("secret"), "{refused}");
    let invalid = Store::open("postgres://parlour:secret@:x/parlour", Handle::current()).await.unwrap_err();
    assert!(!invalid.to_string().contains("secret"), "{invalid}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_with_a_character_that_postgresql_cannot_store_is_found_nowhere_and_stored_without_it() {
    let server = PostgresServer::start();
    let store = open(&server).await;
    add(&store, "A\0da").await.unwrap();
    assert_eq!(names(&store).await.unwrap(), ["A\u{FFFD}da"]);
    let typed = ["Ada", "\0"].map(str::to_owned).to_vec();
    let found = store.read(|db| async move {
        let found = "SELECT name FROM users WHERE name IN (SELECT value FROM json_each($1))";
        sql::query_scalar::<String>(found).bind(typed.into_iter().collect::<sql::List>()).fetch_all(&db).await
    });
    assert_eq!(found.await.unwrap(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_resume_after_the_disk_of_the_server_was_full() {
    let disk = SmallDisk::mount("128m");
    let server = PostgresServer::start_on(disk.path());
    let store = open(&server).await;
    add(&store, "Ada").await.unwrap();
    disk.fill();
    // A text that cannot be compressed, so that the table grows.
    let setting = "INSERT INTO site_settings (key, value)
        SELECT 'text', string_agg(md5(CAST(random() AS TEXT)), '') FROM generate_series(1, 50000)";
    let setting = store.write(transaction!(|db| { Ok(sql::query(setting).execute(db).await?) }));
    let failed = setting.await.unwrap_err();
    assert!(failed.is_temporary(), "{failed}");
    assert!(failed.to_string().contains("No space left on device"), "{failed}");
    assert!(!store.is_writable().await);
    assert_eq!(names(&store).await.unwrap(), ["Ada"]);
    disk.free();
    add(&store, "Ben").await.unwrap();
    assert_eq!(names(&store).await.unwrap(), ["Ada", "Ben"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_that_gets_no_connection_fails_for_the_moment() {
    let server = PostgresServer::start();
    let store = open(&server).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(store.readers.acquire().await.unwrap());
    }
    let failed = names(&store).await.unwrap_err();
    assert!(failed.is_temporary(), "{failed}");
    drop(held);
    assert_eq!(names(&store).await.unwrap(), [""; 0]);
}

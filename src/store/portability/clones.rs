//! Databases for tests on a PostgreSQL server: each is a copy of one that has the schema.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process;
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

use super::super::database::postgres;

const TEMPLATE: &str = "parlour_template";

/// The URL of the database of a folder, which is created if there is none. The URL of the server ends with the socket's
/// folder, without the name of a database.
pub(in crate::store) async fn database_of(server: &str, folder: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    let name = format!("test_{}_{:x}", process::id(), hasher.finish());
    let options = PgConnectOptions::from_str(server).unwrap();
    let mut db = options.clone().database("postgres").connect().await.unwrap();
    // Until the connection is closed. A database is copied only while nobody is connected to it.
    db.execute("SELECT pg_advisory_lock(1)").await.unwrap();
    if !exists(&mut db, TEMPLATE).await {
        create(&mut db, &format!("CREATE DATABASE {TEMPLATE}")).await;
        postgres::migrate(&options.clone().database(TEMPLATE)).await.unwrap();
    }
    if !exists(&mut db, &name).await {
        drop_those_of_ended_tests(&mut db).await;
        create(&mut db, &format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}")).await;
    }
    db.close().await.unwrap();
    options.database(&name).to_url_lossy().to_string()
}

async fn exists(db: &mut PgConnection, name: &str) -> bool {
    let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)");
    found.bind(name).fetch_one(db).await.unwrap()
}

async fn create(db: &mut PgConnection, sql: &str) {
    db.execute(AssertSqlSafe(sql)).await.unwrap();
}

/// Databases are named after the process that has made them.
async fn drop_those_of_ended_tests(db: &mut PgConnection) {
    let names = "SELECT datname FROM pg_database WHERE datname LIKE 'test~_%' ESCAPE '~'";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut *db).await.unwrap();
    for name in names {
        let process = name.split('_').nth(1).unwrap();
        if !Path::new("/proc").join(process).exists() {
            create(db, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }
}

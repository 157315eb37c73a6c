//! Databases for tests on the PostgreSQL server of `TEST_DATABASE`: each is a copy of one that has the schema.

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process;
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

const TEMPLATE: &str = "parlour_template";

/// The URL of the database of a folder, which is created if there is none; `None` without a server. The URL of the server
/// ends with the socket's folder, without the name of a database. `create_schema` fills the template.
pub async fn database_of(folder: &Path, create_schema: impl AsyncFnOnce(String)) -> Option<String> {
    let server = env::var("TEST_DATABASE").ok()?;
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    let name = format!("test_{}_{:x}", process::id(), hasher.finish());
    let options = PgConnectOptions::from_str(&server).unwrap();
    let url = |name: &str| server.replacen('?', &format!("/{name}?"), 1);
    let mut db = options.database("postgres").connect().await.unwrap();
    // Until the connection is closed. A database is copied only while nobody is connected to it.
    db.execute("SELECT pg_advisory_lock(1)").await.unwrap();
    if !exists(&mut db, TEMPLATE).await {
        create(&mut db, &format!("CREATE DATABASE {TEMPLATE}")).await;
        create_schema(url(TEMPLATE)).await;
    }
    if !exists(&mut db, &name).await {
        drop_those_of_ended_tests(&mut db).await;
        create(&mut db, &format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}")).await;
    }
    db.close().await.unwrap();
    Some(url(&name))
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

//! Tests that PostgreSQL understands the schema and all statements.

mod faults;
mod faulty_network;
mod opening;
mod plans;
mod schema;
mod texts;
mod transfer;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sqlx::postgres::{PgConnection, PgStatement};
use sqlx::{AssertSqlSafe, Column, ConnectOptions, Executor, SqlSafeStr, Statement, TypeInfo};

use self::texts::SqlText;
use super::data_holdings::{ExportPolicy, HOLDINGS};
use super::database::postgres;
use super::database::schema::MIGRATIONS;
use crate::postgres_server::PostgresServer;

/// The types of result columns that rows are read as. `sum` of integers is NUMERIC in PostgreSQL, and a number in a
/// text INT4: both need a cast.
const READ_TYPES: [&str; 5] = ["INT8", "TEXT", "BOOL", "BYTEA", "FLOAT8"];

/// What only SQLite has: its file, and the statistics of its query planner.
fn is_about_the_file(text: &SqlText) -> bool {
    text.file.starts_with("database")
        || text.file.starts_with("sql")
        || ["PRAGMA ", "pragma_page_count"].iter().any(|word| text.sql.contains(word))
}

/// Prepares a statement, and returns it with the types of its lists: each is bound as an array of ids or of texts.
async fn prepare(db: &mut PgConnection, sql: &str) -> sqlx::Result<(String, PgStatement)> {
    let typed = |kind: &str| {
        (1..=9).fold(sql.to_owned(), |sql, number| {
            sql.replace(&format!("json_each(${number})"), &format!("json_each(CAST(${number} AS {kind}))"))
        })
    };
    let of_ids = typed("BIGINT[]");
    if let Ok(statement) = db.prepare(AssertSqlSafe(of_ids.clone()).into_sql_str()).await {
        return Ok((of_ids, statement));
    }
    let of_texts = typed("TEXT[]");
    let statement = db.prepare(AssertSqlSafe(of_texts.clone()).into_sql_str()).await?;
    Ok((of_texts, statement))
}

/// Why PostgreSQL refuses a statement, or its result could not be read.
async fn problem(db: &mut PgConnection, sql: &str) -> Option<String> {
    match prepare(db, sql).await {
        Ok((_, prepared)) => {
            let columns = prepared.columns().iter();
            let types: BTreeSet<_> = columns.map(|column| column.type_info().name()).collect();
            let other = types.into_iter().find(|name| !READ_TYPES.contains(name));
            other.map(|name| format!("a column of the result is {name}"))
        }
        // The beginning of a statement that is put together at run time.
        Err(error) => Some(error.to_string())
            .filter(|problem| !problem.contains("syntax error at end of input") && !sql.contains('{')),
    }
}

#[tokio::test]
async fn postgresql_understands_every_statement() {
    let server = PostgresServer::start();
    postgres::migrate(&server.options(), &MIGRATIONS).await.unwrap();
    let mut db = server.options().connect().await.unwrap();
    let texts = texts::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store"));
    assert!(texts.len() > 450, "only {} statements were found", texts.len());
    let mut refused: Vec<(PathBuf, String)> = Vec::new();
    for text in texts.into_iter().filter(|text| !is_about_the_file(text)) {
        if let Some(problem) = problem(&mut db, &text.sql).await {
            refused.push((text.file, format!("{problem}\n{}", text.sql)));
        }
    }
    let list: Vec<_> =
        refused.iter().map(|(file, problem)| format!("{}: {problem}", file.display())).collect();
    assert!(refused.is_empty(), "{}", list.join("\n\n"));
}

#[tokio::test]
async fn booleans_are_exported_as_such_from_both_databases() {
    let server = PostgresServer::start();
    postgres::migrate(&server.options(), &MIGRATIONS).await.unwrap();
    let mut db = server.options().connect().await.unwrap();
    for holding in HOLDINGS {
        let ExportPolicy::File(file, query) = holding.export else { continue };
        let prepared = db.prepare(query.into_sql_str()).await.unwrap();
        for column in prepared.columns() {
            let is_boolean = column.type_info().name() == "BOOL";
            assert_eq!(column.name().ends_with(": bool"), is_boolean, "{} of {file}", column.name());
        }
    }
}

#[tokio::test]
async fn the_schema_is_the_same_in_both_databases() {
    let server = PostgresServer::start();
    postgres::migrate(&server.options(), &MIGRATIONS).await.unwrap();
    let mut db = server.options().connect().await.unwrap();
    let (here, there) = (schema::of_sqlite().await, schema::of_postgresql(&mut db).await);
    assert!(here.len() > 600, "only {} parts were found", here.len());
    let missing: Vec<_> = here.difference(&there).collect();
    let surplus: Vec<_> = there.difference(&here).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing: {missing:#?}\nsurplus: {surplus:#?}");
}

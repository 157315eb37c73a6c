//! How the database goes about a question, for tests of what a page reads.

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use super::schema::MIGRATIONS;

/// The steps to the answer, as `EXPLAIN QUERY PLAN` tells them.
pub(super) async fn of(sql: &str) -> Vec<String> {
    let mut db = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    MIGRATIONS.run(&mut db).await.unwrap();
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let steps: Vec<(i64, i64, i64, String)> = sqlx::query_as(explain).fetch_all(&mut db).await.unwrap();
    steps.into_iter().map(|(.., step)| step).collect()
}

/// Whether this step reads whatever there is before the first row can be told.
pub(super) fn sorts(step: &str) -> bool {
    step.contains("TEMP B-TREE FOR ORDER")
}

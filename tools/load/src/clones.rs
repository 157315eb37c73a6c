//! Copies rows of played matches by SQL.

use std::io;
use std::path::Path;
use std::time::Duration;

use parlour::store::{Store, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Row};
use tokio::runtime::Handle;

/// How many users are counted in one transaction.
const USERS: i64 = 200;

/// Opens the database of the server.
pub async fn open(file: &Path) -> sqlx::Result<SqliteConnection> {
    SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(30)).connect().await
}

/// Runs statements.
pub async fn run(db: &mut SqliteConnection, sql: &str) -> sqlx::Result<()> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(db as &mut SqliteConnection).await.map(drop)
}

/// Copies rows of a table with some columns changed: rows `t` of `rows`, the rest of a `SELECT` after its `FROM`.
pub async fn copy(
    db: &mut SqliteConnection,
    table: &str,
    changes: &[(&str, &str)],
    rows: &str,
) -> sqlx::Result<()> {
    let columns =
        sqlx::query("SELECT name FROM pragma_table_info($1)").bind(table).fetch_all(&mut *db).await?;
    let names: Vec<String> = columns.iter().map(|row| row.try_get(0)).collect::<sqlx::Result<_>>()?;
    let value = |name: &String| {
        let change = changes.iter().find(|(column, _)| column == name);
        change.map_or_else(|| format!("t.{name}"), |(_, value)| (*value).to_owned())
    };
    let values: Vec<_> = names.iter().map(value).collect();
    let (names, values) = (names.join(", "), values.join(", "));
    run(db, &format!("INSERT INTO {table} ({names}) SELECT {values} FROM {rows}")).await
}

/// A query for the numbers from 0, as `n`.
pub fn numbers(count: i64) -> String {
    format!(
        "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < {}) SELECT n FROM c",
        count - 1
    )
}

/// Counts what is counted beside the matches again, as `parlour doctor --repair` does, and gathers the statistics of
/// the query planner, which the site would otherwise do while it is measured.
pub fn count_again(file: &Path) -> io::Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let counting = async {
        let store = Store::open(&format!("sqlite://{}", file.display()), Handle::current()).await?;
        let last = store.last_user().await?;
        for first in (1..=last).step_by(USERS as usize) {
            store.repair_tallies(first, first + USERS - 1).await?;
        }
        store.repair_match_counts().await?;
        for statement in store.due_analyses().await? {
            store.analyze(statement).await?;
        }
        store.close().await;
        Ok::<_, StoreError>(())
    };
    runtime.block_on(counting).map_err(io::Error::other)
}

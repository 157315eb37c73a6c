//! Copies rows of played matches by SQL.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Row};

/// Derived tables. Their migration fills them for older databases; the same statements fill them here.
const DERIVED: [&str; 3] = ["tallies", "head_to_head", "match_counts"];

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

/// Fills the derived tables that the schema has from the rows they count, instead of what they hold.
pub async fn fill_derived_tables(db: &mut SqliteConnection) -> sqlx::Result<()> {
    let mut statements = Vec::new();
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite"))? {
        statements.extend(fs::read_to_string(file?.path())?.split(";\n").map(str::to_owned));
    }
    for table in DERIVED {
        let there = sqlx::query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1").bind(table);
        if there.fetch_optional(&mut *db).await?.is_none() {
            continue;
        }
        run(db, &format!("DELETE FROM {table}")).await?;
        let fills = format!("INSERT INTO {table} (");
        for statement in statements.iter().filter(|statement| statement.contains(&fills)) {
            run(db, statement).await?;
        }
    }
    Ok(())
}

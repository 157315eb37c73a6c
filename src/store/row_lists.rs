//! Statements with any number of rows, each of several values.

use sqlx::query_builder::{QueryBuilder, Separated};
use sqlx::sqlite::{Sqlite, SqliteConnection};

/// Rows per statement, which takes 32,766 values; the widest row has fewer than 32.
pub(super) const ROWS_TOGETHER: usize = 1000;
/// Up to this many rows, the same texts recur, so that prepared statements are worth keeping.
const COMMON_ROWS: usize = 8;

/// The values of a row that is being added to a statement.
pub(super) type RowValues<'a> = Separated<'a, Sqlite, &'static str>;

/// Executes a statement that was put together for this number of rows. Returns how many rows it changed.
pub(super) async fn execute(
    db: &mut SqliteConnection,
    mut sql: QueryBuilder<Sqlite>,
    rows: usize,
) -> sqlx::Result<u64> {
    Ok(sql.build().persistent(rows <= COMMON_ROWS).execute(db).await?.rows_affected())
}

/// Executes a statement with `VALUES` and all rows between its two parts, such as an `INSERT`. Returns how many rows it
/// changed.
pub(super) async fn execute_with_rows<R>(
    db: &mut SqliteConnection,
    before: &'static str,
    rows: &[R],
    after: &'static str,
    mut values: impl FnMut(&mut RowValues<'_>, &R),
) -> sqlx::Result<u64> {
    let mut changed = 0;
    for rows in rows.chunks(ROWS_TOGETHER) {
        let mut sql = QueryBuilder::new(before);
        sql.push(" ");
        sql.push_values(rows, |mut row, value| values(&mut row, value));
        sql.push(" ").push(after);
        changed += execute(db, sql, rows.len()).await?;
    }
    Ok(changed)
}

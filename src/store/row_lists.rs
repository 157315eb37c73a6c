//! Statements with any number of rows, each of several values.

use super::sql::{Connection, SqlBuilder, ValueList};

/// Rows per statement, which takes 32,766 values; the widest row has fewer than 32.
pub(super) const ROWS_TOGETHER: usize = 1000;
/// Up to this many rows, the same texts recur, so that prepared statements are worth keeping.
const COMMON_ROWS: usize = 8;

/// Executes a statement that was put together for this number of rows. Returns how many rows it changed.
pub(super) async fn execute(db: &mut Connection, sql: SqlBuilder, rows: usize) -> sqlx::Result<u64> {
    sql.build().persistent(rows <= COMMON_ROWS).execute(db).await
}

/// Executes a statement with `VALUES` and all rows between its two parts, such as an `INSERT`. Returns how many rows it
/// changed.
pub(super) async fn execute_with_rows<R>(
    db: &mut Connection,
    before: &'static str,
    rows: &[R],
    after: &'static str,
    mut values: impl FnMut(&mut ValueList<'_>, &R),
) -> sqlx::Result<u64> {
    let mut changed = 0;
    for rows in rows.chunks(ROWS_TOGETHER) {
        let mut sql = SqlBuilder::new(before);
        sql.push(" ");
        sql.push_values(rows, |row, value| values(row, value));
        sql.push(" ").push(after);
        changed += execute(db, sql, rows.len()).await?;
    }
    Ok(changed)
}

//! Statements with their bound values.

use std::fmt::Write;
use std::marker::PhantomData;

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

use super::arguments::{Argument, BoundValue, for_postgres, for_sqlite};
use super::connection::{Connection, Executor};
use super::rows::{FromRows, Rows};

/// The text of a statement.
#[derive(Debug)]
pub(in crate::store) enum Text {
    Both(SqlStr),
    Each(PerDatabase),
    /// Put together, with a `?` for each parameter: SQLite compares the names of all parameters with each other.
    Built(String),
}

/// What is written differently for each database.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct PerDatabase {
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

impl<T: SqlSafeStr> From<T> for Text {
    fn from(sql: T) -> Self {
        Self::Both(sql.into_sql_str())
    }
}

impl From<PerDatabase> for Text {
    fn from(texts: PerDatabase) -> Self {
        Self::Each(texts)
    }
}

impl Text {
    fn sqlite(self) -> SqlStr {
        match self {
            Self::Both(sql) => sql,
            Self::Each(texts) => texts.sqlite.into_sql_str(),
            Self::Built(sql) => AssertSqlSafe(sql).into_sql_str(),
        }
    }

    fn postgres(self) -> SqlStr {
        match self {
            Self::Both(sql) => sql,
            Self::Each(texts) => texts.postgres.into_sql_str(),
            Self::Built(sql) => AssertSqlSafe(numbered(&sql)).into_sql_str(),
        }
    }
}

/// A text in which the parameters are numbered.
fn numbered(sql: &str) -> String {
    let mut text = String::with_capacity(2 * sql.len());
    for (number, part) in sql.split('?').enumerate() {
        if number > 0 {
            // Writing into a string does not fail.
            let _ = write!(text, "${number}");
        }
        text.push_str(part);
    }
    text
}

/// A statement without rows.
#[must_use = "nothing is executed yet"]
#[derive(Debug)]
pub(in crate::store) struct Query {
    sql: Text,
    values: Vec<BoundValue>,
    persistent: bool,
}

/// A statement whose rows are read as `R`.
#[must_use = "nothing is executed yet"]
#[derive(Debug)]
pub(in crate::store) struct QueryAs<R>(Query, PhantomData<fn() -> R>);

/// A statement whose rows have one column.
#[must_use = "nothing is executed yet"]
#[derive(Debug)]
pub(in crate::store) struct QueryScalar<T>(QueryAs<(T,)>);

pub(in crate::store) fn query(sql: impl Into<Text>) -> Query {
    Query::new(sql, Vec::new())
}

pub(in crate::store) fn query_as<R>(sql: impl Into<Text>) -> QueryAs<R> {
    query(sql).read_as()
}

pub(in crate::store) fn query_scalar<T>(sql: impl Into<Text>) -> QueryScalar<T> {
    QueryScalar(query_as(sql))
}

/// Calls a method of sqlx on the database of the connection. A macro, as the bounds of a generic function would be as
/// long as both calls.
macro_rules! on {
    ($executor:expr, $query:expr, $method:ident, $sqlite:expr, $postgres:expr) => {{
        let (mut held, Query { sql, values, persistent }) = (None, $query);
        match $executor.connection(&mut held).await? {
            Connection::Sqlite(db) => {
                let values = for_sqlite(values).map_err(sqlx::Error::Encode)?;
                let query = sqlx::query_with(sql.sqlite(), values).persistent(persistent);
                query.$method(db.as_mut()).await.map($sqlite)
            }
            Connection::Postgres(db) => {
                let values = for_postgres(values).map_err(sqlx::Error::Encode)?;
                let query = sqlx::query_with(sql.postgres(), values).persistent(persistent);
                query.$method(db.as_mut()).await.map($postgres)
            }
        }
    }};
}

impl Query {
    pub(super) fn new(sql: impl Into<Text>, values: Vec<BoundValue>) -> Self {
        Self { sql: sql.into(), values, persistent: true }
    }

    pub fn bind(mut self, value: impl Argument) -> Self {
        self.values.push(Argument::bound(Some(value)));
        self
    }

    /// Whether the prepared statement is kept for the next use of the same text.
    pub fn persistent(self, persistent: bool) -> Self {
        Self { persistent, ..self }
    }

    pub fn read_as<R>(self) -> QueryAs<R> {
        QueryAs(self, PhantomData)
    }

    /// Executes it. Returns how many rows it changed.
    pub async fn execute(self, db: impl Into<Executor<'_>>) -> sqlx::Result<u64> {
        on!(db.into(), self, execute, |done| done.rows_affected(), |done| done.rows_affected())
    }

    async fn rows(self, db: Executor<'_>) -> sqlx::Result<Rows> {
        on!(db, self, fetch_all, Rows::Sqlite, Rows::Postgres)
    }

    async fn first_row(self, db: Executor<'_>) -> sqlx::Result<Rows> {
        on!(db, self, fetch_optional, |row| Rows::Sqlite(Vec::from_iter(row)), |row| Rows::Postgres(
            Vec::from_iter(row)
        ))
    }
}

impl<R: FromRows> QueryAs<R> {
    pub fn bind(self, value: impl Argument) -> Self {
        self.0.bind(value).read_as()
    }

    pub fn persistent(self, persistent: bool) -> Self {
        self.0.persistent(persistent).read_as()
    }

    pub async fn fetch_all(self, db: impl Into<Executor<'_>>) -> sqlx::Result<Vec<R>> {
        self.0.rows(db.into()).await?.read()
    }

    pub async fn fetch_optional(self, db: impl Into<Executor<'_>>) -> sqlx::Result<Option<R>> {
        Ok(self.0.first_row(db.into()).await?.read()?.pop())
    }

    pub async fn fetch_one(self, db: impl Into<Executor<'_>>) -> sqlx::Result<R> {
        self.fetch_optional(db).await?.ok_or(sqlx::Error::RowNotFound)
    }
}

impl<T> QueryScalar<T>
where
    (T,): FromRows,
{
    pub fn bind(self, value: impl Argument) -> Self {
        Self(self.0.bind(value))
    }

    pub async fn fetch_all(self, db: impl Into<Executor<'_>>) -> sqlx::Result<Vec<T>> {
        Ok(self.0.fetch_all(db).await?.into_iter().map(|(value,)| value).collect())
    }

    pub async fn fetch_optional(self, db: impl Into<Executor<'_>>) -> sqlx::Result<Option<T>> {
        Ok(self.0.fetch_optional(db).await?.map(|(value,)| value))
    }

    pub async fn fetch_one(self, db: impl Into<Executor<'_>>) -> sqlx::Result<T> {
        Ok(self.0.fetch_one(db).await?.0)
    }
}

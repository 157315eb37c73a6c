//! Pools and connections of either database.

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool, PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteConnection, SqlitePool};
use sqlx::{Connection as _, Database, Row, Transaction};

use crate::now::Moment;

/// The connections that read. Cheap to clone.
#[derive(Clone, Debug)]
pub(in crate::store) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A connection.
#[derive(Debug)]
pub(crate) enum Connection {
    Sqlite(Held<Sqlite>),
    Postgres(Held<Postgres>),
}

/// How a connection is held.
#[derive(Debug)]
pub(crate) enum Held<DB: Database> {
    Owned(DB::Connection),
    OfPool(PoolConnection<DB>),
    /// In a transaction that only reads, and ends when this is dropped.
    Snapshot(Transaction<'static, DB>),
}

impl<DB: Database> Held<DB> {
    pub(in crate::store) fn as_mut(&mut self) -> &mut DB::Connection {
        match self {
            Self::Owned(connection) => connection,
            Self::OfPool(connection) => connection,
            Self::Snapshot(transaction) => transaction,
        }
    }
}

impl From<SqliteConnection> for Connection {
    fn from(connection: SqliteConnection) -> Self {
        Self::Sqlite(Held::Owned(connection))
    }
}

impl From<PgConnection> for Connection {
    fn from(connection: PgConnection) -> Self {
        Self::Postgres(Held::Owned(connection))
    }
}

/// Begins a transaction with the lock that all writing transactions hold, and numbers it.
const BEGIN: &str = "BEGIN; SELECT pg_advisory_xact_lock(1);
    SELECT nextval('write_numbers') AS number, pg_current_xact_id()::text AS id,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at";

/// A writing transaction on PostgreSQL.
#[derive(Clone, Debug)]
pub(crate) struct PgTransaction {
    /// One more than that of the last.
    pub number: i64,
    /// By which the server can be asked later whether it was committed.
    pub id: String,
    /// The time of the server at its beginning.
    pub at: Moment,
}

impl Connection {
    /// Begins a transaction that writes, once no other is open, and so sees all that they have committed. It is open
    /// until [`Self::commit`] or [`Self::roll_back`].
    pub async fn begin_writing(&mut self) -> sqlx::Result<Option<PgTransaction>> {
        match self {
            Self::Sqlite(db) => sqlx::query("BEGIN IMMEDIATE").execute(db.as_mut()).await.map(|_| None),
            Self::Postgres(db) => {
                let rows = sqlx::raw_sql(BEGIN).fetch_all(db.as_mut()).await?;
                let begun = |row: &PgRow| {
                    let (number, id) = (row.try_get("number")?, row.try_get("id")?);
                    Ok(PgTransaction { number, id, at: Moment(row.try_get("at")?) })
                };
                rows.last().map(begun).transpose()
            }
        }
    }

    pub async fn commit(&mut self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(db) => sqlx::query("COMMIT").execute(db.as_mut()).await.map(drop),
            // In a single message, which arrives or does not.
            Self::Postgres(db) => sqlx::raw_sql("COMMIT").execute(db.as_mut()).await.map(drop),
        }
    }

    pub async fn roll_back(&mut self) -> sqlx::Result<()> {
        super::query("ROLLBACK").execute(self).await.map(drop)
    }

    /// # Errors
    /// The database failed while it was closed.
    pub async fn close(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(Held::Owned(connection)) => connection.close().await,
            Self::Postgres(Held::Owned(connection)) => connection.close().await,
            // Returned to its pool.
            Self::Sqlite(_) | Self::Postgres(_) => Ok(()),
        }
    }
}

#[cfg(test)]
impl Connection {
    /// Executes several statements.
    pub async fn execute_script(&mut self, sql: &'static str) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(db) => sqlx::raw_sql(sql).execute(db.as_mut()).await.map(drop),
            Self::Postgres(db) => sqlx::raw_sql(sql).execute(db.as_mut()).await.map(drop),
        }
    }
}

impl Pool {
    pub async fn acquire(&self) -> sqlx::Result<Connection> {
        Ok(match self {
            Self::Sqlite(pool) => Connection::Sqlite(Held::OfPool(pool.acquire().await?)),
            Self::Postgres(pool) => Connection::Postgres(Held::OfPool(pool.acquire().await?)),
        })
    }

    /// A connection whose queries all see the same state of the database.
    pub async fn snapshot(&self) -> sqlx::Result<Connection> {
        const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        Ok(match self {
            Self::Sqlite(pool) => Connection::Sqlite(Held::Snapshot(pool.begin().await?)),
            Self::Postgres(pool) => Connection::Postgres(Held::Snapshot(pool.begin_with(BEGIN).await?)),
        })
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Where a query can run: on a connection, or on any of a pool.
#[derive(Debug)]
pub(in crate::store) enum Executor<'c> {
    Pool(&'c Pool),
    Connection(&'c mut Connection),
}

impl<'c> From<&'c Pool> for Executor<'c> {
    fn from(pool: &'c Pool) -> Self {
        Self::Pool(pool)
    }
}

impl<'c> From<&'c mut Connection> for Executor<'c> {
    fn from(connection: &'c mut Connection) -> Self {
        Self::Connection(connection)
    }
}

impl<'c> Executor<'c> {
    /// The connection, which is put into `held` if it is taken from a pool.
    pub async fn connection<'h>(self, held: &'h mut Option<Connection>) -> sqlx::Result<&'h mut Connection>
    where
        'c: 'h,
    {
        match self {
            Self::Pool(pool) => Ok(held.insert(pool.acquire().await?)),
            Self::Connection(connection) => Ok(connection),
        }
    }
}

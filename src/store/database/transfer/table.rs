//! Tables as they are copied: their columns, and their rows page by page in the order of the primary key.

use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::{Connection as _, SqliteConnection};

use crate::store::StoreError;
use crate::store::sql::{self, BoundValue, Connection, PerDatabase, SqlBuilder, TypedRow};

/// Rows that are read and written at once. SQLite binds at most 32,766 values.
const PAGE: usize = 500;

/// The columns of all tables in their order, from the schema of SQLite. Those that may only be `FALSE` or `TRUE`, or are so by
/// default, are booleans. What is for running servers is not copied.
const COLUMNS: &str = "SELECT t.name, c.name, c.pk,
        CASE WHEN c.dflt_value IN ('FALSE', 'TRUE') OR instr(t.sql, '(' || c.name || ' IN (FALSE, TRUE))') > 0
            THEN 'boolean' ELSE lower(c.type) END,
        instr(t.sql, 'AUTOINCREMENT') > 0
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT IN ('_sqlx_migrations', 'shared_changes') AND substr(t.name, 1, 7) <> 'sqlite_'
    ORDER BY t.name, c.cid";

/// The highest id that a table has ever had, if it uses none again.
const USED_ID: PerDatabase = PerDatabase {
    sqlite: "SELECT seq FROM sqlite_sequence WHERE name = $1",
    postgres: "SELECT last_value FROM pg_sequences
        WHERE schemaname = current_schema() AND sequencename = $1 || '_id_seq' AND last_value IS NOT NULL",
};

pub(super) type TableRow = Vec<BoundValue>;

#[derive(Debug)]
pub(super) struct Table {
    pub name: String,
    columns: Vec<Column>,
    /// The columns of the primary key, in its order.
    key: Vec<usize>,
    /// Whether it uses no id again.
    keeps_ids: bool,
}

#[derive(Debug)]
struct Column {
    name: String,
    /// As in [`TypedRow`].
    kind: String,
}

/// Rows as their number and a hash.
#[derive(Clone, Debug, Default)]
pub(super) struct RowHash {
    pub count: i64,
    hash: Sha256,
}

impl Table {
    /// All tables after these migrations.
    ///
    /// # Errors
    /// The migrations cannot be applied to an empty database.
    pub async fn all(migrations: &Migrator) -> Result<Vec<Self>, StoreError> {
        let mut db = SqliteConnection::connect("sqlite::memory:").await?;
        let migrated = migrations.run_direct(None, &mut db, false).await;
        migrated.map_err(|cause| StoreError::Migration { database: ":memory:".to_owned(), cause })?;
        let columns: Vec<(String, String, i64, String, bool)> =
            sqlx::query_as(COLUMNS).fetch_all(&mut db).await?;
        db.close().await?;
        let tables = columns.chunk_by(|(one, ..), (next, ..)| one == next).map(|columns| {
            let mut key: Vec<_> = (0..columns.len()).filter(|column| columns[*column].2 > 0).collect();
            key.sort_by_key(|column| columns[*column].2);
            let (name, .., keeps_ids) = columns[0].clone();
            let columns =
                columns.iter().map(|(_, name, _, kind, _)| Column { name: name.clone(), kind: kind.clone() });
            Self { name, columns: columns.collect(), key, keeps_ids }
        });
        Ok(tables.collect())
    }

    pub async fn count(&self, db: &mut Connection) -> sqlx::Result<i64> {
        self.number(db, "count(*)").await
    }

    /// The next rows in the order of the primary key after this one, or the first ones.
    pub async fn page(&self, db: &mut Connection, after: Option<&TableRow>) -> sqlx::Result<Vec<TableRow>> {
        let typed = |Column { name, kind }: &Column| format!("\"{name}\" AS \"{name}: {kind}\"");
        let columns: Vec<_> = self.columns.iter().map(typed).collect();
        let key: Vec<_> =
            self.key.iter().map(|column| format!("\"{}\"", self.columns[*column].name)).collect();
        let (columns, key) = (columns.join(", "), key.join(", "));
        let mut query = SqlBuilder::new(format!("SELECT {columns} FROM {}", self.name));
        if let Some(row) = after {
            query.push(format_args!(" WHERE ({key}) > ("));
            query.list().push_bind_all(self.key.iter().map(|column| row[*column].clone()));
            query.push(")");
        }
        query.push(format_args!(" ORDER BY {key} LIMIT {PAGE}"));
        let rows = query.build_query_as().fetch_all(db).await?;
        Ok(rows.into_iter().map(|TypedRow(values)| values).collect())
    }

    pub async fn insert(&self, db: &mut Connection, rows: Vec<TableRow>) -> sqlx::Result<()> {
        let columns: Vec<_> = self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let mut query = SqlBuilder::new(format!("INSERT INTO {} ({}) ", self.name, columns.join(", ")));
        query.push_values(rows, |list, row| {
            list.push_bind_all(row);
        });
        query.build().persistent(false).execute(db).await.map(drop)
    }

    pub async fn delete_all(&self, db: &mut Connection) -> sqlx::Result<()> {
        let delete = SqlBuilder::new(format!("DELETE FROM {}", self.name));
        delete.build().execute(db).await.map(drop)
    }

    /// Counts and hashes all rows.
    pub async fn hash(&self, db: &mut Connection) -> sqlx::Result<RowHash> {
        let (mut rows, mut last) = (RowHash::default(), None);
        loop {
            let mut page = self.page(db, last.as_ref()).await?;
            rows.add(&page);
            last = page.pop();
            if last.is_none() {
                return Ok(rows);
            }
        }
    }

    /// Lets the ids of new rows follow those of the same table in another database.
    pub async fn continue_ids(&self, from: &mut Connection, to: &mut Connection) -> sqlx::Result<()> {
        let Some(id) = self.id() else { return Ok(()) };
        let mut last = self.number(from, &format!("coalesce(max(\"{id}\"), 0)")).await?;
        if self.keeps_ids {
            let used: Option<i64> = sql::query_scalar(USED_ID).bind(&*self.name).fetch_optional(from).await?;
            last = last.max(used.unwrap_or_default());
        }
        match to {
            Connection::Postgres(_) => {
                let next = "SELECT setval(pg_get_serial_sequence($1, $2), greatest($3, 1), $3 > 0)";
                sql::query(next).bind(&*self.name).bind(id).bind(last).execute(to).await?;
            }
            Connection::Sqlite(_) if self.keeps_ids => {
                let forget = "DELETE FROM sqlite_sequence WHERE name = $1";
                sql::query(forget).bind(&*self.name).execute(&mut *to).await?;
                let next = "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)";
                sql::query(next).bind(&*self.name).bind(last).execute(to).await?;
            }
            // The next id is one more than the highest.
            Connection::Sqlite(_) => {}
        }
        Ok(())
    }

    /// The column with ids of rows, if it has one.
    fn id(&self) -> Option<&str> {
        let [key] = *self.key else { return None };
        let Column { name, kind } = &self.columns[key];
        (kind == "integer").then_some(name)
    }

    async fn number(&self, db: &mut Connection, of: &str) -> sqlx::Result<i64> {
        let query = SqlBuilder::new(format!("SELECT {of} FROM {}", self.name)).build_query_as();
        query.fetch_one(db).await.map(|(number,)| number)
    }
}

impl RowHash {
    pub fn add(&mut self, rows: &[TableRow]) {
        for row in rows {
            self.count += 1;
            self.hash.update(format!("{row:?}"));
        }
    }

    /// In hexadecimal digits.
    pub fn text(&self) -> String {
        hex::encode(self.hash.clone().finalize())
    }
}

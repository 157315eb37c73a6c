//! Databases for tests, and what only tests do to them.

use std::path::Path;

use sqlx::AssertSqlSafe;
use tokio::runtime::Handle;

use super::sql::Connection;
use super::{Store, sql};
use crate::postgres_clones::database_of;

impl Store {
    /// Opens the database of a folder, which is created if there is none: in it, or on the PostgreSQL server of
    /// `TEST_DATABASE`.
    pub async fn open_for_test(folder: &Path) -> Self {
        let create_schema =
            async |url: String| Self::open(&url, Handle::current()).await.unwrap().close().await;
        match database_of(folder, create_schema).await {
            Some(url) => Self::open(&url, Handle::current()).await.unwrap(),
            None => Self::open_file_for_test(folder).await,
        }
    }

    /// Opens the database file in a folder, which is created if there is none.
    pub async fn open_file_for_test(folder: &Path) -> Self {
        let url = format!("sqlite://{}", folder.join("parlour.db").display());
        Self::open(&url, Handle::current()).await.unwrap()
    }

    /// Adds a user who can join matches.
    pub async fn add_person_for_test(&self, name: &str) {
        let name = name.to_owned();
        let adding = self.write(transaction!(|db| {
            let adding =
                "INSERT INTO users (name, name_key, password, created_at) VALUES ($1, lower($1), '', 0)";
            Ok(sql::query(adding).bind(name).execute(db).await?)
        }));
        adding.await.unwrap();
    }

    /// Executes statements.
    pub async fn execute_for_test(&self, sql: &'static str) {
        self.write(transaction!(|db| { Ok(db.execute_script(sql).await?) })).await.unwrap();
    }

    /// Makes every insertion into a table fail, as on a full disk.
    pub async fn refuse_inserts_for_test(&self, table: &'static str) {
        let refusing = self.write(transaction!(|db| {
            let act = match db {
                Connection::Sqlite(_) => "BEGIN SELECT RAISE(ABORT, 'disk full'); END",
                Connection::Postgres(_) => {
                    let function = "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
                        AS $$ BEGIN RAISE 'disk full'; END $$";
                    sql::query(function).execute(&mut *db).await?;
                    "FOR EACH ROW EXECUTE FUNCTION refuse()"
                }
            };
            let trigger = format!("CREATE TRIGGER full_{table} BEFORE INSERT ON {table} {act}");
            Ok(sql::query(AssertSqlSafe(trigger)).execute(db).await?)
        }));
        refusing.await.unwrap();
    }

    pub async fn accept_inserts_for_test(&self, table: &'static str) {
        let accepting = self.write(transaction!(|db| {
            let on = if let Connection::Postgres(_) = db { format!(" ON {table}") } else { String::new() };
            let trigger = AssertSqlSafe(format!("DROP TRIGGER full_{table}{on}"));
            Ok(sql::query(trigger).execute(db).await?)
        }));
        accepting.await.unwrap();
    }
}

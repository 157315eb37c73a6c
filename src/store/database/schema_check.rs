//! Compares the schema of a database with a freshly migrated one: tables, indexes, triggers and views.

use std::collections::BTreeMap;

use sqlx::{Connection, FromRow, SqliteConnection};

use super::schema::MIGRATIONS;
use crate::store::sql::{self, Pool};
use crate::store::{Store, StoreError};

/// A table, index, trigger or view.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
struct SchemaObject {
    kind: String,
    name: String,
    #[sqlx(rename = "of")]
    table: String,
    definition: String,
}

const OBJECTS: &str =
    "SELECT type AS kind, name, tbl_name AS of, coalesce(sql, '') AS definition FROM sqlite_schema";

const VERSION: &str = "SELECT max(version) FROM _sqlx_migrations WHERE success";

/// The tables of SQLite's statistics, which exist once there are any.
const STATISTICS: [(&str, &str); 2] = [
    ("sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    ("sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
];

impl Store {
    /// Triggers and views that no migration has created or that were changed, one sentence each. Not on PostgreSQL,
    /// where a site shares its database with nobody who has no account there.
    pub async fn foreign_code(&self) -> Result<Vec<String>, StoreError> {
        let found = self.read(|db| async move {
            if let Pool::Postgres(_) = db {
                return Ok(None);
            }
            let version = sql::query_scalar(VERSION).fetch_one(&db).await?;
            Ok(Some((version, sql::query_as(OBJECTS).fetch_all(&db).await?)))
        });
        let Some((version, found)) = found.await? else { return Ok(Vec::new()) };
        differences_of_code(version, found).await
    }

    /// Differences of the schema from a freshly migrated database, one sentence each.
    pub async fn schema_differences(&self) -> Result<Vec<String>, StoreError> {
        let found = self.read(|db| async move { sql::query_as(OBJECTS).fetch_all(&db).await }).await?;
        Ok(differences(found, expected_objects(None).await?))
    }
}

/// As [`Store::foreign_code`], of a database that may lack the newest migrations.
pub(in crate::store) async fn foreign_code(db: &mut sql::Connection) -> Result<Vec<String>, StoreError> {
    let version = sql::query_scalar(VERSION).fetch_one(&mut *db).await?;
    let found = sql::query_as(OBJECTS).fetch_all(db).await?;
    differences_of_code(version, found).await
}

async fn differences_of_code(version: i64, found: Vec<SchemaObject>) -> Result<Vec<String>, StoreError> {
    let code = |objects: Vec<SchemaObject>| {
        let is_code = |object: &SchemaObject| matches!(object.kind.as_str(), "trigger" | "view");
        objects.into_iter().filter(is_code).collect()
    };
    Ok(differences(code(found), code(expected_objects(Some(version)).await?)))
}

/// The objects of a new database that was migrated, up to this version if there is one.
async fn expected_objects(version: Option<i64>) -> Result<Vec<SchemaObject>, StoreError> {
    let mut db = SqliteConnection::connect("sqlite::memory:").await?;
    let migrated = match version {
        Some(version) => MIGRATIONS.run_to(version, &mut db).await,
        None => MIGRATIONS.run(&mut db).await,
    };
    migrated.map_err(|cause| StoreError::Migration { database: ":memory:".to_owned(), cause })?;
    let objects = sqlx::query_as(OBJECTS).fetch_all(&mut db).await?;
    db.close().await?;
    Ok(objects)
}

fn differences(found: Vec<SchemaObject>, expected: Vec<SchemaObject>) -> Vec<String> {
    let key = |object: &SchemaObject| (object.kind.clone(), object.name.clone());
    let mut expected: BTreeMap<_, _> = expected.into_iter().map(|object| (key(&object), object)).collect();
    let mut problems = Vec::new();
    for object in found {
        match expected.remove(&key(&object)) {
            Some(right) if right.is_same(&object) => {}
            Some(_) => problems
                .push(format!("{} differs from its definition in this version of Parlour", object.label())),
            None if object.is_statistics() => {}
            None => problems
                .push(format!("{} is not part of the schema of this version of Parlour", object.label())),
        }
    }
    problems.extend(expected.into_values().map(|object| format!("{} is missing", object.label())));
    problems
}

impl SchemaObject {
    fn label(&self) -> String {
        match self.kind.as_str() {
            "table" | "view" => format!("the {} {}", self.kind, self.name),
            kind => format!("the {kind} {} of {}", self.name, self.table),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        self.table == other.table && normalized(&self.definition) == normalized(&other.definition)
    }

    fn is_statistics(&self) -> bool {
        STATISTICS.contains(&(self.name.as_str(), self.definition.as_str()))
    }
}

/// A definition without what versions of SQLite write differently: white space, and quotes around names.
fn normalized(definition: &str) -> String {
    definition.replace('"', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use sqlx::Executor;

    use super::*;
    use crate::store::database::schema::migrated_in_memory;

    async fn changed(change: &'static str) -> Vec<String> {
        let mut db = migrated_in_memory().await;
        db.execute(change).await.unwrap();
        let found = sqlx::query_as(OBJECTS).fetch_all(&mut db).await.unwrap();
        differences(found, expected_objects(None).await.unwrap())
    }

    #[tokio::test]
    async fn gathering_statistics_does_not_change_the_schema() {
        assert_eq!(changed("SELECT 1").await, [""; 0]);
        assert_eq!(changed("INSERT INTO plies_by_day VALUES (1, 1); ANALYZE").await, [""; 0]);
    }

    #[tokio::test]
    async fn every_difference_to_the_schema_is_named() {
        let trigger =
            "CREATE TRIGGER door AFTER INSERT ON sessions BEGIN UPDATE users SET role = 'admin'; END";
        let hollow = "DROP TRIGGER audit_stays;
            CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log BEGIN SELECT 1; END";
        for (change, problem) in [
            (trigger, "the trigger door of sessions is not part of the schema of this version of Parlour"),
            (
                hollow,
                "the trigger audit_stays of audit_log differs from its definition in this version of Parlour",
            ),
            ("DROP INDEX matches_due", "the index matches_due of matches is missing"),
            (
                "CREATE VIEW people AS SELECT 1",
                "the view people is not part of the schema of this version of Parlour",
            ),
            (
                "CREATE TABLE other (a)",
                "the table other is not part of the schema of this version of Parlour",
            ),
            (
                "ALTER TABLE users ADD COLUMN a TEXT",
                "the table users differs from its definition in this version of Parlour",
            ),
            ("DROP TABLE write_check", "the table write_check is missing"),
        ] {
            assert_eq!(changed(change).await, [problem]);
        }
    }
}

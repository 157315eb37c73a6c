//! Query plans, for tests that pages do not read more rows the longer the site has run.

use std::fmt;

use sqlx::{AssertSqlSafe, Executor, SqliteConnection};

use super::database::schema::migrated_in_memory;

/// The steps of a query as `EXPLAIN QUERY PLAN` lists them.
#[derive(Debug)]
pub(super) struct PlanSteps(Vec<String>);

impl PlanSteps {
    /// The step that is executed first.
    #[track_caller]
    pub fn first(&self) -> &str {
        &self.0[0]
    }

    /// Whether any step contains this text.
    pub fn contains(&self, text: &str) -> bool {
        self.0.iter().any(|step| step.contains(text))
    }

    /// The steps that contain this text.
    pub fn matches<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a String> {
        self.0.iter().filter(move |step| step.contains(text))
    }

    /// Whether rows are sorted, for which all of them are read before the first is known.
    pub fn sorts(&self) -> bool {
        self.contains("TEMP B-TREE FOR ORDER") || self.contains("TEMP B-TREE FOR LAST")
    }
}

impl fmt::Display for PlanSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// The plans of a query on an empty database, and on a filled one after `PRAGMA optimize`, as on a site that has run
/// for a while.
pub(super) async fn of(sql: &str) -> [PlanSteps; 2] {
    let mut db = migrated_in_memory().await;
    let empty = explain(&mut db, sql).await;
    db.execute(FILL).await.unwrap();
    db.execute(COUNTS).await.unwrap();
    db.execute("PRAGMA optimize = 0x10002").await.unwrap();
    let analyzed: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_stat1").fetch_one(&mut db).await.unwrap();
    assert!(analyzed > 20, "only {analyzed} indexes have statistics");
    [empty, explain(&mut db, sql).await]
}

async fn explain(db: &mut SqliteConnection, sql: &str) -> PlanSteps {
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let steps: Vec<(i64, i64, i64, String)> = sqlx::query_as(explain).fetch_all(db).await.unwrap();
    PlanSteps(steps.into_iter().map(|(.., step)| step).collect())
}

/// Some thousand rows, distributed as on an old site: most matches are over, and one user has a great many.
pub(super) const FILL: &str = include_str!("fill.sql");

const COUNTS: &str = "INSERT INTO tallies SELECT id, 'kalah', 'public', 10, 4, 1 FROM users;
    INSERT INTO head_to_head SELECT 1, id, 'kalah', 1, 2, 3 FROM users WHERE id > 1;
    INSERT INTO match_counts SELECT game, status, count(*) FROM matches GROUP BY game, status";

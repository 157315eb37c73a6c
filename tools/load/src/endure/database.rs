//! The content of the database at the end, read without the program.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, FromRow};

/// An entry of a match log.
#[derive(Clone, Debug)]
pub struct LogEntryRow {
    pub seq: i64,
    pub at: i64,
    pub by: Option<i64>,
    pub kind: String,
    pub body: Value,
}

/// The row of a match.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct EndureListRow {
    id: String,
    pub status: String,
    pub ply_count: i64,
    /// A name.
    pub to_act: Option<String>,
    pub position: String,
    pub deadline: Option<i64>,
}

#[derive(Debug, Default)]
pub struct EndureDatabase {
    pub logs: BTreeMap<String, Vec<LogEntryRow>>,
    pub rows: BTreeMap<String, EndureListRow>,
    /// How often each chat message is present.
    pub lines: HashMap<String, usize>,
    pub names: HashMap<String, usize>,
}

impl EndureDatabase {
    /// Reads the database in a folder. The site must have stopped.
    pub fn read(folder: &Path) -> sqlx::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let file = folder.join("parlour.db");
            let mut db = SqliteConnectOptions::new().filename(file).read_only(true).connect().await?;
            let mut database = Self::default();
            database.read_matches(&mut db).await?;
            database.lines = count(&mut db, "SELECT text FROM chat_messages").await?;
            database.names = count(&mut db, "SELECT name FROM users").await?;
            Ok(database)
        })
    }

    async fn read_matches(&mut self, db: &mut SqliteConnection) -> sqlx::Result<()> {
        let entries =
            "SELECT match_id, seq, at, actor_id, kind, body FROM match_events ORDER BY match_id, seq";
        let entries: Vec<(String, i64, i64, Option<i64>, String, String)> =
            sqlx::query_as(entries).fetch_all(&mut *db).await?;
        for (id, seq, at, by, kind, body) in entries {
            let body = serde_json::from_str(&body).unwrap_or_default();
            self.logs.entry(id).or_default().push(LogEntryRow { seq, at, by, kind, body });
        }
        let rows = "SELECT m.id, m.status, m.ply_count, u.name AS to_act, m.position, m.deadline
            FROM matches m LEFT JOIN users u ON u.id = m.to_act";
        let rows: Vec<EndureListRow> = sqlx::query_as(rows).fetch_all(db).await?;
        self.rows = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        Ok(())
    }
}

async fn count(db: &mut SqliteConnection, query: &'static str) -> sqlx::Result<HashMap<String, usize>> {
    let mut counts = HashMap::new();
    let texts: Vec<String> = sqlx::query_scalar(query).fetch_all(db).await?;
    texts.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
    Ok(counts)
}

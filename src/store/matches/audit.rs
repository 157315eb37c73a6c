//! Whether what lists say of matches is what their logs say, and whether those who acted in them could.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use sqlx::FromRow;

use super::append::{seats, summary};
use super::authors::wrong_orders;
use super::load::{self, LOAD};
use crate::matches::{Authors, MatchId, Table};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// A match as lists have it.
#[derive(FromRow)]
pub(super) struct Row {
    pub id: String,
    row: String,
    seats: String,
}

macro_rules! rows {
    ($which:literal) => {
        concat!(
            "SELECT id, json_array(id, game, json(options), status, visibility, code, seats, seated, to_act, plies,
                position, opened_by, opened_at, changed_at, ended_at, how, deadline, time, rated, lapses_at, lapsed,
                rating_from, rating_to) AS row,
                (SELECT json_group_array(json_array(match_id, seat, user_id, place, ended_at, kept, asked, turns, late,
                    answered_in) ORDER BY seat)
                    FROM match_seats WHERE match_id = m.id) AS seats
            FROM matches m ",
            $which
        )
    };
}

/// Up to so many matches behind an id, as lists have them.
pub(super) const ROWS: &str = rows!("WHERE id > $1 ORDER BY id LIMIT $2");

/// These matches, as lists have them.
pub(super) const THESE_ROWS: &str = rows!("WHERE id IN (SELECT value FROM json_each($1))");

/// Where the row has when a match is to be looked at: its deadline, and when it lapses. Both may be too early: where
/// weekends are off, and after a ply, they are only brought up to date when the match is looked at.
const LOOKED_AT: [usize; 2] = [16, 19];

/// Where the row of a seat has what was counted of its turns.
const TURNS: usize = 7;

/// What was looked at: the last match of it, how many there were, and what is wrong with some of them.
#[derive(Debug, Default)]
pub struct Looked {
    /// Where to go on; nothing when there are no more.
    pub last: Option<String>,
    /// How many matches.
    pub matches: u64,
    /// A sentence for each that is not as it should be.
    pub problems: Vec<String>,
}

impl Store {
    /// Folds the logs of up to `limit` matches, those behind an id, and compares what they come to with what lists say. Rows
    /// and logs are read at one moment, so that a match that is played on is not taken for one that differs.
    ///
    /// # Errors
    /// The database failed.
    pub async fn look_through(&self, after: &str, limit: u32) -> Result<Looked, StoreError> {
        let after = after.to_owned();
        let (rows, logs) = self
            .read(move |db| async move {
                let mut snapshot = db.begin().await?;
                let rows: Vec<Row> =
                    sqlx::query_as(ROWS).bind(after).bind(limit).fetch_all(&mut *snapshot).await?;
                let ids = Value::from_iter(rows.iter().map(|row| row.id.as_str())).to_string();
                let logs: Vec<load::Row> = sqlx::query_as(LOAD).bind(ids).fetch_all(&mut *snapshot).await?;
                Ok((rows, logs))
            })
            .await?;
        let logs: HashMap<_, _> = logs.iter().map(|log| (log.id.as_str(), log)).collect();
        let mut found = Found::default();
        for row in &rows {
            found.examine(row, logs.get(row.id.as_str()));
        }
        for id in self.unrecorded_rulings(&found.rulings).await? {
            found.problems.push(format!("match {id}: the audit log knows nothing of its ruling"));
        }
        let last = rows.last().map(|row| row.id.clone());
        Ok(Looked { last, matches: rows.len() as u64, problems: found.problems })
    }

    /// How many matches there are, open ones and those that are over among them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count_matches(&self) -> Result<u64, StoreError> {
        self.read(|db| async move { sqlx::query_scalar("SELECT count(*) FROM matches").fetch_one(&db).await })
            .await
    }
}

/// What was found in some matches.
#[derive(Default)]
struct Found {
    problems: Vec<String>,
    /// Those that staff have decided, and who.
    rulings: Vec<(String, UserId)>,
}

impl Found {
    fn examine(&mut self, row: &Row, log: Option<&&load::Row>) {
        if row.id.parse::<MatchId>().is_err() {
            return self.note(row, "that is no id");
        }
        let Some(log) = log else { return self.note(row, "it has no log") };
        match load::table_with_authors(log) {
            Ok((table, authors)) => self.compare(row, &table, &authors, &log.orders),
            Err(StoreError::Corrupt(problem)) => self.problems.push(problem),
            Err(error) => self.note(row, &error.to_string()),
        }
    }

    fn compare(&mut self, row: &Row, table: &Arc<Table>, authors: &Authors, orders: &str) {
        if let Some(problem) = differs(table, row) {
            self.note(row, problem);
        }
        if let Some(entry) = authors.strange {
            self.note(row, &format!("entry {entry} of its log names an author who could not have made it"));
        }
        for problem in wrong_orders(table, orders) {
            self.note(row, &problem);
        }
        self.rulings.extend(authors.ruled_by.map(|by| (row.id.clone(), by)));
    }

    fn note(&mut self, row: &Row, problem: &str) {
        self.problems.push(format!("match {}: {problem}", row.id));
    }
}

pub(super) fn differs(table: &Arc<Table>, row: &Row) -> Option<&'static str> {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (mut kept, folded) = (read(&row.row), read(&summary(&table.m)));
    for moment in LOOKED_AT {
        if kept[moment].as_i64().is_some_and(|kept| Some(kept) <= folded[moment].as_i64()) {
            kept[moment] = folded[moment].clone();
        }
    }
    if kept != folded {
        return Some("lists say something else than its log");
    }
    let mut folded: Vec<_> = seats(&table.m).map(|seat| read(&seat)).collect();
    let kept = read(&row.seats);
    for (number, seat) in folded.iter_mut().enumerate() {
        // What ended before this was counted has none of it.
        if kept[number][TURNS].is_null() {
            for column in TURNS..TURNS + 3 {
                seat[column] = Value::Null;
            }
        }
    }
    (kept != Value::from(folded)).then_some("lists seat other people than its log")
}

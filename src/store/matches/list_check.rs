//! Compares the rows of matches with their logs, for the doctor, which can rewrite them, and checks the authors of events.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use sqlx::SqliteConnection;

use super::authors::wrong_conditional_moves;
use super::load::{self, LOAD};
use super::statements::write_match_rows;
use super::summary::{MatchSummary, SeatRow, SummaryRow, seat_columns, summary_columns};
use crate::matches::{EntryAuthors, MatchId, MatchView};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// Up to `$2` matches after an id, with the columns of lists.
const SUMMARIES: &str =
    concat!("SELECT ", summary_columns!(), " FROM matches m WHERE id > $1 ORDER BY id LIMIT $2");

/// The seats of these matches, with the columns of lists.
const SEATS: &str = concat!(
    "SELECT ",
    seat_columns!(),
    " FROM match_seats s WHERE match_id IN (SELECT value FROM json_each($1)) ORDER BY match_id, seat"
);

/// Up to `limit` matches after an id, with their seats.
async fn summaries(db: &mut SqliteConnection, after: &str, limit: u32) -> sqlx::Result<Vec<MatchSummary>> {
    let rows = sqlx::query_as(SUMMARIES).bind(after).bind(limit).fetch_all(&mut *db).await?;
    with_seats(db, rows).await
}

async fn with_seats(db: &mut SqliteConnection, rows: Vec<SummaryRow>) -> sqlx::Result<Vec<MatchSummary>> {
    let ids = Value::from_iter(rows.iter().map(|row| row.id.as_str())).to_string();
    let found: Vec<SeatRow> = sqlx::query_as(SEATS).bind(ids).fetch_all(db).await?;
    let mut seats: HashMap<String, Vec<SeatRow>> = HashMap::new();
    for seat in found {
        seats.entry(seat.match_id.clone()).or_default().push(seat);
    }
    let summary = |row: SummaryRow| MatchSummary { seats: seats.remove(&row.id).unwrap_or_default(), row };
    Ok(rows.into_iter().map(summary).collect())
}

/// The result of a check of some matches.
#[derive(Debug, Default)]
pub struct ListCheckPage {
    /// The last match that was checked; `None` if there are no more.
    pub last: Option<String>,
    /// Number of matches.
    pub matches: u64,
    /// One sentence for each problem that was not repaired.
    pub problems: Vec<String>,
    /// Number of matches whose rows were repaired.
    pub repaired: u64,
}

impl Store {
    /// Folds the logs of up to `limit` matches after an id, and compares the result with their rows. Both are read in
    /// one snapshot, so matches may be played on. With `repair`, a store on which nothing else writes, rows that differ
    /// are rewritten.
    pub async fn check_lists(
        &self,
        after: &str,
        limit: u32,
        repair: Option<&Self>,
    ) -> Result<ListCheckPage, StoreError> {
        let after = after.to_owned();
        let (rows, logs) = self
            .read(move |db| async move {
                let mut snapshot = db.begin().await?;
                let rows = summaries(&mut snapshot, &after, limit).await?;
                let ids = Value::from_iter(rows.iter().map(|summary| summary.row.id.as_str())).to_string();
                let logs: Vec<load::MatchLogRow> =
                    sqlx::query_as(LOAD).bind(ids).fetch_all(&mut *snapshot).await?;
                Ok((rows, logs))
            })
            .await?;
        let logs: HashMap<_, _> = logs.iter().map(|log| (log.id.as_str(), log)).collect();
        let mut found = ListProblems::default();
        for summary in &rows {
            found.check_summary(summary, logs.get(summary.row.id.as_str()));
        }
        for id in self.unrecorded_adjudications(&found.rulings).await? {
            found.problems.push(format!("match {id}: its ruling is missing from the audit log"));
        }
        let (differences, right): (Vec<_>, Vec<_>) = found.differing.into_iter().unzip();
        let mut page = ListCheckPage { matches: rows.len() as u64, ..ListCheckPage::default() };
        page.last = rows.last().map(|summary| summary.row.id.clone());
        page.problems = found.problems;
        match repair {
            None => page.problems.extend(differences),
            Some(store) => page.repaired = store.rewrite_rows(right).await?,
        }
        Ok(page)
    }

    async fn rewrite_rows(&self, right: Vec<MatchSummary>) -> Result<u64, StoreError> {
        let number = right.len() as u64;
        self.write(move |db| Box::pin(async move { Ok(write_match_rows(db, &right).await?) })).await?;
        Ok(number)
    }

    /// Number of all matches.
    pub async fn count_matches(&self) -> Result<u64, StoreError> {
        self.read(|db| async move { sqlx::query_scalar("SELECT count(*) FROM matches").fetch_one(&db).await })
            .await
    }
}

/// What is wrong with some matches.
#[derive(Default)]
struct ListProblems {
    problems: Vec<String>,
    /// Rows that differ from the logs: one sentence each, and the rows that are right.
    differing: Vec<(String, MatchSummary)>,
    /// Matches decided by staff, and by whom.
    rulings: Vec<(String, UserId)>,
}

impl ListProblems {
    fn check_summary(&mut self, kept: &MatchSummary, log: Option<&&load::MatchLogRow>) {
        let id = kept.row.id.as_str();
        if id.parse::<MatchId>().is_err() {
            return self.add_finding(id, "the id is invalid");
        }
        let Some(log) = log else { return self.add_finding(id, "it has no log") };
        match load::read_match_with_authors(log) {
            Ok((view, authors)) => self.compare(kept, &view, &authors, &log.orders),
            Err(StoreError::Corrupt(problem)) => self.problems.push(problem),
            Err(error) => self.add_finding(id, &error.to_string()),
        }
    }

    fn compare(&mut self, kept: &MatchSummary, view: &Arc<MatchView>, authors: &EntryAuthors, orders: &str) {
        let id = kept.row.id.as_str();
        if let Some(problem) = difference(view, kept) {
            self.differing.push((format!("match {id}: {problem}"), MatchSummary::of(&view.m)));
        }
        if let Some(entry) = authors.strange {
            self.add_finding(id, &format!("the author of log entry {entry} was not allowed to make it"));
        }
        for problem in wrong_conditional_moves(view, orders) {
            self.add_finding(id, &problem);
        }
        self.rulings.extend(authors.adjudicated_by.map(|by| (id.to_owned(), by)));
    }

    fn add_finding(&mut self, id: &str, problem: &str) {
        self.problems.push(format!("match {id}: {problem}"));
    }
}

/// How the rows of a match differ from its log, if they do.
fn difference(view: &Arc<MatchView>, kept: &MatchSummary) -> Option<&'static str> {
    let mut folded = MatchSummary::of(&view.m);
    accept_early(&kept.row.deadline, &mut folded.row.deadline);
    accept_early(&kept.row.expires_at, &mut folded.row.expires_at);
    if kept.row != folded.row {
        return Some("its row in `matches` differs from its log");
    }
    for (number, seat) in folded.seats.iter_mut().enumerate() {
        // Matches that ended before turns were counted have none.
        if kept.seats.get(number).is_none_or(|kept| kept.turns.is_none()) {
            (seat.turns, seat.late, seat.answered_in) = (None, None, None);
        }
    }
    (kept.seats != folded.seats).then_some("its rows in `match_seats` differ from its log")
}

/// The stored time may be too early if weekends are off, and after a ply: it is corrected when the sweeper looks at
/// the match.
fn accept_early(kept: &Option<i64>, folded: &mut Option<i64>) {
    if kept.is_some() && *kept <= *folded {
        *folded = *kept;
    }
}

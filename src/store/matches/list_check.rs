//! Compares the rows of matches with their logs, for the doctor, which can rewrite them, and checks the authors of events.

use std::collections::HashMap;
use std::sync::Arc;

use super::authors::wrong_conditional_moves;
use super::conditional_moves::ConditionalMoveRow;
use super::load::{self, StoredMatch};
use super::statements::write_match_rows;
use super::summary::{MatchSummary, SeatRow, SummaryRow, seat_columns, summary_columns};
use crate::matches::{EntryAuthors, MatchId, MatchView};
use crate::store::sql::{self, Int};
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
async fn summaries(db: &mut sql::Connection, after: &str, limit: u32) -> sqlx::Result<Vec<MatchSummary>> {
    let rows = sql::query_as(SUMMARIES).bind(after).bind(limit).fetch_all(&mut *db).await?;
    with_seats(db, rows).await
}

async fn with_seats(db: &mut sql::Connection, rows: Vec<SummaryRow>) -> sqlx::Result<Vec<MatchSummary>> {
    let ids = sql::list(rows.iter().map(|row| row.id.as_str()));
    let found: Vec<SeatRow> = sql::query_as(SEATS).bind(ids).fetch_all(db).await?;
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
        let (rows, mut stored) = self
            .read(move |db| async move {
                let mut snapshot = db.snapshot().await?;
                let rows = summaries(&mut snapshot, &after, limit).await?;
                let ids = sql::list(rows.iter().map(|summary| summary.row.id.as_str()));
                let stored = load::stored(&mut snapshot, &ids).await?;
                Ok((rows, stored))
            })
            .await?;
        let mut found = ListProblems::default();
        for summary in &rows {
            found.check_summary(summary, stored.remove(&summary.row.id));
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
        if right.is_empty() {
            return Ok(0);
        }
        self.write(transaction!(|db| { Ok(write_match_rows(db, &right).await?) })).await?;
        Ok(number)
    }

    /// Number of all matches.
    pub async fn count_matches(&self) -> Result<u64, StoreError> {
        self.read(|db| async move { sql::query_scalar("SELECT count(*) FROM matches").fetch_one(&db).await })
            .await
            .map(Int::get)
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
    fn check_summary(&mut self, summary: &MatchSummary, stored: Option<StoredMatch>) {
        let id = summary.row.id.as_str();
        if id.parse::<MatchId>().is_err() {
            return self.add_finding(id, "the id is invalid");
        }
        let Some(stored) = stored else { return self.add_finding(id, "it has no log") };
        let conditional_moves = stored.conditional_moves.clone();
        match load::read_match_with_authors(stored) {
            Ok((view, authors)) => self.compare(summary, &view, &authors, &conditional_moves),
            Err(StoreError::Corrupt(problem)) => self.problems.push(problem),
            Err(error) => self.add_finding(id, &error.to_string()),
        }
    }

    fn compare(
        &mut self,
        stored: &MatchSummary,
        view: &Arc<MatchView>,
        authors: &EntryAuthors,
        conditional_moves: &[ConditionalMoveRow],
    ) {
        let id = stored.row.id.as_str();
        if let Some(problem) = difference(view, stored) {
            self.differing.push((format!("match {id}: {problem}"), MatchSummary::of(&view.m)));
        }
        if let Some(entry) = authors.strange {
            self.add_finding(id, &format!("the author of log entry {entry} was not allowed to make it"));
        }
        for problem in wrong_conditional_moves(view, conditional_moves) {
            self.add_finding(id, &problem);
        }
        self.rulings.extend(authors.adjudicated_by.map(|by| (id.to_owned(), by)));
    }

    fn add_finding(&mut self, id: &str, problem: &str) {
        self.problems.push(format!("match {id}: {problem}"));
    }
}

/// How the rows of a match differ from its log, if they do.
fn difference(view: &Arc<MatchView>, stored: &MatchSummary) -> Option<&'static str> {
    let mut folded = MatchSummary::of(&view.m);
    accept_early(&stored.row.deadline, &mut folded.row.deadline);
    accept_early(&stored.row.expires_at, &mut folded.row.expires_at);
    if stored.row != folded.row {
        return Some("its row in `matches` differs from its log");
    }
    for (number, seat) in folded.seats.iter_mut().enumerate() {
        // Matches that ended before turns were counted have none.
        if stored.seats.get(number).is_none_or(|stored| stored.turns.is_none()) {
            (seat.turns, seat.late_turns, seat.median_response_ms) = (None, None, None);
        }
    }
    (stored.seats != folded.seats).then_some("its rows in `match_seats` differ from its log")
}

/// The stored time may be too early if weekends are off, and after a ply: it is corrected when the sweeper looks at
/// the match.
fn accept_early(stored: &Option<i64>, folded: &mut Option<i64>) {
    if stored.is_some() && *stored <= *folded {
        *folded = *stored;
    }
}

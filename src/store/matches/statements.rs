//! The statements of a batch.
//!
//! Statements that are the same for all batches are one text, so that the connection's thread is woken once for all
//! of them, and they stay prepared. [`BatchSql`] does the same for statements with as many rows as the batch has.

use std::collections::BTreeMap;

use sqlx::query_builder::{QueryBuilder, Separated};
use sqlx::sqlite::{Sqlite, SqliteConnection};

use super::summary::{MatchSummary, SeatRow, SummaryRow, seat_columns, summary_columns};
use crate::games::Game;
use crate::matches::{MatchId, PlayerRating, RatingPool};
use crate::store::MatchFactKind;
use crate::store::conditional_moves::{CancelledMoveRow, ConditionalMoveRow};
use crate::store::ply_buffer::flush_buffer;
use crate::users::UserId;

// Writes and returns nothing if another process has appended since row `$1`.
macro_rules! buffer_row {
    () => {
        "INSERT INTO ply_buffer (number, events, progress, moved, at)
        SELECT $1 + 1, $2, $3, $4, $5 WHERE $1 = (SELECT max(number) FROM ply_buffer) RETURNING number;"
    };
}

/// Plies only, buffered: a row of the buffer, which is its own transaction. Takes the number of the row before,
/// the entries, the changed columns of matches, the matches with plies, and the time. Returns the number of the row
/// if it was written.
pub(super) const BUFFERED_PLIES: &str = buffer_row!();

/// Plies only, written through. Parameters and result as [`BUFFERED_PLIES`].
pub(super) const PLIES: &str = concat!("BEGIN IMMEDIATE;", buffer_row!(), flush_buffer!(), "COMMIT");

/// The beginning of a transaction with anything else. Parameters and result as [`BUFFERED_PLIES`].
pub(super) const BEGIN: &str = concat!("BEGIN IMMEDIATE;", buffer_row!(), flush_buffer!());

/// Rows per statement, which takes 32,766 values; the widest row has fewer than 30.
const ROWS_TOGETHER: usize = 1000;

/// An hour of vacation that a user has used.
#[derive(Debug)]
pub(super) struct VacationHourRow {
    pub user: UserId,
    pub hour: i64,
}

/// A fact for the outbox.
#[derive(Debug)]
pub(super) struct FactRow {
    pub match_id: MatchId,
    pub seq: u32,
    pub kind: MatchFactKind,
    pub at: i64,
}

/// A change of a user's rating by a match.
#[derive(Debug)]
pub(super) struct RatingRow {
    pub user: UserId,
    pub game: Game,
    pub pool: RatingPool,
    pub match_id: MatchId,
    pub rating: PlayerRating,
}

/// A sequence of statements and their rows.
#[derive(Default)]
pub(super) struct BatchSql {
    sql: QueryBuilder<Sqlite>,
    /// Whether the same text recurs, so that prepared statements are worth keeping.
    common: bool,
}

impl BatchSql {
    /// For a batch with these matches.
    pub fn of(summaries: &[MatchSummary]) -> Self {
        Self { sql: QueryBuilder::default(), common: summaries.len() <= 1 }
    }

    /// Executes all statements.
    pub async fn execute(mut self, db: &mut SqliteConnection) -> sqlx::Result<()> {
        self.sql.build().persistent(self.common).execute(db).await.map(drop)
    }

    /// Adds the commit.
    pub fn commit(&mut self) {
        self.sql.push("COMMIT");
    }

    /// An `INSERT` of any number of rows.
    fn insert<R>(
        &mut self,
        into: &str,
        rows: &[R],
        on_conflict: &str,
        mut values: impl FnMut(&mut Separated<'_, Sqlite, &'static str>, &R),
    ) {
        for rows in rows.chunks(ROWS_TOGETHER) {
            self.sql.push(into).push(" ");
            self.sql.push_values(rows, |mut row, value| values(&mut row, value));
            self.sql.push(" ").push(on_conflict).push(";\n");
        }
    }

    /// A list of values in parentheses.
    fn list<'v>(&mut self, values: impl IntoIterator<Item = &'v str>) {
        self.sql.push("(");
        let mut list = self.sql.separated(", ");
        for value in values {
            list.push_bind(value);
        }
        self.sql.push(")");
    }

    /// The rows of matches and seats.
    pub fn add_match_rows(&mut self, summaries: &[MatchSummary]) {
        for summaries in summaries.chunks(ROWS_TOGETHER) {
            self.add_matches(summaries);
            self.sql.push("DELETE FROM match_seats WHERE match_id IN ");
            self.list(summaries.iter().map(|summary| summary.row.id.as_str()));
            self.sql.push(";\n");
        }
        let seats: Vec<_> = summaries.iter().flat_map(|summary| &summary.seats).collect();
        let into = concat!("INSERT INTO match_seats (", seat_columns!(), ")");
        self.insert(into, &seats, "", |row, seat| seat.push_to(row));
    }

    fn add_matches(&mut self, summaries: &[MatchSummary]) {
        let into = concat!("INSERT INTO matches (", summary_columns!(), ")");
        let update = "ON CONFLICT (id) DO UPDATE SET status = excluded.status, seats = excluded.seats,
            seated = excluded.seated, to_act = excluded.to_act, plies = excluded.plies, position = excluded.position,
            changed_at = excluded.changed_at, ended_at = excluded.ended_at, how = excluded.how,
            deadline = excluded.deadline, expires_at = excluded.expires_at, expired = excluded.expired";
        self.insert(into, summaries, update, |row, summary| summary.row.push_to(row));
    }

    /// Updates the number of matches of each game and status. Compares with the stored rows, so it comes before they
    /// are written.
    pub fn match_counts(&mut self, summaries: &[MatchSummary]) {
        for summaries in summaries.chunks(ROWS_TOGETHER) {
            let mut counts: BTreeMap<(&str, &str), i64> = BTreeMap::new();
            for MatchSummary { row, .. } in summaries {
                *counts.entry((&row.game, &row.status)).or_default() += 1;
            }
            self.sql.push(
                "INSERT INTO match_counts (game, status, matches)
                SELECT game, status, sum(number) FROM (
                    SELECT game, status, -count(*) AS number FROM matches WHERE id IN ",
            );
            self.list(summaries.iter().map(|summary| summary.row.id.as_str()));
            self.sql.push(" GROUP BY game, status UNION ALL ");
            self.sql.push_values(counts, |mut row, ((game, status), number)| {
                row.push_bind(game);
                row.push_bind(status);
                row.push_bind(number);
            });
            self.sql.push(
                ") AS changed GROUP BY game, status HAVING sum(number) <> 0
                ON CONFLICT (game, status) DO UPDATE SET matches = match_counts.matches + excluded.matches;\n",
            );
        }
    }

    /// Updates the results of users for matches that have just ended, from the rows of their seats, which have to be
    /// written before. A match ends once, so it is counted once.
    pub fn add_tallies(&mut self, ended: &[MatchId]) {
        for ended in ended.chunks(ROWS_TOGETHER) {
            self.sql.push(
                "INSERT INTO tallies (user_id, game, visibility, played, won, shared)
                SELECT user_id, game, visibility, count(*), count(*) FILTER (WHERE place = 1 AND firsts = 1),
                    count(*) FILTER (WHERE place = 1 AND firsts > 1)
                FROM (SELECT s.user_id, m.game, m.visibility, s.place,
                        (SELECT count(*) FROM match_seats f WHERE f.match_id = m.id AND f.place = 1) AS firsts
                    FROM matches m JOIN match_seats s ON s.match_id = m.id
                    WHERE m.how <> 'aborted' AND m.id IN ",
            );
            self.list(ended.iter().map(MatchId::as_str));
            self.sql.push(
                ") AS ended GROUP BY user_id, game, visibility
                ON CONFLICT (user_id, game, visibility) DO UPDATE SET played = tallies.played + excluded.played,
                    won = tallies.won + excluded.won, shared = tallies.shared + excluded.shared;
                INSERT INTO head_to_head (lower_id, higher_id, game, lower_won, drawn, higher_won)
                SELECT low.user_id, high.user_id, m.game, count(*) FILTER (WHERE low.place < high.place),
                    count(*) FILTER (WHERE low.place = high.place), count(*) FILTER (WHERE low.place > high.place)
                FROM matches m JOIN match_seats low ON low.match_id = m.id
                    JOIN match_seats high ON high.match_id = m.id AND high.user_id > low.user_id
                WHERE m.how <> 'aborted' AND m.visibility = 'public'
                    AND low.place IS NOT NULL AND high.place IS NOT NULL AND m.id IN ",
            );
            self.list(ended.iter().map(MatchId::as_str));
            self.sql.push(
                " GROUP BY low.user_id, high.user_id, m.game
                ON CONFLICT (lower_id, higher_id, game) DO UPDATE SET
                    lower_won = head_to_head.lower_won + excluded.lower_won, drawn = head_to_head.drawn + excluded.drawn,
                    higher_won = head_to_head.higher_won + excluded.higher_won;\n",
            );
        }
    }

    /// Facts for the outbox, in order.
    pub fn add_facts(&mut self, rows: &[FactRow]) {
        self.insert("INSERT INTO match_outbox (match_id, seq, kind, at)", rows, "", |row, fact| {
            row.push_bind(fact.match_id.as_str());
            row.push_bind(fact.seq);
            row.push_bind(fact.kind.key());
            row.push_bind(fact.at);
        });
    }

    /// Hours of vacation, each once.
    pub fn add_vacation_hours(&mut self, rows: &[VacationHourRow]) {
        let into = "INSERT INTO vacation_hours (user_id, hour)";
        self.insert(into, rows, "ON CONFLICT (user_id, hour) DO NOTHING", |row, vacation| {
            row.push_bind(vacation.user.0);
            row.push_bind(vacation.hour);
        });
    }

    /// The current conditional moves, which were cancelled, and which cancellations no longer hold.
    pub fn conditional_moves(
        &mut self,
        orders: &[ConditionalMoveRow],
        cancelled: &[CancelledMoveRow],
        restored: &[CancelledMoveRow],
    ) {
        let into = "INSERT INTO conditional_moves (match_id, seat, version, since, state, text)";
        let update =
            "ON CONFLICT (match_id, seat) DO UPDATE SET version = excluded.version, since = excluded.since,
            state = excluded.state, text = excluded.text";
        self.insert(into, orders, update, |row, order| {
            row.push_bind(order.match_id.as_str());
            row.push_bind(order.seat);
            row.push_bind(order.version);
            row.push_bind(order.since);
            row.push_bind(order.state);
            row.push_bind(order.text.as_str());
        });
        let delete = "DELETE FROM cancelled_conditional_moves WHERE (match_id, seat, seq) IN (";
        self.insert(delete, restored, ")", |row, order| {
            row.push_bind(order.match_id.as_str());
            row.push_bind(order.seat);
            row.push_bind(order.seq);
        });
        let into = "INSERT INTO cancelled_conditional_moves (match_id, seat, seq, at)";
        self.insert(into, cancelled, "ON CONFLICT DO NOTHING", |row, order| {
            row.push_bind(order.match_id.as_str());
            row.push_bind(order.seat);
            row.push_bind(order.seq);
            row.push_bind(order.at);
        });
    }

    /// The rating changes of matches. If the number of a change is taken, the match was rated from an outdated
    /// rating, and the statement fails.
    pub fn add_ratings(&mut self, rated: &[MatchId], changes: &[RatingRow]) {
        self.insert("INSERT INTO rated_matches (match_id)", rated, "", |row, id| {
            row.push_bind(id.as_str());
        });
        let into = "INSERT INTO rating_changes (game, pool, user_id, number, match_id, at, value, deviation, volatility)";
        self.insert(into, changes, "", |row, change| {
            row.push_bind(change.game.key());
            row.push_bind(change.pool.key());
            row.push_bind(change.user.0);
            row.push_bind(change.rating.number);
            row.push_bind(change.match_id.as_str());
            change.push_rating_to(row);
        });
        // One statement cannot change a row twice, so only the last change of a rating goes into it.
        let key = |change: &RatingRow| (change.user.0, change.game.key(), change.pool.key());
        let last: BTreeMap<_, _> = changes.iter().map(|change| (key(change), change)).collect();
        let last: Vec<_> = last.into_values().collect();
        let into = "INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)";
        let update =
            "ON CONFLICT (user_id, game, pool) DO UPDATE SET number = excluded.number, at = excluded.at,
            value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility";
        self.insert(into, &last, update, |row, change| {
            row.push_bind(change.game.key());
            row.push_bind(change.pool.key());
            row.push_bind(change.user.0);
            row.push_bind(change.rating.number);
            change.push_rating_to(row);
        });
    }
}

impl RatingRow {
    fn push_rating_to(&self, row: &mut Separated<'_, Sqlite, &'static str>) {
        let [value, deviation, volatility] = self.rating.billionths();
        row.push_bind(self.rating.at.0);
        row.push_bind(value);
        row.push_bind(deviation);
        row.push_bind(volatility);
    }
}

impl SummaryRow {
    fn push_to(&self, row: &mut Separated<'_, Sqlite, &'static str>) {
        row.push_bind(self.id.as_str());
        row.push_bind(self.game.as_str());
        row.push_bind(self.options.as_str());
        row.push_bind(self.status.as_str());
        row.push_bind(self.visibility.as_str());
        row.push_bind(self.code.as_str());
        row.push_bind(self.seats);
        row.push_bind(self.seated);
        row.push_bind(self.to_act);
        row.push_bind(self.plies);
        row.push_bind(self.position.as_str());
        row.push_bind(self.opened_by);
        row.push_bind(self.opened_at);
        row.push_bind(self.changed_at);
        row.push_bind(self.ended_at);
        row.push_bind(self.how.as_deref());
        row.push_bind(self.deadline);
        row.push_bind(self.time.as_deref());
        row.push_bind(self.rated);
        row.push_bind(self.expires_at);
        row.push_bind(self.expired.as_deref());
        row.push_bind(self.rating_from);
        row.push_bind(self.rating_to);
        row.push_bind(self.live);
        row.push_bind(self.weekends_off);
        row.push_bind(self.draws_seats);
    }
}

impl SeatRow {
    fn push_to(&self, row: &mut Separated<'_, Sqlite, &'static str>) {
        row.push_bind(self.match_id.as_str());
        row.push_bind(self.seat);
        row.push_bind(self.user_id);
        row.push_bind(self.place);
        row.push_bind(self.ended_at);
        row.push_bind(self.kept);
        row.push_bind(self.asked.as_deref());
        row.push_bind(self.turns);
        row.push_bind(self.late);
        row.push_bind(self.answered_in);
    }
}

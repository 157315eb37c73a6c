//! The statements of a batch, each with as many rows as the batch has.

use std::collections::BTreeMap;

use super::conditional_moves::{CancelledMoveRow, ConditionalMoveRow};
use super::summary::{MatchSummary, average_rating, seat_columns, summary_columns};
use crate::matches::{LogEntry, Match, MatchEvent, MatchId, PlayerRating, RatingChange};
use crate::store::MatchFactKind;
use crate::store::row_lists::{ROWS_TOGETHER, execute, execute_with_rows};
use crate::store::sql::{self, SqlBuilder, ValueList};
use crate::users::UserId;

/// An entry of the log of a match.
#[derive(Debug)]
pub(super) struct EntryRow {
    match_id: MatchId,
    seq: u32,
    at: i64,
    by: Option<i64>,
    kind: String,
    /// As JSON.
    body: String,
    /// The player whose seat a bot took over.
    former: Option<i64>,
}

/// The columns of a match that a ply changes.
#[derive(Debug)]
pub(super) struct ProgressRow {
    id: MatchId,
    plies: i64,
    to_act: Option<i64>,
    position: String,
    changed_at: i64,
    deadline: Option<i64>,
}

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

impl EntryRow {
    pub fn of(match_id: &MatchId, entry: &LogEntry) -> Self {
        let (kind, body) = entry.event.stored();
        let by = entry.actor.map(|user| user.0);
        let former = match &entry.event {
            MatchEvent::SeatTakenOver { player, .. } => Some(player.0),
            _ => None,
        };
        Self { match_id: match_id.clone(), seq: entry.seq, at: entry.at, by, kind, body, former }
    }
}

impl ProgressRow {
    pub fn of(m: &Match) -> Self {
        Self {
            id: m.id.clone(),
            plies: m.plies.len() as i64,
            to_act: m.user_to_act().map(|user| user.0),
            position: m.position.text(),
            changed_at: m.changed_at.0,
            deadline: m.deadline().map(|moment| moment.0),
        }
    }
}

/// Adds a list of values in parentheses.
fn push_list<'v>(sql: &mut SqlBuilder, values: impl IntoIterator<Item = &'v str>) {
    sql.push("(");
    let mut list = sql.list();
    for value in values {
        list.push_bind(value);
    }
    sql.push(")");
}

/// Entries of logs. A number that is taken was written by another process.
pub(super) async fn add_entries(db: &mut sql::Connection, rows: &[EntryRow]) -> sqlx::Result<()> {
    let into = "INSERT INTO match_events (match_id, seq, at, actor_id, kind, body, former_id)";
    execute_with_rows(db, into, rows, "", |row, entry| {
        row.push_bind(entry.match_id.as_str());
        row.push_bind(entry.seq);
        row.push_bind(entry.at);
        row.push_bind(entry.by);
        row.push_bind(entry.kind.as_str());
        row.push_bind(entry.body.as_str());
        row.push_bind(entry.former);
    })
    .await
    .map(drop)
}

/// The rows of matches in which only plies were played.
pub(super) async fn update_progress(db: &mut sql::Connection, rows: &[ProgressRow]) -> sqlx::Result<()> {
    let played = "WITH played (id, plies, to_act, position, changed_at, deadline) AS (";
    let update =
        ") UPDATE matches SET ply_count = played.plies, to_act = played.to_act, position = played.position,
        changed_at = played.changed_at, deadline = played.deadline
        FROM played WHERE matches.id = played.id";
    execute_with_rows(db, played, rows, update, |row, progress| {
        row.push_bind(progress.id.as_str());
        row.push_bind(progress.plies);
        row.push_bind(progress.to_act);
        row.push_bind(progress.position.as_str());
        row.push_bind(progress.changed_at);
        row.push_bind(progress.deadline);
    })
    .await
    .map(drop)
}

/// The rows of matches and seats.
pub(super) async fn write_match_rows(
    db: &mut sql::Connection,
    summaries: &[MatchSummary],
) -> sqlx::Result<()> {
    let into = concat!("INSERT INTO matches (", summary_columns!(), ")");
    let update = "ON CONFLICT (id) DO UPDATE SET game = excluded.game, options = excluded.options,
        status = excluded.status, visibility = excluded.visibility, code = excluded.code, seat_count = excluded.seat_count,
        seats_taken = excluded.seats_taken, to_act = excluded.to_act, ply_count = excluded.ply_count, position = excluded.position,
        opened_by = excluded.opened_by, opened_at = excluded.opened_at, changed_at = excluded.changed_at,
        ended_at = excluded.ended_at, end_reason = excluded.end_reason, deadline = excluded.deadline, time_control = excluded.time_control,
        rated = excluded.rated, expires_at = excluded.expires_at, expired = excluded.expired,
        min_rating = excluded.min_rating, max_rating = excluded.max_rating, min_on_time = excluded.min_on_time, is_live = excluded.is_live,
        weekends_off = excluded.weekends_off, draws_seats = excluded.draws_seats,
        first_places = excluded.first_places";
    execute_with_rows(db, into, summaries, update, |row, summary| summary.row.push_to(row)).await?;
    for summaries in summaries.chunks(ROWS_TOGETHER) {
        let mut sql = SqlBuilder::new("DELETE FROM match_seats WHERE match_id IN ");
        push_list(&mut sql, summaries.iter().map(|summary| summary.row.id.as_str()));
        execute(db, sql, summaries.len()).await?;
    }
    let seats: Vec<_> = summaries.iter().flat_map(|summary| &summary.seats).collect();
    let into = concat!("INSERT INTO match_seats (", seat_columns!(), ")");
    execute_with_rows(db, into, &seats, "", |row, seat| seat.push_to(row)).await.map(drop)
}

/// Updates the number of matches of each game and status. Compares with the stored rows, so it comes before they
/// are written.
pub(super) async fn update_match_counts(
    db: &mut sql::Connection,
    summaries: &[MatchSummary],
) -> sqlx::Result<()> {
    for summaries in summaries.chunks(ROWS_TOGETHER) {
        let mut counts: BTreeMap<(&str, &str), i64> = BTreeMap::new();
        for MatchSummary { row, .. } in summaries {
            *counts.entry((&row.game, &row.status)).or_default() += 1;
        }
        let mut sql = SqlBuilder::new(
            "INSERT INTO match_counts (game, status, matches)
            SELECT game, status, sum(number) FROM (
                SELECT game, status, -count(*) AS number FROM matches WHERE id IN ",
        );
        push_list(&mut sql, summaries.iter().map(|summary| summary.row.id.as_str()));
        sql.push(" GROUP BY game, status UNION ALL ");
        sql.push_values(counts, |row, ((game, status), number)| {
            row.push_bind(game);
            row.push_bind(status);
            row.push_bind(number);
        });
        sql.push(
            ") AS changed GROUP BY game, status HAVING sum(number) <> 0
            ON CONFLICT (game, status) DO UPDATE SET matches = match_counts.matches + excluded.matches",
        );
        execute(db, sql, summaries.len()).await?;
    }
    Ok(())
}

/// Updates the results of users for matches that have just ended, from the rows of their seats, which have to be
/// written before. A match ends once, so it is counted once.
pub(super) async fn add_tallies(db: &mut sql::Connection, ended: &[MatchId]) -> sqlx::Result<()> {
    for ended in ended.chunks(ROWS_TOGETHER) {
        let mut sql = SqlBuilder::new(
            "INSERT INTO tallies (user_id, game, visibility, played, won, shared)
            SELECT user_id, game, visibility, count(*), count(*) FILTER (WHERE place = 1 AND firsts = 1),
                count(*) FILTER (WHERE place = 1 AND firsts > 1)
            FROM (SELECT s.user_id, m.game, m.visibility, s.place,
                    (SELECT count(*) FROM match_seats f WHERE f.match_id = m.id AND f.place = 1) AS firsts
                FROM matches m JOIN match_seats s ON s.match_id = m.id
                WHERE m.end_reason <> 'aborted' AND m.id IN ",
        );
        push_list(&mut sql, ended.iter().map(MatchId::as_str));
        sql.push(
            ") AS ended GROUP BY user_id, game, visibility
            ON CONFLICT (user_id, game, visibility) DO UPDATE SET played = tallies.played + excluded.played,
                won = tallies.won + excluded.won, shared = tallies.shared + excluded.shared",
        );
        execute(db, sql, ended.len()).await?;
        let mut sql = SqlBuilder::new(
            "INSERT INTO head_to_head (lower_id, higher_id, game, lower_won, drawn, higher_won)
            SELECT low.user_id, high.user_id, m.game, count(*) FILTER (WHERE low.place < high.place),
                count(*) FILTER (WHERE low.place = high.place), count(*) FILTER (WHERE low.place > high.place)
            FROM matches m JOIN match_seats low ON low.match_id = m.id
                JOIN match_seats high ON high.match_id = m.id AND high.user_id > low.user_id
            WHERE m.end_reason <> 'aborted' AND m.visibility = 'public'
                AND low.place IS NOT NULL AND high.place IS NOT NULL AND m.id IN ",
        );
        push_list(&mut sql, ended.iter().map(MatchId::as_str));
        sql.push(
            " GROUP BY low.user_id, high.user_id, m.game
            ON CONFLICT (lower_id, higher_id, game) DO UPDATE SET
                lower_won = head_to_head.lower_won + excluded.lower_won, drawn = head_to_head.drawn + excluded.drawn,
                higher_won = head_to_head.higher_won + excluded.higher_won",
        );
        execute(db, sql, ended.len()).await?;
    }
    Ok(())
}

/// Facts for the outbox, in order.
pub(super) async fn add_facts(db: &mut sql::Connection, server: i64, rows: &[FactRow]) -> sqlx::Result<()> {
    let into = "INSERT INTO match_outbox (match_id, seq, kind, at, server)";
    execute_with_rows(db, into, rows, "", |row, fact| {
        row.push_bind(fact.match_id.as_str());
        row.push_bind(fact.seq);
        row.push_bind(fact.kind.key());
        row.push_bind(fact.at);
        row.push_bind(server);
    })
    .await
    .map(drop)
}

/// Hours of vacation, each once.
pub(super) async fn add_vacation_hours(
    db: &mut sql::Connection,
    rows: &[VacationHourRow],
) -> sqlx::Result<()> {
    let into = "INSERT INTO vacation_hours (user_id, hour)";
    execute_with_rows(db, into, rows, "ON CONFLICT (user_id, hour) DO NOTHING", |row, vacation| {
        row.push_bind(vacation.user.0);
        row.push_bind(vacation.hour);
    })
    .await
    .map(drop)
}

/// The current conditional moves, which were cancelled, and which cancellations no longer hold.
pub(super) async fn write_conditional_moves(
    db: &mut sql::Connection,
    conditional_moves: &[ConditionalMoveRow],
    cancelled: &[CancelledMoveRow],
    restored: &[CancelledMoveRow],
) -> sqlx::Result<()> {
    let into = "INSERT INTO conditional_moves (match_id, seat, version, since_ply, state, text)";
    let update =
        "ON CONFLICT (match_id, seat) DO UPDATE SET version = excluded.version, since_ply = excluded.since_ply,
        state = excluded.state, text = excluded.text";
    execute_with_rows(db, into, conditional_moves, update, |row, order| {
        row.push_bind(order.match_id.as_str());
        row.push_bind(order.seat);
        row.push_bind(order.version);
        row.push_bind(order.since_ply);
        row.push_bind(order.state.as_str());
        row.push_bind(order.text.as_str());
    })
    .await?;
    let into = "INSERT INTO cancelled_conditional_moves (match_id, seat, seq, at)";
    execute_with_rows(db, into, cancelled, "ON CONFLICT DO NOTHING", |row, order| {
        row.push_bind(order.match_id.as_str());
        row.push_bind(order.seat);
        row.push_bind(order.seq);
        row.push_bind(order.at);
    })
    .await?;
    let delete = "DELETE FROM cancelled_conditional_moves WHERE (match_id, seat, seq) IN (";
    execute_with_rows(db, delete, restored, ")", |row, order| {
        row.push_bind(order.match_id.as_str());
        row.push_bind(order.seat);
        row.push_bind(order.seq);
    })
    .await
    .map(drop)
}

/// The rating changes of matches.
pub(super) async fn add_ratings(
    db: &mut sql::Connection,
    rated: &[(MatchId, bool)],
    changes: &[RatingChange],
) -> sqlx::Result<()> {
    execute_with_rows(
        db,
        "INSERT INTO rated_matches (match_id, is_counted)",
        rated,
        "",
        |row, (id, is_counted)| {
            row.push_bind(id.as_str());
            row.push_bind(*is_counted);
        },
    )
    .await?;
    add_rating_changes(db, changes, "").await?;
    let ids: Vec<_> = rated.iter().map(|(id, _)| id.clone()).collect();
    set_average_ratings(db, &ids).await?;
    // One statement cannot change a row twice, so only the last change of a rating goes into it.
    let key = |change: &RatingChange| (change.user.0, change.game.key(), change.pool.key());
    let last: BTreeMap<_, _> = changes.iter().map(|change| (key(change), change)).collect();
    let last: Vec<_> = last.into_values().collect();
    let into = "INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)";
    let update = "ON CONFLICT (user_id, game, pool) DO UPDATE SET number = excluded.number, at = excluded.at,
        value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility";
    execute_with_rows(db, into, &last, update, |row, change| {
        row.push_bind(change.game.key());
        row.push_bind(change.pool.key());
        row.push_bind(change.user.0);
        push_rating(row, &change.rating);
    })
    .await
    .map(drop)
}

/// Sets the average ratings of these matches by their rating changes.
async fn set_average_ratings(db: &mut sql::Connection, matches: &[MatchId]) -> sqlx::Result<()> {
    for matches in matches.chunks(ROWS_TOGETHER) {
        let mut sql = SqlBuilder::new(concat!(
            "UPDATE matches AS m SET average_rating = ",
            average_rating!(),
            " WHERE m.id IN "
        ));
        push_list(&mut sql, matches.iter().map(MatchId::as_str));
        execute(db, sql, matches.len()).await?;
    }
    Ok(())
}

/// Rating changes; without `on_conflict`, new ones.
pub(super) async fn add_rating_changes(
    db: &mut sql::Connection,
    changes: &[RatingChange],
    on_conflict: &'static str,
) -> sqlx::Result<()> {
    let into = "INSERT INTO rating_changes (game, pool, user_id, match_id, number, at, value, deviation, volatility)";
    execute_with_rows(db, into, changes, on_conflict, |row, change| {
        row.push_bind(change.game.key());
        row.push_bind(change.pool.key());
        row.push_bind(change.user.0);
        row.push_bind(change.match_id.as_str());
        push_rating(row, &change.rating);
    })
    .await
    .map(drop)
}

fn push_rating(row: &mut ValueList<'_>, rating: &PlayerRating) {
    let [value, deviation, volatility] = rating.billionths();
    row.push_bind(rating.number);
    row.push_bind(rating.at.0);
    row.push_bind(value);
    row.push_bind(deviation);
    row.push_bind(volatility);
}

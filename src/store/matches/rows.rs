//! Rows of matches for lists.

use std::cmp::Reverse;
use std::collections::HashMap;

use sqlx::FromRow;

use crate::games::{Game, Seat};
use crate::lists::{ListPage, ListedMatch, ListedSeat, PageCursor, PlayerTally};
use crate::matches::{Expiry, JoinConditions, MatchVisibility, OfferToAnswer};
use crate::now::Moment;
use crate::store::StoreError;
use crate::store::sql::{self, Int, QueryAs};
use crate::users::UserId;

#[derive(FromRow)]
pub(super) struct ListedRow {
    id: String,
    game: String,
    status: String,
    options: String,
    position: String,
    #[sqlx(try_from = "i64")]
    seat_count: u8,
    #[sqlx(skip)]
    seated: Vec<SeatedRow>,
    to_act: Option<i64>,
    visibility: String,
    rated: bool,
    #[sqlx(try_from = "i64")]
    ply_count: u32,
    opened_at: i64,
    changed_at: i64,
    ended_at: Option<i64>,
    end_reason: Option<String>,
    deadline: Option<i64>,
    time_control: Option<String>,
    expires_at: Option<i64>,
    expired: Option<String>,
    opened_by: i64,
    min_rating: Option<Int<u16>>,
    max_rating: Option<Int<u16>>,
    min_on_time: Option<Int<u8>>,
    draws_seats: bool,
    average_rating: Option<Int<u16>>,
    sort_at: i64,
}

impl ListedRow {
    /// The place in a list in descending order of what it is sorted by.
    pub fn place(&self) -> (Reverse<i64>, &str) {
        (Reverse(self.sort_at), &self.id)
    }
}

#[derive(FromRow)]
struct SeatedRow {
    match_id: String,
    #[sqlx(try_from = "i64")]
    seat: u8,
    user_id: i64,
    name: String,
    place: Option<Int<u8>>,
    /// Whether it is an invitation.
    is_reserved: bool,
    pending_offer: Option<String>,
}

const SEATED: &str = "SELECT s.match_id, s.seat, s.user_id, u.name, s.place, s.is_reserved, s.pending_offer
    FROM match_seats s JOIN users u ON u.id = s.user_id
    WHERE s.match_id IN (SELECT value FROM json_each($1)) ORDER BY s.match_id, s.seat";

/// The rows of a query for a list, with their seats.
pub(super) async fn fetch_listed(db: &sql::Pool, query: QueryAs<ListedRow>) -> sqlx::Result<Vec<ListedRow>> {
    let mut rows = query.fetch_all(db).await?;
    add_seats(db, rows.iter_mut().collect()).await?;
    Ok(rows)
}

pub(super) async fn add_seats(db: &sql::Pool, rows: Vec<&mut ListedRow>) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let ids = sql::list(rows.iter().map(|row| row.id.as_str()));
    let seats: Vec<SeatedRow> = sql::query_as(SEATED).bind(ids).fetch_all(db).await?;
    let mut of_match: HashMap<String, Vec<SeatedRow>> = HashMap::new();
    for seat in seats {
        of_match.entry(seat.match_id.clone()).or_default().push(seat);
    }
    for row in rows {
        row.seated = of_match.remove(&row.id).unwrap_or_default();
    }
    Ok(())
}

/// A page of the first `limit` of `limit + 1` rows.
pub(super) fn page(mut rows: Vec<ListedRow>, limit: u32) -> ListPage {
    let limit = limit as usize;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let cursor = |row: &ListedRow| Some(PageCursor { key: row.sort_at, id: row.id.parse().ok()? });
    let next = if more { rows.iter().rev().find_map(cursor) } else { None };
    ListPage { matches: listed_matches(rows), next }
}

/// The matches of rows. Rows with invalid data are left out, so that they do not hide the others.
pub(super) fn listed_matches(rows: Vec<ListedRow>) -> Vec<ListedMatch> {
    let readable = |row: Result<ListedMatch, StoreError>| {
        row.inspect_err(|error| tracing::error!(code = error.code(), %error, "left a match out of a list"))
            .ok()
    };
    rows.into_iter().map(listed_match).filter_map(readable).collect()
}

fn listed_match(row: ListedRow) -> Result<ListedMatch, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("match {}: {what}", row.id));
    let game = Game::from_key(&row.game).ok_or_else(|| corrupt("unknown game"))?;
    let options: Vec<(String, String)> =
        serde_json::from_str(&row.options).map_err(|_| corrupt("options"))?;
    let options = game
        .options(options.iter().map(|(key, value)| (key.as_str(), value.as_str())))
        .map_err(|error| corrupt(&error.to_string()))?;
    let position = game.position(&options, row.seat_count, &row.position).map_err(|_| corrupt("position"))?;
    let seat = |row: SeatedRow| ListedSeat {
        seat: Seat::new(row.seat),
        user: UserId(row.user_id),
        name: row.name.into(),
        place: row.place.map(Int::get),
        is_reserved: row.is_reserved,
        pending_offer: row.pending_offer.as_deref().and_then(OfferToAnswer::from_key),
    };
    Ok(ListedMatch {
        id: row.id.parse().map_err(|_| corrupt("id"))?,
        game,
        options,
        position,
        seats: row.seated.into_iter().map(seat).collect(),
        seat_count: row.seat_count,
        to_act: row.to_act.map(UserId),
        rated: row.rated,
        visibility: if row.visibility == "private" {
            MatchVisibility::Private
        } else {
            MatchVisibility::Public
        },
        ply_count: row.ply_count,
        opened_at: Moment(row.opened_at),
        changed_at: Moment(row.changed_at),
        ended_at: row.ended_at.map(Moment),
        expired: row.expired.as_deref().and_then(Expiry::from_key),
        opened_by: UserId(row.opened_by),
        host_reliability: None,
        host_absence: None,
        conditions: JoinConditions {
            min_rating: row.min_rating.map(Int::get),
            max_rating: row.max_rating.map(Int::get),
            min_on_time: row.min_on_time.map(Int::get),
        },
        draws_seats: row.draws_seats,
        average_rating: row.average_rating.map(Int::get),
        open_until: row.expires_at.filter(|_| row.status == "open").map(Moment),
        end_reason: row.end_reason.and_then(|end_reason| serde_json::from_value(end_reason.into()).ok()),
        deadline: row.deadline.map(Moment),
        pace: row.time_control.and_then(|time_control| time_control.split(' ').next()?.parse().ok()),
    })
}

/// Parses a row of game, matches played, won and shared.
pub(super) fn player_tally(
    (game, Int(played), Int(won), Int(shared)): (String, Int<u32>, Int<u32>, Int<u32>),
) -> Result<PlayerTally, StoreError> {
    let unknown = || StoreError::Corrupt(format!("a match of an unknown game, {game}"));
    let game = Game::from_key(&game).ok_or_else(unknown)?;
    Ok(PlayerTally { game, played, won, shared })
}

#[cfg(test)]
mod tests {
    use super::SEATED;
    use crate::store::plan;

    #[tokio::test]
    async fn the_seats_of_listed_matches_are_found_by_their_matches() {
        for steps in plan::of(SEATED).await {
            assert!(steps.contains("SEARCH s USING PRIMARY KEY (match_id=?)"), "{steps}");
            assert!(!steps.sorts(), "{steps}");
        }
    }
}

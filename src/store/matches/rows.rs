//! Rows of matches for lists.

use serde::Deserialize;
use sqlx::FromRow;

use crate::games::{Game, Seat};
use crate::lists::{ListPage, ListedMatch, ListedSeat, PageCursor, PlayerTally};
use crate::matches::{Expiry, MatchVisibility, OfferToAnswer, RatingRange};
use crate::now::Moment;
use crate::store::StoreError;
use crate::users::UserId;

#[derive(FromRow)]
pub(super) struct ListedRow {
    id: String,
    game: String,
    status: String,
    options: String,
    position: String,
    seats: u8,
    seated: String,
    to_act: Option<i64>,
    visibility: String,
    rated: bool,
    plies: u32,
    opened_at: i64,
    changed_at: i64,
    ended_at: Option<i64>,
    how: Option<String>,
    deadline: Option<i64>,
    time: Option<String>,
    expires_at: Option<i64>,
    expired: Option<String>,
    opened_by: i64,
    rating_from: Option<u16>,
    rating_to: Option<u16>,
    draws_seats: bool,
    sort_at: i64,
}

/// A seat, from the column `seated`.
#[derive(Deserialize)]
struct SeatedRow {
    seat: u8,
    user: UserId,
    name: String,
    place: Option<u8>,
    /// 1 for an invitation.
    kept: u8,
    asked: Option<String>,
}

/// A page of the first `limit` of `limit + 1` rows.
pub(super) fn page(mut rows: Vec<ListedRow>, limit: u32) -> ListPage {
    let limit = limit as usize;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let cursor = |row: &ListedRow| Some(PageCursor { at: Moment(row.sort_at), id: row.id.parse().ok()? });
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
    let position = game.position(&options, row.seats, &row.position).map_err(|_| corrupt("position"))?;
    let seats: Vec<SeatedRow> = serde_json::from_str(&row.seated).map_err(|_| corrupt("seats"))?;
    let seat = |row: SeatedRow| ListedSeat {
        seat: Seat::new(row.seat),
        user: row.user,
        name: row.name.into(),
        place: row.place,
        kept: row.kept == 1,
        asked: row.asked.as_deref().and_then(OfferToAnswer::from_key),
    };
    Ok(ListedMatch {
        id: row.id.parse().map_err(|_| corrupt("id"))?,
        game,
        options,
        position,
        seats: seats.into_iter().map(seat).collect(),
        seat_count: row.seats,
        to_act: row.to_act.map(UserId),
        rated: row.rated,
        visibility: if row.visibility == "private" {
            MatchVisibility::Private
        } else {
            MatchVisibility::Public
        },
        plies: row.plies,
        opened_at: Moment(row.opened_at),
        changed_at: Moment(row.changed_at),
        ended_at: row.ended_at.map(Moment),
        expired: row.expired.as_deref().and_then(Expiry::from_key),
        opened_by: UserId(row.opened_by),
        host_reliability: None,
        range: RatingRange { rating_from: row.rating_from, rating_to: row.rating_to },
        draws_seats: row.draws_seats,
        open_until: row.expires_at.filter(|_| row.status == "open").map(Moment),
        how: row.how.and_then(|how| serde_json::from_value(how.into()).ok()),
        deadline: row.deadline.map(Moment),
        pace: row.time.and_then(|time| time.split(' ').next()?.parse().ok()),
    })
}

/// Parses a row of game, matches played, won and shared.
pub(super) fn player_tally(
    (game, played, won, shared): (String, u32, u32, u32),
) -> Result<PlayerTally, StoreError> {
    let unknown = || StoreError::Corrupt(format!("a match of an unknown game, {game}"));
    let game = Game::from_key(&game).ok_or_else(unknown)?;
    Ok(PlayerTally { game, played, won, shared })
}

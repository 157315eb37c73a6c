//! The rows of a match and its seats for lists: written with the log, and compared with it.

use sqlx::FromRow;

use crate::games::{Options, Seat};
use crate::matches::{
    Clocks, EndReason, Expiry, Match, MatchEnding, MatchStatus, MatchVisibility, OfferToAnswer,
};
use crate::store::sql::ValueList;

/// A row of `matches`, with its columns in the order of [`summary_columns`].
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct SummaryRow {
    pub id: String,
    pub game: String,
    /// Pairs of key and value, as JSON.
    pub options: String,
    pub status: String,
    pub visibility: String,
    pub code: String,
    pub seat_count: i64,
    pub seats_taken: i64,
    pub to_act: Option<i64>,
    pub ply_count: i64,
    pub position: String,
    pub opened_by: i64,
    pub opened_at: i64,
    pub changed_at: i64,
    pub ended_at: Option<i64>,
    pub end_reason: Option<String>,
    pub deadline: Option<i64>,
    pub time_control: Option<String>,
    pub rated: bool,
    pub expires_at: Option<i64>,
    pub expired: Option<String>,
    pub min_rating: Option<i64>,
    pub max_rating: Option<i64>,
    pub min_on_time: Option<i64>,
    /// Whether it has a live clock; `None` without a clock.
    pub is_live: Option<bool>,
    /// Whether weekends are off; `None` without a clock.
    pub weekends_off: Option<bool>,
    /// Whether its seats are drawn, or were.
    pub draws_seats: bool,
    /// How many seats share the first place, once there is one.
    pub first_places: Option<i64>,
}

/// A row of `match_seats`, with its columns in the order of [`seat_columns`].
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct SeatRow {
    pub match_id: String,
    pub seat: i64,
    pub user_id: i64,
    pub place: Option<i64>,
    pub ended_at: Option<i64>,
    pub is_reserved: bool,
    pub pending_offer: Option<String>,
    /// These three are `NULL` in matches that ended before they were counted, and for a seat that a bot has taken over.
    pub turns: Option<i64>,
    pub late_turns: Option<i64>,
    pub median_response_ms: Option<i64>,
}

macro_rules! summary_columns {
    () => {
        "id, game, options, status, visibility, code, seat_count, seats_taken, to_act, ply_count, position, opened_by, opened_at,
        changed_at, ended_at, end_reason, deadline, time_control, rated, expires_at, expired, min_rating, max_rating,
        min_on_time, is_live, weekends_off, draws_seats, first_places"
    };
}

macro_rules! seat_columns {
    () => {
        "match_id, seat, user_id, place, ended_at, is_reserved, pending_offer, turns, late_turns, median_response_ms"
    };
}

/// The average rating of the players of the match `m` after it.
macro_rules! average_rating {
    () => {
        "(SELECT round(avg(c.value) / 1e9) FROM rating_changes c WHERE c.match_id = m.id)"
    };
}

pub(super) use {average_rating, seat_columns, summary_columns};

/// The row of a match, and those of its seats that are taken or reserved by an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchSummary {
    pub row: SummaryRow,
    pub seats: Vec<SeatRow>,
}

impl MatchSummary {
    /// The rows that a match should have.
    pub fn of(m: &Match) -> Self {
        Self { row: SummaryRow::of(m), seats: seat_rows(m).collect() }
    }
}

impl SummaryRow {
    fn of(m: &Match) -> Self {
        let control = m.clocks.as_ref().map(Clocks::control);
        Self {
            id: m.id.to_string(),
            game: m.game.key().to_owned(),
            options: options_text(&m.options),
            status: status(&m.status).to_owned(),
            visibility: visibility(m.visibility).to_owned(),
            code: m.code.to_string(),
            seat_count: m.seats.count().into(),
            seats_taken: m.seated().into(),
            to_act: m.user_to_act().map(|user| user.0),
            ply_count: m.plies.len() as i64,
            position: m.position.text(),
            opened_by: m.opened_by.0,
            opened_at: m.opened_at.0,
            changed_at: m.changed_at.0,
            ended_at: m.ended_at.map(|moment| moment.0),
            end_reason: m.ending().map(|ending| end_reason(ending.how).to_owned()),
            deadline: m.deadline().map(|moment| moment.0),
            time_control: control.map(ToString::to_string),
            rated: m.rated,
            expires_at: m.expires_at().map(|moment| moment.0),
            expired: m.expired.map(|expiry| Expiry::key(expiry).to_owned()),
            min_rating: m.conditions.min_rating.map(i64::from),
            max_rating: m.conditions.max_rating.map(i64::from),
            min_on_time: m.conditions.min_on_time.map(i64::from),
            is_live: control.map(|control| control.pace.is_live()),
            weekends_off: control.map(|control| control.weekends_off),
            draws_seats: m.seat_draw.is_some(),
            first_places: m.ending().and_then(MatchEnding::first_places).map(i64::from),
        }
    }
}

impl SummaryRow {
    /// Adds the values in the order of the columns.
    pub fn push_to(&self, row: &mut ValueList<'_>) {
        row.push_bind(self.id.as_str());
        row.push_bind(self.game.as_str());
        row.push_bind(self.options.as_str());
        row.push_bind(self.status.as_str());
        row.push_bind(self.visibility.as_str());
        row.push_bind(self.code.as_str());
        row.push_bind(self.seat_count);
        row.push_bind(self.seats_taken);
        row.push_bind(self.to_act);
        row.push_bind(self.ply_count);
        row.push_bind(self.position.as_str());
        row.push_bind(self.opened_by);
        row.push_bind(self.opened_at);
        row.push_bind(self.changed_at);
        row.push_bind(self.ended_at);
        row.push_bind(self.end_reason.as_deref());
        row.push_bind(self.deadline);
        row.push_bind(self.time_control.as_deref());
        row.push_bind(self.rated);
        row.push_bind(self.expires_at);
        row.push_bind(self.expired.as_deref());
        row.push_bind(self.min_rating);
        row.push_bind(self.max_rating);
        row.push_bind(self.min_on_time);
        row.push_bind(self.is_live);
        row.push_bind(self.weekends_off);
        row.push_bind(self.draws_seats);
        row.push_bind(self.first_places);
    }
}

impl SeatRow {
    /// Adds the values in the order of the columns.
    pub fn push_to(&self, row: &mut ValueList<'_>) {
        row.push_bind(self.match_id.as_str());
        row.push_bind(self.seat);
        row.push_bind(self.user_id);
        row.push_bind(self.place);
        row.push_bind(self.ended_at);
        row.push_bind(self.is_reserved);
        row.push_bind(self.pending_offer.as_deref());
        row.push_bind(self.turns);
        row.push_bind(self.late_turns);
        row.push_bind(self.median_response_ms);
    }
}

/// Options as their column has them.
pub(super) fn options_text(options: &Options) -> String {
    serde_json::to_string(&options.pairs()).unwrap_or_default()
}

fn seat_rows(m: &Match) -> impl Iterator<Item = SeatRow> {
    let row = move |seat: Seat| {
        let user = m.seats[seat].or(m.reserved[seat])?;
        let punctuality = m.punctuality(seat);
        Some(SeatRow {
            match_id: m.id.to_string(),
            seat: seat.number().into(),
            user_id: user.0,
            place: m.ending().and_then(|ending| ending.place(seat)).map(i64::from),
            ended_at: m.ended_at.map(|moment| moment.0),
            is_reserved: m.seats[seat].is_none(),
            pending_offer: m.offer_to_answer(seat).map(|offer| OfferToAnswer::key(offer).to_owned()),
            turns: punctuality.map(|punctuality| punctuality.turns.into()),
            late_turns: punctuality.map(|punctuality| punctuality.late_turns.into()),
            median_response_ms: punctuality.and_then(|punctuality| punctuality.median_response_ms),
        })
    };
    Seat::first(m.seats.count()).filter_map(row)
}

const fn status(status: &MatchStatus) -> &'static str {
    match status {
        MatchStatus::Open => "open",
        MatchStatus::Playing => "playing",
        MatchStatus::Ended(_) => "ended",
    }
}

const fn visibility(visibility: MatchVisibility) -> &'static str {
    match visibility {
        MatchVisibility::Public => "public",
        MatchVisibility::Private => "private",
    }
}

/// The reason as the log writes it.
const fn end_reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Rules => "rules",
        EndReason::Resigned => "resigned",
        EndReason::Agreed => "agreed",
        EndReason::Flagged => "flagged",
        EndReason::Aborted => "aborted",
        EndReason::Adjudicated => "adjudicated",
    }
}

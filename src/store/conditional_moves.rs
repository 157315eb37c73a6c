//! Rows of conditional moves, written with the plies that change them, and read with their match.

use crate::games::Seat;
use crate::matches::{CancelledConditional, ConditionalMove, ConditionalMoves, ConditionalState, MatchId};
use crate::now::Moment;

/// Seat, version of the match's conditional moves, number of plies when they were entered, state, and text.
pub(super) type ConditionalMovesRow = (u8, u32, usize, String, String);

/// A row of `conditional_moves`.
#[derive(Debug)]
pub(super) struct ConditionalMoveRow {
    pub match_id: MatchId,
    pub seat: u8,
    pub version: u32,
    pub since: i64,
    pub state: &'static str,
    pub text: String,
}

/// A row of `cancelled_conditional_moves`.
#[derive(Debug)]
pub(super) struct CancelledMoveRow {
    pub match_id: MatchId,
    pub seat: u8,
    pub seq: u32,
    pub at: i64,
}

/// The conditional moves of a match as rows.
pub(super) fn rows(id: &MatchId, orders: &ConditionalMoves) -> impl Iterator<Item = ConditionalMoveRow> {
    orders.all().iter().map(move |(seat, order)| ConditionalMoveRow {
        match_id: id.clone(),
        seat: seat.number(),
        version: orders.version(),
        since: order.since as i64,
        state: state_key(order.state),
        text: order.text(),
    })
}

/// The cancelled ones as rows.
pub(super) fn cancelled_rows(
    id: &MatchId,
    orders: &ConditionalMoves,
) -> impl Iterator<Item = CancelledMoveRow> {
    let has_order = |seat| orders.all().iter().any(|(with_order, _)| *with_order == seat);
    let cancelled = orders.cancelled().iter().filter(move |cancelled| has_order(cancelled.seat));
    cancelled.map(|cancelled| CancelledMoveRow::new(id, cancelled))
}

impl CancelledMoveRow {
    pub(super) fn new(id: &MatchId, cancelled: &CancelledConditional) -> Self {
        let CancelledConditional { seat, seq, at } = *cancelled;
        Self { match_id: id.clone(), seat: seat.number(), seq, at: at.0 }
    }
}

/// Parses the conditional moves of a match, and which were cancelled: seat, log entry, time.
pub(super) fn read(text: &str, cancelled: &str) -> serde_json::Result<ConditionalMoves> {
    let rows: Vec<ConditionalMovesRow> = serde_json::from_str(text)?;
    let cancelled: Vec<(u8, u32, i64)> = serde_json::from_str(cancelled)?;
    let was_cancelled = |(seat, seq, at)| CancelledConditional { seat: Seat::new(seat), seq, at: Moment(at) };
    let version = rows.iter().map(|row| row.1).max().unwrap_or(0);
    let order = |(seat, _, since, word, text): ConditionalMovesRow| {
        (Seat::new(seat), ConditionalMove::read(since, parse_state(&word), &text))
    };
    let orders = ConditionalMoves::new(version, rows.into_iter().map(order).collect());
    Ok(orders.with_cancelled(cancelled.into_iter().map(was_cancelled).collect()))
}

const fn state_key(state: ConditionalState) -> &'static str {
    match state {
        ConditionalState::Standing => "standing",
        ConditionalState::Played => "played",
        ConditionalState::Cancelled => "cancelled",
        ConditionalState::Withdrawn => "withdrawn",
    }
}

fn parse_state(word: &str) -> ConditionalState {
    known_state(word).unwrap_or(ConditionalState::Cancelled)
}

/// The state with this name in the database.
pub(super) fn known_state(word: &str) -> Option<ConditionalState> {
    match word {
        "standing" => Some(ConditionalState::Standing),
        "played" => Some(ConditionalState::Played),
        "cancelled" => Some(ConditionalState::Cancelled),
        "withdrawn" => Some(ConditionalState::Withdrawn),
        _ => None,
    }
}

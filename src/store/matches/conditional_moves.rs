//! Rows of conditional moves, written with the plies that change them, and read with their match.

use sqlx::FromRow;

use crate::games::Seat;
use crate::matches::{CancelledConditional, ConditionalMove, ConditionalMoves, ConditionalState, MatchId};
use crate::now::Moment;

/// A row of `conditional_moves`.
#[derive(Clone, Debug, FromRow)]
pub(in crate::store) struct ConditionalMoveRow {
    pub match_id: String,
    #[sqlx(try_from = "i64")]
    pub seat: u8,
    #[sqlx(try_from = "i64")]
    pub version: u32,
    /// The number of plies when they were entered.
    #[sqlx(try_from = "i64")]
    pub since_ply: u32,
    pub state: String,
    pub text: String,
}

/// A row of `cancelled_conditional_moves`.
#[derive(Debug, FromRow)]
pub(in crate::store) struct CancelledMoveRow {
    pub match_id: String,
    #[sqlx(try_from = "i64")]
    pub seat: u8,
    #[sqlx(try_from = "i64")]
    pub seq: u32,
    pub at: i64,
}

/// The conditional moves of a match as rows.
pub(in crate::store) fn rows(
    id: &MatchId,
    moves: &ConditionalMoves,
) -> impl Iterator<Item = ConditionalMoveRow> {
    moves.all().iter().map(move |(seat, mv)| ConditionalMoveRow {
        match_id: id.to_string(),
        seat: seat.number(),
        version: moves.version(),
        since_ply: u32::try_from(mv.since).unwrap_or(u32::MAX),
        state: mv.state.key().to_owned(),
        text: mv.text(),
    })
}

/// The cancelled ones as rows.
pub(in crate::store) fn cancelled_rows(
    id: &MatchId,
    moves: &ConditionalMoves,
) -> impl Iterator<Item = CancelledMoveRow> {
    let has_move = |seat| moves.all().iter().any(|(with_move, _)| *with_move == seat);
    let cancelled = moves.cancelled().iter().filter(move |cancelled| has_move(cancelled.seat));
    cancelled.map(|cancelled| CancelledMoveRow::new(id, cancelled))
}

impl CancelledMoveRow {
    pub(in crate::store) fn new(id: &MatchId, cancelled: &CancelledConditional) -> Self {
        let CancelledConditional { seat, seq, at } = *cancelled;
        Self { match_id: id.to_string(), seat: seat.number(), seq, at: at.0 }
    }
}

/// The conditional moves of a match, and which were cancelled.
pub(in crate::store) fn read(
    rows: Vec<ConditionalMoveRow>,
    cancelled: Vec<CancelledMoveRow>,
) -> ConditionalMoves {
    let version = rows.iter().map(|row| row.version).max().unwrap_or(0);
    let mv = |row: ConditionalMoveRow| {
        let state = ConditionalState::from_key(&row.state).unwrap_or(ConditionalState::Cancelled);
        (Seat::new(row.seat), ConditionalMove::read(row.since_ply as usize, state, &row.text))
    };
    let was_cancelled = |row: CancelledMoveRow| CancelledConditional {
        seat: Seat::new(row.seat),
        seq: row.seq,
        at: Moment(row.at),
    };
    let moves = ConditionalMoves::new(version, rows.into_iter().map(mv).collect());
    moves.with_cancelled(cancelled.into_iter().map(was_cancelled).collect())
}

//! What the clock did to a user at a match: part of the facts that notices are made from.

use sqlx::FromRow;

use crate::now::Moment;

/// Something that happened at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockHistoryRow {
    /// Its number in the log, or in the talk.
    pub number: i64,
    pub at: Moment,
    /// Whether the person it is asked for did it themselves.
    pub own: bool,
}

/// What the clock did, each the last time.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockFacts {
    /// Their turn was skipped.
    pub skipped: Option<ClockHistoryRow>,
    /// A seat, theirs or another, ran out of time while the others play on, or a bot took it over.
    pub timed_out: Option<ClockHistoryRow>,
    /// Their vacation began to be used for the turn under way.
    pub vacation: Option<ClockHistoryRow>,
    /// Their conditional moves were cancelled.
    pub orders_cancelled: Option<ClockHistoryRow>,
}

/// The same as the database has it.
#[derive(FromRow)]
pub(super) struct ClockRow {
    skipped: Option<String>,
    timed_out: Option<String>,
    vacation: Option<String>,
    orders_cancelled: Option<String>,
}

impl ClockRow {
    /// Reads each of them in the same way.
    pub fn read(self, happened: impl Fn(Option<String>) -> Option<ClockHistoryRow>) -> ClockFacts {
        ClockFacts {
            skipped: happened(self.skipped),
            timed_out: happened(self.timed_out),
            vacation: happened(self.vacation),
            orders_cancelled: happened(self.orders_cancelled),
        }
    }
}

/// The columns of a [`ClockRow`], for a match `m` and a seat `s` of it.
macro_rules! clock_facts {
    () => {
        "CASE WHEN m.status = 'playing' AND m.seats > 2 AND m.time IS NOT NULL THEN
            (SELECT json_array(e.seq, e.at, e.by) FROM match_events e WHERE e.match_id = m.id AND e.kind = 'skipped'
            AND e.body ->> 'seat' = s.seat ORDER BY e.seq DESC LIMIT 1) END AS skipped,
        CASE WHEN m.status = 'playing' AND m.seats > 2 AND m.time IS NOT NULL THEN
            (SELECT json_array(e.seq, e.at, e.by) FROM match_events e WHERE e.match_id = m.id
            AND e.kind IN ('flagged', 'seat_taken_over') ORDER BY e.seq DESC LIMIT 1)
        WHEN m.status = 'playing' AND m.rated = 0 AND m.time IS NOT NULL THEN
            (SELECT json_array(e.seq, e.at, e.by) FROM match_events e WHERE e.match_id = m.id
            AND e.kind = 'seat_taken_over' ORDER BY e.seq DESC LIMIT 1) END AS timed_out,
        CASE WHEN m.deadline IS NOT NULL AND m.to_act = s.user_id THEN (SELECT json_array(e.seq, e.at, e.by)
            FROM match_events e WHERE e.match_id = m.id AND e.kind = 'time_given' AND e.body ->> 'seat' = s.seat
            AND e.body ->> 'why' IN ('vacation', 'holiday') AND e.seq > coalesce((SELECT t.seq FROM match_events t
                WHERE t.match_id = m.id AND (t.kind IN ('started', 'skipped', 'taken_back', 'resigned', 'flagged')
                    OR (t.kind = 'played' AND t.body ->> 'seat' <> s.seat)) ORDER BY t.seq DESC LIMIT 1), 0)
            ORDER BY e.seq LIMIT 1) END AS vacation,
        CASE WHEN m.status = 'playing' THEN (SELECT json_array(c.seq, c.at, NULL) FROM cancelled_conditional_moves c
            WHERE c.match_id = m.id AND c.seat = s.seat ORDER BY c.seq DESC LIMIT 1) END AS orders_cancelled,"
    };
}

pub(super) use clock_facts;

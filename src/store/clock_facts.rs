//! What the clock did to a user in a match, as part of the facts that notices are computed from.

use sqlx::FromRow;

use crate::now::Moment;

/// An event of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoticeEvent {
    /// Its number in the log or in the chat.
    pub number: i64,
    pub at: Moment,
    /// Whether the user did it themselves.
    pub own: bool,
}

/// The latest event of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClockFacts {
    pub skipped: Option<NoticeEvent>,
    /// A seat ran out of time while the others play on, or a bot took it over.
    pub timed_out: Option<NoticeEvent>,
    /// Their vacation began to be used for the current turn.
    pub vacation: Option<NoticeEvent>,
    pub orders_cancelled: Option<NoticeEvent>,
}

/// The same columns before parsing.
#[derive(FromRow)]
pub(super) struct ClockRow {
    skipped: Option<String>,
    timed_out: Option<String>,
    vacation: Option<String>,
    orders_cancelled: Option<String>,
}

impl ClockRow {
    /// Parses all columns by the same function.
    pub fn read(self, happened: impl Fn(Option<String>) -> Option<NoticeEvent>) -> ClockFacts {
        ClockFacts {
            skipped: happened(self.skipped),
            timed_out: happened(self.timed_out),
            vacation: happened(self.vacation),
            orders_cancelled: happened(self.orders_cancelled),
        }
    }
}

/// The columns of a [`ClockRow`], for a match `m` and its seat `s`.
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
            AND e.body ->> 'why' = 'vacation' AND e.seq > coalesce((SELECT t.seq FROM match_events t
                WHERE t.match_id = m.id AND (t.kind IN ('started', 'skipped', 'taken_back', 'resigned', 'flagged')
                    OR (t.kind = 'played' AND t.body ->> 'seat' <> s.seat)) ORDER BY t.seq DESC LIMIT 1), 0)
            ORDER BY e.seq LIMIT 1) END AS vacation,
        CASE WHEN m.status = 'playing' THEN (SELECT json_array(c.seq, c.at, NULL) FROM cancelled_conditional_moves c
            WHERE c.match_id = m.id AND c.seat = s.seat ORDER BY c.seq DESC LIMIT 1) END AS orders_cancelled,"
    };
}

pub(super) use clock_facts;

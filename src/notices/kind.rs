//! The kinds of notices.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};

/// A kind of notice. Its [key](Self::key) is its name as `serde` writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NoticeKind {
    /// They are invited to a match.
    Invited,
    /// A user they invited has joined or declined.
    Answered,
    Started,
    Turn,
    /// A draw, takeback or pause waits for their answer.
    Asked,
    /// A quarter of the time for their turn is left.
    Low,
    /// A day is left.
    LastDay,
    /// The match is about to expire.
    Closing,
    /// Their turn was skipped because they ran out of time.
    TurnSkipped,
    /// A seat, theirs or another, ran out of time, and the others play on; or a bot took it over.
    TimedOut,
    /// Their vacation began to be used.
    VacationUsed,
    /// Their conditional moves were cancelled.
    OrdersCancelled,
    Ended,
    Talk,
}

impl NoticeKind {
    /// Whether it is about the current turn, and obsolete once that is over.
    pub const fn is_of_turn(self) -> bool {
        matches!(self, NoticeKind::Turn | NoticeKind::Low | NoticeKind::LastDay)
    }

    pub const fn is_warning(self) -> bool {
        matches!(self, NoticeKind::Low | NoticeKind::LastDay)
    }

    pub const fn key(self) -> &'static str {
        match self {
            NoticeKind::Invited => "invited",
            NoticeKind::Answered => "answered",
            NoticeKind::Started => "started",
            NoticeKind::Turn => "turn",
            NoticeKind::Asked => "asked",
            NoticeKind::Low => "low",
            NoticeKind::LastDay => "last_day",
            NoticeKind::Closing => "closing",
            NoticeKind::TurnSkipped => "turn_skipped",
            NoticeKind::TimedOut => "timed_out",
            NoticeKind::VacationUsed => "vacation_used",
            NoticeKind::OrdersCancelled => "orders_cancelled",
            NoticeKind::Ended => "ended",
            NoticeKind::Talk => "talk",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::deserialize(key.into_deserializer() as StrDeserializer<'_, ValueError>).ok()
    }
}

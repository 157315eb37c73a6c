//! What kinds of notices there are.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as ValueError, StrDeserializer};

/// A kind of notice. Its [key](Self::key) is its name as `serde` writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// A seat is kept for them.
    Invited,
    /// Somebody they have invited has sat down or declined.
    Answered,
    Started,
    Turn,
    /// A draw, a takeback or a pause waits for their answer.
    Asked,
    /// A quarter of the time for their turn is left.
    Low,
    /// A day is left.
    LastDay,
    /// The house is going to close the match.
    Closing,
    /// Their turn was skipped because they ran out of time.
    TurnSkipped,
    /// A seat, theirs or another, ran out of time, and the others play on.
    TimedOut,
    /// Their vacation began to be used.
    VacationUsed,
    /// Their conditional moves were cancelled.
    OrdersCancelled,
    Ended,
    Talk,
}

impl Kind {
    /// Whether it is about a turn, and of no use once the time for that is over.
    pub const fn is_of_turn(self) -> bool {
        matches!(self, Kind::Turn | Kind::Low | Kind::LastDay)
    }

    pub const fn is_warning(self) -> bool {
        matches!(self, Kind::Low | Kind::LastDay)
    }

    pub const fn key(self) -> &'static str {
        match self {
            Kind::Invited => "invited",
            Kind::Answered => "answered",
            Kind::Started => "started",
            Kind::Turn => "turn",
            Kind::Asked => "asked",
            Kind::Low => "low",
            Kind::LastDay => "last_day",
            Kind::Closing => "closing",
            Kind::TurnSkipped => "turn_skipped",
            Kind::TimedOut => "timed_out",
            Kind::VacationUsed => "vacation_used",
            Kind::OrdersCancelled => "orders_cancelled",
            Kind::Ended => "ended",
            Kind::Talk => "talk",
        }
    }

    /// The kind with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::deserialize(key.into_deserializer() as StrDeserializer<'_, ValueError>).ok()
    }
}

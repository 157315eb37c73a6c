//! How an offered rematch stands for a player.

use super::{Match, MatchStatus};
use crate::users::UserId;

/// How the rematch of a match stands for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RematchStanding {
    /// Another player has offered it to them.
    Asked,
    /// They have offered or accepted it, and wait for others.
    Waiting,
    /// They have offered it, and nobody is left who could accept.
    Declined,
    /// It has begun.
    Started,
    /// It is not to be: they declined it, or it was cancelled.
    Closed,
}

impl RematchStanding {
    /// From the rematch itself; `None` if the player cannot see it.
    pub fn of(rematch: Option<&Match>, player: UserId) -> Self {
        let Some(m) = rematch else { return Self::Closed };
        match m.status {
            MatchStatus::Ended(_) if m.plies.is_empty() => Self::Closed,
            MatchStatus::Ended(_) | MatchStatus::Playing => Self::Started,
            MatchStatus::Open if m.invited_seat(player).is_some() => Self::Asked,
            MatchStatus::Open if m.seat_of(player).is_none() => Self::Closed,
            MatchStatus::Open if m.seat_to_keep().is_some() && m.host() == Some(player) => Self::Declined,
            MatchStatus::Open => Self::Waiting,
        }
    }

    /// From the match alone, as if nothing had happened since the offer; `None` without one.
    pub fn as_offered(m: &Match, player: UserId) -> Option<Self> {
        m.rematch.as_ref()?;
        Some(if m.rematch_by == Some(player) { Self::Waiting } else { Self::Asked })
    }
}

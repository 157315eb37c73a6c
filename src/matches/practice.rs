//! Casual matches of one person against bots: hints and takebacks harm nobody there.

use super::{Match, MatchError, MatchStatus};
use crate::games::Seat;
use crate::users::UserId;

impl Match {
    /// Whether it is casual, and one person plays it against bots only.
    pub fn is_practice(&self) -> bool {
        !self.rated && self.people_seated() == 1 && self.seated() > 1
    }

    /// The seat of a user who may be given a hint now: it is their move in a casual match against bots.
    ///
    /// # Errors
    /// Why they may not.
    pub fn may_ask_hint(&self, user: UserId) -> Result<Seat, MatchError> {
        let seat = self.seat_of(user).ok_or(MatchError::NotSeated)?;
        match self.status {
            MatchStatus::Open => Err(MatchError::NotStarted),
            MatchStatus::Ended(_) => Err(MatchError::Over),
            MatchStatus::Playing if !self.is_practice() => Err(MatchError::NoHints),
            MatchStatus::Playing if self.to_throw() == Some(seat) => Err(MatchError::ThrowFirst),
            MatchStatus::Playing if self.to_act().seat() != Some(seat) => Err(MatchError::NotYourTurn),
            MatchStatus::Playing => Ok(seat),
        }
    }
}

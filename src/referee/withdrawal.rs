//! Withdrawing a deleted user from their matches.

use super::{Referee, RefereeError};
use crate::matches::{Match, MatchCommand, MatchId, MatchStatus};
use crate::users::{UserId, UserSummary};

/// How often it is tried: the match may change in between.
const MAX_ATTEMPTS: usize = 4;

impl Referee {
    /// Withdraws a user from a match: aborts it, leaves it, declines the invitation, hands the seat to a bot or
    /// resigns, whichever is possible. Does nothing if they are not in the match any more.
    ///
    /// # Errors
    /// It could not be written.
    pub async fn withdraw_from_matches(
        &self,
        person: &UserSummary,
        id: &MatchId,
    ) -> Result<(), RefereeError> {
        for _ in 0..MAX_ATTEMPTS {
            let view = match self.get(id, Some(person.id)).await {
                Ok(view) => view,
                Err(RefereeError::NoSuchMatch) => return Ok(()),
                Err(error) => return Err(error),
            };
            let Some(command) = withdrawal_command(&view.m, person.id) else { return Ok(()) };
            if command == MatchCommand::HandOver
                && view.m.seat_of(person.id).is_some_and(|seat| view.conditional_moves.of(seat).is_some())
            {
                is_done(self.set_conditional_moves(person.clone(), id, String::new()).await)?;
            }
            if is_done(self.command(person.clone(), id, command).await)? {
                return Ok(());
            }
        }
        Err(RefereeError::Failed)
    }
}

fn withdrawal_command(m: &Match, user: UserId) -> Option<MatchCommand> {
    let seat = m.seat_of(user);
    match m.status {
        MatchStatus::Ended(_) => None,
        MatchStatus::Playing => {
            m.still_playing().any(|playing| Some(playing) == seat).then_some(MatchCommand::HandOver)
        }
        MatchStatus::Open if seat.is_none() => m.invited_seat(user).map(|_| MatchCommand::Decline),
        MatchStatus::Open if m.host() == Some(user) => Some(MatchCommand::Abort),
        MatchStatus::Open => Some(MatchCommand::Leave),
    }
}

/// Whether it was done. After a refusal the command is chosen again from the current state.
fn is_done<T>(done: Result<T, RefereeError>) -> Result<bool, RefereeError> {
    match done {
        Ok(_) => Ok(true),
        Err(RefereeError::Refused { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

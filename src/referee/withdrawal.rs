//! Withdrawing a deleted user from their matches.

use super::{Referee, RefereeError};
use crate::matches::{Match, MatchCommand, MatchId, MatchStatus};
use crate::users::{UserId, UserSummary};

/// What can be given up may be another thing by the time it is: so often it is looked at again.
const MAX_ATTEMPTS: usize = 4;

impl Referee {
    /// Takes a user out of a match in the way it can be done: their open match is cancelled, their seat left, their invitation
    /// declined; a running match is left to a bot or resigned. Nothing, where they have no part in it.
    ///
    /// # Errors
    /// It could not be written down.
    pub async fn withdraw_from_matches(
        &self,
        person: &UserSummary,
        id: &MatchId,
    ) -> Result<(), RefereeError> {
        for _ in 0..MAX_ATTEMPTS {
            let table = match self.get(id, Some(person.id)).await {
                Ok(table) => table,
                Err(RefereeError::NoSuchMatch) => return Ok(()),
                Err(error) => return Err(error),
            };
            let Some(command) = way_out(&table.m, person.id) else { return Ok(()) };
            if command == MatchCommand::HandOver
                && table.m.seat_of(person.id).is_some_and(|seat| table.orders.of(seat).is_some())
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

fn way_out(m: &Match, user: UserId) -> Option<MatchCommand> {
    let seat = m.seat_of(user);
    match m.status {
        MatchStatus::Ended(_) => None,
        MatchStatus::Playing => {
            m.still_playing().any(|playing| Some(playing) == seat).then_some(MatchCommand::HandOver)
        }
        MatchStatus::Open if seat.is_none() => m.kept_for(user).map(|_| MatchCommand::Decline),
        MatchStatus::Open if m.host() == Some(user) => Some(MatchCommand::Abort),
        MatchStatus::Open => Some(MatchCommand::Leave),
    }
}

/// Whether it was done; what was refused may have become something else.
fn is_done<T>(done: Result<T, RefereeError>) -> Result<bool, RefereeError> {
    match done {
        Ok(_) => Ok(true),
        Err(RefereeError::Refused { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

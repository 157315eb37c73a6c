//! Taking somebody out of a match for good.

use super::{Referee, RefereeError};
use crate::matches::{Command, Match, MatchId, Status};
use crate::users::{Person, UserId};

/// What can be given up may be another thing by the time it is: so often it is looked at again.
const TRIES: usize = 4;

impl Referee {
    /// Takes somebody out of a match in the way it can be done: their table is closed, their seat given back, the seat that
    /// is kept for them declined, their match resigned. Nothing, where they have nothing to do with it any more.
    ///
    /// # Errors
    /// It could not be written down.
    pub async fn give_up(&self, person: &Person, id: &MatchId) -> Result<(), RefereeError> {
        for _ in 0..TRIES {
            let table = match self.look(id, Some(person.id)).await {
                Ok(table) => table,
                Err(RefereeError::NoSuchMatch) => return Ok(()),
                Err(error) => return Err(error),
            };
            let Some(command) = way_out(&table.m, person.id) else { return Ok(()) };
            if command == Command::Resign
                && table.m.seat_of(person.id).is_some_and(|seat| table.orders.of(seat).is_some())
            {
                is_done(self.order(person.clone(), id, String::new()).await)?;
            }
            if is_done(self.command(person.clone(), id, command).await)? {
                return Ok(());
            }
        }
        Err(RefereeError::Failed)
    }
}

fn way_out(m: &Match, user: UserId) -> Option<Command> {
    let seat = m.seat_of(user);
    match m.status {
        Status::Ended(_) => None,
        Status::Playing => m.still_playing().any(|playing| Some(playing) == seat).then_some(Command::Resign),
        Status::Open if seat.is_none() => m.kept_for(user).map(|_| Command::Decline),
        Status::Open if m.host() == Some(user) => Some(Command::Abort),
        Status::Open => Some(Command::Leave),
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

//! What the writer is asked to do.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::{MatchStart, RefereeError, Wish};
use crate::matches::{Command, MatchId, Ruling, Table};
use crate::now::Moment;
use crate::users::{MessageRemoval, Person, Role, UserId};

pub(super) type Answer = Result<Arc<Table>, RefereeError>;

#[derive(Debug)]
pub(super) struct Job {
    /// Who asks; nobody, when time has run out.
    pub by: Option<Person>,
    pub at: Moment,
    pub task: Task,
    pub answer: oneshot::Sender<Answer>,
}

#[derive(Debug)]
pub(super) enum Task {
    Open(MatchId, Wish),
    /// Create a match, seat its players and start it.
    StartMatch(MatchId, MatchStart),
    Command(MatchId, Command),
    Rematch(MatchId, MatchId),
    Say(MatchId, String),
    RemoveMessage(MatchId, MessageRemoval),
    /// Leave standing orders.
    Orders(MatchId, String),
    /// Decide for staff: a user with this role.
    Rule(MatchId, Role, Ruling, String),
    /// Let the caller's weekends follow their current time zone.
    FollowZone(MatchId),
    /// Look whether the seat to move is out of time.
    Sweep(MatchId),
}

impl Job {
    /// The id of whoever asks.
    pub fn user(&self) -> Result<UserId, RefereeError> {
        self.person().map(|by| by.id)
    }

    /// Whoever asks.
    pub fn person(&self) -> Result<&Person, RefereeError> {
        self.by.as_ref().ok_or(RefereeError::Failed)
    }
}

impl Task {
    pub fn id(&self) -> &MatchId {
        match self {
            Task::Open(id, _)
            | Task::StartMatch(id, _)
            | Task::Command(id, _)
            | Task::Rematch(id, _)
            | Task::Say(id, _)
            | Task::RemoveMessage(id, _)
            | Task::Orders(id, _)
            | Task::Rule(id, ..)
            | Task::FollowZone(id)
            | Task::Sweep(id) => id,
        }
    }

    /// The users whom it seats without asking them: those of a match that starts at once.
    pub fn seated_players(&self) -> &[Person] {
        match self {
            Task::StartMatch(_, start) => &start.players,
            _ => &[],
        }
    }
}

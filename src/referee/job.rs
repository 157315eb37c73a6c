//! The jobs of the writer.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::{MatchSetup, MatchStart, RefereeError};
use crate::matches::{ConditionalEdit, MatchCommand, MatchId, MatchView, Ruling};
use crate::now::Moment;
use crate::users::{MessageRemoval, Role, UserId, UserSummary};

pub(super) type RefereeAnswer = Result<Arc<MatchView>, RefereeError>;

#[derive(Debug)]
pub(super) struct RefereeJob {
    /// The user; `None` for the program itself.
    pub by: Option<UserSummary>,
    pub at: Moment,
    pub task: RefereeTask,
    pub answer: oneshot::Sender<RefereeAnswer>,
}

#[derive(Debug)]
pub(super) enum RefereeTask {
    Open(MatchId, MatchSetup),
    /// Create a match, seat its players and start it.
    StartMatch(MatchId, MatchStart),
    Command(MatchId, MatchCommand),
    Rematch(MatchId, MatchId),
    SendChat(MatchId, String),
    RemoveMessage(MatchId, MessageRemoval),
    /// Set conditional moves.
    SetConditionalMoves(MatchId, ConditionalEdit),
    /// Decide a match as a user with this role.
    Adjudicate(MatchId, Role, Ruling, String),
    /// Let the user's weekends follow their current time zone.
    FollowZone(MatchId),
    /// Take the user, who is away, out of an open match.
    Vacate(MatchId),
    /// Check whether the seat to act has run out of time.
    Sweep(MatchId),
}

impl RefereeJob {
    /// The id of the user.
    pub fn user(&self) -> Result<UserId, RefereeError> {
        self.person().map(|by| by.id)
    }

    /// The user who made the request.
    pub fn person(&self) -> Result<&UserSummary, RefereeError> {
        self.by.as_ref().ok_or(RefereeError::Failed)
    }
}

impl RefereeTask {
    pub fn id(&self) -> &MatchId {
        match self {
            RefereeTask::Open(id, _)
            | RefereeTask::StartMatch(id, _)
            | RefereeTask::Command(id, _)
            | RefereeTask::Rematch(id, _)
            | RefereeTask::SendChat(id, _)
            | RefereeTask::RemoveMessage(id, _)
            | RefereeTask::SetConditionalMoves(id, _)
            | RefereeTask::Adjudicate(id, ..)
            | RefereeTask::FollowZone(id)
            | RefereeTask::Vacate(id)
            | RefereeTask::Sweep(id) => id,
        }
    }

    /// The users that are seated without their own request: those of a match that starts at once.
    pub fn seated_players(&self) -> &[UserSummary] {
        match self {
            RefereeTask::StartMatch(_, start) => &start.players,
            _ => &[],
        }
    }
}

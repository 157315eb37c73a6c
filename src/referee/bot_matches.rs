//! The number of matches with bots of each user who starts another in a batch.

use std::collections::HashMap;

use super::RefereeError;
use super::job::{RefereeJob, RefereeTask};
use crate::matches::{MAX_BOT_MATCHES, MAX_BOT_MATCHES_OF_GUEST, MatchCommand, MatchError};
use crate::store::{Store, StoreError};
use crate::users::{UserId, UserSummary};

/// The number of running matches with bots, for each user who starts another.
#[derive(Debug, Default)]
pub(super) struct BotMatches(HashMap<UserId, u32>);

impl BotMatches {
    /// Loads the numbers for all jobs of a batch.
    pub async fn load(jobs: &[RefereeJob], store: &Store) -> Result<Self, StoreError> {
        let asks = jobs.iter().filter(|job| starts_bot_match(&job.task) || is_rematch(&job.task));
        let users: Vec<_> = asks.filter_map(|job| job.user().ok()).collect();
        if users.is_empty() {
            return Ok(Self::default());
        }
        let counts = store.bot_matches_of(&users).await?;
        Ok(Self(users.into_iter().map(|user| (user, counts.get(&user).copied().unwrap_or(0))).collect()))
    }

    /// Counts another match of a user, or refuses it. Bots play any number of matches.
    pub fn count_match(&mut self, by: &UserSummary) -> Result<Result<(), MatchError>, RefereeError> {
        let count = self.0.get_mut(&by.id).ok_or(RefereeError::Failed)?;
        let most = if by.is_guest() { MAX_BOT_MATCHES_OF_GUEST } else { MAX_BOT_MATCHES };
        if *count >= most && !by.is_bot() {
            return Ok(Err(MatchError::TooManyBotMatches { most }));
        }
        *count += 1;
        Ok(Ok(()))
    }
}

/// Whether a task offers a rematch, which is a match with bots if the one before was.
const fn is_rematch(task: &RefereeTask) -> bool {
    matches!(task, RefereeTask::Rematch(..))
}

/// Whether a task may start a match with bots for its user.
pub(super) fn starts_bot_match(task: &RefereeTask) -> bool {
    match task {
        RefereeTask::Open(_, setup) => !setup.bots.is_empty(),
        RefereeTask::StartMatch(_, start) => start.players.iter().any(UserSummary::is_bot),
        RefereeTask::Command(_, MatchCommand::SeatBot(_)) => true,
        _ => false,
    }
}

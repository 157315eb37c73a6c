//! Bots that take over seats of players who run out of time or leave.

use super::batch::CommandBatch;
use crate::bots::BotLevel;
use crate::lists::BotDirectory;
use crate::matches::{Match, MatchCommand, MatchError, MatchEvent, decide, hand_over};
use crate::users::{UserId, UserSummary};

/// The levels of substitutes, in order of preference. The first with a free bot is taken, as a bot can have only one
/// seat in a match.
const LEVELS: [BotLevel; 7] = [
    BotLevel::Intermediate,
    BotLevel::Casual,
    BotLevel::Advanced,
    BotLevel::Beginner,
    BotLevel::Expert,
    BotLevel::Master,
    BotLevel::FirstSteps,
];

impl CommandBatch {
    /// Sets the bots that can take over seats.
    pub(super) fn with_bots(mut self, bots: BotDirectory) -> Self {
        self.bots = bots;
        self
    }

    /// The bot for the next takeover, if bots play on in this match. Never one that has had a seat in it.
    pub(super) fn takeover_bot(&self, m: &Match) -> Option<UserId> {
        let free = |level| self.bots.free(m.game, level, &m.participants);
        m.bots_play_on().then(|| LEVELS.into_iter().find_map(free)).flatten().map(|bot| bot.user.id)
    }

    /// The events of a command, or those of a takeover if a player leaves and a bot takes over.
    ///
    /// # Errors
    /// The command is refused; nothing changes.
    pub(super) fn decide_or_hand_over(
        &self,
        m: &Match,
        by: UserId,
        command: &MatchCommand,
    ) -> Result<Vec<MatchEvent>, MatchError> {
        let taken_over = self.takeover_bot(m).and_then(|bot| hand_over(m, by, command, bot));
        taken_over.map_or_else(|| decide(m, by, command), |event| Ok(vec![event]))
    }

    /// The bot of an event in which it takes over a seat.
    pub(super) fn bot_of_takeover(&self, event: &MatchEvent) -> Option<UserSummary> {
        let MatchEvent::SeatTakenOver { user, .. } = event else { return None };
        self.bots.get(*user).map(|bot| bot.user.clone())
    }
}

//! Bots that take over seats of players who run out of time or leave.

use std::sync::Arc;

use super::batch::CommandBatch;
use crate::bots::BotLevel;
use crate::games::Seat;
use crate::lists::BotDirectory;
use crate::matches::{
    ConditionalMove, ConditionalMoves, Match, MatchCommand, MatchError, MatchEvent, MatchView, decide,
    hand_over,
};
use crate::users::UserId;

/// The levels of substitutes, in order of preference. The first with a free bot is taken, as a bot can have only one
/// seat in a match.
const LEVELS: [BotLevel; 6] = [
    BotLevel::Intermediate,
    BotLevel::Casual,
    BotLevel::Advanced,
    BotLevel::Beginner,
    BotLevel::Expert,
    BotLevel::Master,
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

    /// Prepares a takeover: adds the name of the bot to the match, and withdraws the conditional moves of the seat.
    pub(super) fn prepare_takeover(&self, after: &mut MatchView, event: &MatchEvent) {
        let MatchEvent::SeatTakenOver { seat, user, .. } = event else { return };
        if let Some(bot) = self.bots.get(*user) {
            after.names.learn(bot.user.id, &bot.user.name);
        }
        let seat = Seat::new(*seat);
        if after.conditional_moves.of(seat).is_some() {
            ConditionalMoves::set(
                Arc::make_mut(&mut after.conditional_moves),
                seat,
                ConditionalMove::withdrawn(),
            );
        }
    }
}

//! Takeovers: bots that play on for players who run out of time or leave, if the time control says so, and substitutes.

use super::{
    InvalidLog, LogEntry, Match, MatchCommand, MatchEvent, MatchStatus, SeatTakeover, TakeoverReason,
    TimeoutPolicy,
};
use crate::games::Seat;
use crate::users::UserId;

impl Match {
    /// Whether bots play on for players who run out of time or leave. Never in rated matches: a bot would decide
    /// ratings, and a player could avoid a loss by leaving.
    pub fn bots_play_on(&self) -> bool {
        let policy = self.clocks.as_ref().map(|clocks| clocks.control().at_flag);
        policy == Some(TimeoutPolicy::Bot) && !self.rated
    }

    /// Whether a bot may take over a seat: a person has it and is still playing, and another person plays on.
    pub fn can_be_taken_over(&self, seat: Seat) -> bool {
        let is_person = |seat: &Seat| !self.is_bot(*seat);
        self.status == MatchStatus::Playing
            && self.bots_play_on()
            && self.still_plays(seat)
            && is_person(&seat)
            && self.still_playing().filter(is_person).any(|other| other != seat)
    }

    /// Whether a bot takes over the seat of a player who resigns. Of two players, the one who resigns has lost instead.
    pub fn is_taken_over_on_resignation(&self, seat: Seat) -> bool {
        self.seats.count() > 2 && self.can_be_taken_over(seat)
    }

    /// Whether a user had a seat that a bot or a substitute has taken over.
    pub fn was_replaced(&self, user: UserId) -> bool {
        self.takeovers.iter().any(|takeover| takeover.player == user)
    }

    /// Applies a takeover: from this log entry on another user has the seat, with the initial time of a seat. Pending
    /// offers are closed.
    pub(super) fn take_over(
        &mut self,
        entry: &LogEntry,
        seat: u8,
        to: UserId,
        (player, reason): (UserId, TakeoverReason),
    ) -> Result<(), InvalidLog> {
        let seat = Seat::new(seat);
        if self.seats.get(seat) != Some(&Some(player)) {
            return Err(InvalidLog::Seat(entry.seq));
        }
        self.seats[seat] = Some(to);
        if reason != TakeoverReason::Substituted && !self.bots.contains(&to) {
            self.bots.push(to);
        }
        if !self.participants.contains(&to) {
            self.participants.push(to);
        }
        let plies = self.plies.len();
        self.takeovers.push(SeatTakeover { seq: entry.seq, plies, seat, player, to, reason });
        self.substitutes_sought.retain(|sought| *sought != seat);
        self.offers.close();
        self.pause.offered_by.clear();
        if let Some(clocks) = &mut self.clocks {
            clocks.take_over(seat, entry.moment());
        }
        Ok(())
    }

    /// Restores the takeovers after a takeback to this number of plies. Taken over seats stay taken over.
    pub(super) fn truncate_takeovers(&mut self, plies: usize) {
        for takeover in &mut self.takeovers {
            takeover.plies = takeover.plies.min(plies);
        }
    }

    /// The takeovers after a log entry, in log order.
    pub fn takeovers_since(&self, seq: u32) -> &[SeatTakeover] {
        let known = self.takeovers.partition_point(|takeover| takeover.seq <= seq);
        &self.takeovers[known..]
    }
}

/// The event by which `bot` takes over the seat of a player who leaves the match with `command`. `None` if no bot
/// takes over; [`decide`](super::decide) then decides the command.
pub fn hand_over(m: &Match, by: UserId, command: &MatchCommand, bot: UserId) -> Option<MatchEvent> {
    let seat = m.seat_of(by)?;
    let (taken_over, reason) = match command {
        MatchCommand::Resign => (m.is_taken_over_on_resignation(seat), TakeoverReason::Resigned),
        MatchCommand::HandOver => (m.can_be_taken_over(seat), TakeoverReason::Left),
        _ => return None,
    };
    taken_over.then(|| MatchEvent::taken_over_by_bot(seat, bot, by, reason))
}

//! Clocks: how much time a turn has, when it runs out, and what happens then.
//!
//! Everything follows from the log and the current time. A clock runs for the seat to move; whatever stops it
//! (weekends, downtime) or adds to it (gifts, vacation) is in the log or follows from the calendar of the seat's
//! zone. So a deadline changes only with a log entry.

mod calendar;
mod control;
mod running;
#[cfg(test)]
mod tests;

pub use control::{
    GrantedTime, InvalidTimeControl, TakeoverReason, TimeAllowance, TimeControl, TimeoutPolicy,
};
pub use running::Clocks;

use super::{EndReason, Match, MatchEnding, MatchEvent, MatchStatus};
use crate::games::Seat;
use crate::now::Moment;
use crate::users::UserId;

/// A seat loses when its turn has been skipped this many times in a row.
const SKIPS: u8 = 3;
/// Seconds per hour, the unit of vacation.
const HOUR: u32 = 3600;

/// The events that are due at `at` because the seat to move has run out of time; empty if it has not. `vacation` is
/// the number of hours its player has left, which are used first if the match allows it. If bots play on, `bot` takes
/// over the seat; without a bot the seat loses.
pub fn timeout_events(m: &Match, at: Moment, vacation: u32, bot: Option<UserId>) -> Vec<MatchEvent> {
    let Some((clocks, seat)) = m.clocks.as_ref().and_then(|clocks| Some((clocks, clocks.running_seat()?)))
    else {
        return Vec::new();
    };
    if m.status != MatchStatus::Playing || clocks.deadline().is_none_or(|deadline| deadline > at) {
        return Vec::new();
    }
    if clocks.control().vacation && vacation > 0 {
        let seconds = clocks.hours_short(at).clamp(1, vacation) * HOUR;
        return vec![MatchEvent::TimeGiven { seat: seat.number(), seconds, reason: GrantedTime::Vacation }];
    }
    if let (Some(bot), Some(player)) = (bot.filter(|_| m.can_be_taken_over(seat)), m.user_to_act()) {
        let reason = TakeoverReason::TimedOut;
        return vec![MatchEvent::taken_over_by_bot(seat, bot, player, reason)];
    }
    match clocks.control().at_flag {
        TimeoutPolicy::Skip if m.seats.count() > 2 && clocks.skips(seat) + 1 < SKIPS => {
            vec![MatchEvent::TurnSkipped { seat: seat.number() }]
        }
        _ => flagged(m, seat),
    }
}

/// The events for a seat that has run out of time. A match of two in which a player has never moved is aborted, and
/// one of more players in which none has.
fn flagged(m: &Match, seat: Seat) -> Vec<MatchEvent> {
    if m.seats.count() == 2 && !m.everybody_has_moved() {
        return vec![MatchEvent::Ended(MatchEnding::ABORTED)];
    }
    let mut events = vec![MatchEvent::Flagged { seat: seat.number() }];
    if m.still_playing().count() <= 2 {
        let mut gone = m.dropped_out.clone();
        gone.push(seat);
        events.push(match m.anybody_has_moved() {
            true => MatchEvent::match_ended(&m.position.ranking_if_stopped(), EndReason::Flagged, &gone),
            false => MatchEvent::Ended(MatchEnding::ABORTED),
        });
    }
    events
}

//! Time: how much of it a turn has, when it runs out, and what happens then.
//!
//! Everything follows from the log and the moment a question is asked. A clock runs for the seat whose turn it is; what
//! stops it (weekends, the house being closed) and what adds to it (gifts, holidays) are entries of the log or follow from
//! the calendar of the seat's zone. So a deadline never moves back, except by an entry of the log.

mod calendar;
mod control;
mod running;
#[cfg(test)]
mod tests;

pub use control::{AtFlag, BadPace, Pace, TimeControl};
pub use running::Clocks;

use super::command::ended;
use super::{Ending, Event, Given, How, Match, Status};
use crate::games::Seat;
use crate::now::Moment;

/// A seat loses when its turn has been skipped so many times in a row.
const SKIPS: u8 = 3;
/// The seconds of an hour, by which holidays are counted.
const HOUR: u32 = 3600;

/// What has happened by `at` because the seat to move has run out of time; nothing while it has not. Its person has so many
/// hours of holiday left, which are used first where the match allows it.
pub fn overdue(m: &Match, at: Moment, holiday: u32) -> Vec<Event> {
    let Some((clocks, seat)) = m.clocks.as_ref().and_then(|clocks| Some((clocks, clocks.acting()?))) else {
        return Vec::new();
    };
    if m.status != Status::Playing || clocks.deadline().is_none_or(|deadline| deadline > at) {
        return Vec::new();
    }
    if clocks.control().holidays && holiday > 0 {
        let seconds = clocks.hours_short(at).clamp(1, holiday) * HOUR;
        return vec![Event::TimeGiven { seat: seat.number(), seconds, why: Given::Holiday }];
    }
    match clocks.control().at_flag {
        AtFlag::Skip if m.seats.count() > 2 && clocks.skips(seat) + 1 < SKIPS => {
            vec![Event::Skipped { seat: seat.number(), uncounted: true }]
        }
        _ => flagged(m, seat),
    }
}

/// The end of a seat that is out of time. A match of two in which a user has never moved does not count, nor one of more
/// in which nobody has.
fn flagged(m: &Match, seat: Seat) -> Vec<Event> {
    if m.seats.count() == 2 && !m.everybody_has_moved() {
        return vec![Event::Ended(Ending::ABORTED)];
    }
    let mut events = vec![Event::Flagged { seat: seat.number() }];
    if m.still_playing().count() <= 2 {
        let mut gone = m.gone.clone();
        gone.push(seat);
        events.push(match m.anybody_has_moved() {
            true => ended(&m.position.standing(), How::Flagged, &gone),
            false => Event::Ended(Ending::ABORTED),
        });
    }
    events
}

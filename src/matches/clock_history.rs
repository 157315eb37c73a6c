//! The history of the clocks: skipped turns, seats that ran out of time, vacation used, time
//! given.

use super::{ClockEffect, ClockEvent, GrantedTime, LogEntry, Match, MatchEvent};
use crate::games::Seat;

impl Match {
    /// The clock events after a log entry, in order.
    pub fn clock_events_since(&self, seq: u32) -> &[ClockEvent] {
        let known = self.clock_events.partition_point(|event| event.seq <= seq);
        &self.clock_events[known..]
    }

    /// The milliseconds from the end of the turn before to the last of this number of plies; `None` in the first turn.
    pub fn time_used(&self, plies: usize) -> Option<i64> {
        let last = plies.checked_sub(1)?;
        let before = self.turn_around(last).start.checked_sub(1)?;
        Some(self.plies.get(last)?.at.since(self.plies.get(before)?.at))
    }

    /// The milliseconds in the bank of a seat after this number of plies; `None` if there are no banks, or before its
    /// first ply.
    pub fn bank_after(&self, plies: usize, seat: Seat) -> Option<i64> {
        self.plies.iter().take(plies).rev().find(|ply| ply.turn == seat)?.bank
    }

    /// Records what an entry does to the clocks. To be called before they are updated.
    pub(super) fn note_clock_event(&mut self, entry: &LogEntry) {
        let (seat, effect) = match entry.event {
            MatchEvent::TurnSkipped { seat, .. } => (seat, ClockEffect::TurnSkipped),
            MatchEvent::Flagged { seat } => (seat, ClockEffect::TimedOut),
            MatchEvent::TimeGiven { seat, seconds, reason: GrantedTime::Vacation } => {
                let hours = seconds / 3600;
                if self.adds_vacation(Seat::new(seat), hours) {
                    return;
                }
                (seat, ClockEffect::VacationUsed { hours })
            }
            MatchEvent::TimeGiven { seat, seconds, reason: GrantedTime::Gift } => {
                let Some(from) = entry.actor.and_then(|by| self.seat_of(by)) else { return };
                (seat, ClockEffect::TimeReceived { from, seconds })
            }
            _ => return,
        };
        let (at, plies) = (entry.moment(), self.plies.len());
        self.clock_events.push(ClockEvent { seq: entry.seq, at, plies, seat: Seat::new(seat), effect });
    }

    /// Adds hours to those the current turn has used. Returns whether it has used any before.
    fn adds_vacation(&mut self, seat: Seat, more: u32) -> bool {
        let uses = self.clocks.as_ref().is_some_and(|clocks| clocks.on_vacation().is_some());
        let of_seat = self.clock_events.iter_mut().rev().filter(|event| event.seat == seat);
        let mut used = of_seat.filter_map(|event| match &mut event.effect {
            ClockEffect::VacationUsed { hours } => Some(hours),
            _ => None,
        });
        let last = used.next().filter(|_| uses);
        last.map(|hours| *hours += more).is_some()
    }

    /// Removes skipped turns after a log entry, of which `plies` plies are left: the turns will be taken again.
    pub(super) fn take_back_skips(&mut self, seq: u32, plies: usize) {
        self.clock_events.retain(|event| event.effect != ClockEffect::TurnSkipped || event.seq < seq);
        for event in &mut self.clock_events {
            event.plies = event.plies.min(plies);
        }
    }
}

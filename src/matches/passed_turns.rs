//! Turns that pass without a ply: those of seats that have dropped out, and skipped ones.

use super::state::{PassReason, PassedTurn};
use super::{InvalidLog, LogEntry, Match};
use crate::games::{Position, Seat, ToAct};

impl PassedTurn {
    /// Whether only a single turn passes.
    pub fn is_skip(&self) -> bool {
        self.kind == PassReason::Skipped
    }
}

impl PassReason {
    /// Passes the turn of the seat to act, if only this one passes.
    fn pass_if_own_turn(self, position: &mut Position) {
        match self {
            PassReason::Left => {}
            PassReason::Skipped => position.skip_uncounted(),
        }
    }
}

impl Match {
    /// A seat drops out: its turns pass from now on.
    pub(super) fn drop_out(&mut self, seq: u32, seat: u8) -> Result<(), InvalidLog> {
        self.record(PassedTurn { seq, seat: Seat::new(seat), kind: PassReason::Left })?;
        self.dropped_out.push(Seat::new(seat));
        self.skip_dropped_out();
        self.offers.close();
        Ok(())
    }

    /// The turn of a seat passes without a ply.
    pub(super) fn record_skip(&mut self, entry: &LogEntry, seat: u8) -> Result<(), InvalidLog> {
        let kind = PassReason::Skipped;
        self.record(PassedTurn { seq: entry.seq, seat: Seat::new(seat), kind })?;
        kind.pass_if_own_turn(&mut self.position);
        self.skip_dropped_out();
        if let Some(clocks) = &mut self.clocks {
            clocks.skip(entry.moment());
        }
        Ok(())
    }

    fn record(&mut self, passing: PassedTurn) -> Result<(), InvalidLog> {
        self.seats.get(passing.seat).ok_or(InvalidLog::Seat(passing.seq))?;
        self.passings.push(passing);
        Ok(())
    }

    pub(super) fn skip_dropped_out(&mut self) {
        pass_over(&mut self.position, &self.dropped_out);
    }
}

/// Passes turns while plies are replayed.
pub(super) struct PassPolicy<'a> {
    rest: &'a [PassedTurn],
    gone: Vec<Seat>,
}

impl<'a> PassPolicy<'a> {
    /// For these turns, in the order of the log.
    pub fn new(passings: &'a [PassedTurn]) -> Self {
        Self { rest: passings, gone: Vec::new() }
    }

    /// Passes the turns that passed before a log entry.
    pub fn up_to(&mut self, seq: u32, position: &mut Position) {
        pass_over(position, &self.gone);
        while let Some((first, rest)) = self.rest.split_first().filter(|(first, _)| first.seq < seq) {
            match first.kind {
                PassReason::Left => self.gone.push(first.seat),
                skip @ PassReason::Skipped => skip.pass_if_own_turn(position),
            }
            pass_over(position, &self.gone);
            self.rest = rest;
        }
    }
}

/// Passes the turns of seats that have dropped out, until another seat is to act, or the dice are rolled for one.
pub(super) fn pass_over(position: &mut Position, gone: &[Seat]) {
    for _ in 0..position.seats() {
        match position.to_act() {
            ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } if gone.contains(&seat) => position.skip(),
            _ => break,
        }
    }
}

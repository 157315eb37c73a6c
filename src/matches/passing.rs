//! Turns that pass without a ply: those of seats that have left, and those that were skipped.

use crate::games::{Position, Seat, ToAct};

/// Something after which a turn passes without a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passing {
    /// The entry of the log.
    pub seq: u32,
    /// Whose.
    pub seat: Seat,
    /// Whether only this one turn passes; otherwise the seat has left.
    pub once: bool,
}

/// Lets turns pass while plies are played again.
pub(super) struct Passer<'a> {
    rest: &'a [Passing],
    gone: Vec<Seat>,
}

impl<'a> Passer<'a> {
    /// For these, in the order of the log.
    pub fn new(passings: &'a [Passing]) -> Self {
        Self { rest: passings, gone: Vec::new() }
    }

    /// Lets pass what passed before an entry of the log.
    pub fn up_to(&mut self, seq: u32, position: &mut Position) {
        pass_over(position, &self.gone);
        while let Some((first, rest)) = self.rest.split_first().filter(|(first, _)| first.seq < seq) {
            if first.once {
                position.skip();
            } else {
                self.gone.push(first.seat);
            }
            pass_over(position, &self.gone);
            self.rest = rest;
        }
    }
}

/// Passes over seats that have left, until one that has not is to act, or the dice are thrown for it.
pub(super) fn pass_over(position: &mut Position, gone: &[Seat]) {
    for _ in 0..position.seats() {
        match position.to_act() {
            ToAct::Seat(seat) | ToAct::Chance { for_seat: seat } if gone.contains(&seat) => position.skip(),
            _ => break,
        }
    }
}

//! The part of an email about the clock and cancelled conditional moves.

use super::MatchActivity;
use crate::games::Seat;
use crate::matches::{SeatTakeover, TakeoverReason};
use crate::texts::tr;
use crate::tr_format;
use crate::views::parts::clock;
use crate::views::words::{self, called};

impl MatchActivity {
    fn is_own(&self, seat: Seat) -> bool {
        self.m().seat_of(self.user) == Some(seat)
    }

    /// Whether this part has content.
    pub(super) fn clock_acted(&self) -> bool {
        let turn = self.clock.skipped || self.clock.vacation_ends.is_some() || self.clock.orders_cancelled;
        turn || !self.clock.timed_out.is_empty() || !self.clock.taken_over.is_empty()
    }

    /// The subject if there is nothing more urgent.
    pub(super) fn clock_subject(&self) -> String {
        let game = self.game_title();
        match self.clock.timed_out.last() {
            Some(seat) if self.is_own(*seat) => tr_format!("You ran out of time: {game}", game = game),
            _ if self.clock.vacation_ends.is_some() => {
                tr_format!("Your vacation is being used: {game}", game = game)
            }
            _ if self.clock.skipped => tr_format!("Your turn was skipped: {game}", game = game),
            Some(seat) => tr_format!("{name} ran out of time: {game}", name = self.name(*seat), game = game),
            None => match self.clock.taken_over.last() {
                Some(SeatTakeover { reason: TakeoverReason::Substituted, to, .. }) => {
                    tr_format!(
                        "{name} plays on for you: {game}",
                        name = called(self.view.names.of(*to)),
                        game = game
                    )
                }
                Some(takeover) if takeover.player == self.user => {
                    tr_format!("You ran out of time: {game}", game = game)
                }
                Some(_) => tr_format!("A bot plays on: {game}", game = game),
                None => tr_format!("Your conditional moves were cancelled: {game}", game = game),
            },
        }
    }

    /// One sentence for each event.
    pub(super) fn clock_sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.clock.skipped {
            sentences.push(tr("Your turn was skipped because you ran out of time.").to_owned());
            sentences.push(tr("After three skipped turns in a row you are out of the match.").to_owned());
        }
        for seat in &self.clock.timed_out {
            sentences.push(if self.is_own(*seat) {
                tr("You ran out of time. The match goes on without you.").to_owned()
            } else {
                tr_format!("{name} ran out of time. The match goes on without them.", name = self.name(*seat))
            });
        }
        sentences.extend(self.clock.taken_over.iter().map(|takeover| self.taken_over(takeover)));
        if let Some(ends) = self.clock.vacation_ends {
            sentences.push(tr("Your time for this turn ran out, so your vacation is being used.").to_owned());
            let moment = clock(ends, &self.zone);
            sentences
                .push(tr_format!("If you don’t move by {moment}, you run out of time.", moment = moment));
        }
        if self.clock.orders_cancelled {
            sentences.push(
                tr("Your conditional moves were cancelled because the match went a different way.")
                    .to_owned(),
            );
        }
        sentences
    }

    fn taken_over(&self, takeover: &SeatTakeover) -> String {
        let name = called(self.view.names.of(takeover.to));
        match (takeover.player == self.user, takeover.reason) {
            (true, TakeoverReason::Substituted) => tr_format!("{name} plays on for you.", name = name),
            (true, _) => tr_format!("You ran out of time. {bot} plays on.", bot = name),
            (false, _) => words::taken_over(&self.view, takeover),
        }
    }
}

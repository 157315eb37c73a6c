//! Applying events about offers.

use super::{DrawOffer, OfferAnswer, OfferKind, PendingOffer};
use crate::games::Seat;
use crate::matches::passed_turns::pass_over;
use crate::matches::{InvalidLog, LogEntry, Match, PlyOrigin, PositionAfter};

impl Match {
    /// Applies an event about an offer.
    pub(in crate::matches) fn apply_offer(&mut self, entry: &LogEntry) -> Result<(), InvalidLog> {
        let Some((what, answer, seat)) = entry.event.offer_action() else { return Ok(()) };
        self.seats.get(seat).ok_or(InvalidLog::Seat(entry.seq))?;
        self.offers.asked_mut(what).apply_offer(answer, seat, entry.seq);
        if (what, answer) == (OfferKind::Draw, OfferAnswer::Offer) {
            let plies = self.plies.len();
            self.offers.draws_offered.push(DrawOffer { by: seat, seq: entry.seq, plies });
        }
        Ok(())
    }

    /// Takes the match back to a number of plies.
    pub(in crate::matches) fn take_back(&mut self, entry: &LogEntry, plies: u32) -> Result<(), InvalidLog> {
        let plies = usize::try_from(plies).unwrap_or(usize::MAX);
        let Some(first) = self.plies.get(plies) else {
            return Err(InvalidLog::Takeback(entry.seq));
        };
        let (removed, by, turns) = (first.seq, first.by, first.turns);
        if let (PlyOrigin::Seat(seat), None) = (by, &self.offers.takeback.open) {
            self.offers.taken_back_unasked = Some((seat, plies));
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.rewind(turns, entry.moment());
        }
        let PositionAfter { position, effects, moved } = self.position_at(plies)?;
        self.plies.truncate(plies);
        self.passings.retain(|passing| !passing.is_skip() || passing.seq < removed);
        self.take_back_skips(removed, plies);
        self.truncate_takeovers(plies);
        (self.position, self.last_effects, self.moved) = (position, effects, moved);
        pass_over(&mut self.position, &self.dropped_out);
        self.offers.close();
        for offer in &mut self.offers.draws_offered {
            offer.plies = offer.plies.min(plies);
        }
        self.offers.taken_back_at = Some(entry.seq);
        Ok(())
    }

    /// Closes offers that a ply has overtaken. Plies played by the site do not answer draw offers.
    pub(in crate::matches) fn play_over(&mut self, entry: &LogEntry, seat: Option<u8>) {
        self.offers.takeback.open = None;
        let answers = entry.actor.and(seat).map(Seat::new);
        let leaves_it_open = |offer: &PendingOffer| match answers {
            Some(seat) => seat == offer.by || offer.agreed.contains(&seat),
            None => true,
        };
        let playing = |seat: Seat| self.still_playing().any(|other| other == seat);
        let stays =
            self.offers.draw.open.as_ref().is_none_or(|offer| leaves_it_open(offer) && playing(offer.by));
        if !stays {
            self.offers.draw.open = None;
        }
    }
}

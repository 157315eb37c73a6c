//! Which offers are pending, and which may be made.

use super::{DrawOffer, OfferError, OfferKind, PendingOffer};
use crate::games::Seat;
use crate::matches::{Match, MatchStatus, PlayedEntry, PlyOrigin};
use crate::users::UserId;

/// The number of plies between a failed draw offer and the next by the same seat.
const QUIET: usize = 2;

impl Match {
    /// The pending offer.
    pub fn offer(&self, what: OfferKind) -> Option<&PendingOffer> {
        self.offers.offered_at(what).open.as_ref()
    }

    /// The pending offer that a seat has not answered.
    pub fn unanswered_by(&self, what: OfferKind, seat: Seat) -> Option<&PendingOffer> {
        self.offer(what).filter(|offer| self.unanswered(offer).any(|other| other == seat))
    }

    /// All draw offers, in the order of the log.
    pub fn draws_offered(&self) -> &[DrawOffer] {
        &self.offers.draws_offered
    }

    /// The seat that declined the offer of `seat`, if nothing has been played since.
    pub fn declined_by(&self, what: OfferKind, seat: Seat) -> Option<Seat> {
        self.offers
            .offered_at(what)
            .declined(seat)
            .filter(|quiet| quiet.seq > self.board_version)?
            .declined_by
    }

    /// The seats that have to agree and have not.
    pub(super) fn unanswered(&self, offer: &PendingOffer) -> impl Iterator<Item = Seat> {
        self.still_playing().filter(move |seat| *seat != offer.by && !offer.agreed.contains(seat))
    }

    /// Whether a seat can make an offer now: it still plays, none of the kind is pending, and it [may](Self::may_ask).
    pub fn may_offer(&self, what: OfferKind, seat: Seat) -> bool {
        let plays = self.status == MatchStatus::Playing && self.still_plays(seat);
        plays && self.offer(what).is_none() && self.may_ask(what, seat).is_ok()
    }

    /// The offers of a kind that were declined since the last ply: the seats that declined them.
    pub fn declined(&self, what: OfferKind) -> impl Iterator<Item = Seat> {
        Seat::first(self.seats.count()).filter_map(move |seat| self.declined_by(what, seat))
    }

    /// Whether the last change of the position was a takeback.
    pub fn was_taken_back(&self) -> bool {
        self.offers.taken_back_at == Some(self.board_version)
    }

    /// Whether a seat may make an offer that is not pending.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_ask(&self, what: OfferKind, seat: Seat) -> Result<(), OfferError> {
        let quiet = self.offers.offered_at(what).declined(seat).map(|quiet| quiet.seq);
        match what {
            OfferKind::Draw => {
                let since =
                    |seq: u32| self.plies_of(seat).take_while(|(_, ply)| *ply > seq).take(QUIET).count();
                let played = quiet.map_or(QUIET, since);
                if played < QUIET { Err(OfferError::TooSoon(QUIET - played)) } else { Ok(()) }
            }
            OfferKind::Takeback => {
                let own = self.plies_of(seat).next().ok_or(OfferError::NothingPlayed)?;
                if self
                    .plies
                    .iter()
                    .rev()
                    .take(self.plies.len() - own.0)
                    .any(|ply| ply.by == PlyOrigin::Chance)
                {
                    return Err(OfferError::RolledSince);
                }
                if quiet.is_some_and(|quiet| quiet > own.1) { Err(OfferError::AskedBefore) } else { Ok(()) }
            }
        }
    }

    /// Whether a seat can take its last ply back without consent. `seen` is the latest log entry any other player has
    /// seen: the ply has to be later and the last of the match, and the seat must not have done so before in this
    /// turn.
    pub fn can_take_back_unasked(&self, seat: Seat, seen: u32) -> bool {
        let last =
            self.plies.last().filter(|ply| ply.by == PlyOrigin::Seat(seat) && ply.seq == self.board_version);
        last.is_some_and(|ply| seen < ply.seq)
            && !self.has_taken_back_unasked(seat)
            && self.may_ask(OfferKind::Takeback, seat).is_ok()
    }

    /// Whether a seat has taken a ply back without consent, and no other seat has played since.
    fn has_taken_back_unasked(&self, seat: Seat) -> bool {
        let of_others = |by: PlyOrigin| matches!(by, PlyOrigin::Seat(other) if other != seat);
        let same_turn = |plies| !self.plies.iter().skip(plies).any(|ply| of_others(ply.by));
        self.offers.taken_back_unasked.is_some_and(|(by, plies)| by == seat && same_turn(plies))
    }

    /// The other players, who may have seen the plies of a seat.
    pub fn others_than(&self, seat: Seat) -> Vec<UserId> {
        Seat::first(self.seats.count())
            .filter(|other| *other != seat)
            .filter_map(|other| self.seats[other])
            .collect()
    }

    /// The number of plies left if a seat takes its last one back.
    pub fn plies_before_last_of(&self, seat: Seat) -> Option<usize> {
        self.plies_of(seat).next().map(|(index, _)| index)
    }

    /// The indices and log entries of the plies of a seat, or of all seats that the same user plays, the last first.
    fn plies_of(&self, seat: Seat) -> impl Iterator<Item = (usize, u32)> {
        let is_own = move |by| matches!(by, PlyOrigin::Seat(by) if self.plays_also(seat, by));
        let own = move |(_, ply): &(usize, &PlayedEntry)| is_own(ply.by);
        (0..self.plies.len())
            .rev()
            .zip(self.plies.iter().rev())
            .filter(own)
            .map(|(index, ply)| (index, ply.seq))
    }
}

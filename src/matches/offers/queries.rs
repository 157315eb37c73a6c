//! Which offers are pending, and which may be made.

use super::{OfferError, OfferKind, PendingOffer};
use crate::games::Seat;
use crate::matches::{Match, PlayedEntry, PlyOrigin};
use crate::users::UserId;

/// After an offer that came to nothing, so many plies are played before the same seat offers a draw again.
const QUIET: usize = 2;

impl Match {
    /// What is asked.
    pub fn offer(&self, what: OfferKind) -> Option<&PendingOffer> {
        self.offers.asked(what).open.as_ref()
    }

    /// The question a seat still has to answer, if it is asked.
    pub fn unanswered_by(&self, what: OfferKind, seat: Seat) -> Option<&PendingOffer> {
        self.offer(what).filter(|offer| self.unanswered(offer).any(|other| other == seat))
    }

    /// Who said no to what a seat asked, if nothing has happened on the board since.
    pub fn refused(&self, what: OfferKind, seat: Seat) -> Option<Seat> {
        self.offers.asked(what).quiet(seat).filter(|quiet| quiet.seq > self.board_version)?.refused_by
    }

    /// Those who have to agree and have not yet.
    pub(super) fn unanswered(&self, offer: &PendingOffer) -> impl Iterator<Item = Seat> {
        self.still_playing().filter(move |seat| *seat != offer.by && !offer.agreed.contains(seat))
    }

    /// Whether a seat that still plays may ask something that nobody asks yet.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_ask(&self, what: OfferKind, seat: Seat) -> Result<(), OfferError> {
        let quiet = self.offers.asked(what).quiet(seat).map(|quiet| quiet.seq);
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
                    return Err(OfferError::ThrownSince);
                }
                if quiet.is_some_and(|quiet| quiet > own.1) { Err(OfferError::AskedBefore) } else { Ok(()) }
            }
        }
    }

    /// Whether a seat can take its last ply back without asking anybody, when nobody else has had a later entry of the log
    /// on their screen than this one: it is the last thing that has happened on the board, nobody has seen it, and the seat
    /// has not done that before in the same turn.
    pub fn takes_back_at_once(&self, seat: Seat, seen: u32) -> bool {
        let last =
            self.plies.last().filter(|ply| ply.by == PlyOrigin::Seat(seat) && ply.seq == self.board_version);
        last.is_some_and(|ply| seen < ply.seq)
            && !self.has_taken_back_unasked(seat)
            && self.may_ask(OfferKind::Takeback, seat).is_ok()
    }

    /// Whether a seat has taken a ply back without asking, and nobody else has played since.
    fn has_taken_back_unasked(&self, seat: Seat) -> bool {
        let of_others = |by: PlyOrigin| matches!(by, PlyOrigin::Seat(other) if other != seat);
        let same_turn = |plies| !self.plies.iter().skip(plies).any(|ply| of_others(ply.by));
        self.offers.taken_back_unasked.is_some_and(|(by, plies)| by == seat && same_turn(plies))
    }

    /// The other players, who may have seen what a seat has played.
    pub fn others_than(&self, seat: Seat) -> Vec<UserId> {
        Seat::first(self.seats.count())
            .filter(|other| *other != seat)
            .filter_map(|other| self.seats[other])
            .collect()
    }

    /// How many plies are left when a seat takes its last one back.
    pub fn plies_before_last_of(&self, seat: Seat) -> Option<usize> {
        self.plies_of(seat).next().map(|(index, _)| index)
    }

    /// The plies of a seat, the last one first: which, from 0, and its entry of the log.
    fn plies_of(&self, seat: Seat) -> impl Iterator<Item = (usize, u32)> {
        let own = move |(_, ply): &(usize, &PlayedEntry)| ply.by == PlyOrigin::Seat(seat);
        (0..self.plies.len())
            .rev()
            .zip(self.plies.iter().rev())
            .filter(own)
            .map(|(index, ply)| (index, ply.seq))
    }
}

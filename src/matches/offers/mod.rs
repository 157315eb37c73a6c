//! Draw offers and takebacks: one seat offers, and all remaining players have to agree.
//!
//! Nothing is deleted when plies are taken back: the event makes the fold drop them. An offer expires when play goes
//! on.

#[cfg(test)]
mod anything;
mod decide;
mod fold;
mod queries;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub(super) use decide::decide_offer;
pub use decide::takeback_without_consent;

use crate::error_codes;
use crate::games::{Outcome, Position, Seat};

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take back their last ply and everything after it.
    Takeback,
}

/// An answer to an offer, or the offer itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferAnswer {
    /// Make the offer.
    Offer,
    /// Agree.
    Accept,
    /// Decline.
    Decline,
    /// Withdraw the offer.
    Withdraw,
}

/// A pending offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingOffer {
    /// The seat that made it.
    pub by: Seat,
    /// The log entry of the offer.
    pub seq: u32,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
}

/// The offers of a match, pending and past.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchOffers {
    draw: OfferedAt,
    takeback: OfferedAt,
    /// All draw offers, in log order.
    draws_offered: Vec<DrawOffer>,
    /// The last log entry of a takeback.
    pub taken_back_at: Option<u32>,
    /// The seat of the last takeback without consent, and the number of plies after it.
    taken_back_unasked: Option<(Seat, usize)>,
}

/// A draw offer, also one that is no longer pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// The seat that made it.
    pub by: Seat,
    /// The log entry.
    pub seq: u32,
    /// The number of plies before it.
    pub plies: usize,
}

/// A pending offer with its place in the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OfferedAt {
    open: Option<PendingOffer>,
    /// The last failed offer of each seat.
    quiet: Vec<DeclinedOffers>,
}

/// An offer that was declined or withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DeclinedOffers {
    /// The seat that had made it.
    seat: Seat,
    /// The log entry in which it ended.
    seq: u32,
    /// The seat that declined; `None` if it was withdrawn.
    declined_by: Option<Seat>,
}

/// Why an offer cannot be made or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OfferError {
    /// No such offer is pending.
    #[error("there is no such offer")]
    NotAsked,
    /// It is the user's own offer.
    #[error("the offer is their own")]
    Own,
    /// The offer was made by another seat.
    #[error("the offer is not their own")]
    NotOwn,
    /// Another seat has a takeback offer pending.
    #[error("they have an offer to answer first")]
    AnswerFirst,
    /// A draw was offered recently; the seat has to play this many plies first.
    #[error("they offered a draw too recently")]
    TooSoon(usize),
    /// A takeback of this ply was already declined.
    #[error("they have asked to take this move back before")]
    AskedBefore,
    /// The seat has not played yet.
    #[error("they have no move to take back")]
    NothingPlayed,
    /// The die was rolled after the ply.
    #[error("the die was rolled since the move")]
    RolledSince,
}

error_codes! {
    OfferError {
        Self::NotAsked => "no-such-offer",
        Self::Own => "own-offer",
        Self::NotOwn => "not-own-offer",
        Self::AnswerFirst => "answer-offer-first",
        Self::TooSoon(_) => "draw-offer-too-soon",
        Self::AskedBefore => "takeback-asked-before",
        Self::NothingPlayed => "nothing-to-take-back",
        Self::RolledSince => "rolled-since",
    }
}

impl MatchOffers {
    fn offered_at(&self, what: OfferKind) -> &OfferedAt {
        match what {
            OfferKind::Draw => &self.draw,
            OfferKind::Takeback => &self.takeback,
        }
    }

    fn asked_mut(&mut self, what: OfferKind) -> &mut OfferedAt {
        match what {
            OfferKind::Draw => &mut self.draw,
            OfferKind::Takeback => &mut self.takeback,
        }
    }

    pub(super) fn is_any_open(&self) -> bool {
        self.draw.open.is_some() || self.takeback.open.is_some()
    }

    pub(super) fn close(&mut self) {
        self.draw.open = None;
        self.takeback.open = None;
    }
}

impl OfferedAt {
    fn apply_offer(&mut self, answer: OfferAnswer, seat: Seat, seq: u32) {
        match answer {
            OfferAnswer::Offer => self.open = Some(PendingOffer { by: seat, seq, agreed: Vec::new() }),
            OfferAnswer::Accept => self.open.iter_mut().for_each(|offer| offer.agreed.push(seat)),
            OfferAnswer::Decline | OfferAnswer::Withdraw => {
                if let Some(offer) = self.open.take() {
                    let declined_by = (answer == OfferAnswer::Decline).then_some(seat);
                    self.quiet.retain(|quiet| quiet.seat != offer.by);
                    self.quiet.push(DeclinedOffers { seat: offer.by, seq, declined_by });
                }
            }
        }
    }

    fn declined(&self, seat: Seat) -> Option<DeclinedOffers> {
        self.quiet.iter().find(|quiet| quiet.seat == seat).copied()
    }
}

impl MatchOffers {
    /// Whether no offer is pending, was declined or withdrawn, and nothing was taken back.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

/// The outcome of an agreed draw: seats that have finished keep their places, the others share the next.
pub(super) fn draw_outcome(position: &Position) -> Outcome {
    let standing = position.ranking_if_stopped();
    let places = || (0..).map(Seat::new).zip(standing.places().iter().copied());
    let plays = |seat: Seat| !position.has_finished(seat);
    let shared = places().filter(|(seat, _)| plays(*seat)).map(|(_, place)| place).min().unwrap_or(1);
    Outcome::from_places(places().map(|(seat, place)| if plays(seat) { shared } else { place }).collect())
}

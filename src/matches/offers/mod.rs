//! Draw offers and takebacks: one seat asks, and everybody else who still plays has to agree.
//!
//! Nothing is deleted when plies are taken back: the entry that says so cuts the fold, and the match stands as it stood
//! before them. What is asked expires when it has been played over.

#[cfg(test)]
mod anything;
mod decide;
mod fold;
mod queries;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub(super) use decide::decide_offer;
pub use decide::unasked;

use crate::error_codes;
use crate::games::{Outcome, Position, Seat};

/// What a seat can ask the others for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// That the match is drawn.
    Draw,
    /// That their last ply, and what was played since, does not count.
    Takeback,
}

/// An answer to an offer, or the offer itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferAnswer {
    /// Asks it.
    Ask,
    /// Agrees.
    Accept,
    /// Does not agree.
    Refuse,
    /// Asks no longer.
    Withdraw,
}

/// A question that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingOffer {
    /// Who asked.
    pub by: Seat,
    /// The entry of the log in which they did.
    pub seq: u32,
    /// Those who have agreed, while others have not answered.
    pub agreed: Vec<Seat>,
}

/// What is asked at a match, and what was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchOffers {
    draw: OfferedAt,
    takeback: OfferedAt,
    /// The last entry that took plies back.
    pub taken_back_at: Option<u32>,
    /// Who last took a ply back without asking, and how many plies were left then.
    taken_back_unasked: Option<(Seat, usize)>,
}

/// One question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OfferedAt {
    open: Option<PendingOffer>,
    /// Whose question came to nothing, each as it last did.
    quiet: Vec<DeclinedOffers>,
}

/// A question that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DeclinedOffers {
    /// Who had asked.
    seat: Seat,
    /// The entry of the log in which it ended.
    seq: u32,
    /// Who said no; nobody, where it was withdrawn.
    refused_by: Option<Seat>,
}

/// Why something cannot be asked or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OfferError {
    /// Nothing is asked.
    #[error("there is no such offer")]
    NotAsked,
    /// It was this person who asked.
    #[error("the offer is their own")]
    Own,
    /// The offer was made by another seat.
    #[error("the offer is not their own")]
    NotOwn,
    /// Another seat has a takeback offer pending.
    #[error("they have an offer to answer first")]
    AnswerFirst,
    /// A draw was offered a little while ago: so many plies of their own have to come first.
    #[error("they offered a draw too recently")]
    TooSoon(usize),
    /// A takeback of this ply was already declined.
    #[error("they have asked to take this move back before")]
    AskedBefore,
    /// The seat has not played yet.
    #[error("they have no move to take back")]
    NothingPlayed,
    /// The die was thrown after the ply.
    #[error("the die was rolled since the move")]
    ThrownSince,
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
        Self::ThrownSince => "rolled-since",
    }
}

impl MatchOffers {
    fn asked(&self, what: OfferKind) -> &OfferedAt {
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
    fn hear(&mut self, answer: OfferAnswer, seat: Seat, seq: u32) {
        match answer {
            OfferAnswer::Ask => self.open = Some(PendingOffer { by: seat, seq, agreed: Vec::new() }),
            OfferAnswer::Accept => self.open.iter_mut().for_each(|offer| offer.agreed.push(seat)),
            OfferAnswer::Refuse | OfferAnswer::Withdraw => {
                if let Some(offer) = self.open.take() {
                    let refused_by = (answer == OfferAnswer::Refuse).then_some(seat);
                    self.quiet.retain(|quiet| quiet.seat != offer.by);
                    self.quiet.push(DeclinedOffers { seat: offer.by, seq, refused_by });
                }
            }
        }
    }

    fn quiet(&self, seat: Seat) -> Option<DeclinedOffers> {
        self.quiet.iter().find(|quiet| quiet.seat == seat).copied()
    }
}

impl MatchOffers {
    /// Whether no offer was ever made.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

/// How those stand who agree to a draw: those who are done by the rules keep their places, the others share the next.
pub(super) fn drawn(position: &Position) -> Outcome {
    let standing = position.ranking_if_stopped();
    let places = || (0..).map(Seat::new).zip(standing.places().iter().copied());
    let plays = |seat: Seat| !position.has_finished(seat);
    let shared = places().filter(|(seat, _)| plays(*seat)).map(|(_, place)| place).min().unwrap_or(1);
    Outcome::from_places(places().map(|(seat, place)| if plays(seat) { shared } else { place }).collect())
}

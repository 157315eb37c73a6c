//! Draw offers and takebacks: one seat asks, and everybody else who still plays has to agree.
//!
//! Nothing is deleted when plies are taken back: the entry that says so cuts the fold, and the match stands as it stood
//! before them. What is asked expires when it has been played over.

#[cfg(test)]
mod anything;
mod decide;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub(super) use decide::answer;
pub use decide::unasked;

use super::passed_turns::pass_over;
use super::{InvalidLog, LogEntry, Match, MatchEvent, PlyOrigin, PositionAfter};
use crate::error_codes;
use crate::games::{Outcome, Position, Seat};
use crate::users::UserId;

/// After an offer that came to nothing, so many plies are played before the same seat offers a draw again.
const QUIET: usize = 2;

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

impl MatchEvent {
    /// What a seat says about a question, as the log keeps it.
    pub fn said(what: OfferKind, answer: OfferAnswer, seat: Seat) -> Self {
        let seat = seat.number();
        match (what, answer) {
            (OfferKind::Draw, OfferAnswer::Ask) => Self::DrawOffered { seat },
            (OfferKind::Draw, OfferAnswer::Accept) => Self::DrawAccepted { seat },
            (OfferKind::Draw, OfferAnswer::Refuse) => Self::DrawDeclined { seat },
            (OfferKind::Draw, OfferAnswer::Withdraw) => Self::DrawWithdrawn { seat },
            (OfferKind::Takeback, OfferAnswer::Ask) => Self::TakebackOffered { seat },
            (OfferKind::Takeback, OfferAnswer::Accept) => Self::TakebackAccepted { seat },
            (OfferKind::Takeback, OfferAnswer::Refuse) => Self::TakebackDeclined { seat },
            (OfferKind::Takeback, OfferAnswer::Withdraw) => Self::TakebackWithdrawn { seat },
        }
    }

    /// Whether the board and whose turn it is stay as they were: a page that was drawn before still shows them.
    pub(super) fn leaves_the_board(&self) -> bool {
        self.saying().is_some()
            || matches!(self, Self::TimeGiven { .. } | Self::Downtime { .. } | Self::ExpiryAnnounced)
            || matches!(self, Self::ZoneChanged { .. })
    }

    /// Whether somebody, or the clock, has done something. What is said about a question is none of that, nor what the
    /// site says beforehand.
    pub(super) fn is_a_change(&self) -> bool {
        self.saying().is_none() && !matches!(self, Self::ExpiryAnnounced)
    }

    /// Whether it only says something about a question, so that the match stands as it did before.
    pub fn saying(&self) -> Option<(OfferKind, OfferAnswer, Seat)> {
        let (what, answer, seat) = match self {
            Self::DrawOffered { seat } => (OfferKind::Draw, OfferAnswer::Ask, seat),
            Self::DrawAccepted { seat } => (OfferKind::Draw, OfferAnswer::Accept, seat),
            Self::DrawDeclined { seat } => (OfferKind::Draw, OfferAnswer::Refuse, seat),
            Self::DrawWithdrawn { seat } => (OfferKind::Draw, OfferAnswer::Withdraw, seat),
            Self::TakebackOffered { seat } => (OfferKind::Takeback, OfferAnswer::Ask, seat),
            Self::TakebackAccepted { seat } => (OfferKind::Takeback, OfferAnswer::Accept, seat),
            Self::TakebackDeclined { seat } => (OfferKind::Takeback, OfferAnswer::Refuse, seat),
            Self::TakebackWithdrawn { seat } => (OfferKind::Takeback, OfferAnswer::Withdraw, seat),
            _ => return None,
        };
        Some((what, answer, Seat::new(*seat)))
    }
}

/// Taking in what the log says.
impl Match {
    /// Takes in what was said about a question.
    pub(super) fn hear(&mut self, entry: &LogEntry) -> Result<(), InvalidLog> {
        let Some((what, answer, seat)) = entry.event.saying() else { return Ok(()) };
        self.seats.get(seat).ok_or(InvalidLog::Seat(entry.seq))?;
        self.offers.asked_mut(what).hear(answer, seat, entry.seq);
        Ok(())
    }

    /// Goes back to how it stood after so many plies.
    pub(super) fn take_back(
        &mut self,
        entry: &LogEntry,
        plies: u32,
        clock_continues: bool,
    ) -> Result<(), InvalidLog> {
        let plies = usize::try_from(plies).unwrap_or(usize::MAX);
        let Some(first) = self.plies.get(plies) else {
            return Err(InvalidLog::Takeback(entry.seq));
        };
        let (removed, by, turns) = (first.seq, first.by, first.turns);
        if let (PlyOrigin::Seat(seat), None) = (by, &self.offers.takeback.open) {
            self.offers.taken_back_unasked = Some((seat, plies));
        }
        if let Some(clocks) = self.clocks.as_mut().filter(|_| clock_continues) {
            clocks.rewind(turns, entry.moment());
        }
        let PositionAfter { position, effects, moved } = self.position_at(plies)?;
        self.plies.truncate(plies);
        self.passings.retain(|passing| !passing.is_skip() || passing.seq < removed);
        self.take_back_skips(removed, plies);
        (self.position, self.last_effects, self.moved) = (position, effects, moved);
        pass_over(&mut self.position, &self.dropped_out);
        self.offers.close();
        self.offers.taken_back_at = Some(entry.seq);
        Ok(())
    }

    /// Lets expiry what a ply has overtaken. What the site plays for a seat is no answer to a draw offer.
    pub(super) fn play_over(&mut self, entry: &LogEntry, seat: Option<u8>) {
        self.offers.takeback.open = None;
        let answers = entry.by.and(seat).map(Seat::new);
        let muted_players = |offer: &PendingOffer| match answers {
            Some(seat) => seat == offer.by || offer.agreed.contains(&seat),
            None => true,
        };
        let playing = |seat: Seat| self.still_playing().any(|other| other == seat);
        let stays =
            self.offers.draw.open.as_ref().is_none_or(|offer| muted_players(offer) && playing(offer.by));
        if !stays {
            self.offers.draw.open = None;
        }
    }
}

impl MatchOffers {
    /// Whether no offer was ever made.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Questions.
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
    fn unanswered(&self, offer: &PendingOffer) -> impl Iterator<Item = Seat> {
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
        let own = move |(_, ply): &(usize, &super::PlayedEntry)| ply.by == PlyOrigin::Seat(seat);
        (0..self.plies.len())
            .rev()
            .zip(self.plies.iter().rev())
            .filter(own)
            .map(|(index, ply)| (index, ply.seq))
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

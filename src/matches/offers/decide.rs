//! Decisions about making and answering offers.

use super::{OfferAnswer, OfferError, OfferKind, draw_outcome};
use crate::games::Seat;
use crate::matches::seating::running;
use crate::matches::{EndReason, Match, MatchError, MatchEvent};
use crate::users::UserId;

/// The events of an action on an offer. `seq` is the version of the match the user's page shows, if known.
pub(in crate::matches) fn decide_offer(
    m: &Match,
    by: UserId,
    what: OfferKind,
    answer: OfferAnswer,
    seq: Option<u32>,
) -> Result<Vec<MatchEvent>, MatchError> {
    let seat = running(m, by)?;
    if !m.still_playing().any(|playing| playing == seat) {
        return Err(MatchError::Gone);
    }
    match answer {
        OfferAnswer::Offer => offer(m, seat, what, seq),
        OfferAnswer::Accept => accept(m, seat, what, seq),
        OfferAnswer::Decline => {
            offer_of_other(m, seat, what)?;
            Ok(vec![MatchEvent::of_offer(what, OfferAnswer::Decline, seat)])
        }
        OfferAnswer::Withdraw => match m.offer(what) {
            None => Err(OfferError::NotAsked.into()),
            Some(offer) if offer.by != seat => Err(OfferError::NotOwn.into()),
            Some(_) => Ok(vec![MatchEvent::of_offer(what, OfferAnswer::Withdraw, seat)]),
        },
    }
}

fn offer(m: &Match, seat: Seat, what: OfferKind, seq: Option<u32>) -> Result<Vec<MatchEvent>, MatchError> {
    if seq.is_some_and(|seq| seq < m.board_version) {
        return Err(MatchError::Stale);
    }
    match (m.offer(what), what) {
        (Some(offer), _) if offer.by == seat => Ok(Vec::new()),
        // The other seat has offered the same.
        (Some(_), OfferKind::Draw) => accept(m, seat, what, seq),
        (Some(_), OfferKind::Takeback) => Err(OfferError::AnswerFirst.into()),
        (None, _) => {
            m.may_ask(what, seat)?;
            // In practice matches bots agree to every takeback, so they are not asked.
            if what == OfferKind::Takeback && m.is_practice() {
                let plies = m.plies_before_last_of(seat).ok_or(OfferError::NothingPlayed)?;
                return Ok(vec![taken_back(plies)]);
            }
            Ok(vec![MatchEvent::of_offer(what, OfferAnswer::Offer, seat)])
        }
    }
}

/// The takeback that replaces a takeback offer if the other players have seen the match only up to `seen`: nobody has
/// to agree to undo what nobody has seen.
pub fn takeback_without_consent(m: &Match, events: &[MatchEvent], seen: u32) -> Option<MatchEvent> {
    let [MatchEvent::TakebackOffered { seat }] = events else { return None };
    let seat = Seat::new(*seat);
    let plies = m.plies_before_last_of(seat).filter(|_| m.can_take_back_unasked(seat, seen))?;
    Some(taken_back(plies))
}

fn taken_back(plies: usize) -> MatchEvent {
    MatchEvent::TakenBack { remaining_plies: u32::try_from(plies).unwrap_or(u32::MAX) }
}

/// Accepts an offer, unless it is newer than the user's page.
fn accept(m: &Match, seat: Seat, what: OfferKind, seq: Option<u32>) -> Result<Vec<MatchEvent>, MatchError> {
    let offer = offer_of_other(m, seat, what)?;
    if seq.is_some_and(|seq| seq < offer.seq) {
        return Err(MatchError::Stale);
    }
    if offer.agreed.contains(&seat) {
        return Ok(Vec::new());
    }
    if m.unanswered(offer).any(|other| other != seat) {
        return Ok(vec![MatchEvent::of_offer(what, OfferAnswer::Accept, seat)]);
    }
    Ok(vec![match what {
        OfferKind::Draw => {
            MatchEvent::match_ended(&draw_outcome(&m.position), EndReason::Agreed, &m.dropped_out)
        }
        OfferKind::Takeback => {
            let plies = m.plies_before_last_of(offer.by).ok_or(OfferError::NothingPlayed)?;
            taken_back(plies)
        }
    }])
}

/// The pending offer of another seat.
fn offer_of_other(m: &Match, seat: Seat, what: OfferKind) -> Result<&super::PendingOffer, MatchError> {
    match m.offer(what) {
        None => Err(OfferError::NotAsked.into()),
        Some(offer) if offer.by == seat => Err(OfferError::Own.into()),
        Some(offer) => Ok(offer),
    }
}

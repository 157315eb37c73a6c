//! What follows when somebody asks or answers.

use super::{Answer, OfferRefusal, Question, drawn};
use crate::games::Seat;
use crate::matches::command::{ended, running};
use crate::matches::{Event, How, Match, Refusal};
use crate::users::UserId;

/// Somebody says something about a question. `seq` is the entry of the log their page was drawn at, where that is known.
pub(in crate::matches) fn answer(
    m: &Match,
    by: UserId,
    what: Question,
    answer: Answer,
    seq: Option<u32>,
) -> Result<Vec<Event>, Refusal> {
    let seat = running(m, by)?;
    if !m.still_playing().any(|playing| playing == seat) {
        return Err(Refusal::Gone);
    }
    match answer {
        Answer::Ask => ask(m, seat, what, seq),
        Answer::Accept => accept(m, seat, what, seq),
        Answer::Refuse => {
            other(m, seat, what)?;
            Ok(vec![Event::said(what, Answer::Refuse, seat)])
        }
        Answer::Withdraw => match m.offer(what) {
            None => Err(OfferRefusal::NotAsked.into()),
            Some(offer) if offer.by != seat => Err(OfferRefusal::NotOwn.into()),
            Some(_) => Ok(vec![Event::said(what, Answer::Withdraw, seat)]),
        },
    }
}

fn ask(m: &Match, seat: Seat, what: Question, seq: Option<u32>) -> Result<Vec<Event>, Refusal> {
    if seq.is_some_and(|seq| seq < m.fresh_since) {
        return Err(Refusal::Stale);
    }
    match (m.offer(what), what) {
        (Some(offer), _) if offer.by == seat => Ok(Vec::new()),
        // Both want the same.
        (Some(_), Question::Draw) => accept(m, seat, what, seq),
        (Some(_), Question::Takeback) => Err(OfferRefusal::AnswerFirst.into()),
        (None, _) => {
            m.may_ask(what, seat)?;
            Ok(vec![Event::said(what, Answer::Ask, seat)])
        }
    }
}

/// What follows instead of the question whether a ply may be taken back, when the others have seen the log only up to this
/// entry: nobody needs to be asked about what nobody has seen.
pub fn unasked(m: &Match, events: &[Event], seen: u32) -> Option<Event> {
    let [Event::TakebackAsked { seat }] = events else { return None };
    let seat = Seat::new(*seat);
    let plies = m.plies_before_last_of(seat).filter(|_| m.takes_back_at_once(seat, seen))?;
    Some(taken_back(plies))
}

fn taken_back(plies: usize) -> Event {
    Event::TakenBack { plies: u32::try_from(plies).unwrap_or(u32::MAX), clock_continues: true }
}

/// Nobody agrees to what their page did not show.
fn accept(m: &Match, seat: Seat, what: Question, seq: Option<u32>) -> Result<Vec<Event>, Refusal> {
    let offer = other(m, seat, what)?;
    if seq.is_some_and(|seq| seq < offer.seq) {
        return Err(Refusal::Stale);
    }
    if offer.agreed.contains(&seat) {
        return Ok(Vec::new());
    }
    if m.unanswered(offer).any(|other| other != seat) {
        return Ok(vec![Event::said(what, Answer::Accept, seat)]);
    }
    Ok(vec![match what {
        Question::Draw => ended(&drawn(&m.position), How::Agreed, &m.gone),
        Question::Takeback => {
            let plies = m.plies_before_last_of(offer.by).ok_or(OfferRefusal::NothingPlayed)?;
            taken_back(plies)
        }
    }])
}

/// The question, asked by another seat.
fn other(m: &Match, seat: Seat, what: Question) -> Result<&super::Offer, Refusal> {
    match m.offer(what) {
        None => Err(OfferRefusal::NotAsked.into()),
        Some(offer) if offer.by == seat => Err(OfferRefusal::Own.into()),
        Some(offer) => Ok(offer),
    }
}

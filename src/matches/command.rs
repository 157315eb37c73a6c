//! What people can ask of a match, and what follows from it.

use super::ending::places;
use super::offers::answer;
use super::{
    Answer, By, Ending, Event, Given, How, Match, MatchId, PauseAnswer, Question, Refusal, Status,
    invitation, pause,
};
use crate::games::{Outcome, PlayError, Seat, ToAct};
use crate::users::{Person, UserId};

/// The notation that asks for a throw of the die.
pub const THROW: &str = "throw";

/// So many tables that wait for people a person may have at a time.
pub const MOST_OPEN_TABLES: u32 = 20;

/// Something a person asks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take a seat.
    Join,
    /// Give the seat up again.
    Leave,
    /// Keep a seat for somebody.
    Invite(Person),
    /// Keep the seat for them no longer.
    Uninvite(Person),
    /// Do without the seat that is kept for them.
    Decline,
    /// Start with those who are there.
    Start,
    /// Play a ply.
    Play {
        /// The number of the last entry the player saw.
        seq: u32,
        /// The ply.
        notation: String,
    },
    /// Give the match up.
    Resign,
    /// Call the match off before it counts.
    Abort,
    /// Ask the others for something, or answer what is asked.
    Answer {
        /// What is asked.
        what: Question,
        /// What is said about it.
        answer: Answer,
        /// The number of the last entry the player saw, where that is known.
        seq: Option<u32>,
    },
    /// Give the seat to move more time.
    GiveTime,
    /// Stop the clocks by agreement, or let them go on.
    Pause(PauseAnswer),
    /// Play again, in that match.
    OfferRematch(MatchId),
}

/// What follows from a command. Nothing, where what was asked is so already.
///
/// # Errors
/// The command is refused; nothing changes.
pub fn decide(m: &Match, by: UserId, command: &Command) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::Join => join(m, by),
        Command::Leave => leave(m, by),
        Command::Invite(whom) => invitation::invite(m, by, whom),
        Command::Uninvite(whom) => invitation::take_back(m, by, whom),
        Command::Decline => decline(m, by),
        Command::Start => start(m, by),
        Command::Play { seq, notation } => play(m, by, *seq, notation),
        Command::Resign => resign(m, by),
        Command::Abort => abort(m, by),
        Command::Answer { what, answer: said, seq } => answer(m, by, *what, *said, *seq),
        Command::GiveTime => give_time(m, by),
        Command::Pause(answer) => pause::decide(m, playing(m, by)?, *answer),
        Command::OfferRematch(to) => offer_rematch(m, by, to),
    }
}

/// Whether a ply is the one that was answered already: the same seat, the same notation, from a page on which the match
/// stood the same. A ply that was taken back is none of those.
pub fn is_retry(m: &Match, by: UserId, seq: u32, notation: &str) -> bool {
    let mut since = m.plies.iter().rev().take_while(|ply| ply.seq > seq);
    let ply = since.find(|ply| ply.fresh_since <= seq);
    let seat = m.seat_of(by);
    ply.is_some_and(|ply| match ply.by {
        By::Seat(played) => seat == Some(played) && ply.notation == notation,
        By::Chance => seat.is_some() && notation == THROW,
    })
}

fn join(m: &Match, by: UserId) -> Result<Vec<Event>, Refusal> {
    if m.seat_of(by).is_some() {
        return Ok(Vec::new());
    }
    open(m)?;
    let seat = m.seat_for(by, &m.seats).ok_or(Refusal::Full)?;
    let mut events = vec![Event::Joined { seat: seat.number(), user: by, zone: None }];
    if m.seated() + 1 == m.seats.count() {
        events.push(Event::Started);
    }
    Ok(events)
}

fn leave(m: &Match, by: UserId) -> Result<Vec<Event>, Refusal> {
    open(m)?;
    let seat = m.seat_of(by).ok_or(Refusal::NotSeated)?;
    let mut events = vec![Event::Left { seat: seat.number() }];
    if m.seated() == 1 {
        events.push(Event::Ended(Ending::ABORTED));
    }
    Ok(events)
}

fn decline(m: &Match, by: UserId) -> Result<Vec<Event>, Refusal> {
    open(m)?;
    let seat = m.kept_for(by).ok_or(Refusal::NotInvited)?;
    Ok(vec![Event::Declined { seat: seat.number() }])
}

fn start(m: &Match, by: UserId) -> Result<Vec<Event>, Refusal> {
    open(m)?;
    host(m, by)?;
    let least = *m.game.seats().start();
    if m.seated() < least {
        return Err(Refusal::TooFew { least });
    }
    Ok(vec![Event::Started])
}

fn play(m: &Match, by: UserId, seq: u32, notation: &str) -> Result<Vec<Event>, Refusal> {
    let seat = m.seat_of(by).ok_or(Refusal::NotSeated)?;
    if is_retry(m, by, seq, notation) {
        return Ok(Vec::new());
    }
    match m.status {
        Status::Open => return Err(Refusal::NotStarted),
        Status::Ended(_) => return Err(PlayError::GameOver.into()),
        Status::Playing if !(m.fresh_since..=m.seq).contains(&seq) => return Err(Refusal::Stale),
        Status::Playing if m.to_throw() == Some(seat) => return throw(m, notation),
        Status::Playing if m.to_act().seat() != Some(seat) => return Err(Refusal::NotYourTurn),
        Status::Playing => {}
    }
    m.position.check(notation)?;
    Ok(vec![Event::played(seat, notation)])
}

/// A throw is asked for by a word of its own, so that nobody can ask for a face.
fn throw(m: &Match, notation: &str) -> Result<Vec<Event>, Refusal> {
    let throw = m.throw().filter(|_| notation == THROW).ok_or(Refusal::ThrowFirst)?;
    Ok(vec![Event::thrown(throw)])
}

/// What follows by itself: the end by the rules; with the dice thrown by the house, the next throw, and the only ply a seat
/// can play.
pub fn follow(m: &Match) -> Option<Event> {
    if m.status != Status::Playing {
        return None;
    }
    if let Some(outcome) = m.position.outcome() {
        return Some(ended(&outcome, How::Rules, &m.gone));
    }
    let for_me = m.house_throws();
    match m.to_act() {
        ToAct::Chance { .. } if for_me => m.throw().map(Event::thrown),
        ToAct::Seat(seat) if for_me => m.position.only_ply().map(|ply| Event::played(seat, &ply)),
        _ => None,
    }
}

fn resign(m: &Match, by: UserId) -> Result<Vec<Event>, Refusal> {
    let seat = running(m, by)?;
    if !m.still_playing().any(|playing| playing == seat) {
        return Err(Refusal::Gone);
    }
    let mut gone = m.gone.clone();
    gone.push(seat);
    let mut events = vec![Event::Resigned { seat: seat.number() }];
    if m.still_playing().count() <= 2 {
        events.push(ended(&m.position.standing(), How::Resigned, &gone));
    }
    Ok(events)
}

fn abort(m: &Match, by: UserId) -> Result<Vec<Event>, Refusal> {
    if m.status == Status::Open {
        m.seat_of(by).ok_or(Refusal::NotSeated)?;
        host(m, by)?;
    } else {
        running(m, by)?;
        if m.everybody_has_moved() {
            return Err(Refusal::TooLateToAbort);
        }
    }
    Ok(vec![Event::Ended(Ending::ABORTED)])
}

/// A day, or live a minute, as often as one likes.
fn give_time(m: &Match, by: UserId) -> Result<Vec<Event>, Refusal> {
    let seat = running(m, by)?;
    let clocks = m.clocks.as_ref().ok_or(Refusal::NoClock)?;
    let acts = clocks.acting().filter(|acts| *acts != seat).ok_or(Refusal::OwnTime)?;
    Ok(vec![Event::TimeGiven {
        seat: acts.number(),
        seconds: clocks.control().pace.gift(),
        why: Given::Gift,
    }])
}

fn offer_rematch(m: &Match, by: UserId, to: &MatchId) -> Result<Vec<Event>, Refusal> {
    m.seat_of(by).ok_or(Refusal::NotSeated)?;
    m.ending().ok_or(Refusal::NotOver)?;
    match &m.rematch {
        Some(_) => Ok(Vec::new()),
        None => Ok(vec![Event::RematchOffered { to: to.clone() }]),
    }
}

pub(super) fn ended(standing: &Outcome, how: How, gone: &[Seat]) -> Event {
    Event::Ended(Ending { how, places: Some(places(standing, gone)) })
}

fn open(m: &Match) -> Result<(), Refusal> {
    if m.status == Status::Open { Ok(()) } else { Err(Refusal::NotOpen) }
}

fn host(m: &Match, by: UserId) -> Result<(), Refusal> {
    if m.host() == Some(by) { Ok(()) } else { Err(Refusal::NotHost) }
}

/// The seat of somebody who still plays.
fn playing(m: &Match, by: UserId) -> Result<Seat, Refusal> {
    let seat = running(m, by)?;
    m.still_playing().find(|playing| *playing == seat).ok_or(Refusal::Gone)
}

pub(super) fn running(m: &Match, by: UserId) -> Result<Seat, Refusal> {
    let seat = m.seat_of(by).ok_or(Refusal::NotSeated)?;
    match m.status {
        Status::Open => Err(Refusal::NotStarted),
        Status::Playing => Ok(seat),
        Status::Ended(_) => Err(Refusal::Over),
    }
}

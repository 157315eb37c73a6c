//! Commands of players, and the decision about each.

use super::offers::decide_offer;
use super::seat_draw::starting_events;
use super::seating::running;
use super::{
    EndReason, GrantedTime, Match, MatchEnding, MatchError, MatchEvent, MatchId, MatchStatus, OfferAnswer,
    OfferKind, PauseAnswer, PlyOrigin, SubstituteSearch, invitation, pause, substitutes,
};
use crate::games::{PlayError, Seat, ToAct};
use crate::users::{UserId, UserSummary};

/// The notation that asks for a roll of the dice.
pub const ROLL: &str = "throw";

/// How many open matches a user can have at a time.
pub const MAX_OPEN_MATCHES: u32 = 20;
/// With so many running matches, a host's standing offers are not renewed.
pub const MAX_STANDING_MATCHES: u32 = 20;

/// The number of matches with bots that a user can play at a time, and a guest.
pub const MAX_BOT_MATCHES: u32 = 20;
pub const MAX_BOT_MATCHES_OF_GUEST: u32 = 10;

/// A command of a user on a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchCommand {
    /// Take a seat: a free one, or one whose player looks for a substitute.
    Join,
    /// Leave the seat.
    Leave,
    /// Seat a bot.
    SeatBot(UserSummary),
    /// Invite a user to a seat.
    Invite(UserSummary),
    /// Withdraw an invitation.
    Uninvite(UserSummary),
    /// Decline an invitation.
    Decline,
    /// Start with the players who have joined.
    Start,
    /// Play a ply.
    Play {
        /// The sequence number of the last entry the player saw.
        seq: u32,
        notation: String,
    },
    /// Resign.
    Resign,
    /// Leave the match because the account is deleted: a bot takes over where bots play on, and otherwise it is a resignation.
    HandOver,
    /// Abort the match before it counts.
    Abort,
    /// Make an offer, or answer one.
    Answer {
        /// The kind of offer.
        what: OfferKind,
        /// The answer.
        answer: OfferAnswer,
        /// The sequence number of the last entry the player saw, if known.
        seq: Option<u32>,
    },
    /// Give the seat to act more time.
    GiveTime,
    /// Offer, accept or end a pause.
    Pause(PauseAnswer),
    /// Look for a substitute, or stop looking.
    Substitute(SubstituteSearch),
    /// Show the board from the seat to act, or from the seat of the user.
    RotateBoard(bool),
    /// Let watchers write messages, or not.
    SwitchWatcherChat(bool),
    /// Offer a rematch, which is that match.
    OfferRematch(MatchId),
}

/// The events that follow from a command; empty if it asks for the current state.
///
/// # Errors
/// The command is refused; nothing changes.
pub fn decide(m: &Match, by: UserId, command: &MatchCommand) -> Result<Vec<MatchEvent>, MatchError> {
    match command {
        MatchCommand::Join => join(m, by),
        MatchCommand::Leave => leave(m, by),
        MatchCommand::SeatBot(bot) => seat_bot(m, by, bot),
        MatchCommand::Invite(invitee) => invitation::invite(m, by, invitee),
        MatchCommand::Uninvite(invitee) => invitation::take_back(m, by, invitee),
        MatchCommand::Decline => decline(m, by),
        MatchCommand::Start => start(m, by),
        MatchCommand::Play { seq, notation } => play(m, by, *seq, notation),
        MatchCommand::Resign | MatchCommand::HandOver => resign(m, by),
        MatchCommand::Abort => abort(m, by),
        MatchCommand::Answer { what, answer, seq } => decide_offer(m, by, *what, *answer, *seq),
        MatchCommand::GiveTime => give_time(m, by),
        MatchCommand::Pause(answer) => pause::decide(m, playing(m, by)?, *answer),
        MatchCommand::Substitute(search) => substitutes::decide(m, by, *search),
        MatchCommand::RotateBoard(on) => rotate_board(m, by, *on),
        MatchCommand::SwitchWatcherChat(on) => switch_watcher_chat(m, by, *on),
        MatchCommand::OfferRematch(to) => offer_rematch(m, by, to),
    }
}

/// Whether a ply repeats the one that was accepted already: the same seat and notation, sent from the same state of
/// the match. A ply that was taken back is not repeated by that.
pub fn is_retry(m: &Match, by: UserId, seq: u32, notation: &str) -> bool {
    let mut since = m.plies.iter().rev().take_while(|ply| ply.seq > seq);
    let ply = since.find(|ply| ply.board_version <= seq);
    let seat = m.seat_of(by);
    ply.is_some_and(|ply| match ply.by {
        PlyOrigin::Seat(played) => {
            seat.is_some_and(|own| m.plays_also(own, played)) && ply.notation == notation
        }
        PlyOrigin::Chance => seat.is_some() && notation == ROLL,
    })
}

fn join(m: &Match, by: UserId) -> Result<Vec<MatchEvent>, MatchError> {
    if m.seat_of(by).is_some() {
        return Ok(Vec::new());
    }
    if let Some(taken_over) = substitutes::takes_over(m, by) {
        return Ok(vec![taken_over]);
    }
    open(m)?;
    let seat = m.seat_for(by, &m.seats).ok_or(MatchError::Full)?;
    Ok(seated(m, seat, by, false))
}

/// Seats a bot for the host. In a rated match the others have agreed to be rated against people only.
fn seat_bot(m: &Match, by: UserId, bot: &UserSummary) -> Result<Vec<MatchEvent>, MatchError> {
    open(m)?;
    host(m, by)?;
    if m.rated {
        return Err(MatchError::BotInRated);
    }
    if m.seat_of(bot.id).is_some() {
        return Ok(Vec::new());
    }
    let seat = m.seat_for(bot.id, &m.seats).ok_or(MatchError::Full)?;
    Ok(seated(m, seat, bot.id, true))
}

/// Seats a user. With the last seat, the match starts.
fn seated(m: &Match, seat: Seat, user: UserId, bot: bool) -> Vec<MatchEvent> {
    let mut events = vec![MatchEvent::Joined { seat: seat.number(), user, time_zone: None, bot }];
    if m.seated() + 1 == m.seats.count() {
        events.extend(starting_events(m, m.seats.count()));
    }
    events
}

fn leave(m: &Match, by: UserId) -> Result<Vec<MatchEvent>, MatchError> {
    open(m)?;
    let seat = m.seat_of(by).ok_or(MatchError::NotSeated)?;
    let mut events = vec![MatchEvent::Left { seat: seat.number() }];
    if m.people_seated() == 1 {
        events.push(MatchEvent::Ended(MatchEnding::ABORTED));
    }
    Ok(events)
}

fn decline(m: &Match, by: UserId) -> Result<Vec<MatchEvent>, MatchError> {
    open(m)?;
    let seat = m.invited_seat(by).ok_or(MatchError::NotInvited)?;
    Ok(vec![MatchEvent::InvitationDeclined { seat: seat.number() }])
}

fn start(m: &Match, by: UserId) -> Result<Vec<MatchEvent>, MatchError> {
    open(m)?;
    host(m, by)?;
    let least = *m.game.seats().start();
    if m.seated() < least {
        return Err(MatchError::TooFew { least });
    }
    Ok(starting_events(m, m.seated()).collect())
}

fn play(m: &Match, by: UserId, seq: u32, notation: &str) -> Result<Vec<MatchEvent>, MatchError> {
    let seat = m.acting_seat_of(by).ok_or(MatchError::NotSeated)?;
    if is_retry(m, by, seq, notation) {
        return Ok(Vec::new());
    }
    match m.status {
        MatchStatus::Open => return Err(MatchError::NotStarted),
        MatchStatus::Ended(_) => return Err(PlayError::GameOver.into()),
        MatchStatus::Playing if !(m.board_version..=m.seq).contains(&seq) => return Err(MatchError::Stale),
        MatchStatus::Playing if m.to_roll() == Some(seat) => return roll(m, notation),
        MatchStatus::Playing if m.to_act().seat() != Some(seat) => return Err(MatchError::NotYourTurn),
        MatchStatus::Playing => {}
    }
    m.position.check(notation)?;
    Ok(vec![MatchEvent::ply(seat, notation)])
}

/// A roll is requested by a separate word, so that no player can choose the face.
fn roll(m: &Match, notation: &str) -> Result<Vec<MatchEvent>, MatchError> {
    let roll = m.roll().filter(|_| notation == ROLL).ok_or(MatchError::RollFirst)?;
    Ok(vec![MatchEvent::roll(roll)])
}

/// The event that follows automatically: the end by the rules; if the site rolls the dice, the next roll, or the only
/// legal ply of a seat; or a pause, if everyone who had not agreed to it has dropped out.
pub fn follow(m: &Match) -> Option<MatchEvent> {
    if m.status != MatchStatus::Playing {
        return None;
    }
    if let Some(outcome) = m.position.outcome() {
        return Some(MatchEvent::match_ended(&outcome, EndReason::Rules, &m.dropped_out));
    }
    let auto_roll = m.server_rolls();
    let automatic = match m.to_act() {
        ToAct::Chance { .. } if auto_roll => m.roll().map(MatchEvent::roll),
        ToAct::Seat(seat) if auto_roll => m.position.only_ply().map(|ply| MatchEvent::ply(seat, &ply)),
        _ => None,
    };
    automatic.or_else(|| m.is_pause_agreed().then_some(MatchEvent::Paused))
}

fn resign(m: &Match, by: UserId) -> Result<Vec<MatchEvent>, MatchError> {
    let seat = running(m, by)?;
    if !m.still_playing().any(|playing| playing == seat) {
        return Err(MatchError::Gone);
    }
    let mut gone = m.dropped_out.clone();
    gone.push(seat);
    let mut events = vec![MatchEvent::Resigned { seat: seat.number() }];
    if m.still_playing().count() <= 2 {
        events.push(MatchEvent::match_ended(&m.position.ranking_if_stopped(), EndReason::Resigned, &gone));
    }
    Ok(events)
}

fn abort(m: &Match, by: UserId) -> Result<Vec<MatchEvent>, MatchError> {
    if m.status == MatchStatus::Open {
        m.seat_of(by).ok_or(MatchError::NotSeated)?;
        host(m, by)?;
    } else {
        playing(m, by)?;
        if m.everybody_has_moved() {
            return Err(MatchError::TooLateToAbort);
        }
    }
    Ok(vec![MatchEvent::Ended(MatchEnding::ABORTED)])
}

/// A gift of time: a day, or a minute in a live match.
fn give_time(m: &Match, by: UserId) -> Result<Vec<MatchEvent>, MatchError> {
    let seat = m.may_receive_time_from(playing(m, by)?)?;
    let seconds = m.clocks.as_ref().ok_or(MatchError::NoClock)?.control().pace.extra_seconds();
    Ok(vec![MatchEvent::TimeGiven { seat: seat.number(), seconds, reason: GrantedTime::Gift }])
}

fn rotate_board(m: &Match, by: UserId, on: bool) -> Result<Vec<MatchEvent>, MatchError> {
    playing(m, by)?;
    match m.may_rotate_board() {
        false => Err(MatchError::NoRotation),
        true if m.rotates_board == on => Ok(Vec::new()),
        true => Ok(vec![MatchEvent::BoardRotationChanged { on }]),
    }
}

fn switch_watcher_chat(m: &Match, by: UserId, on: bool) -> Result<Vec<MatchEvent>, MatchError> {
    m.seat_of(by).ok_or(MatchError::NotSeated)?;
    match m.status {
        _ if m.opened_by != by => return Err(MatchError::NotHost),
        MatchStatus::Open => return Err(MatchError::NotStarted),
        MatchStatus::Playing | MatchStatus::Ended(_) => {}
    }
    Ok(if m.watcher_chat == on { Vec::new() } else { vec![MatchEvent::WatcherChatChanged { on }] })
}

fn offer_rematch(m: &Match, by: UserId, to: &MatchId) -> Result<Vec<MatchEvent>, MatchError> {
    m.seat_of(by).ok_or(MatchError::NotSeated)?;
    m.ending().ok_or(MatchError::NotOver)?;
    match &m.rematch {
        _ if m.pass_and_play => Err(MatchError::NoRematch),
        Some(_) => Ok(Vec::new()),
        None => Ok(vec![MatchEvent::RematchOffered { match_id: to.clone() }]),
    }
}

fn open(m: &Match) -> Result<(), MatchError> {
    if m.status == MatchStatus::Open { Ok(()) } else { Err(MatchError::NotOpen) }
}

fn host(m: &Match, by: UserId) -> Result<(), MatchError> {
    if m.host() == Some(by) { Ok(()) } else { Err(MatchError::NotHost) }
}

/// The seat of a user who has not dropped out.
fn playing(m: &Match, by: UserId) -> Result<Seat, MatchError> {
    let seat = running(m, by)?;
    m.still_playing().find(|playing| *playing == seat).ok_or(MatchError::Gone)
}

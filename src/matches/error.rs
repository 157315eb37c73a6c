//! Why a command was not carried out, as data. `views::messages` puts it into words.

use thiserror::Error;

use super::{ConditionalProblem, OfferError, RatingRange};
use crate::error_codes;
use crate::games::{PlayError, SetupError};

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// The match has moved on since the page was drawn.
    #[error("the match has moved on since the page was drawn")]
    Stale,
    /// Another seat is to act.
    #[error("it is not the player's turn")]
    NotYourTurn,
    /// Only those who play may do this.
    #[error("the user has no seat at the match")]
    NotSeated,
    /// No seat is kept for this person.
    #[error("the user is not invited")]
    NotInvited,
    /// The die has not been thrown.
    #[error("the die has to be rolled first")]
    ThrowFirst,
    /// The match has not begun.
    #[error("the match has not started")]
    NotStarted,
    /// The match has begun or is over.
    #[error("the match is not open")]
    NotOpen,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The match goes on.
    #[error("the match is not over")]
    NotOver,
    /// No seat is left, or what is left is kept for others.
    #[error("there is no free seat")]
    Full,
    /// A player has blocked the user, which is not revealed.
    #[error("a player has blocked the user")]
    NotForYou,
    /// The same, of a rematch.
    #[error("a player has blocked the user who asks for a rematch")]
    NoRematch,
    /// Their rating is outside the range of the match.
    #[error("the rating of the user is outside the range of the match")]
    Rating {
        /// What it is for.
        range: RatingRange,
        own: i64,
    },
    /// They ask for ratings among which theirs is not.
    #[error("the rating of the host is outside the range they ask for")]
    OutsideOwnRange { own: i64 },
    /// The match is rated, which those who joined agreed to among people.
    #[error("a bot cannot be added to a rated match")]
    BotInRated,
    /// Hints are for casual matches against bots.
    #[error("hints are given only in casual matches against bots")]
    NoHints,
    /// Only the host may do this.
    #[error("only the host may do this")]
    NotHost,
    /// More players have to join first.
    #[error("there are too few players to start")]
    TooFew { least: u8 },
    /// Everybody has moved: the match counts.
    #[error("everybody has moved, so the match can no longer be cancelled")]
    TooLateToAbort,
    /// No time is kept.
    #[error("the match is untimed")]
    NoClock,
    /// It is their own turn.
    #[error("players cannot give time to themselves")]
    OwnTime,
    /// The seat has left the match already.
    #[error("the player has left the match")]
    Gone,
    /// It cannot be asked or answered.
    #[error("{0}")]
    Offer(#[from] OfferError),
    /// Nobody is invited.
    #[error("{0}")]
    Invitation(#[from] SeatInvitationError),
    /// The ply cannot be played.
    #[error("{0}")]
    Ply(#[from] PlayError),
    /// The user has too many open matches.
    #[error("the user has too many open matches")]
    TooManyOpenMatches,
    /// The user plays the maximum number of matches with bots.
    #[error("the user already has {most} matches with bots")]
    TooManyBotMatches { most: u32 },
    /// The match cannot be opened like this.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A conditional move cannot be left.
    #[error("{0}")]
    Order(#[from] ConditionalProblem),
    /// It cannot be decided like this.
    #[error("{0}")]
    Ruling(#[from] RulingError),
    /// Nothing was said.
    #[error("the message is empty")]
    NothingSaid,
    /// The message is too long.
    #[error("the message is too long")]
    TooMuchSaid,
    /// The chat has as many messages as one match can have.
    #[error("the chat is full")]
    ChatFull,
}

error_codes! {
    MatchError {
        Self::Stale => "stale",
        Self::NotYourTurn => "not-your-turn",
        Self::NotSeated => "not-seated",
        Self::NotInvited => "not-invited",
        Self::ThrowFirst => "roll-first",
        Self::NotStarted => "match-not-started",
        Self::NotOpen => "match-not-open",
        Self::Over => "match-over",
        Self::NotOver => "match-not-over",
        Self::Full => "match-full",
        Self::NotForYou => "not-admitted",
        Self::NoRematch => "rematch-not-available",
        Self::Rating { .. } => "rating-out-of-range",
        Self::OutsideOwnRange { .. } => "own-rating-out-of-range",
        Self::BotInRated => "bot-in-rated-match",
        Self::NoHints => "no-hints",
        Self::NotHost => "not-host",
        Self::TooFew { .. } => "too-few-players",
        Self::TooLateToAbort => "too-late-to-abort",
        Self::NoClock => "no-clock",
        Self::OwnTime => "own-time",
        Self::Gone => "left-match",
        Self::TooManyOpenMatches => "too-many-open-matches",
        Self::TooManyBotMatches { .. } => "too-many-bot-matches",
        Self::NothingSaid => "empty-message",
        Self::TooMuchSaid => "message-too-long",
        Self::ChatFull => "chat-full",
    } of {
        Self::Offer(cause) => cause,
        Self::Invitation(cause) => cause,
        Self::Ply(cause) => cause,
        Self::Setup(cause) => cause,
        Self::Order(cause) => cause,
        Self::Ruling(cause) => cause,
    }
}

/// What kind of mistake a refusal points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// The person may not do this at all.
    Forbidden,
    /// It does not go with how the match stands.
    Conflict,
    /// The request is invalid.
    Invalid,
}

impl MatchError {
    /// What kind of mistake it was.
    pub fn fault(&self) -> ErrorClass {
        match self {
            MatchError::Invitation(SeatInvitationError::NotInvited(_)) => ErrorClass::Conflict,
            MatchError::NotSeated
            | MatchError::NotForYou
            | MatchError::NoRematch
            | MatchError::Rating { .. }
            | MatchError::NotInvited
            | MatchError::NotHost
            | MatchError::NoHints
            | MatchError::Ruling(RulingError::Own)
            | MatchError::Offer(OfferError::Own | OfferError::NotOwn) => ErrorClass::Forbidden,
            MatchError::Ply(PlayError::Unreadable { .. } | PlayError::Illegal { .. })
            | MatchError::Setup(_)
            | MatchError::TooManyOpenMatches
            | MatchError::OutsideOwnRange { .. }
            | MatchError::Invitation(_)
            | MatchError::Order(_)
            | MatchError::Ruling(_)
            | MatchError::NothingSaid
            | MatchError::TooMuchSaid => ErrorClass::Invalid,
            _ => ErrorClass::Conflict,
        }
    }
}

/// Why nobody is invited.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeatInvitationError {
    /// Nobody has that name.
    #[error("nobody has the name {0}")]
    Unknown(String),
    /// They invite themselves.
    #[error("the host cannot be invited")]
    Yourself,
    /// The invited user has blocked the host, which is not revealed.
    #[error("{0} has blocked the host")]
    Unavailable(String),
    /// They have a seat.
    #[error("{0} has a seat already")]
    Seated(String),
    /// A seat is kept for them.
    #[error("{0} is invited already")]
    Invited(String),
    /// They have said no.
    #[error("{0} has declined")]
    Declined(String),
    /// Every seat is taken or reserved.
    #[error("there is no seat to reserve for {0}")]
    NoSeat(String),
    /// No seat is kept for them, so there is nothing to take back.
    #[error("{0} is not invited")]
    NotInvited(String),
}

error_codes! {
    SeatInvitationError {
        Self::Unknown(_) => "unknown-invitee",
        Self::Yourself => "self-invitation",
        Self::Unavailable(_) => "invitee-not-available",
        Self::Seated(_) => "invitee-seated",
        Self::Invited(_) => "already-invited",
        Self::Declined(_) => "invitation-declined",
        Self::NoSeat(_) => "no-seat-to-reserve",
        Self::NotInvited(_) => "invitee-not-invited",
    }
}

/// Why it cannot be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RulingError {
    /// The user plays in the match or created it.
    #[error("they have a part in the match")]
    Own,
    /// Nothing is said about why.
    #[error("a reason is missing")]
    NoReason,
    /// Too much is said about it.
    #[error("the reason is too long")]
    LongReason,
    /// A seat has no place, or one that there is not.
    #[error("every seat needs a place from 1 to the number of seats")]
    Places,
}

error_codes! {
    RulingError {
        Self::Own => "own-match",
        Self::NoReason => "missing-ruling-reason",
        Self::LongReason => "ruling-reason-too-long",
        Self::Places => "invalid-places",
    }
}

//! Why a command was refused, as data. `views::messages` puts it into words.

use thiserror::Error;

use super::{ConditionalProblem, JoinConditions, OfferError, UnmetCondition};
use crate::error_codes;
use crate::games::{PlayError, SetupError};

/// Why a command on a match was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchError {
    /// The match has changed since the page was rendered.
    #[error("the match has changed since the page was rendered")]
    Stale,
    /// It is another seat's turn.
    #[error("it is not the player's turn")]
    NotYourTurn,
    /// Only players may do this.
    #[error("the user has no seat at the match")]
    NotSeated,
    /// The user is not invited.
    #[error("the user is not invited")]
    NotInvited,
    /// The die has to be rolled first.
    #[error("the die has to be rolled first")]
    RollFirst,
    /// The match has not started.
    #[error("the match has not started")]
    NotStarted,
    /// The match has started or is over.
    #[error("the match is not open")]
    NotOpen,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The match is not over.
    #[error("the match is not over")]
    NotOver,
    /// No seat is free, or only reserved ones.
    #[error("there is no free seat")]
    Full,
    /// A player has blocked the user, which is not revealed.
    #[error("a player has blocked the user")]
    Blocked,
    /// [`Self::Blocked`] for a rematch.
    #[error("a player has blocked the user who asks for a rematch")]
    NoRematch,
    /// The user does not meet a condition of the match.
    #[error("the user does not meet a condition of the match")]
    Condition {
        /// All its conditions.
        of: JoinConditions,
        unmet: UnmetCondition,
    },
    /// The user does not meet a condition of the match that they want to create.
    #[error("the host does not meet a condition of their match")]
    OwnCondition(UnmetCondition),
    /// The match is rated, and those who joined have agreed to be rated against people.
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
    /// All players have moved, so the match counts.
    #[error("everybody has moved, so the match can no longer be cancelled")]
    TooLateToAbort,
    /// The match has no clock.
    #[error("the match is untimed")]
    NoClock,
    /// It is their own turn.
    #[error("players cannot give time to themselves")]
    OwnTime,
    /// Someone has given time in this turn, in a match of three or more.
    #[error("the turn has been given time already")]
    TimeGivenAlready,
    /// No substitute can take the seat.
    #[error("no substitute can take a seat in this match")]
    NoSubstitute,
    /// Only players who share a device have the board rotated.
    #[error("the board rotates only in pass-and-play matches")]
    NoRotation,
    /// The seat has dropped out already.
    #[error("the player has left the match")]
    Gone,
    /// The offer cannot be made or answered.
    #[error("{0}")]
    Offer(#[from] OfferError),
    /// The user cannot be invited.
    #[error("{0}")]
    Invitation(#[from] SeatInvitationError),
    /// The ply is illegal.
    #[error("{0}")]
    Ply(#[from] PlayError),
    /// The user has too many open matches.
    #[error("the user has too many open matches")]
    TooManyOpenMatches,
    /// The user plays the maximum number of matches with bots.
    #[error("the user already has {most} matches with bots")]
    TooManyBotMatches { most: u32 },
    /// The match cannot be set up.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The conditional move is invalid.
    #[error("{0}")]
    ConditionalMove(#[from] ConditionalProblem),
    /// The ruling is invalid.
    #[error("{0}")]
    Ruling(#[from] RulingError),
    /// The chat message is empty.
    #[error("the message is empty")]
    EmptyMessage,
    /// The chat message is too long.
    #[error("the message is too long")]
    MessageTooLong,
    /// The host has turned off the chat of watchers.
    #[error("the chat of watchers is turned off")]
    WatcherChatOff,
    /// The chat has reached its maximum length.
    #[error("the chat is full")]
    ChatFull,
}

error_codes! {
    MatchError {
        Self::Stale => "stale",
        Self::NoSubstitute => "no-substitute",
        Self::NoRotation => "no-rotation",
        Self::NotYourTurn => "not-your-turn",
        Self::NotSeated => "not-seated",
        Self::NotInvited => "not-invited",
        Self::RollFirst => "roll-first",
        Self::NotStarted => "match-not-started",
        Self::NotOpen => "match-not-open",
        Self::Over => "match-over",
        Self::NotOver => "match-not-over",
        Self::Full => "match-full",
        Self::Blocked => "not-admitted",
        Self::NoRematch => "rematch-not-available",
        Self::Condition { unmet: UnmetCondition::Rating { .. }, .. } => "rating-out-of-range",
        Self::Condition { unmet: UnmetCondition::OnTime { .. }, .. } => "too-late-too-often",
        Self::OwnCondition(UnmetCondition::Rating { .. }) => "own-rating-out-of-range",
        Self::OwnCondition(UnmetCondition::OnTime { .. }) => "own-turns-too-late",
        Self::BotInRated => "bot-in-rated-match",
        Self::NoHints => "no-hints",
        Self::NotHost => "not-host",
        Self::TooFew { .. } => "too-few-players",
        Self::TooLateToAbort => "too-late-to-abort",
        Self::NoClock => "no-clock",
        Self::OwnTime => "own-time",
        Self::TimeGivenAlready => "time-given-already",
        Self::Gone => "left-match",
        Self::TooManyOpenMatches => "too-many-open-matches",
        Self::TooManyBotMatches { .. } => "too-many-bot-matches",
        Self::EmptyMessage => "empty-message",
        Self::MessageTooLong => "message-too-long",
        Self::WatcherChatOff => "watcher-chat-off",
        Self::ChatFull => "chat-full",
    } of {
        Self::Offer(cause) => cause,
        Self::Invitation(cause) => cause,
        Self::Ply(cause) => cause,
        Self::Setup(cause) => cause,
        Self::ConditionalMove(cause) => cause,
        Self::Ruling(cause) => cause,
    }
}

/// Classes of errors, which decide the HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// Not permitted for this user.
    Forbidden,
    /// In conflict with the state of the match.
    Conflict,
    /// The request is invalid.
    Invalid,
}

impl MatchError {
    /// The class of the error.
    pub fn class(&self) -> ErrorClass {
        match self {
            MatchError::Invitation(SeatInvitationError::NotInvited(_)) => ErrorClass::Conflict,
            MatchError::NotSeated
            | MatchError::Blocked
            | MatchError::NoRematch
            | MatchError::Condition { .. }
            | MatchError::NotInvited
            | MatchError::NotHost
            | MatchError::NoHints
            | MatchError::NoRotation
            | MatchError::Ruling(RulingError::Own)
            | MatchError::Offer(OfferError::Own | OfferError::NotOwn) => ErrorClass::Forbidden,
            MatchError::Ply(PlayError::Unreadable { .. } | PlayError::Illegal { .. })
            | MatchError::Setup(_)
            | MatchError::OwnCondition(_)
            | MatchError::Invitation(_)
            | MatchError::ConditionalMove(_)
            | MatchError::Ruling(_)
            | MatchError::EmptyMessage
            | MatchError::MessageTooLong => ErrorClass::Invalid,
            _ => ErrorClass::Conflict,
        }
    }
}

/// Why a user cannot be invited.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeatInvitationError {
    /// There is no user with this name.
    #[error("there is no user named {0}")]
    Unknown(String),
    /// They invite themselves.
    #[error("the host cannot be invited")]
    Yourself,
    /// The invited user has blocked the host, which is not revealed.
    #[error("{0} has blocked the host")]
    Unavailable(String),
    /// They have joined already.
    #[error("{0} has a seat already")]
    Seated(String),
    /// They are invited already.
    #[error("{0} is invited already")]
    Invited(String),
    /// They have declined.
    #[error("{0} has declined")]
    Declined(String),
    /// All seats are taken or reserved.
    #[error("there is no seat to reserve for {0}")]
    NoSeat(String),
    /// They are not invited, so there is no invitation to withdraw.
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

/// Why a ruling is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RulingError {
    /// The user plays in the match or created it.
    #[error("the user is involved in the match")]
    Own,
    /// The reason is missing.
    #[error("a reason is missing")]
    NoReason,
    /// The reason is too long.
    #[error("the reason is too long")]
    LongReason,
    /// A seat has no place, or an invalid one.
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

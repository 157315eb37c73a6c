//! Why a command was not carried out, in words for the person who gave it.

use thiserror::Error;

use super::{InvitationRefusal, MOST_OPEN_TABLES, OfferRefusal, OrderProblem, RulingRefusal};
use crate::games::{PlayError, SetupError};

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The match has moved on since the page was drawn.
    #[error("The match has moved on since this page was drawn. Here is how it stands now.")]
    Stale,
    /// Another seat is to act.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// Only those who play may do this.
    #[error("You have no seat at this match.")]
    NotSeated,
    /// No seat is kept for this person.
    #[error("No seat at this match is kept for you.")]
    NotInvited,
    /// The die has not been thrown.
    #[error("Throw the die first. What it shows nobody can choose.")]
    ThrowFirst,
    /// The match has not begun.
    #[error("The match has not started yet.")]
    NotStarted,
    /// The match has begun or is over.
    #[error("This match is no longer open.")]
    NotOpen,
    /// The match is over.
    #[error("The match is over.")]
    Over,
    /// The match goes on.
    #[error("The match is not over yet.")]
    NotOver,
    /// No seat is left, or what is left is kept for others.
    #[error("There is no free seat left at this match.")]
    Full,
    /// Somebody at the table does not want to meet them, which is not said.
    #[error("You cannot sit down at this table.")]
    NotForYou,
    /// The same, of a rematch.
    #[error("A rematch of this match is not to be had.")]
    NoRematch,
    /// Their rating is outside what the table is for.
    #[error("This table is for ratings {range}. Yours is {own}.")]
    Rating {
        /// What it is for, in words.
        range: String,
        /// Theirs.
        own: i64,
    },
    /// They ask for ratings among which theirs is not.
    #[error("The ratings you ask for have to include your own, which is {own}.")]
    OutsideOwnRange {
        /// Theirs.
        own: i64,
    },
    /// Only the host may do this.
    #[error("Only the host of this match can do that.")]
    NotHost,
    /// More people have to sit down first.
    #[error("At least {least} people have to sit down before the match can start.")]
    TooFew {
        /// How many.
        least: u8,
    },
    /// Everybody has moved: the match counts.
    #[error("Everybody has moved already, so the match counts. You can resign instead.")]
    TooLateToAbort,
    /// No time is kept.
    #[error("No time is kept at this match.")]
    NoClock,
    /// It is their own turn.
    #[error("It is your own turn: only others can give you time.")]
    OwnTime,
    /// The seat has left the match already.
    #[error("You have left this match already.")]
    Gone,
    /// It cannot be asked or answered.
    #[error("{0}")]
    Offer(#[from] OfferRefusal),
    /// Nobody is invited.
    #[error("{0}")]
    Invitation(#[from] InvitationRefusal),
    /// The ply cannot be played.
    #[error("{0}")]
    Ply(#[from] PlayError),
    /// Whoever wants to open another table has many that wait for people.
    #[error(
        "You have {MOST_OPEN_TABLES} open tables already. Close one, or wait until somebody sits down at it."
    )]
    TooManyTables,
    /// The match cannot be opened like this.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A standing order cannot be left.
    #[error("{0}")]
    Order(#[from] OrderProblem),
    /// It cannot be decided like this.
    #[error("{0}")]
    Ruling(#[from] RulingRefusal),
    /// They may not talk for a time.
    #[error("You are muted until {until}: {why}. Everything else works as ever.")]
    Muted {
        /// Until when, in words.
        until: String,
        /// Why, in the words of whoever muted them.
        why: String,
    },
    /// Something was said that cannot be sent.
    #[error("{0}")]
    Talk(&'static str),
}

/// What kind of mistake a refusal points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The person may not do this at all.
    Forbidden,
    /// It does not go with how the match stands.
    Conflict,
    /// What was asked for makes no sense.
    Invalid,
}

impl Refusal {
    /// What kind of mistake it was.
    pub fn fault(&self) -> Fault {
        match self {
            Refusal::Invitation(InvitationRefusal::NotInvited(_)) => Fault::Conflict,
            Refusal::NotSeated
            | Refusal::NotForYou
            | Refusal::NoRematch
            | Refusal::Rating { .. }
            | Refusal::NotInvited
            | Refusal::NotHost
            | Refusal::Muted { .. }
            | Refusal::Ruling(RulingRefusal::Own)
            | Refusal::Offer(OfferRefusal::Own | OfferRefusal::NotOwn) => Fault::Forbidden,
            Refusal::Ply(PlayError::Unreadable { .. } | PlayError::Illegal { .. })
            | Refusal::Setup(_)
            | Refusal::TooManyTables
            | Refusal::OutsideOwnRange { .. }
            | Refusal::Invitation(_)
            | Refusal::Order(_)
            | Refusal::Ruling(_)
            | Refusal::Talk(_) => Fault::Invalid,
            _ => Fault::Conflict,
        }
    }
}

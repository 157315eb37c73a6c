//! Why a command was not carried out.

use super::ErrorMessage;
use crate::matches::{
    ChatMessage, LONGEST_REASON, MAX_OPEN_MATCHES, MatchError, OfferError, RulingError, SeatInvitationError,
};
use crate::say;
use crate::texts::tr;
use crate::views::words::range_in_words;

impl ErrorMessage for MatchError {
    fn message(&self) -> String {
        let text = match self {
            MatchError::Rating { range, own } => {
                let range = range_in_words(*range).unwrap_or_default();
                return say!("This table is for ratings {range}. Yours is {own}.", range = range, own = own);
            }
            MatchError::OutsideOwnRange { own } => {
                return say!("The ratings you ask for have to include your own, which is {own}.", own = own);
            }
            MatchError::TooFew { least } => {
                return say!(
                    "At least {least} people have to sit down before the match can start.",
                    least = least
                );
            }
            MatchError::TooManyOpenMatches => {
                return say!(
                    "You have {most} open tables already. Close one, or wait until somebody sits down at it.",
                    most = MAX_OPEN_MATCHES,
                );
            }
            MatchError::TooMuchSaid => {
                return say!(
                    "That is too long: {most} characters are the most.",
                    most = ChatMessage::MAX_LENGTH
                );
            }
            MatchError::ChatFull => {
                return say!(
                    "This chat is full: a match has room for {most} messages.",
                    most = ChatMessage::MAX
                );
            }
            MatchError::Offer(refusal) => return refusal.message(),
            MatchError::Invitation(refusal) => return refusal.message(),
            MatchError::Ply(error) => return error.message(),
            MatchError::Order(problem) => return problem.message(),
            MatchError::Ruling(refusal) => return refusal.message(),
            MatchError::Setup(error) => return error.to_string(),
            MatchError::Stale => {
                tr("The match has moved on since this page was drawn. Here is how it stands now.")
            }
            MatchError::NotYourTurn => tr("It is not your turn."),
            MatchError::NotSeated => tr("You have no seat at this match."),
            MatchError::NotInvited => tr("No seat at this match is kept for you."),
            MatchError::ThrowFirst => tr("Throw the die first. What it shows nobody can choose."),
            MatchError::NotStarted => tr("The match has not started yet."),
            MatchError::NotOpen => tr("This match is no longer open."),
            MatchError::Over => tr("The match is over."),
            MatchError::NotOver => tr("The match is not over yet."),
            MatchError::Full => tr("There is no free seat left at this match."),
            MatchError::NotForYou => tr("You cannot sit down at this table."),
            MatchError::NoRematch => tr("A rematch of this match is not to be had."),
            MatchError::BotInRated => {
                tr("Bots can't be added to a rated match. Create a casual match to play with bots.")
            }
            MatchError::NotHost => tr("Only the host of this match can do that."),
            MatchError::TooLateToAbort => {
                tr("Everybody has moved already, so the match counts. You can resign instead.")
            }
            MatchError::NoClock => tr("No time is kept at this match."),
            MatchError::OwnTime => tr("It is your own turn: only others can give you time."),
            MatchError::Gone => tr("You have left this match already."),
            MatchError::NothingSaid => tr("Write something first."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for OfferError {
    fn message(&self) -> String {
        let text = match self {
            OfferError::TooSoon(plies) => {
                return say!(
                    *plies;
                    "Your last offer came to nothing. You can offer a draw again when you have moved once more.",
                    "Your last offer came to nothing. You can offer a draw again when you have moved twice more.",
                );
            }
            OfferError::NotAsked => tr("Nobody asks for that any more."),
            OfferError::Own => tr("You asked for that yourself: the others have to answer."),
            OfferError::NotOwn => tr("Somebody else asked for that. You can only agree or not."),
            OfferError::AnswerFirst => tr("Answer first what was asked of you."),
            OfferError::AskedBefore => {
                tr("You have asked to take that move back already. You can ask again after your next one.")
            }
            OfferError::NothingPlayed => tr("You have not played anything that could be taken back."),
            OfferError::ThrownSince => tr("The die has been thrown since, and a throw is never taken back."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for SeatInvitationError {
    fn message(&self) -> String {
        match self {
            Self::Unknown(name) => {
                say!("Nobody here is called “{name}”. Check how the name is written.", name = name)
            }
            Self::Yourself => tr("You cannot invite yourself: you have a seat here.").to_owned(),
            Self::Unavailable(name) => say!("{name} cannot be invited to this table.", name = name),
            Self::Seated(name) => say!("{name} sits at this table already.", name = name),
            Self::Invited(name) => say!("{name} is invited already.", name = name),
            Self::Declined(name) => {
                say!("{name} has declined. Whoever has said no to a table is not asked again.", name = name)
            }
            Self::NoSeat(name) => {
                say!("No seat is left to keep for {name}. Take an invitation back first.", name = name)
            }
            Self::NotInvited(name) => say!("No seat is kept for {name} any more.", name = name),
        }
    }
}

impl ErrorMessage for RulingError {
    fn message(&self) -> String {
        match self {
            Self::Own => {
                tr("You have a part in this match: somebody else has to decide about it.").to_owned()
            }
            Self::NoReason => tr("Say why: everybody at the match is told.").to_owned(),
            Self::LongReason => say!("Say it in {most} characters or fewer.", most = LONGEST_REASON),
            Self::Places => tr("Give each seat a place from 1 to the number of seats.").to_owned(),
        }
    }
}

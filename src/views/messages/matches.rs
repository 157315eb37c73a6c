//! Why a command was not carried out.

use super::Message;
use crate::matches::{
    InvitationRefusal, LONGEST_REASON, Line, MOST_OPEN_TABLES, OfferRefusal, Refusal, RulingRefusal,
};
use crate::say;
use crate::texts::tr;
use crate::views::words::range_in_words;

impl Message for Refusal {
    fn message(&self) -> String {
        let text = match self {
            Refusal::Rating { range, own } => {
                let range = range_in_words(*range).unwrap_or_default();
                return say!("This table is for ratings {range}. Yours is {own}.", range = range, own = own);
            }
            Refusal::OutsideOwnRange { own } => {
                return say!("The ratings you ask for have to include your own, which is {own}.", own = own);
            }
            Refusal::TooFew { least } => {
                return say!(
                    "At least {least} people have to sit down before the match can start.",
                    least = least
                );
            }
            Refusal::TooManyTables => {
                return say!(
                    "You have {most} open tables already. Close one, or wait until somebody sits down at it.",
                    most = MOST_OPEN_TABLES,
                );
            }
            Refusal::TooMuchSaid => {
                return say!("That is too long: {most} characters are the most.", most = Line::LONGEST);
            }
            Refusal::ChatFull => {
                return say!("This chat is full: a match has room for {most} messages.", most = Line::MOST);
            }
            Refusal::Offer(refusal) => return refusal.message(),
            Refusal::Invitation(refusal) => return refusal.message(),
            Refusal::Ply(error) => return error.message(),
            Refusal::Order(problem) => return problem.message(),
            Refusal::Ruling(refusal) => return refusal.message(),
            Refusal::Setup(error) => return error.to_string(),
            Refusal::Stale => {
                tr("The match has moved on since this page was drawn. Here is how it stands now.")
            }
            Refusal::NotYourTurn => tr("It is not your turn."),
            Refusal::NotSeated => tr("You have no seat at this match."),
            Refusal::NotInvited => tr("No seat at this match is kept for you."),
            Refusal::ThrowFirst => tr("Throw the die first. What it shows nobody can choose."),
            Refusal::NotStarted => tr("The match has not started yet."),
            Refusal::NotOpen => tr("This match is no longer open."),
            Refusal::Over => tr("The match is over."),
            Refusal::NotOver => tr("The match is not over yet."),
            Refusal::Full => tr("There is no free seat left at this match."),
            Refusal::NotForYou => tr("You cannot sit down at this table."),
            Refusal::NoRematch => tr("A rematch of this match is not to be had."),
            Refusal::NotHost => tr("Only the host of this match can do that."),
            Refusal::TooLateToAbort => {
                tr("Everybody has moved already, so the match counts. You can resign instead.")
            }
            Refusal::NoClock => tr("No time is kept at this match."),
            Refusal::OwnTime => tr("It is your own turn: only others can give you time."),
            Refusal::Gone => tr("You have left this match already."),
            Refusal::NothingSaid => tr("Write something first."),
        };
        text.to_owned()
    }
}

impl Message for OfferRefusal {
    fn message(&self) -> String {
        let text = match self {
            OfferRefusal::TooSoon(plies) => {
                return say!(
                    *plies;
                    "Your last offer came to nothing. You can offer a draw again when you have moved once more.",
                    "Your last offer came to nothing. You can offer a draw again when you have moved twice more.",
                );
            }
            OfferRefusal::NotAsked => tr("Nobody asks for that any more."),
            OfferRefusal::Own => tr("You asked for that yourself: the others have to answer."),
            OfferRefusal::NotOwn => tr("Somebody else asked for that. You can only agree or not."),
            OfferRefusal::AnswerFirst => tr("Answer first what was asked of you."),
            OfferRefusal::AskedBefore => {
                tr("You have asked to take that move back already. You can ask again after your next one.")
            }
            OfferRefusal::NothingPlayed => tr("You have not played anything that could be taken back."),
            OfferRefusal::ThrownSince => {
                tr("The die has been thrown since, and a throw is never taken back.")
            }
        };
        text.to_owned()
    }
}

impl Message for InvitationRefusal {
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

impl Message for RulingRefusal {
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

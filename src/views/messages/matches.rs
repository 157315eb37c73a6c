//! Why a command was not carried out.

use super::ErrorMessage;
use crate::matches::{
    ChatMessage, LONGEST_REASON, MAX_OPEN_MATCHES, MatchError, OfferError, RulingError, SeatInvitationError,
    UnmetCondition,
};
use crate::texts::tr;
use crate::tr_format;
use crate::views::parts::words::range_in_words;

impl ErrorMessage for MatchError {
    fn message(&self) -> String {
        let text = match self {
            MatchError::Condition { of, unmet: UnmetCondition::Rating { own } } => {
                let range = range_in_words(*of).unwrap_or_default();
                return tr_format!(
                    "This match is for ratings {range}. Yours is {own}.",
                    range = range,
                    own = own
                );
            }
            MatchError::Condition { unmet: UnmetCondition::OnTime { least, own }, .. } => {
                return tr_format!(
                    "This match is for players who make at least {least}% of their moves on time. You made {own}%.",
                    least = least,
                    own = own
                );
            }
            MatchError::OwnCondition(UnmetCondition::Rating { own }) => {
                return tr_format!("The rating range has to include your own rating, {own}.", own = own);
            }
            MatchError::OwnCondition(UnmetCondition::OnTime { least, own }) => {
                return tr_format!(
                    "You can’t ask for {least}% of moves on time: you made {own}%.",
                    least = least,
                    own = own
                );
            }
            MatchError::TooFew { least } => {
                return tr_format!(
                    "At least {least} players have to join before the match can start.",
                    least = least
                );
            }
            MatchError::TooManyOpenMatches => {
                return tr_format!(
                    "You already have {most} open matches. Cancel one, or wait until someone joins.",
                    most = MAX_OPEN_MATCHES,
                );
            }
            MatchError::TooManyBotMatches { most } => {
                return tr_format!(
                    "You’re playing {most} matches with bots. Finish one of them first.",
                    most = most
                );
            }
            MatchError::MessageTooLong => {
                return tr_format!(
                    "Too long: use at most {most} characters.",
                    most = ChatMessage::MAX_LENGTH
                );
            }
            MatchError::ChatFull => {
                return tr_format!(
                    "This chat is full: a match has room for {most} messages.",
                    most = ChatMessage::MAX
                );
            }
            MatchError::Offer(refusal) => return refusal.message(),
            MatchError::Invitation(refusal) => return refusal.message(),
            MatchError::Ply(error) => return error.message(),
            MatchError::ConditionalMove(problem) => return problem.message(),
            MatchError::Ruling(refusal) => return refusal.message(),
            MatchError::Setup(error) => return error.to_string(),
            MatchError::NoRotation => tr("The board turns only in pass-and-play matches."),
            MatchError::NoSubstitute => tr("You can’t look for a substitute in this match."),
            MatchError::Stale => tr("The position has changed. Check the board and move again."),
            MatchError::NotYourTurn => tr("It’s not your turn."),
            MatchError::NotSeated => tr("You don’t have a seat in this match."),
            MatchError::NotInvited => tr("No seat in this match is reserved for you."),
            MatchError::RollFirst => tr("Roll the die first."),
            MatchError::NotStarted => tr("The match hasn’t started yet."),
            MatchError::NotOpen => tr("This match is no longer open."),
            MatchError::Over => tr("The match is over."),
            MatchError::NotOver => tr("The match isn’t over yet."),
            MatchError::Full => tr("There’s no free seat left in this match."),
            MatchError::Blocked => tr("You can’t join this match."),
            MatchError::NoRematch => tr("There’s no rematch for this match."),
            MatchError::BotInRated => {
                tr("Bots can’t join a rated match. Create a casual match to play with bots.")
            }
            MatchError::NoHints => tr("Hints are for casual matches against bots."),
            MatchError::NotHost => tr("Only the host can do that."),
            MatchError::TooLateToAbort => {
                tr("Everyone has moved, so the match can’t be cancelled any more. You can resign instead.")
            }
            MatchError::NoClock => tr("This match has no clock."),
            MatchError::OwnTime => tr("It’s your own turn: only the others can give you time."),
            MatchError::TimeGivenAlready => {
                tr("Extra time has already been given for this turn. You can give more in the next one.")
            }
            MatchError::Gone => tr("You’re no longer in this match."),
            MatchError::WatcherChatOff => tr("The host has turned off the chat of watchers."),
            MatchError::EmptyMessage => tr("Write something first."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for OfferError {
    fn message(&self) -> String {
        let text = match self {
            OfferError::TooSoon(plies) => {
                return tr_format!(
                    *plies;
                    "Your last draw offer wasn’t accepted. You can offer a draw again after your next move.",
                    "Your last draw offer wasn’t accepted. You can offer a draw again after two more moves.",
                );
            }
            OfferError::NotAsked => tr("That request is no longer open."),
            OfferError::Own => tr("That was your own request: the others have to answer."),
            OfferError::NotOwn => tr("Someone else asked for that. You can only accept or decline."),
            OfferError::AnswerFirst => tr("Answer the open request first."),
            OfferError::AskedBefore => {
                tr("You’ve already asked to take that move back. You can ask again after your next move.")
            }
            OfferError::NothingPlayed => tr("You have no move to take back."),
            OfferError::RolledSince => {
                tr("The die has been rolled since then, and a roll can’t be taken back.")
            }
        };
        text.to_owned()
    }
}

impl ErrorMessage for SeatInvitationError {
    fn message(&self) -> String {
        match self {
            Self::Unknown(name) => {
                tr_format!("There’s no user called “{name}”. Check the spelling.", name = name)
            }
            Self::Yourself => tr("You can’t invite yourself.").to_owned(),
            Self::Unavailable(name) => tr_format!("{name} can’t be invited to this match.", name = name),
            Self::Seated(name) => tr_format!("{name} is already in this match.", name = name),
            Self::Invited(name) => tr_format!("{name} is already invited.", name = name),
            Self::Declined(name) => {
                tr_format!("{name} has declined and can’t be invited again.", name = name)
            }
            Self::NoSeat(name) => {
                tr_format!("There’s no seat left for {name}. Cancel another invitation first.", name = name)
            }
            Self::NotInvited(name) => tr_format!("No seat is reserved for {name} any more.", name = name),
        }
    }
}

impl ErrorMessage for RulingError {
    fn message(&self) -> String {
        match self {
            Self::Own => tr("You’re part of this match, so someone else has to decide it.").to_owned(),
            Self::NoReason => tr("Give a reason: everyone in the match will read it.").to_owned(),
            Self::LongReason => tr_format!("Use at most {most} characters.", most = LONGEST_REASON),
            Self::Places => tr("Give each seat a place from 1 to the number of seats.").to_owned(),
        }
    }
}

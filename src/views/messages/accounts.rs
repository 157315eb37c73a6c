//! Why something about an account was not done.

use super::ErrorMessage;
use crate::accounts::error::{
    AccountError, AccountListProblem, FactorError, HashingBusy, InvitationError, PasskeyError, PasswordError,
    Suggestion, UsernameError,
};
use crate::texts::tr;
use crate::tr_format;
use crate::users::preferences::EmailAddressError;

impl ErrorMessage for AccountError {
    fn message(&self) -> String {
        let text = match self {
            Self::UsernameTaken => tr("This name, or one that looks like it, is taken."),
            Self::NotInvited => tr("This invitation is no longer valid. Ask for a new one."),
            Self::AdminExists => "",
            Self::WrongCredentials { .. } => tr("Wrong name or password."),
            Self::WrongPassword => tr("Wrong password."),
            Self::WrongUsername => {
                tr("That’s not your name. Type it exactly as shown at the top of the page.")
            }
            Self::LastAdmin => tr("You’re the last admin. Make someone else an admin first."),
            Self::LinkGone => tr(
                "This link is no longer valid: it was used or replaced, or has expired. Ask for a new one.",
            ),
            Self::NoAccount => tr("You don’t have an account here yet. Ask an admin for one."),
            Self::AlreadyConnected => tr("This sign-in already belongs to an account here."),
            Self::OnlyWayIn => tr("Set a password or add a passkey first, so that you can still sign in."),
            Self::Uninvited(error) => return error.message(),
            Self::Password(error) => return error.message(),
            Self::Refused(refused) => return refused.message(),
            Self::Busy(busy) => return busy.message(),
            Self::Store(_) => tr("This site can’t do this right now. Try again in a minute."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for HashingBusy {
    fn message(&self) -> String {
        tr("Too many people are signing in right now. Try again in a moment.").to_owned()
    }
}

impl ErrorMessage for UsernameError {
    fn message(&self) -> String {
        let text = match self {
            Self::Length => tr("Use 2 to 20 characters."),
            Self::Characters => tr("Use only letters, digits, “_” and “-”."),
            Self::Scripts => tr("Use letters of one script only."),
            Self::Reserved => tr("This name is reserved. Choose another one."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for InvitationError {
    fn message(&self) -> String {
        let text = match self {
            Self::Forged => {
                tr("This invitation link isn’t valid. Check that you have all of it, or ask for a new one.")
            }
            Self::UsedUp => tr("This invitation has been used up. Ask for a new one."),
            Self::Expired => tr("This invitation has expired. Ask for a new one."),
            Self::Revoked => tr("This invitation was revoked. Ask for a new one."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for FactorError {
    fn message(&self) -> String {
        let text = match self {
            Self::Wrong => tr("Wrong code, or already used. Enter the next one your app shows."),
            Self::Already => tr("You already have an authenticator app. Remove it first."),
            Self::None => tr("Setting up the app was interrupted. Start again."),
            Self::Unreadable => {
                tr("The stored key of your app can’t be read. Remove the app and set it up again.")
            }
            Self::Store(_) => tr("This site can’t do this right now. Try again in a minute."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for PasskeyError {
    fn message(&self) -> String {
        let text = match self {
            Self::Nameless => tr("Passkeys need a domain name, and this site is reached by its IP address."),
            Self::Gone => tr("That took too long or was already used. Try again."),
            Self::Refused => tr("That passkey doesn’t match. Try another one."),
            Self::Known => tr("This passkey is already registered, or you’ve reached the maximum."),
            Self::None => tr("You have no passkey."),
            Self::Store(_) => tr("This site can’t do this right now. Try again in a minute."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for PasswordError {
    fn message(&self) -> String {
        match self {
            Self::Length => tr("Use 10 to 128 characters.").to_owned(),
            Self::Weak(suggestion) => {
                tr_format!("This password is easy to guess. {advice}", advice = advice(*suggestion))
            }
        }
    }
}

/// What makes a password harder to guess.
fn advice(suggestion: Option<Suggestion>) -> &'static str {
    use Suggestion as On;
    match suggestion {
        None => tr("Add another word or two."),
        Some(On::UseAFewWordsAvoidCommonPhrases) => tr("Use a few words, avoid common phrases."),
        Some(On::NoNeedForSymbolsDigitsOrUppercaseLetters) => {
            tr("No need for symbols, digits, or uppercase letters.")
        }
        Some(On::AddAnotherWordOrTwo) => tr("Add another word or two. Uncommon words are better."),
        Some(On::CapitalizationDoesntHelpVeryMuch) => tr("Capitalization doesn’t help very much."),
        Some(On::AllUppercaseIsAlmostAsEasyToGuessAsAllLowercase) => {
            tr("All-uppercase is almost as easy to guess as all-lowercase.")
        }
        Some(On::ReversedWordsArentMuchHarderToGuess) => tr("Reversed words aren’t much harder to guess."),
        Some(On::PredictableSubstitutionsDontHelpVeryMuch) => {
            tr("Predictable substitutions like “@” instead of “a” don’t help very much.")
        }
        Some(On::UseALongerKeyboardPatternWithMoreTurns) => {
            tr("Use a longer keyboard pattern with more turns.")
        }
        Some(On::AvoidRepeatedWordsAndCharacters) => tr("Avoid repeated words and characters."),
        Some(On::AvoidSequences) => tr("Avoid sequences."),
        Some(On::AvoidRecentYears) => tr("Avoid recent years."),
        Some(On::AvoidYearsThatAreAssociatedWithYou) => tr("Avoid years that are associated with you."),
        Some(On::AvoidDatesAndYearsThatAreAssociatedWithYou) => {
            tr("Avoid dates and years that are associated with you.")
        }
    }
}

impl ErrorMessage for AccountListProblem {
    fn message(&self) -> String {
        let text = match self {
            Self::Empty => tr("Enter at least one name."),
            Self::TooMany(count) => {
                return tr_format!(
                    "You can create up to 500 accounts at once, but these are {count}.",
                    count = count
                );
            }
            Self::OpenQuote => tr("A quotation mark isn’t closed."),
            Self::UnknownColumn(column) => {
                return tr_format!("There’s no column “{column}”, only “name” and “email”.", column = column);
            }
            Self::ColumnTwice => tr("A column is there twice."),
            Self::NoNameColumn => tr("The column “name” is missing."),
            Self::TooManyValues => tr("There’s more than a name and an email address."),
            Self::NoName => tr("The name is missing."),
            Self::Name(error) => return error.message(),
            Self::NameTaken => tr("This name, or one that looks like it, is taken."),
            Self::NameTwice(line) => {
                return tr_format!(
                    "This name, or one that looks like it, is in line {line} too.",
                    line = line
                );
            }
            Self::Address(error) => return error.message(),
            Self::AddressTaken => tr("Someone else uses this email address."),
            Self::AddressTwice(line) => {
                return tr_format!("This email address is in line {line} too.", line = line);
            }
        };
        text.to_owned()
    }
}

impl ErrorMessage for EmailAddressError {
    fn message(&self) -> String {
        match self {
            Self::Long => tr("That email address is too long."),
            Self::Form => tr("Enter an email address like ada@example.org."),
        }
        .to_owned()
    }
}

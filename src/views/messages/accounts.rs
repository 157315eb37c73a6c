//! Why something about an account was not done.

use super::ErrorMessage;
use crate::accounts::error::{
    AccountError, FactorError, HashingBusy, InvitationError, PasskeyError, PasswordError, Suggestion,
    UsernameError,
};
use crate::say;
use crate::texts::tr;
use crate::users::preferences::EmailAddressError;

impl ErrorMessage for AccountError {
    fn message(&self) -> String {
        let text = match self {
            Self::UsernameTaken => tr("This name is taken."),
            Self::NotInvited => tr("This invitation counts no more. Ask for another."),
            Self::WrongCredentials { .. } => tr("There is no account with this name and password."),
            Self::WrongPassword => tr("That is not your password."),
            Self::WrongUsername => tr("That is not your name. Write it as it stands at the top of the page."),
            Self::LastAdmin => tr("You are the last admin of this house. Make somebody else an admin first."),
            Self::LinkGone => tr(
                "This link sets no password any more: it was used, or is more than an hour old. Ask for another.",
            ),
            Self::Uninvited(error) => return error.message(),
            Self::Password(error) => return error.message(),
            Self::Refused(refused) => return refused.message(),
            Self::Busy(busy) => return busy.message(),
            Self::Store(_) => tr("The database is not available right now."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for HashingBusy {
    fn message(&self) -> String {
        tr("Too many people are signing in at once.").to_owned()
    }
}

impl ErrorMessage for UsernameError {
    fn message(&self) -> String {
        let text = match self {
            Self::Length => tr("A name has 2 to 20 characters."),
            Self::Characters => tr("A name is made of the letters a to z, digits, “_” and “-”."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for InvitationError {
    fn message(&self) -> String {
        let text = match self {
            Self::Forged => {
                tr("This is no invitation to this house. See whether the link is whole, or ask for another.")
            }
            Self::UsedUp => tr("This invitation has been used. Ask whoever sent it for another."),
            Self::Expired => tr("This invitation has run out. Ask whoever sent it for another."),
            Self::Revoked => tr("This invitation was taken back. Ask whoever sent it."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for FactorError {
    fn message(&self) -> String {
        let text = match self {
            Self::Wrong => tr(
                "That code does not count: it is not the one the app shows now, or was used already. Take the next.",
            ),
            Self::Already => tr("An app makes codes for you already. Turn it off first."),
            Self::None => tr("No app is being set up. Begin again."),
            Self::Unreadable => {
                tr("What is kept of the app cannot be read any more. Turn it off and set it up again.")
            }
            Self::Store(_) => tr("The database is not available right now."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for PasskeyError {
    fn message(&self) -> String {
        let text = match self {
            Self::Nameless => tr("Passkeys need a house with a name: this one is reached by a number."),
            Self::Gone => tr("That took too long, or was answered already. Try again."),
            Self::Refused => tr("That passkey does not fit."),
            Self::Known => tr("This passkey is known already, or you have as many as one can have."),
            Self::None => tr("You have no passkey."),
            Self::Store(_) => tr("The database is not available right now."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for PasswordError {
    fn message(&self) -> String {
        match self {
            Self::Length => tr("A password has 10 to 128 characters.").to_owned(),
            Self::Weak(suggestion) => {
                say!("This password is easy to guess. {advice}", advice = advice(*suggestion))
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
        Some(On::CapitalizationDoesntHelpVeryMuch) => tr("Capitalization doesn't help very much."),
        Some(On::AllUppercaseIsAlmostAsEasyToGuessAsAllLowercase) => {
            tr("All-uppercase is almost as easy to guess as all-lowercase.")
        }
        Some(On::ReversedWordsArentMuchHarderToGuess) => tr("Reversed words aren't much harder to guess."),
        Some(On::PredictableSubstitutionsDontHelpVeryMuch) => {
            tr("Predictable substitutions like '@' instead of 'a' don't help very much.")
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

impl ErrorMessage for EmailAddressError {
    fn message(&self) -> String {
        match self {
            Self::Long => tr("That is too long for an address."),
            Self::Form => tr("An address looks like ada@example.org."),
        }
        .to_owned()
    }
}

//! Errors about accounts, as data. `views::messages` puts them into words.

use thiserror::Error;

use crate::error_codes;
use crate::store::{AddAccountError, StoreError};
use crate::users::preferences::EmailAddressError;
use crate::users::{StaffActionError, UserId};

pub use zxcvbn::feedback::Suggestion;

/// Why an action on an account failed.
#[derive(Debug, Error)]
pub enum AccountError {
    #[error("the username is taken")]
    UsernameTaken,
    /// The invitation was used up, revoked or has expired in the meantime.
    #[error("the invitation is no longer valid")]
    NotInvited,
    /// The link that creates the first admin was used, or there is an admin for another reason.
    #[error("there is an admin")]
    AdminExists,
    /// Unknown name or wrong password. The user does not learn which.
    #[error("wrong username or password")]
    WrongCredentials {
        /// The account of that name, for the log.
        account: Option<UserId>,
    },
    #[error("wrong password")]
    WrongPassword,
    /// The typed name, which confirms a deletion, is not theirs.
    #[error("wrong username")]
    WrongUsername,
    /// The only admin cannot go.
    #[error("they are the last admin")]
    LastAdmin,
    /// The password reset link was used, has expired, or never existed.
    #[error("the reset link is not valid")]
    LinkGone,
    /// The invitation cannot be used.
    #[error(transparent)]
    Uninvited(#[from] InvitationError),
    /// The user of the provider has no account, and none is created.
    #[error("the user of the provider has no account")]
    NoAccount,
    /// The user, or the user of the provider, is connected with another one.
    #[error("one of both is connected already")]
    AlreadyConnected,
    /// Without the provider, the user could not sign in any more.
    #[error("there is no other way to sign in")]
    OnlyWayIn,
    /// The new password cannot be used.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The staff action is not permitted, or not possible now.
    #[error(transparent)]
    Refused(#[from] StaffActionError),
    /// The hashing queue is full.
    #[error(transparent)]
    Busy(#[from] HashingBusy),
    #[error(transparent)]
    Store(#[from] StoreError),
}

error_codes! {
    AccountError {
        Self::UsernameTaken => "username-taken",
        Self::NotInvited => "invitation-not-valid",
        Self::AdminExists => "admin-exists",
        Self::WrongCredentials { .. } => "wrong-credentials",
        Self::WrongPassword => "wrong-password",
        Self::WrongUsername => "wrong-username",
        Self::LastAdmin => "last-admin-account",
        Self::LinkGone => "reset-link-not-valid",
        Self::NoAccount => "no-account",
        Self::AlreadyConnected => "already-connected",
        Self::OnlyWayIn => "only-way-in",
    } of {
        Self::Uninvited(cause) => cause,
        Self::Password(cause) => cause,
        Self::Refused(cause) => cause,
        Self::Busy(cause) => cause,
        Self::Store(cause) => cause,
    }
}

/// Why a change of two-factor authentication failed.
#[derive(Debug, Error)]
pub enum FactorError {
    /// The code is not valid now, or was used before.
    #[error("the code is not valid")]
    Wrong,
    /// The factor exists already.
    #[error("there is an authenticator app already")]
    Already,
    /// The factor does not exist.
    #[error("no authenticator app is being set up")]
    None,
    /// The stored secret cannot be decrypted: the secret of the site has changed.
    #[error("the secret of the authenticator app cannot be decrypted")]
    Unreadable,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why an invitation cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvitationError {
    /// The key is not of this site.
    #[error("there is no such invitation")]
    Forged,
    /// As many people as intended have signed up with it.
    #[error("the invitation has been used")]
    UsedUp,
    #[error("the invitation has expired")]
    Expired,
    #[error("the invitation was taken back")]
    Revoked,
}

/// The queue of passwords to hash is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many passwords are being hashed")]
pub struct HashingBusy;

/// Why a passkey was not accepted.
#[derive(Debug, Error)]
pub enum PasskeyError {
    /// The host of the site is an IP address, to which passkeys cannot be bound.
    #[error("passkeys need a host name")]
    Nameless,
    /// The challenge was answered before, has expired, or was never issued.
    #[error("the challenge has expired or was answered")]
    Gone,
    /// The answer does not fit the challenge.
    #[error("the passkey does not match")]
    Refused,
    /// The passkey exists already, or the user has too many.
    #[error("the passkey is known, or there are too many")]
    Known,
    /// The user has no passkey.
    #[error("there is no passkey")]
    None,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a password was rejected.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PasswordError {
    /// Fewer than 10 or more than 128 characters.
    #[error("a password has 10 to 128 characters")]
    Length,
    /// Easily guessed.
    #[error("the password is easy to guess")]
    Weak(Option<Suggestion>),
}

/// Why a username was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UsernameError {
    /// Fewer than 2 or more than 20 characters.
    #[error("A name has 2 to 20 characters")]
    Length,
    /// Something other than letters, digits, `_` and `-`.
    #[error("A name is made of letters, digits, “_” and “-”")]
    Characters,
    /// Letters of scripts that are not written together, such as Latin and Cyrillic ones.
    #[error("The letters of a name belong to one script")]
    Scripts,
    /// A name that could be taken for one of staff, the site, a guest or a bot.
    #[error("This name is reserved")]
    Reserved,
}

/// What is wrong with a list of accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountListProblem {
    Empty,
    /// More accounts than can be created at once: so many.
    TooMany(usize),
    OpenQuote,
    UnknownColumn(String),
    ColumnTwice,
    NoNameColumn,
    /// A line has more values than there are columns.
    TooManyValues,
    NoName,
    Name(UsernameError),
    /// Another user has the name, one that looks like it, or had it a short time ago.
    NameTaken,
    /// The name, or one that looks like it, is in this line before.
    NameTwice(usize),
    Address(EmailAddressError),
    AddressTaken,
    /// The address is in this line before.
    AddressTwice(usize),
}

/// A problem of a list of accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// The line, from 1; `None` if it is about the whole list.
    pub line: Option<usize>,
    pub problem: AccountListProblem,
}

error_codes! { HashingBusy { Self => "busy", } }

error_codes! {
    FactorError {
        Self::Wrong => "wrong-code",
        Self::Already => "authenticator-app-exists",
        Self::None => "no-authenticator-app",
        Self::Unreadable => "authenticator-app-unreadable",
    } of {
        Self::Store(cause) => cause,
    }
}

error_codes! {
    PasskeyError {
        Self::Nameless => "passkeys-not-available",
        Self::Gone => "passkey-challenge-expired",
        Self::Refused => "wrong-passkey",
        Self::Known => "passkey-not-added",
        Self::None => "no-passkey",
    } of {
        Self::Store(cause) => cause,
    }
}

error_codes! {
    PasswordError {
        Self::Length => "password-length",
        Self::Weak(_) => "password-too-weak",
    }
}

error_codes! {
    UsernameError {
        Self::Length => "username-length",
        Self::Characters => "username-characters",
        Self::Scripts => "username-scripts",
        Self::Reserved => "username-reserved",
    }
}

error_codes! {
    InvitationError {
        Self::Forged => "unknown-invitation",
        Self::UsedUp => "invitation-used",
        Self::Expired => "invitation-expired",
        Self::Revoked => "invitation-revoked",
    }
}

impl From<AddAccountError> for AccountError {
    fn from(error: AddAccountError) -> Self {
        match error {
            AddAccountError::Taken => AccountError::UsernameTaken,
            AddAccountError::NotInvited => AccountError::NotInvited,
            AddAccountError::AdminExists => AccountError::AdminExists,
        }
    }
}

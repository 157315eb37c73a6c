//! Why something about an account was not done, as data. `views::messages` puts it into words.

use thiserror::Error;

use crate::error_codes;
use crate::store::{AddAccountError, StoreError};
use crate::users::{StaffActionError, UserId};

pub use zxcvbn::feedback::Suggestion;

/// Why nobody was registered, signed in or deleted, or a password stays as it is.
#[derive(Debug, Error)]
pub enum AccountError {
    /// Somebody has the name.
    #[error("the username is taken")]
    UsernameTaken,
    /// The invitation was used up, taken back or has expired meanwhile.
    #[error("the invitation is no longer valid")]
    NotInvited,
    /// There is no such name, or the password is not its own: which of the two is not told.
    #[error("wrong username or password")]
    WrongCredentials {
        /// The account of that name, for the log.
        account: Option<UserId>,
    },
    /// The password is not theirs.
    #[error("wrong password")]
    WrongPassword,
    /// What they have typed is not their name.
    #[error("wrong username")]
    WrongUsername,
    /// There would be no admin left.
    #[error("they are the last admin")]
    LastAdmin,
    /// The link to reset a password was used, is too old, or was never made.
    #[error("the reset link is not valid")]
    LinkGone,
    /// The key of an invitation opens nothing.
    #[error(transparent)]
    Uninvited(#[from] InvitationError),
    /// The new password cannot be used.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Staff may not do it, or not as things stand.
    #[error(transparent)]
    Refused(#[from] StaffActionError),
    /// Too many passwords are being hashed.
    #[error(transparent)]
    Busy(#[from] HashingBusy),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

error_codes! {
    AccountError {
        Self::UsernameTaken => "username-taken",
        Self::NotInvited => "invitation-not-valid",
        Self::WrongCredentials { .. } => "wrong-credentials",
        Self::WrongPassword => "wrong-password",
        Self::WrongUsername => "wrong-username",
        Self::LastAdmin => "last-admin-account",
        Self::LinkGone => "reset-link-not-valid",
    } of {
        Self::Uninvited(cause) => cause,
        Self::Password(cause) => cause,
        Self::Refused(cause) => cause,
        Self::Busy(cause) => cause,
        Self::Store(cause) => cause,
    }
}

/// Why nothing changed about what somebody shows besides their password.
#[derive(Debug, Error)]
pub enum FactorError {
    /// The code is not one of now, or was used before.
    #[error("the code is not valid")]
    Wrong,
    /// There is one already.
    #[error("there is an authenticator app already")]
    Already,
    /// There is none.
    #[error("no authenticator app is being set up")]
    None,
    /// What is kept cannot be read: the site has got another secret.
    #[error("the secret of the authenticator app cannot be decrypted")]
    Unreadable,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why nobody comes in by an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvitationError {
    /// This site has not made it.
    #[error("there is no such invitation")]
    Forged,
    /// As many have come by it as were meant to.
    #[error("the invitation has been used")]
    UsedUp,
    /// Its time is over.
    #[error("the invitation has expired")]
    Expired,
    /// It was taken back.
    #[error("the invitation was taken back")]
    Revoked,
}

/// Too many passwords are waiting to be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many passwords are being hashed")]
pub struct HashingBusy;

/// Why a passkey does nothing.
#[derive(Debug, Error)]
pub enum PasskeyError {
    /// The address of the site is none that passkeys can be bound to.
    #[error("passkeys need a host name")]
    Nameless,
    /// The challenge was answered before, is too old, or was never set.
    #[error("the challenge has expired or was answered")]
    Gone,
    /// What was shown is not what was asked for.
    #[error("the passkey does not match")]
    Refused,
    /// It is known already, or there are too many.
    #[error("the passkey is known, or there are too many")]
    Known,
    /// They have none.
    #[error("there is no passkey")]
    None,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why something is no password.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PasswordError {
    /// Fewer than 10 or more than 128 characters.
    #[error("a password has 10 to 128 characters")]
    Length,
    /// It can be guessed.
    #[error("the password is easy to guess")]
    Weak(Option<Suggestion>),
}

/// Why something is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UsernameError {
    /// Fewer than 2 or more than 20 characters.
    #[error("A name has 2 to 20 characters")]
    Length,
    /// Something other than letters, digits, `_` and `-`.
    #[error("A name is made of the letters a to z, digits, “_” and “-”")]
    Characters,
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
        }
    }
}

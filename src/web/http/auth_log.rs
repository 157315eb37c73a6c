//! The log of sign-ins and of what changes who can sign in: one line each, with the id of the account, the factor shown and
//! the client's address.

use actix_web::HttpRequest;
use tracing::field::display;

use super::client_address::logged;
use crate::users::UserId;
use crate::web::AppState;

/// What has happened to an account.
#[derive(Clone, Copy, Debug)]
pub enum AuthEvent {
    /// An account was created, and its owner signed in.
    Registered,
    /// A visitor became a guest.
    GuestCreated,
    /// The password was right; a second factor is asked for.
    SecondStepPending,
    /// A session was opened.
    SignedIn,
    /// What was shown is wrong.
    SignInFailed,
    /// Somebody signed in has shown again that it is them.
    Confirmed,
    /// What they have shown for that is wrong.
    ConfirmationFailed,
    /// There is a new password.
    PasswordChanged,
    /// The account was deleted by its owner.
    Deleted,
}

impl AuthEvent {
    const fn message(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::GuestCreated => "guest created",
            Self::SecondStepPending => "password accepted, second step pending",
            Self::SignedIn => "signed in",
            Self::SignInFailed => "sign-in failed",
            Self::Confirmed => "identity confirmed",
            Self::ConfirmationFailed => "identity confirmation failed",
            Self::PasswordChanged => "password changed",
            Self::Deleted => "account deleted",
        }
    }
}

/// What was shown for it.
#[derive(Clone, Copy, Debug)]
pub enum AuthFactor {
    /// The password.
    Password,
    /// A code of an authenticator app, or a recovery code.
    Code,
    /// A passkey.
    Passkey,
    /// The link of an email or an admin.
    ResetLink,
    /// No credentials: a new guest.
    None,
}

impl AuthFactor {
    const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Code => "code",
            Self::Passkey => "passkey",
            Self::ResetLink => "reset link",
            Self::None => "none",
        }
    }
}

/// Logs it. `user` is `None` where what was shown belongs to no account.
pub fn record(
    event: AuthEvent,
    user: Option<UserId>,
    factor: AuthFactor,
    request: &HttpRequest,
    state: &AppState,
) {
    let (user, factor) = (user.map(|user| user.0), factor.name());
    let address = logged(request, state).map(display);
    tracing::info!(user, factor, address, "{}", event.message());
}

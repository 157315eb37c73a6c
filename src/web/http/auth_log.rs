//! The authentication log: one line for each sign-in and each change of who can sign in, with account id, factor and
//! client address.

use actix_web::HttpRequest;
use tracing::field::display;

use crate::users::UserId;
use crate::web::AppState;

/// An event of an account.
#[derive(Clone, Copy, Debug)]
pub enum AuthEvent {
    /// An account was created and signed in.
    Registered,
    /// A visitor became a guest.
    GuestCreated,
    /// The password was correct; a second factor is needed.
    SecondStepPending,
    SignedIn,
    SignInFailed,
    /// The user has reauthenticated.
    Confirmed,
    /// Reauthentication failed.
    ConfirmationFailed,
    PasswordChanged,
    /// The account was deleted by its user.
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

/// What the user has authenticated with.
#[derive(Clone, Copy, Debug)]
pub enum AuthFactor {
    Password,
    /// A code of an authenticator app, or a recovery code.
    Code,
    Passkey,
    /// The link of an email or an admin.
    ResetLink,
    /// A sign-in at the OpenID Connect provider.
    Provider,
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
            Self::Provider => "provider",
            Self::None => "none",
        }
    }
}

/// Logs an event. `user` is `None` if there is no such account.
pub fn record(
    event: AuthEvent,
    user: Option<UserId>,
    factor: AuthFactor,
    request: &HttpRequest,
    state: &AppState,
) {
    let (user, factor) = (user.map(|user| user.0), factor.name());
    let address = state.logged_address(request).map(display);
    tracing::info!(user, factor, address, "{}", event.message());
}

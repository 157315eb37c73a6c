//! What the account page is rendered from.

use crate::now::Moment;
use crate::texts::tr;
use crate::views::done::done;

done! {
    Password "password" tr("Password changed. You’ve been signed out everywhere else.");
    One "session" tr("Session ended.");
    Others "sessions" tr("Signed out everywhere else.");
    AppOn "app" tr("Authenticator app added.");
    AppOff "app-off" tr("Authenticator app removed.");
    PasskeyOn "passkey" tr("Passkey added. You can sign in with it alone.");
    ProviderOn "provider" tr("Connected. You can sign in with it from now on.");
    ProviderOff "provider-off" tr("Disconnected.");
    PasskeyOff "passkey-off" tr("Passkey removed. Delete it on your device too.");
}

/// A passkey as its owner sees it.
#[derive(Clone, Debug)]
pub struct OwnPasskey {
    pub id: String,
    /// The name its owner gave it.
    pub name: String,
    pub made: Moment,
    pub used: Option<Moment>,
}

/// The sign-in methods other than the password.
#[derive(Clone, Copy, Debug)]
pub struct SignInMethods<'a> {
    /// Whether there is an authenticator app.
    pub app: bool,
    /// Number of unused recovery codes.
    pub codes: u32,
    /// Whether there are some that were not confirmed as kept.
    pub has_new_codes: bool,
    pub passkeys: &'a [OwnPasskey],
    /// Whether this site supports passkeys.
    pub able: bool,
    pub has_password: bool,
    /// The OpenID Connect provider, if there is one.
    pub provider: Option<OwnProvider<'a>>,
    /// Whether there is no other way to sign in.
    pub provider_only: bool,
}

/// The OpenID Connect provider as a user sees it.
#[derive(Clone, Copy, Debug)]
pub struct OwnProvider<'a> {
    pub name: &'a str,
    /// When they connected their account with it, if they have.
    pub connected_at: Option<Moment>,
}

/// A session as its user sees it.
#[derive(Clone, Debug)]
pub struct ListedSessionItem {
    pub id: String,
    pub device: String,
    pub since: Moment,
    /// When it was last used, to the hour.
    pub used: Moment,
    /// Whether it is the current session.
    pub here: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct AccountPage<'a> {
    pub sessions: &'a [ListedSessionItem],
    pub keys: SignInMethods<'a>,
    /// What was just done.
    pub done: Option<Done>,
    /// Whether they have reauthenticated a short time ago.
    pub proven: bool,
    /// The problem with the current password.
    pub current_problem: Option<&'a str>,
    /// The problem with the new password.
    pub new_problem: Option<&'a str>,
    /// Why another form of the page was refused.
    pub conflict: Option<&'a str>,
    pub now: Moment,
}

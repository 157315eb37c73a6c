//! What suspended users, and those whose accounts await approval, can still do.

use crate::users::AccountStanding;
use crate::views::sanctions::in_words;
use crate::web::{ErrorWords, WebError};

/// The answer to a user whose sanctions do not permit it.
pub(super) fn sanctioned(standing: &AccountStanding) -> WebError {
    WebError::Forbidden(ErrorWords::coded("sanctioned", in_words(&standing.sanctions())))
}

/// Whether suspended users may post to this path.
pub(super) fn may_be_posted_to(path: &str) -> bool {
    // The chat handler refuses a message, so that its text is kept in the form.
    let at_match = path.starts_with("/matches/") && (path.ends_with("/seen") || path.ends_with("/chat"));
    is_own(path) || at_match
}

/// Whether a path or route is about the user alone: their account, signing in and out, and messages and announcements that they
/// dismiss.
pub(super) fn is_own(path: &str) -> bool {
    let own = [
        "/account",
        "/settings",
        "/language",
        "/login",
        "/logout",
        "/reauthenticate",
        "/reset",
        "/unsubscribe",
        "/announcements",
        "/messages",
    ];
    let below =
        |page: &&str| path.strip_prefix(*page).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    own.iter().any(below)
}

//! Why a command was not carried out.

use std::sync::Arc;

use thiserror::Error;

use crate::error_codes;
use crate::matches::{MatchError, MatchView};
use crate::store::StoreError;
use crate::users::{Sanctions, StaffActionError};

/// Why a command was not carried out.
#[derive(Clone, Debug, Error)]
pub enum RefereeError {
    /// There is no such match, or the user may not see it.
    #[error("there is no such match")]
    NoSuchMatch,
    /// The command was refused.
    #[error("{refusal}")]
    Refused {
        refusal: MatchError,
        /// The current match.
        view: Arc<MatchView>,
    },
    /// The match was not created.
    #[error("{0}")]
    NotOpened(MatchError),
    /// The author of a chat message is banned from chat or suspended.
    #[error("muted or suspended")]
    Sanctioned(Sanctions),
    /// The user's role does not allow it.
    #[error("{0}")]
    NotPermitted(StaffActionError),
    /// The database failed; nothing was changed.
    #[error("the command could not be carried out, because the database failed")]
    Failed,
    /// The database failed while the match was read.
    #[error("the match could not be read")]
    NotRead,
    /// The log of the match is invalid, for this reason; nothing can be done in the match.
    #[error("the match cannot be read: {0}")]
    Unreadable(Arc<str>),
}

error_codes! {
    RefereeError {
        Self::NoSuchMatch => "no-such-match",
        Self::Sanctioned(_) => "sanctioned",
        Self::Failed => "not-written",
        Self::NotRead => "not-read",
        Self::Unreadable(_) => "unreadable-match",
    } of {
        Self::Refused { refusal: cause, .. } => cause,
        Self::NotOpened(cause) => cause,
        Self::NotPermitted(cause) => cause,
    }
}

pub(super) fn failed(error: StoreError) -> RefereeError {
    tracing::error!(code = error.code(), %error, "failed to read a match");
    match error {
        StoreError::Corrupt(_) => RefereeError::Unreadable(error.to_string().into()),
        _ => RefereeError::NotRead,
    }
}

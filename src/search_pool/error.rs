//! Why a search was not run, as data. `views::messages` puts it into words.

use thiserror::Error;

use crate::error_codes;

/// Why a search was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchQueueError {
    /// As many searches of the owner wait as may.
    #[error("too many searches of this owner are waiting")]
    OwnerFull,
    /// As many searches of this priority wait as may.
    #[error("too many searches are waiting")]
    Full,
    /// The pool has stopped.
    #[error("the search pool has stopped")]
    Stopped,
    /// The search panicked.
    #[error("the search failed")]
    Failed,
}

error_codes! {
    SearchQueueError {
        Self::OwnerFull => "search-owner-queue-full",
        Self::Full => "search-queue-full",
        Self::Stopped => "search-pool-stopped",
        Self::Failed => "search-failed",
    }
}

impl SearchQueueError {
    /// Whether the same search can succeed later.
    pub const fn is_temporary(self) -> bool {
        matches!(self, Self::OwnerFull | Self::Full)
    }
}

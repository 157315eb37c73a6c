//! Why a search was refused or failed, as data. `views::messages` puts it into words.

use thiserror::Error;

use crate::error_codes;

/// Why there is no result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchQueueError {
    /// The owner, or their address, has too many waiting searches.
    #[error("too many searches of this owner or address are waiting")]
    OwnerFull,
    /// Too many searches of this priority are waiting.
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

//! What goes with every page a user looks at.

use std::collections::HashSet;

use super::Look;
use crate::users::UserId;

/// What somebody likes.
#[derive(Clone, Debug, Default)]
pub struct Likes {
    /// How the house looks to them.
    pub look: Look,
    /// Whom they have blocked.
    pub blocked: HashSet<UserId>,
    /// Whom they have muted.
    pub hushed: HashSet<UserId>,
}

impl Likes {
    /// Whom they do not want to hear.
    pub fn unheard(&self) -> HashSet<UserId> {
        self.blocked.union(&self.hushed).copied().collect()
    }
}

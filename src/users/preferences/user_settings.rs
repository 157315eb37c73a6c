//! The settings that every page needs.

use std::collections::HashSet;

use super::Appearance;
use crate::users::UserId;

/// The settings of a user that pages need at once.
#[derive(Clone, Debug, Default)]
pub struct UserSettings {
    /// How the site looks to them.
    pub look: Appearance,
    /// Whom they have blocked.
    pub blocked: HashSet<UserId>,
    /// Whom they have muted.
    pub muted_players: HashSet<UserId>,
}

impl UserSettings {
    /// Whom they do not want to hear.
    pub fn muted_players(&self) -> HashSet<UserId> {
        self.blocked.union(&self.muted_players).copied().collect()
    }
}

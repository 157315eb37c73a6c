//! The settings that every page needs.

use std::collections::HashSet;

use super::Appearance;
use crate::users::UserId;

#[derive(Clone, Debug, Default)]
pub struct UserSettings {
    pub look: Appearance,
    /// Users they have blocked.
    pub blocked: HashSet<UserId>,
    /// Users they have muted.
    pub muted_players: HashSet<UserId>,
    /// Users they follow.
    pub followed: HashSet<UserId>,
}

impl UserSettings {
    /// The users whose chat is not shown to them.
    pub fn muted_players(&self) -> HashSet<UserId> {
        self.blocked.union(&self.muted_players).copied().collect()
    }
}

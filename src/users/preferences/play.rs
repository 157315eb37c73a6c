//! Play preferences.

use crate::keyed;

/// What a user has chosen for playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayPreferences {
    /// Whether the next match that waits for them is shown after a move.
    pub auto_advance: bool,
    /// When a move is previewed and confirmed before it is played.
    pub confirmation: MoveConfirmation,
}

keyed! {
    /// When a player is asked to confirm a move before it is played.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum MoveConfirmation {
        /// Where a move cannot be taken back: not in live matches, which are in a hurry, nor in casual ones against bots.
        #[default]
        Usual = "default",
        /// In every match.
        Always = "always",
        /// In no match.
        Never = "never",
    }
}

impl MoveConfirmation {
    /// Whether moves are confirmed in a match that is live, or a casual one against bots.
    pub const fn applies_to(self, live: bool, practice: bool) -> bool {
        match self {
            Self::Usual => !live && !practice,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

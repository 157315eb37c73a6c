//! Play preferences.

/// What a user has chosen for playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayPreferences {
    /// Whether the next match that waits for them is shown after a move.
    pub auto_advance: bool,
    /// When a move is previewed and confirmed before it is played.
    pub confirmation: MoveConfirmation,
}

/// When a player is asked to confirm a move before it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveConfirmation {
    /// By the time control: in correspondence matches, not in live ones.
    #[default]
    ByTimeControl,
    /// In every match.
    Always,
    /// In no match.
    Never,
}

impl MoveConfirmation {
    /// All settings, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::ByTimeControl, Self::Always, Self::Never];

    /// As forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::ByTimeControl => "default",
            Self::Always => "always",
            Self::Never => "never",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.key() == key)
    }

    /// Whether moves are confirmed in a match of this kind.
    pub const fn applies_to(self, live: bool) -> bool {
        match self {
            Self::ByTimeControl => !live,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

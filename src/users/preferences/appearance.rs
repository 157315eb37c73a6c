//! Appearance: theme, motion, sound and language.

use crate::keyed;
use crate::language::Language;

keyed! {
    /// Light or dark.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Theme {
        /// As the operating system is set.
        #[default]
        Auto = "auto",
        Light = "light",
        Dark = "dark",
    }
}

keyed! {
    /// Whether pieces and pages are animated.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Motion {
        /// As the operating system is set.
        #[default]
        Auto = "auto",
        /// No animation.
        Reduced = "reduced",
        /// All animations.
        Full = "full",
    }
}

/// What a user has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    pub theme: Theme,
    /// Whether moves make a sound.
    pub sound: bool,
    pub motion: Motion,
    pub language: Language,
}

#[cfg(test)]
mod tests {
    use crate::users::preferences::{Motion, Theme};

    #[test]
    fn appearance_keys_round_trip() {
        assert!(Theme::ALL.iter().all(|value| Theme::from_key(value.key()) == Some(*value)));
        assert!(Motion::ALL.iter().all(|value| Motion::from_key(value.key()) == Some(*value)));
        assert_eq!((Theme::from_key("Dark"), Motion::from_key("")), (None, None));
    }
}

//! Appearance: theme, motion, sound and language.

use crate::language::Language;

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $value:ident $key:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$each])* $value,)+ }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// As forms, cookies and the database write it.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$value => $key),+ }
            }

            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.key() == key)
            }
        }
    };
}

choice! {
    /// Light or dark.
    Theme {
        /// As the operating system is set.
        #[default]
        Auto "auto",
        Light "light",
        Dark "dark",
    }
}

choice! {
    /// Whether pieces and pages are animated.
    Motion {
        /// As the operating system is set.
        #[default]
        Auto "auto",
        /// No animation.
        Reduced "reduced",
        /// All animations.
        Full "full",
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
    fn what_is_chosen_reads_back() {
        assert!(Theme::ALL.iter().all(|value| Theme::from_key(value.key()) == Some(*value)));
        assert!(Motion::ALL.iter().all(|value| Motion::from_key(value.key()) == Some(*value)));
        assert_eq!((Theme::from_key("Dark"), Motion::from_key("")), (None, None));
    }
}

//! Appearance: theme, motion, sound and language.

use crate::language::Language;

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $value:ident $key:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$each])* $value,)+ }

        impl $name {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// As forms, cookies and the database write it.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$value => $key),+ }
            }

            /// What this key stands for, if anything.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.key() == key)
            }
        }
    };
}

choice! {
    /// Light or dark.
    Theme {
        /// As the system has it.
        #[default]
        Auto "auto",
        /// Paper.
        Light "light",
        /// Night.
        Dark "dark",
    }
}

choice! {
    /// Whether things are seen to move.
    Motion {
        /// As the system has it.
        #[default]
        Auto "auto",
        /// Nothing moves.
        Reduced "reduced",
        /// Everything does.
        Full "full",
    }
}

/// What somebody has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    /// Light or dark.
    pub theme: Theme,
    /// Whether a move is heard.
    pub sound: bool,
    /// Whether things are seen to move.
    pub motion: Motion,
    /// What is spoken.
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

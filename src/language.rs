//! The languages of the site. Their texts are in [`texts`](crate::texts).

use crate::keyed;

keyed! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Language {
        /// British English.
        #[default]
        English = "en",
        German = "de",
    }
}

impl Language {
    pub const COUNT: usize = Self::ALL.len();

    /// Its own name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// Its index in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn language_keys_round_trip() {
        assert!(Language::ALL.iter().all(|value| Language::from_key(value.key()) == Some(*value)));
        assert!(Language::ALL.iter().enumerate().all(|(at, value)| value.index() == at));
        assert_eq!(Language::from_key("xx"), None);
    }
}

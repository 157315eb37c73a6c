//! The languages of the site. Their texts are in [`texts`](crate::texts).

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// British English.
    #[default]
    English,
    German,
}

impl Language {
    /// All languages, beginning with that of the source.
    pub const ALL: &[Self] = &[Self::English, Self::German];

    pub const COUNT: usize = Self::ALL.len();

    /// As pages, forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Its own name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|language| language.key() == key)
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
    fn languages_read_back() {
        assert!(Language::ALL.iter().all(|value| Language::from_key(value.key()) == Some(*value)));
        assert!(Language::ALL.iter().enumerate().all(|(at, value)| value.index() == at));
        assert_eq!(Language::from_key("xx"), None);
    }
}

//! The languages the site can be read in. What is written in them is in [`texts`](crate::texts).

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// British English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All there are, the one the source is written in first.
    pub const ALL: &[Self] = &[Self::English, Self::German];

    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// As pages, forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// What it calls itself.
    pub const fn title(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// The language with this key, if there is one.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|language| language.key() == key)
    }

    /// Its place in [`Self::ALL`].
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

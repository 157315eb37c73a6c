//! Why a ply is not legal, as translatable text.

use std::fmt;

/// A reason: a text with placeholders, and their values.
///
/// ```
/// use parlour::games::because;
/// let why = because("{from} cannot reach {to}").with("from", "d2").with("to", "f5");
/// assert_eq!(why, "d2 cannot reach f5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReason {
    text: &'static str,
    fillings: Vec<(&'static str, PlaceholderValue)>,
}

/// The value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceholderValue {
    /// A name or a number, which is not translated.
    Name(String),
    /// Words that are translated one by one: "tall", "dark".
    Words(Vec<&'static str>),
}

/// A reason without values.
pub const fn because(text: &'static str) -> RuleReason {
    RuleReason { text, fillings: Vec::new() }
}

impl RuleReason {
    /// The same with a name or a number for a placeholder.
    #[must_use]
    pub fn with(mut self, placeholder: &'static str, name: impl fmt::Display) -> Self {
        self.fillings.push((placeholder, PlaceholderValue::Name(name.to_string())));
        self
    }

    /// The same with words for a placeholder.
    #[must_use]
    pub fn with_words(mut self, placeholder: &'static str, words: impl Into<Vec<&'static str>>) -> Self {
        self.fillings.push((placeholder, PlaceholderValue::Words(words.into())));
        self
    }

    /// The text with its placeholders.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// The values by placeholder.
    pub fn fillings(&self) -> &[(&'static str, PlaceholderValue)] {
        &self.fillings
    }
}

impl fmt::Display for PlaceholderValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Words(words) => f.write_str(&words.join(" ")),
        }
    }
}

impl fmt::Display for RuleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let put = |text: String, (placeholder, filling): &(&str, PlaceholderValue)| {
            text.replace(&format!("{{{placeholder}}}"), &filling.to_string())
        };
        f.write_str(&self.fillings.iter().fold(self.text.to_owned(), put))
    }
}

impl PartialEq<&str> for RuleReason {
    fn eq(&self, other: &&str) -> bool {
        self.to_string() == **other
    }
}

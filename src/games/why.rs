//! Why a ply is not legal, in words that can be said in other languages too.

use std::fmt;

/// Why not: a text with holes, and what goes into them.
///
/// ```
/// use parlour::games::because;
/// let why = because("{from} cannot reach {to}").with("from", "d2").with("to", "f5");
/// assert_eq!(why, "d2 cannot reach f5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleReason {
    text: &'static str,
    fillings: Vec<(&'static str, UnusualFilling)>,
}

/// What goes into a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnusualFilling {
    /// A name or a number, which is the same in every language.
    Name(String),
    /// Words, each of which is another one elsewhere: "tall", "dark".
    Words(Vec<&'static str>),
}

/// A reason, with its holes still open.
pub const fn because(text: &'static str) -> RuleReason {
    RuleReason { text, fillings: Vec::new() }
}

impl RuleReason {
    /// The same with a name or a number in a hole.
    #[must_use]
    pub fn with(mut self, hole: &'static str, name: impl fmt::Display) -> Self {
        self.fillings.push((hole, UnusualFilling::Name(name.to_string())));
        self
    }

    /// The same with words in a hole.
    #[must_use]
    pub fn with_words(mut self, hole: &'static str, words: impl Into<Vec<&'static str>>) -> Self {
        self.fillings.push((hole, UnusualFilling::Words(words.into())));
        self
    }

    /// The text with its holes.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// What goes into them, by their names.
    pub fn fillings(&self) -> &[(&'static str, UnusualFilling)] {
        &self.fillings
    }
}

impl fmt::Display for UnusualFilling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Words(words) => f.write_str(&words.join(" ")),
        }
    }
}

impl fmt::Display for RuleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let put = |text: String, (hole, filling): &(&str, UnusualFilling)| {
            text.replace(&format!("{{{hole}}}"), &filling.to_string())
        };
        f.write_str(&self.fillings.iter().fold(self.text.to_owned(), put))
    }
}

impl PartialEq<&str> for RuleReason {
    fn eq(&self, other: &&str) -> bool {
        self.to_string() == **other
    }
}

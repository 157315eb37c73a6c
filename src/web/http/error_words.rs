//! The message of an error for the user, with its code for the log.

use std::borrow::Cow;
use std::fmt;

/// What a user reads about an error, in their language, and what the log says instead.
#[derive(Debug)]
pub struct ErrorWords {
    code: Option<&'static str>,
    words: Cow<'static, str>,
    detail: Option<String>,
}

impl ErrorWords {
    /// The message of an error with a stable code of its own.
    pub fn coded(code: &'static str, words: impl Into<Cow<'static, str>>) -> Self {
        Self { code: Some(code), ..Self::plain(words.into()) }
    }

    /// Adds what the log says besides the code, in English. It may quote what the client has sent.
    pub fn with_detail(self, detail: String) -> Self {
        Self { detail: Some(detail), ..self }
    }

    /// The code; `None` if the status says enough.
    pub const fn code(&self) -> Option<&'static str> {
        self.code
    }

    /// What the log says besides the code.
    pub fn detail(&self) -> Option<&str> {
        self.detail.as_deref()
    }

    const fn plain(words: Cow<'static, str>) -> Self {
        Self { code: None, words, detail: None }
    }
}

impl fmt::Display for ErrorWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl From<&'static str> for ErrorWords {
    fn from(words: &'static str) -> Self {
        Self::plain(words.into())
    }
}

impl From<String> for ErrorWords {
    fn from(words: String) -> Self {
        Self::plain(words.into())
    }
}

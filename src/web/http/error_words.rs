//! The message of an error for the user, with its code for the log.

use std::borrow::Cow;
use std::fmt;

use crate::tr_format;

/// What a user reads about an error, in their language, and what the log says instead.
#[derive(Debug)]
pub struct ErrorWords {
    code: Option<&'static str>,
    words: Cow<'static, str>,
    detail: Option<String>,
}

impl ErrorWords {
    /// The message of an error with a stable code.
    pub fn coded(code: &'static str, words: impl Into<Cow<'static, str>>) -> Self {
        Self { code: Some(code), ..Self::plain(words.into()) }
    }

    /// Adds details for the log in addition to the code, in English. It may quote what the client has sent.
    pub fn with_detail(self, detail: String) -> Self {
        Self { detail: Some(detail), ..self }
    }

    /// The code; `None` if the status says enough.
    pub const fn code(&self) -> Option<&'static str> {
        self.code
    }

    /// Details for the log in addition to the code.
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

/// How long to wait after too many requests, rounded sensibly.
pub(super) fn wait_in_words(seconds: u64) -> String {
    match seconds {
        0..120 => tr_format!(
            seconds; "Too many attempts. Wait {n} second, then try again.",
            "Too many attempts. Wait {n} seconds, then try again."
        ),
        120..7200 => {
            tr_format!("Too many attempts. Wait {n} minutes, then try again.", n = seconds.div_ceil(60))
        }
        _ => tr_format!("Too many attempts. Wait {n} hours, then try again.", n = seconds.div_ceil(3600)),
    }
}

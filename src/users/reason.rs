//! Why staff do something, in their words.

use std::fmt;

use thiserror::Error;

use super::Act;
use crate::error_codes;
use crate::users::is_bidi_control;

/// A reason: at most 500 characters, none that do not show; empty where none is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason(String);

/// Why something is no reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReasonError {
    /// None was given for what needs one.
    #[error("a reason is missing")]
    Missing,
    /// More than 500 characters.
    #[error("a reason has at most 500 characters")]
    TooLong,
}

error_codes! {
    ReasonError {
        Self::Missing => "missing-reason",
        Self::TooLong => "reason-too-long",
    }
}

impl Reason {
    /// How many characters it has at most.
    pub const LONGEST: u32 = 500;

    /// Reads the reason for an act.
    ///
    /// # Errors
    /// There is none and the act needs one, or it is too long.
    pub fn parse(text: &str, act: Act) -> Result<Self, ReasonError> {
        let is_break = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
        let visible = text.trim().chars().filter(|letter| !is_bidi_control(*letter));
        let text: String = visible.map(|letter| if is_break(letter) { ' ' } else { letter }).collect();
        if text.is_empty() && act.needs_reason() {
            return Err(ReasonError::Missing);
        }
        if text.chars().count() > Self::LONGEST as usize {
            return Err(ReasonError::TooLong);
        }
        Ok(Self(text))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_given_where_it_matters_and_never_endless() {
        let read = |text: &str, act| Reason::parse(text, act).map(|reason| reason.to_string());
        assert_eq!(read("  shouts\r\nat people ", Act::Suspend), Ok("shouts  at people".to_owned()));
        assert_eq!(read("a\u{202e}b\u{2028}c", Act::Suspend), Ok("ab c".to_owned()));
        assert_eq!(read(" \n ", Act::Suspend), Err(ReasonError::Missing));
        assert_eq!(read("", Act::SignOut), Ok(String::new()));
        assert_eq!(read(&"ö".repeat(500), Act::Suspend), Ok("ö".repeat(500)));
        assert_eq!(read(&"ö".repeat(501), Act::SignOut), Err(ReasonError::TooLong));
    }
}

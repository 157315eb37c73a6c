//! Reasons that staff give for their actions.

use std::fmt;

use thiserror::Error;

use super::StaffActionKind;
use crate::error_codes;
use crate::users::visible_text;

/// A reason: at most 500 printable characters; empty where none is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaffReason(String);

/// Why a reason was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StaffReasonError {
    /// The action needs a reason.
    #[error("a reason is missing")]
    Missing,
    #[error("a reason has at most 500 characters")]
    TooLong,
}

error_codes! {
    StaffReasonError {
        Self::Missing => "missing-reason",
        Self::TooLong => "reason-too-long",
    }
}

impl StaffReason {
    /// Maximum length in characters.
    pub const MAX_LENGTH: u32 = 500;

    /// Parses the reason for an action.
    ///
    /// # Errors
    /// The action needs a reason and there is none, or it is too long.
    pub fn parse(text: &str, act: StaffActionKind) -> Result<Self, StaffReasonError> {
        let is_break =
            |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
        let text = visible_text(&text.replace(is_break, " "));
        if text.is_empty() && act.needs_reason() {
            return Err(StaffReasonError::Missing);
        }
        if text.chars().count() > Self::MAX_LENGTH as usize {
            return Err(StaffReasonError::TooLong);
        }
        Ok(Self(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StaffReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_required_for_serious_actions_and_bounded() {
        let read = |text: &str, act| StaffReason::parse(text, act).map(|reason| reason.to_string());
        assert_eq!(
            read("  shouts\r\nat people ", StaffActionKind::Suspend),
            Ok("shouts  at people".to_owned())
        );
        assert_eq!(read("a\u{202e}b\u{2028}c", StaffActionKind::Suspend), Ok("ab c".to_owned()));
        assert_eq!(read(" \n ", StaffActionKind::Suspend), Err(StaffReasonError::Missing));
        assert_eq!(read("\u{202e} \u{0}\u{200f}", StaffActionKind::Suspend), Err(StaffReasonError::Missing));
        assert_eq!(read("", StaffActionKind::SignOut), Ok(String::new()));
        assert_eq!(read(&"ö".repeat(500), StaffActionKind::Suspend), Ok("ö".repeat(500)));
        assert_eq!(read(&"ö".repeat(501), StaffActionKind::SignOut), Err(StaffReasonError::TooLong));
    }
}

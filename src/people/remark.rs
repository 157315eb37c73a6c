//! What the house has to say to somebody.

use crate::now::Moment;

/// Something the house has to say to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its number.
    pub id: i64,
    /// When it was said.
    pub at: Moment,
    /// Whether it is about something they did, and not an answer to them.
    pub is_warning: bool,
    /// What is said.
    pub text: String,
}

//! Sanctions: what a user may not do for a time.

use super::{StaffReason, Suspension};
use crate::now::Moment;

/// A mute: a user may not write chat messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveChatBan {
    pub until: Moment,
    /// Why, in words that they read.
    pub why: String,
}

impl ActiveChatBan {
    /// Whether it is in force. It ends by itself at its time.
    pub fn holds_at(&self, now: Moment) -> bool {
        now < self.until
    }
}

/// Everything a user is kept from at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sanctions {
    /// They can neither play nor write.
    pub suspension: Option<Suspension>,
    /// They cannot write chat messages.
    pub mute: Option<ActiveChatBan>,
}

impl Sanctions {
    /// Whether they may write chat messages.
    pub const fn allow_chat(&self) -> bool {
        self.suspension.is_none() && self.mute.is_none()
    }
}

/// A chat message that a moderator wants removed.
#[derive(Clone, Debug)]
pub struct MessageRemoval {
    /// The number of the message.
    pub message: i64,
    /// The report it follows from; without one the moderator has to be able to read the chat.
    pub report: Option<i64>,
    /// Why; may be empty.
    pub why: StaffReason,
}

//! Sanctions: what a user may not do for a time.

use std::sync::Arc;

use super::reason::StaffReason;
use crate::now::Moment;

/// A suspended user can read, but neither play nor write. So can one whose account has yet to be approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    pub since: Moment,
    /// When it ends; `None` if only staff can end it.
    pub until: Option<Moment>,
    /// The reason, which the user reads; `None` while the account awaits approval.
    pub reason: Option<Arc<str>>,
}

impl Suspension {
    /// Whether it is that of an account that awaits approval.
    pub const fn awaits_approval(&self) -> bool {
        self.reason.is_none()
    }

    /// Whether it is in force. It ends when its time is over.
    pub fn holds_at(&self, now: Moment) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// A mute: a user may not write chat messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveChatBan {
    pub until: Moment,
    /// The reason, which the user reads.
    pub reason: String,
}

impl ActiveChatBan {
    /// Whether it is in force. It ends when its time is over.
    pub fn holds_at(&self, now: Moment) -> bool {
        now < self.until
    }
}

/// The sanctions on a user at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sanctions {
    /// Bars them from playing and chatting.
    pub suspension: Option<Suspension>,
    /// Bars them from chatting.
    pub mute: Option<ActiveChatBan>,
}

impl Sanctions {
    pub const fn allow_chat(&self) -> bool {
        self.suspension.is_none() && self.mute.is_none()
    }
}

/// A chat message that a moderator wants removed.
#[derive(Clone, Debug)]
pub struct MessageRemoval {
    /// The number of the message.
    pub message: i64,
    /// The report it follows from; without one, the moderator has to have access to the chat.
    pub report: Option<i64>,
    /// The reason; may be empty.
    pub reason: StaffReason,
}

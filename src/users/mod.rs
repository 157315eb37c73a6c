//! Users: ids, roles, suspensions, preferences, staff actions and audit entries. Pure.
//!
//! ```
//! use parlour::users::{StaffActionKind, StaffRank, StaffActionError, Role, UserId, may};
//! let (mod_, admin) = (StaffRank::new(UserId(1), Role::Moderator), StaffRank::new(UserId(2), Role::Admin));
//! assert_eq!(may(admin, StaffActionKind::Suspend, Some(mod_)), Ok(()));
//! assert_eq!(may(mod_, StaffActionKind::Suspend, Some(admin)), Err(StaffActionError::Peer));
//! ```

mod announcement;
mod audit_entry;
mod bidi;
mod factor_change;
mod identity;
mod kind;
pub mod preferences;
mod reason;
mod recorded_action;
mod report;
mod sanctions;
mod signature;
mod staff_action;
mod staff_error;
mod staff_message;
mod staff_views;
mod statistics;

use std::fmt;
use std::sync::Arc;

pub use announcement::{Announcement, AnnouncementTone, DismissedAnnouncements};
pub use audit_entry::{AuditActor, AuditEntry, AuditHash, AuditNote, WITHOUT_END, to_the_minute};
pub use bidi::is_bidi_control;
pub use factor_change::FactorChange;
pub use identity::{
    FORMER, UNKNOWN, UserId, UserNames, UserSummary, bot_name, bot_title, guest_name, is_bot_name,
    is_guest_name,
};
pub use kind::UserKind;
pub use reason::{StaffReason, StaffReasonError};
pub use recorded_action::RecordedAction;
pub use report::{
    Report, ReportParties, ReportReason, ReportSettlement, ReportSubject, ReportVerdict, SettledReport,
};
pub use sanctions::{ActiveChatBan, MessageRemoval, Sanctions};
pub use signature::{AuditKey, AuditLogEnd};
pub use staff_action::{StaffAction, StaffActionKind, may};
pub use staff_error::{StaffActionError, StaffErrorClass};
pub use staff_message::{StaffMessage, StaffMessageContent};
pub use staff_views::{ReportDetails, SignupInvitation, UserCard, UserFile, UserFilter};
pub use statistics::{DayStatistics, GameStatistics, SiteStatistics};

use crate::now::Moment;

/// What somebody is in the site. Who is more may do what who is less may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Somebody who plays.
    #[default]
    Player,
    /// Somebody who looks after the players.
    Moderator,
    /// Somebody who looks after the site.
    Admin,
}

impl Role {
    /// All of them, the least first.
    pub const ALL: [Role; 3] = [Role::Player, Role::Moderator, Role::Admin];

    /// As forms, the command line and the database write it, and as people say it.
    pub const fn key(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        }
    }

    /// The role with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.key() == key)
    }

    /// Whether somebody with this role looks after others.
    pub const fn is_staff(self) -> bool {
        !matches!(self, Role::Player)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Somebody with their role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffRank {
    pub user: UserId,
    /// What they are.
    pub role: Role,
}

impl StaffRank {
    /// Somebody with their role.
    pub const fn new(user: UserId, role: Role) -> Self {
        Self { user, role }
    }
}

/// How somebody stands with the site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountStanding {
    /// The kind of account.
    pub kind: UserKind,
    /// What they are.
    pub role: Role,
    /// Whether they have to stand aside. One that is over may still be noted: see [`AccountStanding::at`].
    pub suspended: Option<Suspension>,
    /// Whether they may not write chat messages, where that was looked up. One that is over may still be noted.
    pub muted: Option<ActiveChatBan>,
}

impl AccountStanding {
    /// How they stand at a moment: a suspension or mute that is over by then is gone.
    #[must_use]
    pub fn at(self, now: Moment) -> Self {
        Self {
            suspended: self.suspended.filter(|suspension| suspension.holds_at(now)),
            muted: self.muted.filter(|mute| mute.holds_at(now)),
            ..self
        }
    }

    /// What they are kept from.
    pub fn sanctions(&self) -> Sanctions {
        Sanctions { suspension: self.suspended.clone(), mute: self.muted.clone() }
    }
}

/// Somebody has to stand aside: they can look and read what is theirs, but neither play nor talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    pub since: Moment,
    /// Until when; `None` until somebody ends it.
    pub until: Option<Moment>,
    /// Why, in words that they read.
    pub reason: Arc<str>,
}

impl Suspension {
    /// Whether it is in force. It ends by itself at its time.
    pub fn holds_at(&self, now: Moment) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_read_back_and_are_in_order() {
        for role in Role::ALL {
            assert_eq!(Role::from_key(role.key()), Some(role));
        }
        assert!(Role::ALL.is_sorted());
        assert_eq!(Role::from_key("Admin"), None);
        assert_eq!(Role::from_key("root"), None);
    }

    #[test]
    fn a_suspension_ends_by_itself_at_its_time() {
        let suspended = |until| AccountStanding {
            kind: UserKind::Person,
            role: Role::Player,
            suspended: Some(Suspension { since: Moment(5), until, reason: "shouting".into() }),
            muted: None,
        };
        assert!(suspended(Some(Moment(10))).at(Moment(9)).suspended.is_some());
        assert!(suspended(Some(Moment(10))).at(Moment(10)).suspended.is_none());
        assert!(suspended(None).at(Moment(i64::MAX)).suspended.is_some());
    }
}

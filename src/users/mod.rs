//! Users: ids, roles, suspensions, preferences, staff actions and audit entries. Pure.
//!
//! ```
//! use parlour::users::{StaffActionKind, StaffRank, StaffActionError, Role, UserId, check_permission};
//! let (mod_, admin) = (StaffRank::new(UserId(1), Role::Moderator), StaffRank::new(UserId(2), Role::Admin));
//! assert_eq!(check_permission(admin, StaffActionKind::Suspend, Some(mod_)), Ok(()));
//! assert_eq!(check_permission(mod_, StaffActionKind::Suspend, Some(admin)), Err(StaffActionError::Peer));
//! ```

mod announcement;
mod audit_entry;
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
mod visible_text;

use std::fmt;
use std::sync::Arc;

pub use announcement::{Announcement, AnnouncementTone, DismissedAnnouncements};
pub use audit_entry::{AuditActor, AuditEntry, AuditHash, AuditNote, WITHOUT_END, to_the_minute};
pub use factor_change::FactorChange;
pub use identity::{
    FORMER, UNKNOWN, UserId, UserNames, UserSummary, bot_name, bot_title, guest_name, is_bot_name,
    is_guest_name, look_alike_key,
};
pub use kind::UserKind;
pub use reason::{StaffReason, StaffReasonError};
pub use recorded_action::RecordedStanding;
pub use report::{
    PastStaffAction, Report, ReportParties, ReportReason, ReportSettlement, ReportSubject, ReportVerdict,
};
pub use sanctions::{ActiveChatBan, MessageRemoval, Sanctions};
pub use signature::{AuditKey, AuditLogEnd};
pub use staff_action::{StaffAction, StaffActionKind, check_permission};
pub use staff_error::{StaffActionError, StaffErrorClass};
pub use staff_message::{StaffMessage, StaffMessageContent};
pub use staff_views::{ListedAuditEntry, SignupInvitation, UserCard, UserFile, UserFilter};
pub use statistics::{DayStatistics, GameStatistics, SiteStatistics};
pub use visible_text::{is_invisible, visible_text};

use crate::now::Moment;

/// The role of a user. A role may do everything that lower roles may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    #[default]
    Player,
    /// Looks after the players.
    Moderator,
    /// Administers the site.
    Admin,
}

impl Role {
    /// All roles, lowest first.
    pub const ALL: [Role; 3] = [Role::Player, Role::Moderator, Role::Admin];

    /// As forms, the command line, the database and sentences write it.
    pub const fn key(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.key() == key)
    }

    /// Whether this is a moderator or admin.
    pub const fn is_staff(self) -> bool {
        !matches!(self, Role::Player)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A user with their role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffRank {
    pub user: UserId,
    pub role: Role,
}

impl StaffRank {
    pub const fn new(user: UserId, role: Role) -> Self {
        Self { user, role }
    }
}

/// Role and sanctions of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountStanding {
    /// The kind of account.
    pub kind: UserKind,

    pub role: Role,
    /// The suspension. It may be over already: see [`AccountStanding::at`].
    pub suspended: Option<Suspension>,
    /// The chat ban, where it was loaded. It may be over already.
    pub muted: Option<ActiveChatBan>,
}

impl AccountStanding {
    /// The standing at a moment, without sanctions that are over by then.
    #[must_use]
    pub fn at(self, now: Moment) -> Self {
        Self {
            suspended: self.suspended.filter(|suspension| suspension.holds_at(now)),
            muted: self.muted.filter(|mute| mute.holds_at(now)),
            ..self
        }
    }

    /// The sanctions.
    pub fn sanctions(&self) -> Sanctions {
        Sanctions { suspension: self.suspended.clone(), mute: self.muted.clone() }
    }
}

/// A suspended user can read, but neither play nor write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    pub since: Moment,
    /// When it ends; `None` if only staff can end it.
    pub until: Option<Moment>,
    /// The reason, which the user reads.
    pub reason: Arc<str>,
}

impl Suspension {
    /// Whether it is in force. It ends when its time is over.
    pub fn holds_at(&self, now: Moment) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn role_keys_round_trip_and_roles_are_ordered() {
        for role in Role::ALL {
            assert_eq!(Role::from_key(role.key()), Some(role));
        }
        assert!(Role::ALL.is_sorted());
        assert_eq!(Role::from_key("Admin"), None);
        assert_eq!(Role::from_key("root"), None);
    }

    #[test]
    fn a_suspension_ends_at_its_time() {
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

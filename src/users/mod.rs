//! Users: ids, roles, suspensions, preferences, staff actions and audit entries. Pure.
//!
//! ```
//! use parlour::users::{StaffActionKind, StaffRank, StaffActionError, Role, UserId, check_permission};
//! let (mod_, admin) = (StaffRank::new(UserId(1), Role::Moderator), StaffRank::new(UserId(2), Role::Admin));
//! assert_eq!(check_permission(admin, StaffActionKind::Suspend, Some(mod_)), Ok(()));
//! assert_eq!(check_permission(mod_, StaffActionKind::Suspend, Some(admin)), Err(StaffActionError::Peer));
//! ```

mod account_import;
mod announcement;
mod audit_entry;
mod factor_change;
mod identity;
mod kind;
pub mod preferences;
mod reason;
mod report;
mod role;
mod sanctions;
mod site_settings;
mod staff_action;
mod staff_error;
mod staff_message;
mod staff_views;
mod standing;
mod statistics;
mod visible_text;

pub use account_import::{AccountImport, ImportedAccount, NewAccountEmailState};
pub use announcement::{Announcement, AnnouncementTone, DismissedAnnouncements};
pub use audit_entry::{AuditActor, AuditEntry, AuditNote, WITHOUT_END, to_the_minute};
pub use factor_change::FactorChange;
pub use identity::{
    FORMER, UNKNOWN, UserId, UserNames, UserSummary, bot_name, bot_title, device_player,
    device_player_number, guest_name, is_bot_name, is_guest_name, look_alike_key, name_key,
};
pub use kind::UserKind;
pub use reason::{StaffReason, StaffReasonError};
pub use report::{
    PastStaffAction, Report, ReportParties, ReportReason, ReportSettlement, ReportSubject, ReportVerdict,
};
pub use role::{Role, StaffRank};
pub use sanctions::{ActiveChatBan, MessageRemoval, Sanctions, Suspension};
pub use site_settings::{
    HostPage, RegistrationMode, SiteSetting, SiteSettingError, SiteSettings, SiteVisibility,
};
pub use staff_action::{StaffAction, StaffActionKind, check_permission};
pub use staff_error::{StaffActionError, StaffErrorClass};
pub use staff_message::{StaffMessage, StaffMessageContent};
pub use staff_views::{SignupInvitation, UserCard, UserFile, UserFilter, UserOrder, UserSelection};
pub use standing::AccountStanding;
pub use statistics::{DayStatistics, GameStatistics, SiteStatistics};
pub use visible_text::{is_invisible, is_mark, visible_text};

//! What users have chosen: how the site looks, how they play, and how they are notified. Pure.

mod absence;
mod appearance;
mod notices;
mod play;
mod user_settings;
mod zone_aliases;

pub use absence::{Absence, AbsenceError};
pub use appearance::{Appearance, Motion, Theme};
pub use notices::{
    EmailAddress, EmailAddressError, EmailFrequency, FeedKind, NoticeChannel, NoticePreferences, QuietHours,
    TimeZoneName, ZoneArea,
};
pub use play::{MoveConfirmation, PlayPreferences};
pub use user_settings::UserSettings;

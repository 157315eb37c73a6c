//! What staff do: reports, sanctions, announcements, and the audit log.

pub(super) mod announcements;
pub(super) mod audit;
pub(super) mod message_removal;
pub(super) mod open_reports;
pub(super) mod reports;
pub(super) mod sanctions;
pub(super) mod secret_key;
pub(super) mod settlements;
pub(super) mod site_settings;
pub(super) mod staff;
pub(super) mod staff_messages;

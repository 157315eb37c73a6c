//! Users with their accounts, sessions and settings.

pub(super) mod absences;
pub(super) mod account;
pub(super) mod account_imports;
pub(super) mod applications;
pub(super) mod bookmarks;
pub(super) mod bots;
pub(super) mod deletions;
pub(super) mod email_settings;
pub(super) mod external_identities;
pub(super) mod guests;
pub(super) mod opponents;
pub(super) mod page_data;
pub(super) mod passkeys;
pub(super) mod passwords;
pub(super) mod players;
pub(super) mod relations;
pub(super) mod sessions;
pub(super) mod signup_invitations;
pub(super) mod time_zones;
pub(super) mod two_factor;
pub(super) mod user_lists;
pub(super) mod user_settings;
pub(super) mod usernames;
pub(super) mod users;

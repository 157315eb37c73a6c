//! What staff see of users, invitations and the audit log.

use super::AccountStanding;
use crate::keyed;
use crate::now::Moment;
use crate::users::UserSummary;

keyed! {
    /// Which users a list shows. Guests are among them where it says so, and where a name is searched for.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum UserSelection {
        #[default]
        Everyone = "everyone",
        Admins = "admin",
        Moderators = "moderator",
        Players = "player",
        /// Users whose accounts await approval.
        Waiting = "waiting",
        /// Suspended users, guests among them.
        Suspended = "suspended",
        /// Muted users, guests among them.
        Muted = "muted",
        /// Users with open reports about them, guests among them.
        Reported = "reported",
        /// Users with an email address that they have not confirmed.
        Unconfirmed = "unconfirmed",
        Guests = "guests",
    }
}

keyed! {
    /// The order of a list of users.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum UserOrder {
        #[default]
        Name = "name",
        /// Latest account first.
        Newest = "newest",
        /// Latest visit first.
        LastSeen = "seen",
    }
}

/// The filter and page of a list of users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// Part of the name, in any case.
    pub part: String,
    pub selection: UserSelection,
    pub order: UserOrder,
    /// How many come before the page.
    pub from: u32,
}

/// A user in a list.
#[derive(Clone, Debug)]
pub struct UserCard {
    pub person: UserSummary,
    pub standing: AccountStanding,
    /// When the account was created.
    pub since: Moment,
    pub is_muted: bool,
    /// How many open reports are about them.
    pub reports: u32,
    /// When they last used the site, to the hour; `None` after a long absence.
    pub last_seen_at: Option<Moment>,
    /// What they wrote when they applied for an account, while it awaits approval; may be empty.
    pub application: Option<String>,
    /// The former name by which they were found, in lower case.
    pub former: Option<String>,
}

/// What staff see of one user.
#[derive(Clone, Debug)]
pub struct UserFile {
    pub card: UserCard,
    /// Number of open sessions.
    pub sessions: u32,
    /// The note of the sign-up link they used.
    pub came_by: Option<String>,
    /// Their previous usernames, latest first.
    pub called: Vec<String>,
    /// Whether they have an email address; `Some(false)` if it is not confirmed.
    pub email: Option<bool>,
    /// Whether codes of an authenticator app are asked for.
    pub has_app: bool,
    pub passkeys: u32,
}

/// A sign-up link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignupInvitation {
    pub id: i64,
    /// Who created it; `None` once their account is deleted.
    pub created_by: Option<String>,
    pub created_at: Moment,
    pub expires_at: Moment,
    /// How many people can sign up with it.
    pub max_uses: u32,
    /// How many have signed up with it.
    pub uses: u32,
    pub revoked_at: Option<Moment>,
    /// Who it is for, in the words of its creator.
    pub note: String,
    /// The latest few who signed up with it.
    pub came: Vec<String>,
}

impl SignupInvitation {
    /// Whether it can still be used.
    pub fn counts_at(&self, now: Moment) -> bool {
        self.revoked_at.is_none() && self.uses < self.max_uses && now < self.expires_at
    }
}

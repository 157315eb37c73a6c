//! What staff see of users, invitations and the audit log.

use super::{AccountStanding, AuditEntry, AuditHash, Role};
use crate::now::Moment;
use crate::users::UserSummary;

/// Whom a list is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// Only those with this in their name, in whatever case.
    pub part: String,
    /// Only those who are this.
    pub role: Option<Role>,
    /// Only those who are suspended.
    pub suspended: bool,
    /// From behind this name on.
    pub after: String,
}

/// Somebody in a list.
#[derive(Clone, Debug)]
pub struct UserCard {
    pub person: UserSummary,
    /// How they stand with the site.
    pub standing: AccountStanding,
    /// Since when they have an account.
    pub since: Moment,
    /// When they were last here, to the hour; unknown for those who have not been for long.
    pub seen_at: Option<Moment>,
}

/// What staff see of one.
#[derive(Clone, Debug)]
pub struct UserFile {
    /// As in a list.
    pub card: UserCard,
    /// In how many browsers they are signed in.
    pub sessions: u32,
    /// The words on the invitation they came by.
    pub came_by: Option<String>,
    /// What they were called before, the latest first.
    pub called: Vec<String>,
}

/// An invitation to the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignupInvitation {
    pub id: i64,
    /// Who made it; nobody, once they are gone.
    pub made_by: Option<String>,
    pub made_at: Moment,
    /// When it no longer counts.
    pub expires_at: Moment,
    /// For how many.
    pub places: u32,
    /// How many have come by it.
    pub taken: u32,
    /// When it was taken back.
    pub revoked_at: Option<Moment>,
    /// For whom it is, in the words of whoever made it.
    pub note: String,
    /// The names of those who came by it, the latest few.
    pub came: Vec<String>,
}

impl SignupInvitation {
    /// Whether somebody can still come by it.
    pub fn counts_at(&self, now: Moment) -> bool {
        self.revoked_at.is_none() && self.taken < self.places && now < self.expires_at
    }
}

/// An entry as it is shown and handed out: with the hash that ties it to the one before, and the names people have now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportDetails {
    pub entry: AuditEntry,
    pub hash: AuditHash,
    /// Its signature, if it has one.
    pub mac: Option<Vec<u8>>,
    /// What whoever did it is called; nobody for the command line.
    pub by: Option<String>,
    /// What whom it befell is called.
    pub whom: Option<String>,
}

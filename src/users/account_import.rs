//! Accounts that an admin creates at once, from a list.

use super::UserSummary;
use crate::now::Moment;

/// An import of accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountImport {
    pub id: i64,
    /// The name of the admin who made it.
    pub created_by: String,
    pub created_at: Moment,
    /// How many accounts were created.
    pub accounts: u32,
    /// When the accounts that nobody had used were removed.
    pub undone_at: Option<Moment>,
}

/// The state of the email that tells a user of their new account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewAccountEmailState {
    Waiting,
    Sent,
    /// Refused or given up.
    Failed,
}

/// An account of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedAccount {
    pub person: UserSummary,
    pub has_signed_in: bool,
    /// Whether they have a seat in a match, which may be an invitation.
    pub has_matches: bool,
    /// The email to them, if there is one.
    pub email: Option<NewAccountEmailState>,
}

impl ImportedAccount {
    /// Whether undoing the import removes it.
    pub const fn is_unused(&self) -> bool {
        !self.has_signed_in && !self.has_matches
    }
}

//! Roles of users.

use std::fmt;

use super::identity::UserId;
use crate::keyed;

keyed! {
    /// The role of a user. A role may do everything that lower roles may.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Role {
        #[default]
        Player = "player",
        /// Looks after the players.
        Moderator = "moderator",
        /// Administers the site.
        Admin = "admin",
    }
}

impl Role {
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
}

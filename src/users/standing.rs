//! Role and sanctions of an account.

use super::kind::UserKind;
use super::role::Role;
use super::sanctions::{ActiveChatBan, Sanctions, Suspension};
use crate::now::Moment;

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

    /// Whether the account has yet to be approved by staff.
    pub fn awaits_approval(&self) -> bool {
        self.suspended.as_ref().is_some_and(Suspension::awaits_approval)
    }

    /// The sanctions.
    pub fn sanctions(&self) -> Sanctions {
        Sanctions { suspension: self.suspended.clone(), mute: self.muted.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suspension_ends_at_its_time() {
        let suspended = |until| AccountStanding {
            kind: UserKind::Person,
            role: Role::Player,
            suspended: Some(Suspension { since: Moment(5), until, reason: Some("shouting".into()) }),
            muted: None,
        };
        assert!(suspended(Some(Moment(10))).at(Moment(9)).suspended.is_some());
        assert!(suspended(Some(Moment(10))).at(Moment(10)).suspended.is_none());
        assert!(suspended(None).at(Moment(i64::MAX)).suspended.is_some());
    }
}

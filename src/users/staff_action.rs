//! Staff actions, and who may perform them on whom.

use super::{Role, StaffActionError, StaffRank};
use crate::now::Moment;

macro_rules! acts {
    ($($(#[$doc:meta])* $name:ident $key:literal $least:ident;)+) => {
        /// An action of staff. Each is recorded in the audit log.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum StaffActionKind { $($(#[$doc])* $name),+ }

        impl StaffActionKind {
            /// All actions.
            pub const ALL: &[StaffActionKind] = &[$(StaffActionKind::$name),+];

            /// As URLs and the database write it.
            pub const fn key(self) -> &'static str {
                match self { $(StaffActionKind::$name => $key),+ }
            }

            /// Whether it can be done to a guest, who has no password, email address or chosen name.
            pub const fn applies_to_guests(self) -> bool {
                use StaffActionKind::{DeleteAccount, EndMute, EndSuspension, Mute, Note, SignOut, Suspend};
                matches!(self, Note | Suspend | EndSuspension | Mute | EndMute | SignOut | DeleteAccount)
            }

            /// The lowest role that may do it.
            pub const fn least(self) -> Role {
                match self { $(StaffActionKind::$name => Role::$least),+ }
            }
        }
    };
}

acts! {
    CreateAccount "create-account" Admin;
    /// Created accounts from a list.
    ImportAccounts "import-accounts" Admin;
    /// Created links to choose a password, on cards, for users of an import.
    CreateCards "create-cards" Admin;
    /// Removed the accounts of an import that nobody had used.
    UndoImport "undo-import" Admin;
    /// Wrote a note about a user for other staff.
    Note "note" Moderator;
    /// Let a user in who had applied for an account.
    Approve "approve" Moderator;
    Suspend "suspend" Moderator;
    EndSuspension "end-suspension" Moderator;
    Rename "rename" Admin;
    ChangeRole "change-role" Admin;
    /// Ended all sessions of a user.
    SignOut "sign-out" Moderator;
    /// Created a link to reset a user's password.
    ResetLink "reset-link" Admin;
    /// Set a user's password at the command line.
    ResetPassword "reset-password" Admin;
    /// Removed the second factors of a user.
    RemoveFactors "remove-factors" Admin;
    DeleteAccount "delete-account" Admin;
    /// Banned a user from chat.
    Mute "mute" Moderator;
    /// Lifted a chat ban.
    EndMute "end-mute" Moderator;
    AbortMatch "abort-match" Moderator;
    /// Set the result of a match.
    AdjudicateMatch "adjudicate-match" Moderator;
    RemoveMessage "remove-message" Moderator;
    /// Sent a user a warning.
    Warn "warn" Moderator;
    /// Opened a report and what belongs to it.
    LookIntoReport "look-into-report" Moderator;
    SettleReport "settle-report" Moderator;
    /// Opened a settled report again.
    ReopenReport "reopen-report" Moderator;
    /// Published an announcement.
    Announce "announce" Admin;
    EndAnnouncement "end-announcement" Admin;
    /// Created a sign-up link.
    MakeInvitation "make-invitation" Admin;
    /// Revoked a sign-up link.
    RevokeInvitation "revoke-invitation" Admin;
    /// Changed settings of the site.
    ChangeSite "change-site" Admin;
    /// Accepted another secret key at the command line.
    AcceptKey "accept-key" Admin;
}

impl StaffActionKind {
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|act| act.key() == key)
    }

    /// Whether a reason has to be given.
    pub const fn needs_reason(self) -> bool {
        matches!(
            self,
            StaffActionKind::Note
                | StaffActionKind::Suspend
                | StaffActionKind::Rename
                | StaffActionKind::ChangeRole
                | StaffActionKind::RemoveFactors
                | StaffActionKind::DeleteAccount
                | StaffActionKind::Mute
                | StaffActionKind::Warn
                | StaffActionKind::AbortMatch
                | StaffActionKind::AdjudicateMatch
        )
    }

    /// Whether staff may do it to themselves.
    const fn to_oneself(self) -> bool {
        matches!(self, StaffActionKind::Rename)
    }
}

/// Whether a member of staff may perform an action, on a user or on the site. The database ensures that an admin is
/// left.
///
/// # Errors
/// Why it is not permitted.
pub fn check_permission(
    actor: StaffRank,
    act: StaffActionKind,
    target: Option<StaffRank>,
) -> Result<(), StaffActionError> {
    if actor.role < act.least() {
        return Err(StaffActionError::NotYours);
    }
    match target {
        Some(target) if target.user == actor.user && !act.to_oneself() => Err(StaffActionError::Oneself),
        Some(target) if actor.role < Role::Admin && target.role.is_staff() => Err(StaffActionError::Peer),
        _ => Ok(()),
    }
}

/// An action on a user, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffAction {
    /// Write a note for other staff: the reason.
    Note,
    /// Suspend until a moment, or until staff end it.
    Suspend {
        until: Option<Moment>,
        /// Whether a suspension may be changed; otherwise that of a suspended user is refused.
        changes: bool,
    },
    EndSuspension,
    /// Let a user in who has applied for an account.
    Approve,
    Rename {
        name: String,
        /// The name in lower case, by which names are compared.
        key: String,
    },
    /// Change the role, and end all sessions.
    ChangeRole {
        /// The role that the actor saw, against conflicting changes; `None` from the command line.
        from: Option<Role>,
        to: Role,
    },
    /// End all sessions.
    SignOut,
    /// Remove all second factors, for a user who has lost them.
    RemoveFactors {
        /// The outbox key of the email to the user; `None` if no mail is sent.
        email: Option<String>,
    },
}

impl StaffAction {
    pub const fn act(&self) -> StaffActionKind {
        match self {
            StaffAction::Note => StaffActionKind::Note,
            StaffAction::Suspend { .. } => StaffActionKind::Suspend,
            StaffAction::EndSuspension => StaffActionKind::EndSuspension,
            StaffAction::Approve => StaffActionKind::Approve,
            StaffAction::Rename { .. } => StaffActionKind::Rename,
            StaffAction::ChangeRole { .. } => StaffActionKind::ChangeRole,
            StaffAction::SignOut => StaffActionKind::SignOut,
            StaffAction::RemoveFactors { .. } => StaffActionKind::RemoveFactors,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::users::UserId;

    const fn ranked(user: i64, role: Role) -> StaffRank {
        StaffRank::new(UserId(user), role)
    }

    #[test]
    fn staff_action_keys_round_trip() {
        for act in StaffActionKind::ALL {
            assert_eq!(StaffActionKind::from_key(act.key()), Some(*act));
        }
        assert_eq!(StaffActionKind::from_key(""), None);
    }

    #[test]
    fn players_have_no_staff_actions() {
        for act in StaffActionKind::ALL {
            for target in [None, Some(ranked(1, Role::Player)), Some(ranked(2, Role::Player))] {
                assert_eq!(
                    check_permission(ranked(1, Role::Player), *act, target),
                    Err(StaffActionError::NotYours),
                    "{act:?}"
                );
            }
        }
    }

    #[test]
    fn moderators_act_on_players_only() {
        let moderator = ranked(1, Role::Moderator);
        for act in [
            StaffActionKind::Note,
            StaffActionKind::Suspend,
            StaffActionKind::EndSuspension,
            StaffActionKind::Approve,
            StaffActionKind::SignOut,
            StaffActionKind::Mute,
            StaffActionKind::EndMute,
        ] {
            assert_eq!(check_permission(moderator, act, Some(ranked(2, Role::Player))), Ok(()), "{act:?}");
            assert_eq!(
                check_permission(moderator, act, Some(ranked(2, Role::Moderator))),
                Err(StaffActionError::Peer),
                "{act:?}"
            );
            assert_eq!(
                check_permission(moderator, act, Some(ranked(2, Role::Admin))),
                Err(StaffActionError::Peer),
                "{act:?}"
            );
        }
        for act in [
            StaffActionKind::Rename,
            StaffActionKind::ChangeRole,
            StaffActionKind::ResetLink,
            StaffActionKind::DeleteAccount,
            StaffActionKind::MakeInvitation,
        ] {
            assert_eq!(
                check_permission(moderator, act, Some(ranked(2, Role::Player))),
                Err(StaffActionError::NotYours),
                "{act:?}"
            );
        }
    }

    #[test]
    fn admins_act_on_everyone_but_themselves() {
        let admin = ranked(1, Role::Admin);
        for act in StaffActionKind::ALL {
            for role in Role::ALL {
                assert_eq!(check_permission(admin, *act, Some(ranked(2, role))), Ok(()), "{act:?}");
            }
            let own = if *act == StaffActionKind::Rename { Ok(()) } else { Err(StaffActionError::Oneself) };
            assert_eq!(check_permission(admin, *act, Some(admin)), own, "{act:?}");
        }
    }
}

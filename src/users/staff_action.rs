//! Staff actions, and who may perform them on whom.

use super::{Role, StaffActionError, StaffRank};
use crate::now::Moment;

macro_rules! acts {
    ($($(#[$doc:meta])* $name:ident $key:literal $least:ident;)+) => {
        /// Something that staff do. Each goes into the log of the site.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum StaffActionKind { $($(#[$doc])* $name),+ }

        impl StaffActionKind {
            /// All of them.
            pub const ALL: &[StaffActionKind] = &[$(StaffActionKind::$name),+];

            /// As addresses and the database write it.
            pub const fn key(self) -> &'static str {
                match self { $(StaffActionKind::$name => $key),+ }
            }

            /// Whether it can be done to a guest, who has no password, email address or chosen name.
            pub const fn applies_to_guests(self) -> bool {
                use StaffActionKind::{DeleteAccount, EndMute, EndSuspension, Mute, SignOut, Suspend};
                matches!(self, Suspend | EndSuspension | Mute | EndMute | SignOut | DeleteAccount)
            }

            /// What the least may be who do it.
            pub const fn least(self) -> Role {
                match self { $(StaffActionKind::$name => Role::$least),+ }
            }
        }
    };
}

acts! {
    /// Made an account at the command line.
    CreateAccount "create-account" Admin;
    /// Made somebody stand aside.
    Suspend "suspend" Moderator;
    /// Let somebody back before the time.
    EndSuspension "end-suspension" Moderator;
    /// Gave somebody another name.
    Rename "rename" Admin;
    /// Made somebody a player, moderator or admin.
    ChangeRole "change-role" Admin;
    /// Ended all sessions of somebody.
    SignOut "sign-out" Moderator;
    /// Made a link by which somebody chooses another password.
    ResetLink "reset-link" Admin;
    /// Gave somebody another password at the command line.
    ResetPassword "reset-password" Admin;
    /// Took away what somebody signs in with besides their password.
    RemoveFactors "remove-factors" Admin;
    /// Deleted somebody's account.
    DeleteAccount "delete-account" Admin;
    /// Kept somebody from talking.
    Mute "mute" Moderator;
    /// Let somebody talk again.
    EndMute "end-mute" Moderator;
    /// Called a match off.
    AbortMatch "abort-match" Moderator;
    /// Decided how a match ends.
    AdjudicateMatch "adjudicate-match" Moderator;
    /// Chat message removed.
    RemoveMessage "remove-message" Moderator;
    /// Warned somebody.
    Warn "warn" Moderator;
    /// Looked into what somebody has reported.
    LookIntoReport "look-into-report" Moderator;
    /// Settled what somebody has reported.
    SettleReport "settle-report" Moderator;
    /// Told everybody something.
    Announce "announce" Admin;
    /// Took down what everybody was told.
    EndAnnouncement "end-announcement" Admin;
    /// Made a link by which new people come in.
    MakeInvitation "make-invitation" Admin;
    /// Took back such a link.
    RevokeInvitation "revoke-invitation" Admin;
    /// Accepted another secret key at the command line.
    AcceptKey "accept-key" Admin;
}

impl StaffActionKind {
    /// The act with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|act| act.key() == key)
    }

    /// Whether whoever does it has to say why.
    pub const fn needs_reason(self) -> bool {
        matches!(
            self,
            StaffActionKind::Suspend
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

    /// Whether somebody may do it to themselves.
    const fn to_oneself(self) -> bool {
        matches!(self, StaffActionKind::Rename)
    }
}

/// Whether somebody may do this, to somebody or to nobody in particular. That there is always an admin left is for the
/// database to see to.
///
/// # Errors
/// Why not.
pub fn may(actor: StaffRank, act: StaffActionKind, whom: Option<StaffRank>) -> Result<(), StaffActionError> {
    if actor.role < act.least() {
        return Err(StaffActionError::NotYours);
    }
    match whom {
        Some(whom) if whom.user == actor.user && !act.to_oneself() => Err(StaffActionError::Oneself),
        Some(whom) if actor.role < Role::Admin && whom.role.is_staff() => Err(StaffActionError::Peer),
        _ => Ok(()),
    }
}

/// An act on a person, with what it takes to do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffAction {
    /// They stand aside until a moment, or until somebody ends it.
    Suspend { until: Option<Moment> },
    /// They are back.
    EndSuspension,
    /// They have another name.
    Rename {
        name: String,
        /// What it is compared by.
        key: String,
    },
    /// They are something else, and sign in anew.
    ChangeRole {
        /// What they were, as far as whoever does it knows; `None` where that is all the same.
        from: Option<Role>,
        /// New role.
        to: Role,
    },
    /// They are signed in nowhere.
    SignOut,
    /// What they sign in with besides their password counts no more, for one who has lost all of it.
    RemoveFactors {
        /// Under which key the email goes out that tells them; none where no mail is sent.
        email: Option<String>,
    },
}

impl StaffAction {
    /// What it is an act of.
    pub const fn act(&self) -> StaffActionKind {
        match self {
            StaffAction::Suspend { .. } => StaffActionKind::Suspend,
            StaffAction::EndSuspension => StaffActionKind::EndSuspension,
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
    fn keys_of_acts_read_back_and_are_each_their_own() {
        for act in StaffActionKind::ALL {
            assert_eq!(StaffActionKind::from_key(act.key()), Some(*act));
        }
        assert_eq!(StaffActionKind::from_key(""), None);
    }

    #[test]
    fn players_do_nothing_to_anybody() {
        for act in StaffActionKind::ALL {
            for whom in [None, Some(ranked(1, Role::Player)), Some(ranked(2, Role::Player))] {
                assert_eq!(
                    may(ranked(1, Role::Player), *act, whom),
                    Err(StaffActionError::NotYours),
                    "{act:?}"
                );
            }
        }
    }

    #[test]
    fn moderators_look_after_players_and_nobody_else() {
        let moderator = ranked(1, Role::Moderator);
        for act in [
            StaffActionKind::Suspend,
            StaffActionKind::EndSuspension,
            StaffActionKind::SignOut,
            StaffActionKind::Mute,
            StaffActionKind::EndMute,
        ] {
            assert_eq!(may(moderator, act, Some(ranked(2, Role::Player))), Ok(()), "{act:?}");
            assert_eq!(
                may(moderator, act, Some(ranked(2, Role::Moderator))),
                Err(StaffActionError::Peer),
                "{act:?}"
            );
            assert_eq!(
                may(moderator, act, Some(ranked(2, Role::Admin))),
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
                may(moderator, act, Some(ranked(2, Role::Player))),
                Err(StaffActionError::NotYours),
                "{act:?}"
            );
        }
    }

    #[test]
    fn admins_do_everything_but_to_themselves() {
        let admin = ranked(1, Role::Admin);
        for act in StaffActionKind::ALL {
            for role in Role::ALL {
                assert_eq!(may(admin, *act, Some(ranked(2, role))), Ok(()), "{act:?}");
            }
            let own = if *act == StaffActionKind::Rename { Ok(()) } else { Err(StaffActionError::Oneself) };
            assert_eq!(may(admin, *act, Some(admin)), own, "{act:?}");
        }
    }
}

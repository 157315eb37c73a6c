//! Reports of users and matches, and how staff settle them.

use super::{Role, StaffActionKind, StaffRank, StaffReason};
use crate::ids::MatchId;
use crate::keyed;
use crate::now::Moment;
use crate::users::{UserId, UserSummary};

keyed! {
    /// What is wrong, chosen by the reporter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ReportReason {
        /// Insults and worse.
        Abuse = "abuse",
        /// Using help, or several accounts.
        Cheating = "cheating",
        /// Playing slowly on purpose, or leaving matches.
        Stalling = "stalling",
        Name = "name",
        Other = "other",
    }
}

keyed! {
    /// The result of a report.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ReportVerdict {
        /// No action was needed.
        Dismissed = "dismissed",
        /// The reported user was warned.
        Warned = "warned",
        /// The reported user was muted.
        Muted = "muted",
        /// The reported user was suspended.
        Suspended = "suspended",
        /// Another action was taken.
        Acted = "acted",
    }
}

impl ReportVerdict {
    /// Whether it is a sanction on the reported user, who then reads the reason.
    pub const fn is_sanction(self) -> bool {
        matches!(self, ReportVerdict::Warned | ReportVerdict::Muted | ReportVerdict::Suspended)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportSubject {
    Person(UserId),
    /// A chat message in a match.
    ChatMessage {
        id: i64,
        author: UserId,
        at: MatchId,
        /// The ply after which it was reported.
        ply: u32,
    },
    Match {
        id: MatchId,
        /// The ply after which it was reported.
        ply: u32,
        /// The player that the report is about; `None` if it is about the match as a whole.
        player: Option<UserId>,
    },
}

impl ReportSubject {
    /// A key that is equal for reports of the same thing.
    pub fn key(&self) -> String {
        match self {
            ReportSubject::Person(user) => format!("person {}", user.0),
            ReportSubject::ChatMessage { id, .. } => format!("message {id}"),
            ReportSubject::Match { id, player: None, .. } => format!("match {id}"),
            ReportSubject::Match { id, player: Some(player), .. } => format!("match {id} {}", player.0),
        }
    }

    /// The reported user, if it is about one.
    pub const fn reported_user(&self) -> Option<UserId> {
        match self {
            ReportSubject::Person(user) | ReportSubject::ChatMessage { author: user, .. } => Some(*user),
            ReportSubject::Match { player, .. } => *player,
        }
    }
}

/// The users involved in a report.
#[derive(Clone, Debug)]
pub struct ReportParties {
    /// The reporter.
    pub reporter: UserId,
    /// The reported user with their role, if it is about one.
    pub reported: Option<StaffRank>,
    /// The players and the host of the match.
    pub players: Vec<UserId>,
}

impl ReportParties {
    /// Whether a member of staff may handle it: nobody who is involved may, and only admins may handle reports of
    /// staff.
    pub fn may_be_handled_by(&self, staff: StaffRank) -> bool {
        let reported = self.reported.map(|reported| reported.user);
        let own =
            self.reporter == staff.user || reported == Some(staff.user) || self.players.contains(&staff.user);
        let about_staff = self.reported.is_some_and(|reported| reported.role.is_staff());
        !own && staff.role.is_staff() && (!about_staff || staff.role == Role::Admin)
    }
}

#[derive(Clone, Debug)]
pub struct Report {
    pub id: i64,
    /// The reporter.
    pub reporter: UserSummary,
    pub at: Moment,
    /// The reported user, if it is about one.
    pub reported: Option<UserSummary>,
    /// The match, if it is about one.
    pub match_id: Option<MatchId>,
    /// The ply after which it was reported.
    pub ply: Option<u32>,
    /// The reported chat message: its id and its text.
    pub chat_message: Option<(i64, String)>,
    pub reason: ReportReason,
    /// What the reporter wrote.
    pub message: String,
    /// Who of the staff opened it first, and when.
    pub opened: Option<(UserSummary, Moment)>,
    /// The verdict, who gave it, and when.
    pub settled: Option<(ReportVerdict, UserSummary, Moment)>,
    pub parties: ReportParties,
}

/// The decision on a report.
#[derive(Clone, Debug)]
pub struct ReportSettlement {
    pub verdict: ReportVerdict,
    /// The reason. Sanctioned users read it.
    pub reason: StaffReason,
    /// The end of a mute or suspension; `None` if only staff can end the suspension.
    pub until: Option<Moment>,
    /// The ids of other reports about the same user that are settled together with it.
    pub also: Vec<i64>,
}

/// A staff action on a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastStaffAction {
    pub at: Moment,
    pub action: StaffActionKind,
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_keys_round_trip() {
        assert!(ReportReason::ALL.iter().all(|cause| ReportReason::from_key(cause.key()) == Some(*cause)));
        assert!(
            ReportVerdict::ALL.iter().all(|verdict| ReportVerdict::from_key(verdict.key()) == Some(*verdict))
        );
        assert_eq!((ReportReason::from_key(""), ReportVerdict::from_key("open")), (None, None));
    }

    #[test]
    fn a_report_is_not_settled_by_those_involved() {
        let ranked = |user, role| StaffRank::new(UserId(user), role);
        let parties =
            |reported| ReportParties { reporter: UserId(1), reported, players: vec![UserId(3), UserId(4)] };
        let about_two = parties(Some(ranked(2, Role::Player)));
        for (user, may) in [(1, false), (2, false), (3, false), (4, false), (5, true)] {
            for role in [Role::Moderator, Role::Admin] {
                assert_eq!(about_two.may_be_handled_by(ranked(user, role)), may, "{user} {role}");
            }
            assert!(!about_two.may_be_handled_by(ranked(user, Role::Player)), "{user}");
        }
        let about_staff = parties(Some(ranked(2, Role::Moderator)));
        assert!(!about_staff.may_be_handled_by(ranked(5, Role::Moderator)), "that is for admins");
        assert!(about_staff.may_be_handled_by(ranked(5, Role::Admin)));
    }
}

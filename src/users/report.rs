//! Reports of users, and how staff settle them.

use super::{Role, StaffActionKind, StaffRank, StaffReason};
use crate::ids::MatchId;
use crate::now::Moment;
use crate::users::{UserId, UserSummary};

/// What is wrong, as whoever reports it sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportReason {
    /// Somebody is rude, or worse.
    Abuse,
    /// Somebody has help, or plays under several names.
    Cheating,
    /// Somebody drags a match out, or leaves one after the other.
    Stalling,
    /// Offensive name.
    Name,
    /// Something else.
    Other,
}

impl ReportReason {
    /// All of them.
    pub const ALL: [ReportReason; 5] = [
        ReportReason::Abuse,
        ReportReason::Cheating,
        ReportReason::Stalling,
        ReportReason::Name,
        ReportReason::Other,
    ];

    /// As forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            ReportReason::Abuse => "abuse",
            ReportReason::Cheating => "cheating",
            ReportReason::Stalling => "stalling",
            ReportReason::Name => "name",
            ReportReason::Other => "other",
        }
    }

    /// The cause with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.key() == key)
    }
}

/// What came of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportVerdict {
    /// There was nothing to be done.
    Dismissed,
    /// Whoever it was about was warned.
    Warned,
    /// Whoever it was about was muted.
    Muted,
    /// Whoever it was about was suspended.
    Suspended,
    /// Something else was done about it.
    Acted,
}

impl ReportVerdict {
    /// All of them.
    pub const ALL: [ReportVerdict; 5] = [
        ReportVerdict::Dismissed,
        ReportVerdict::Warned,
        ReportVerdict::Muted,
        ReportVerdict::Suspended,
        ReportVerdict::Acted,
    ];

    /// As forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            ReportVerdict::Dismissed => "dismissed",
            ReportVerdict::Warned => "warned",
            ReportVerdict::Muted => "muted",
            ReportVerdict::Suspended => "suspended",
            ReportVerdict::Acted => "acted",
        }
    }

    /// The verdict with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.key() == key)
    }

    /// Whether it befalls the person a report is about, who then reads the reason.
    pub const fn is_sanction(self) -> bool {
        matches!(self, ReportVerdict::Warned | ReportVerdict::Muted | ReportVerdict::Suspended)
    }
}

/// What a report is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportSubject {
    Person(UserId),
    /// Something somebody has said at a match.
    Line {
        line: i64,
        /// Who said it.
        whom: UserId,
        at: MatchId,
        /// After how many plies.
        ply: u32,
    },
    Match {
        id: MatchId,
        /// After how many plies.
        ply: u32,
    },
}

impl ReportSubject {
    /// What tells it from others.
    pub fn key(&self) -> String {
        match self {
            ReportSubject::Person(user) => format!("person {}", user.0),
            ReportSubject::Line { line, .. } => format!("line {line}"),
            ReportSubject::Match { id, .. } => format!("match {id}"),
        }
    }

    /// Whom it is about, if it is about somebody.
    pub const fn whom(&self) -> Option<UserId> {
        match self {
            ReportSubject::Person(user) | ReportSubject::Line { whom: user, .. } => Some(*user),
            ReportSubject::Match { .. } => None,
        }
    }
}

/// Who has a part in a report.
#[derive(Clone, Debug)]
pub struct ReportParties {
    /// Who made it.
    pub by: UserId,
    /// Whom it is about, and what they are in the site.
    pub whom: Option<StaffRank>,
    /// Who sits at the match it is about, or has opened it.
    pub players: Vec<UserId>,
}

impl ReportParties {
    /// Whether somebody of the staff may look into it and settle it: nobody does who has a part in it, and what is said
    /// about staff is for admins.
    pub fn leave_it_to(&self, staff: StaffRank) -> bool {
        let whom = self.whom.map(|whom| whom.user);
        let own = self.by == staff.user || whom == Some(staff.user) || self.players.contains(&staff.user);
        let about_staff = self.whom.is_some_and(|whom| whom.role.is_staff());
        !own && staff.role.is_staff() && (!about_staff || staff.role == Role::Admin)
    }
}

/// A report as it is kept.
#[derive(Clone, Debug)]
pub struct Report {
    pub id: i64,
    /// Who made it.
    pub by: UserSummary,
    pub at: Moment,
    /// Whom it is about, if it is about somebody.
    pub whom: Option<UserSummary>,
    /// At which match.
    pub match_id: Option<MatchId>,
    /// After how many plies of it.
    pub ply: Option<u32>,
    /// The number of the line it is about, and what it says.
    pub line: Option<(i64, String)>,
    /// What is wrong.
    pub cause: ReportReason,
    /// In the words of whoever made it.
    pub words: String,
    /// What came of it, who settled it, and when.
    pub settled: Option<(ReportVerdict, UserSummary, Moment)>,
    /// Who has a part in it.
    pub parties: ReportParties,
}

/// How a report is settled.
#[derive(Clone, Debug)]
pub struct ReportSettlement {
    /// What comes of it.
    pub verdict: ReportVerdict,
    /// Why; where somebody is sanctioned, they read it.
    pub why: StaffReason,
    /// Until when somebody is muted or suspended; `None` until somebody ends the suspension.
    pub until: Option<Moment>,
    /// The numbers of other reports about the same person that are settled with it.
    pub also: Vec<i64>,
}

/// Something that staff have done to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledReport {
    pub at: Moment,
    pub act: StaffActionKind,
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back() {
        assert!(ReportReason::ALL.iter().all(|cause| ReportReason::from_key(cause.key()) == Some(*cause)));
        assert!(
            ReportVerdict::ALL.iter().all(|verdict| ReportVerdict::from_key(verdict.key()) == Some(*verdict))
        );
        assert_eq!((ReportReason::from_key(""), ReportVerdict::from_key("open")), (None, None));
    }

    #[test]
    fn nobody_settles_what_they_have_a_part_in() {
        let ranked = |user, role| StaffRank::new(UserId(user), role);
        let parties = |whom| ReportParties { by: UserId(1), whom, players: vec![UserId(3), UserId(4)] };
        let about_two = parties(Some(ranked(2, Role::Player)));
        for (user, may) in [(1, false), (2, false), (3, false), (4, false), (5, true)] {
            for role in [Role::Moderator, Role::Admin] {
                assert_eq!(about_two.leave_it_to(ranked(user, role)), may, "{user} {role}");
            }
            assert!(!about_two.leave_it_to(ranked(user, Role::Player)), "{user}");
        }
        let about_staff = parties(Some(ranked(2, Role::Moderator)));
        assert!(!about_staff.leave_it_to(ranked(5, Role::Moderator)), "that is for admins");
        assert!(about_staff.leave_it_to(ranked(5, Role::Admin)));
    }
}

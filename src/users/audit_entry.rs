//! Entries of the audit log: which staff did what to whom, when and why.

use super::StaffActionKind;
use crate::ids::MatchId;
use crate::now::Moment;
use crate::users::UserId;

/// Who performed an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditActor {
    /// The command line, that is, a person with access to the machine.
    CommandLine,
    /// A moderator or admin.
    Person(UserId),
}

impl AuditActor {
    /// As the database stores it; `None` for the command line.
    pub const fn id(self) -> Option<i64> {
        match self {
            AuditActor::CommandLine => None,
            AuditActor::Person(user) => Some(user.0),
        }
    }
}

/// An entry to be written.
#[derive(Clone, Debug)]
pub struct AuditNote {
    pub at: Moment,
    /// Who performed the action.
    pub actor: AuditActor,
    pub action: StaffActionKind,
    /// The user concerned, if any.
    pub target: Option<UserId>,
    /// The match concerned, if any.
    pub match_id: Option<MatchId>,
    /// The reason given; may be empty.
    pub reason: String,
    /// Details, in a few plain words; may be empty.
    pub detail: String,
}

/// The detail of a suspension without an end. It is stored, so it stays as it is.
pub const WITHOUT_END: &str = "until somebody ends it";

/// A moment as the log writes it: `2026-11-29 10:05 UTC`.
pub fn to_the_minute(at: Moment) -> String {
    let text = at.to_string();
    format!("{} UTC", text.get(..16).unwrap_or(&text).replace('T', " "))
}

impl AuditNote {
    /// An entry with nothing but actor and action.
    pub const fn new(at: Moment, actor: AuditActor, action: StaffActionKind) -> Self {
        Self { at, actor, action, target: None, match_id: None, reason: String::new(), detail: String::new() }
    }

    /// The entry about a user, with the reason.
    #[must_use]
    pub fn about(self, target: UserId, reason: String) -> Self {
        Self { target: Some(target), reason, ..self }
    }
}

/// A stored entry, with the current names of the users. `act` may be a key that this version does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number, starting at 1.
    pub seq: i64,
    pub at: Moment,
    /// The actor's id; `None` for the command line.
    pub actor: Option<i64>,
    pub actor_name: Option<String>,
    /// The key of the action.
    pub action: String,
    /// The user concerned, if any.
    pub target: Option<i64>,
    pub target_name: Option<String>,
    /// The match concerned, if any.
    pub match_id: Option<String>,
    pub reason: String,
    /// Details; may be empty.
    pub detail: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_to_the_minute() {
        assert_eq!(to_the_minute(Moment(1_795_262_400_000)), "2026-11-21 12:00 UTC");
    }
}

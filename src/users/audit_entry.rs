//! Entries of the audit log: which staff did what to whom, when and why, each chained to the previous one by its
//! hash.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::StaffActionKind;
use crate::ids::MatchId;
use crate::now::Moment;
use crate::users::UserId;

/// Who performed an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditActor {
    /// The command line, and so whoever has access to the machine.
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
    pub by: AuditActor,
    pub act: StaffActionKind,
    /// The user concerned, if any.
    pub whom: Option<UserId>,
    /// The match concerned, if any.
    pub match_id: Option<MatchId>,
    /// The reason given; may be empty.
    pub why: String,
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
    pub const fn new(at: Moment, by: AuditActor, act: StaffActionKind) -> Self {
        Self { at, by, act, whom: None, match_id: None, why: String::new(), detail: String::new() }
    }
}

/// The hash of an entry, which covers all entries before it.
pub type AuditHash = [u8; 32];

/// A stored entry. `act` may be a key that this version does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number, starting at 1.
    pub seq: i64,
    pub at: Moment,
    /// The actor's id; `None` for the command line.
    pub by: Option<i64>,
    /// The key of the action.
    pub act: String,
    pub whom: Option<i64>,
    /// The match concerned, if any.
    pub match_id: Option<String>,
    pub why: String,
    /// Details; may be empty.
    pub detail: String,
}

impl AuditEntry {
    /// The entry with this number.
    pub fn of(note: &AuditNote, seq: i64) -> Self {
        Self {
            seq,
            at: note.at,
            by: note.by.id(),
            act: note.act.key().to_owned(),
            whom: note.whom.map(|user| user.0),
            match_id: note.match_id.as_ref().map(ToString::to_string),
            why: note.why.clone(),
            detail: note.detail.clone(),
        }
    }

    /// Its hash: the SHA-256 of the hash before it and of the entry as a JSON array of its fields in their order,
    /// without spaces.
    pub fn hash(&self, before: &AuditHash) -> AuditHash {
        let fields =
            json!([self.seq, self.at.0, self.by, self.act, self.whom, self.match_id, self.why, self.detail]);
        Sha256::new().chain_update(before).chain_update(fields.to_string()).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_with_anything_else_in_it_has_another_hash() {
        let entry = AuditEntry::of(
            &AuditNote {
                whom: Some(UserId(2)),
                ..AuditNote::new(Moment(5), AuditActor::Person(UserId(1)), StaffActionKind::Suspend)
            },
            1,
        );
        let others = [
            AuditEntry { seq: 2, ..entry.clone() },
            AuditEntry { at: Moment(6), ..entry.clone() },
            AuditEntry { by: None, ..entry.clone() },
            AuditEntry { act: "rename".into(), ..entry.clone() },
            AuditEntry { whom: Some(3), ..entry.clone() },
            AuditEntry { match_id: Some("x".into()), ..entry.clone() },
            AuditEntry { why: "y".into(), ..entry.clone() },
            AuditEntry { detail: "y".into(), ..entry.clone() },
        ];
        let hash = entry.hash(&[0; 32]);
        assert!(others.iter().all(|other| other.hash(&[0; 32]) != hash));
        assert_ne!(entry.hash(&[1; 32]), hash);
    }

    #[test]
    fn a_moment_is_written_down_to_the_minute() {
        assert_eq!(to_the_minute(Moment(1_795_262_400_000)), "2026-11-21 12:00 UTC");
    }

    #[test]
    fn the_hash_is_the_one_that_is_promised() {
        let entry =
            AuditEntry::of(&AuditNote::new(Moment(5), AuditActor::CommandLine, StaffActionKind::Announce), 1);
        let text = r#"[1,5,null,"announce",null,null,"",""]"#;
        let promised: AuditHash = Sha256::new().chain_update([0; 32]).chain_update(text).finalize().into();
        assert_eq!(entry.hash(&[0; 32]), promised);
    }
}

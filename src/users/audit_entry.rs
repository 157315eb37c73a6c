//! The log of the site: who of the staff did what to whom, when and why, each entry tied to the one before.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::StaffActionKind;
use crate::ids::MatchId;
use crate::now::Moment;
use crate::users::UserId;

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditActor {
    /// Whoever sits at the machine.
    CommandLine,
    /// One of the staff.
    Person(UserId),
}

impl AuditActor {
    /// As the database writes it: nobody's id stands for the command line.
    pub const fn id(self) -> Option<i64> {
        match self {
            AuditActor::CommandLine => None,
            AuditActor::Person(user) => Some(user.0),
        }
    }
}

/// What is to be written into the log.
#[derive(Clone, Debug)]
pub struct AuditNote {
    pub at: Moment,
    /// Who did it.
    pub by: AuditActor,
    pub act: StaffActionKind,
    /// To whom, if to anybody.
    pub whom: Option<UserId>,
    /// At which match, if at any.
    pub match_id: Option<MatchId>,
    /// Why, in their words; may be empty.
    pub why: String,
    /// What there is to know besides, in a few plain words; may be empty.
    pub detail: String,
}

/// What the log notes besides where a suspension has no end of its own.
pub const WITHOUT_END: &str = "until somebody ends it";

/// A moment as the log writes it: `2026-11-29 10:05 UTC`.
pub fn to_the_minute(at: Moment) -> String {
    let text = at.to_string();
    format!("{} UTC", text.get(..16).unwrap_or(&text).replace('T', " "))
}

impl AuditNote {
    /// Something that was done, without anything further.
    pub const fn new(at: Moment, by: AuditActor, act: StaffActionKind) -> Self {
        Self { at, by, act, whom: None, match_id: None, why: String::new(), detail: String::new() }
    }
}

/// What ties an entry to those before it.
pub type AuditHash = [u8; 32];

/// An entry of the log, as it is kept. `act` may be one that this program does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number, from 1.
    pub seq: i64,
    pub at: Moment,
    /// Whose id; `None` for the command line.
    pub by: Option<i64>,
    /// The key of what was done.
    pub act: String,
    pub whom: Option<i64>,
    /// At which match.
    pub match_id: Option<String>,
    pub why: String,
    /// What there is to know besides.
    pub detail: String,
}

impl AuditEntry {
    /// A note as the entry with this number.
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

    /// Its hash, behind the entry with this one: the SHA-256 of that hash and of the entry as a JSON array of its fields,
    /// in their order, without spaces.
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

//! The audit log. Entries are written in the transaction of the action they record, and never changed.

use sqlx::{FromRow, SqliteConnection};

use super::audit_head::{self, hash};
use super::{Store, StoreError};
use crate::now::Moment;
use crate::users::{AuditEntry, AuditLogEnd, AuditNote, ListedAuditEntry, StaffActionKind, UserId};

/// Writes an entry, in the transaction of the action. It is signed if the site has a key and the end of the log is
/// signed with that key: a log that was tampered with must not become valid by being continued.
pub(super) async fn insert_entry(db: &mut SqliteConnection, note: &AuditNote) -> Result<(), StoreError> {
    let (end, key) = audit_head::end_to_continue(db).await?;
    let entry = AuditEntry::of(note, end.seq + 1);
    let hash = entry.hash(&end.hash);
    let mac = key.as_ref().map(|key| key.sign_entry(&hash));
    let adding = "INSERT INTO audit_log (seq, at, by, act, whom, match_id, why, detail, hash, mac)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    sqlx::query(adding)
        .bind(entry.seq)
        .bind(entry.at.0)
        .bind(entry.by)
        .bind(entry.act)
        .bind(entry.whom)
        .bind(entry.match_id)
        .bind(entry.why)
        .bind(entry.detail)
        .bind(&hash[..])
        .bind(mac.as_ref().map(|mac| &mac[..]))
        .execute(&mut *db)
        .await?;
    audit_head::store_end(db, &AuditLogEnd { seq: entry.seq, hash, ..end }, key.as_ref()).await
}

/// A filter for entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Actions by or on this user.
    pub person: Option<UserId>,
    /// Actions on this user.
    pub whom: Option<UserId>,
    /// Actions of this kind.
    pub act: Option<StaffActionKind>,
    /// Entries before this number; 0 for the latest.
    pub below: i64,
}

#[derive(FromRow)]
struct AuditRow {
    seq: i64,
    at: i64,
    by: Option<i64>,
    act: String,
    whom: Option<i64>,
    match_id: Option<String>,
    why: String,
    detail: String,
    hash: Vec<u8>,
    mac: Option<Vec<u8>>,
    by_name: Option<String>,
    whom_name: Option<String>,
}

macro_rules! entries {
    ($rest:literal) => {
        concat!(
            "SELECT a.seq, a.at, a.by, a.act, a.whom, a.match_id, a.why, a.detail, a.hash, a.mac,
                (SELECT name FROM users WHERE id = a.by) AS by_name,
                (SELECT name FROM users WHERE id = a.whom) AS whom_name FROM audit_log a ",
            $rest
        )
    };
}

const LATEST: &str = entries!("WHERE a.seq < $1 ORDER BY a.seq DESC LIMIT $2");
const OF_ACT: &str = entries!("WHERE a.seq < $1 AND a.act = $3 ORDER BY a.seq DESC LIMIT $2");
// Actions by and on a user are two indexes, each read only as far as the page needs.
const OF_PERSON: &str = entries!(
    "WHERE a.seq IN (SELECT seq FROM (SELECT seq FROM audit_log WHERE by = $4 AND seq < $1 ORDER BY seq DESC LIMIT $2)
        UNION SELECT seq FROM (SELECT seq FROM audit_log WHERE whom = $4 AND seq < $1 ORDER BY seq DESC LIMIT $2))
     ORDER BY a.seq DESC LIMIT $2"
);
// The index is named, because with the statistics of a small sample the planner may prefer the one by action alone.
const OF_PERSON_AND_ACT: &str = entries!(
    "WHERE a.seq IN (
        SELECT seq FROM (SELECT seq FROM audit_log INDEXED BY audit_by_doer_and_act
            WHERE by = $4 AND act = $3 AND seq < $1 ORDER BY seq DESC LIMIT $2)
        UNION SELECT seq FROM (SELECT seq FROM audit_log INDEXED BY audit_by_whom_and_act
            WHERE whom = $4 AND act = $3 AND seq < $1 ORDER BY seq DESC LIMIT $2))
     ORDER BY a.seq DESC LIMIT $2"
);
// Without entries about reports: staff who see the actions on a user may be involved in a report about them, whose
// existence is confidential.
const ON_USER: &str = entries!(
    "WHERE a.whom = $1 AND a.act NOT IN ('look-into-report', 'settle-report') ORDER BY a.seq DESC LIMIT $2"
);
const FROM: &str = entries!("WHERE a.seq > $1 ORDER BY a.seq LIMIT $2");

/// How many entries are exported at once.
const BATCH_SIZE: u32 = 500;

impl Store {
    /// Entries that match a filter, latest first.
    pub async fn audit_entries(
        &self,
        filter: AuditFilter,
        limit: u32,
    ) -> Result<Vec<ListedAuditEntry>, StoreError> {
        let rows: Vec<AuditRow> = self
            .read(move |db| async move {
                if let Some(whom) = filter.whom {
                    return sqlx::query_as(ON_USER).bind(whom.0).bind(limit).fetch_all(&db).await;
                }
                let sql = match (filter.person, filter.act) {
                    (Some(_), Some(_)) => OF_PERSON_AND_ACT,
                    (Some(_), None) => OF_PERSON,
                    (None, Some(_)) => OF_ACT,
                    (None, None) => LATEST,
                };
                let below = if filter.below > 0 { filter.below } else { i64::MAX };
                let query =
                    sqlx::query_as(sql).bind(below).bind(limit).bind(filter.act.map(StaffActionKind::key));
                query.bind(filter.person.map(|user| user.0)).fetch_all(&db).await
            })
            .await?;
        rows.into_iter().map(listed_entry).collect()
    }

    /// The entries after a number, earliest first, up to a limit.
    pub async fn audit_after(&self, seq: i64) -> Result<Vec<ListedAuditEntry>, StoreError> {
        let rows: Vec<AuditRow> = self
            .read(
                move |db| async move { sqlx::query_as(FROM).bind(seq).bind(BATCH_SIZE).fetch_all(&db).await },
            )
            .await?;
        rows.into_iter().map(listed_entry).collect()
    }
}

fn listed_entry(row: AuditRow) -> Result<ListedAuditEntry, StoreError> {
    let entry = AuditEntry {
        seq: row.seq,
        at: Moment(row.at),
        by: row.by,
        act: row.act,
        whom: row.whom,
        match_id: row.match_id,
        why: row.why,
        detail: row.detail,
    };
    Ok(ListedAuditEntry { entry, hash: hash(row.hash)?, mac: row.mac, by: row.by_name, whom: row.whom_name })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn no_page_of_the_audit_log_scans_or_sorts_it() {
        for sql in [LATEST, OF_ACT, OF_PERSON, OF_PERSON_AND_ACT, ON_USER, FROM] {
            for steps in plan::of(sql).await {
                assert!(!steps.contains("SCAN a"), "{sql}\n{steps}");
                assert!(!steps.sorts(), "{sql}\n{steps}");
            }
        }
    }

    #[tokio::test]
    async fn a_page_about_a_user_reads_only_the_entries_it_shows() {
        for (sql, of) in [(OF_PERSON, "seq<?"), (OF_PERSON_AND_ACT, "act=? AND seq<?")] {
            for steps in plan::of(sql).await {
                for column in ["by", "whom"] {
                    let range = format!("({column}=? AND {of})");
                    let read: Vec<_> = steps.matches(&range).collect();
                    assert_eq!(read.len(), 1, "{range}\n{steps}");
                    assert!(read[0].contains("COVERING INDEX"), "{steps}");
                }
            }
        }
    }
}

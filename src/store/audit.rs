//! The audit log. Entries are written in the transaction of the action they record, and never changed.

use sqlx::{Executor, FromRow, SqliteConnection};

use super::audit_head::{self, hash};
use super::{Store, StoreError};
use crate::now::Moment;
use crate::users::{AuditEntry, AuditLogEnd, AuditNote, ReportDetails, StaffActionKind, UserId};

/// Writes an entry, in the transaction of the action. It is signed if the site has a key and the end of the log is
/// signed with that key: a log that was tampered with must not become valid by being continued.
pub(super) async fn note(db: &mut SqliteConnection, note: &AuditNote) -> Result<(), StoreError> {
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
    audit_head::move_end(db, &AuditLogEnd { seq: entry.seq, hash, ..end }, key.as_ref()).await
}

/// Writes several entries, as the last statements of a transaction.
pub(super) async fn note_all(db: &mut SqliteConnection, notes: &[AuditNote]) -> Result<(), StoreError> {
    for entry in notes {
        note(db, entry).await?;
    }
    Ok(db.execute("COMMIT").await.map(drop)?)
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
// Without entries about reports: whoever sees the actions on a user may be involved in a report about them, whose
// existence is confidential.
const BEFELL: &str = entries!(
    "WHERE a.whom = $1 AND a.act NOT IN ('look-into-report', 'settle-report') ORDER BY a.seq DESC LIMIT $2"
);
const FROM: &str = entries!("WHERE a.seq > $1 ORDER BY a.seq LIMIT $2");

/// How many entries are exported at once.
const BATCH_SIZE: u32 = 500;

impl Store {
    /// Entries that match a filter, latest first.
    pub async fn audit(&self, wanted: AuditFilter, limit: u32) -> Result<Vec<ReportDetails>, StoreError> {
        let rows: Vec<AuditRow> = self
            .read(move |db| async move {
                if let Some(whom) = wanted.whom {
                    return sqlx::query_as(BEFELL).bind(whom.0).bind(limit).fetch_all(&db).await;
                }
                let sql = match (wanted.person, wanted.act) {
                    (Some(_), Some(_)) => OF_PERSON_AND_ACT,
                    (Some(_), None) => OF_PERSON,
                    (None, Some(_)) => OF_ACT,
                    (None, None) => LATEST,
                };
                let below = if wanted.below > 0 { wanted.below } else { i64::MAX };
                let query =
                    sqlx::query_as(sql).bind(below).bind(limit).bind(wanted.act.map(StaffActionKind::key));
                query.bind(wanted.person.map(|user| user.0)).fetch_all(&db).await
            })
            .await?;
        rows.into_iter().map(shown).collect()
    }

    /// The entries after a number, earliest first, up to a limit.
    pub async fn audit_behind(&self, seq: i64) -> Result<Vec<ReportDetails>, StoreError> {
        let rows: Vec<AuditRow> = self
            .read(
                move |db| async move { sqlx::query_as(FROM).bind(seq).bind(BATCH_SIZE).fetch_all(&db).await },
            )
            .await?;
        rows.into_iter().map(shown).collect()
    }
}

fn shown(row: AuditRow) -> Result<ReportDetails, StoreError> {
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
    Ok(ReportDetails { entry, hash: hash(row.hash)?, mac: row.mac, by: row.by_name, whom: row.whom_name })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn however_long_the_log_is_no_page_of_it_reads_it_all() {
        for sql in [LATEST, OF_ACT, OF_PERSON, OF_PERSON_AND_ACT, BEFELL, FROM] {
            for steps in plan::of(sql).await {
                assert!(!steps.contains("SCAN a"), "{sql}\n{steps}");
                assert!(!steps.sort(), "{sql}\n{steps}");
            }
        }
    }

    #[tokio::test]
    async fn a_page_about_a_user_reads_no_more_of_the_log_than_it_shows() {
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

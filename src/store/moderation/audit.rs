//! The audit log. Entries are written in the transaction of the action they record, and never changed.

use sqlx::FromRow;

use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::{AuditEntry, AuditNote, StaffActionKind, UserId};

/// Writes an entry, in the transaction of the action.
pub(in crate::store) async fn insert_entry(
    db: &mut sql::Connection,
    note: &AuditNote,
) -> Result<(), StoreError> {
    let adding = "INSERT INTO audit_log (at, actor_id, action, target_id, match_id, reason, detail)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    sql::query(adding)
        .bind(note.at.0)
        .bind(note.actor.id())
        .bind(note.action.key())
        .bind(note.target.map(|user| user.0))
        .bind(note.match_id.as_ref().map(ToString::to_string))
        .bind(&note.reason)
        .bind(&note.detail)
        .execute(db)
        .await?;
    Ok(())
}

/// A filter for entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Actions by or on this user.
    pub person: Option<UserId>,
    /// Actions on this user.
    pub target: Option<UserId>,
    /// Actions of this kind.
    pub action: Option<StaffActionKind>,
    /// Entries before this number; 0 for the latest.
    pub below: i64,
}

#[derive(FromRow)]
struct AuditRow {
    seq: i64,
    at: i64,
    actor_id: Option<i64>,
    action: String,
    target_id: Option<i64>,
    match_id: Option<String>,
    reason: String,
    detail: String,
    actor_name: Option<String>,
    target_name: Option<String>,
}

macro_rules! entries {
    ($rest:literal) => {
        concat!(
            "SELECT a.seq, a.at, a.actor_id, a.action, a.target_id, a.match_id, a.reason, a.detail,
                (SELECT name FROM users WHERE id = a.actor_id) AS actor_name,
                (SELECT name FROM users WHERE id = a.target_id) AS target_name FROM audit_log a ",
            $rest
        )
    };
}

const LATEST: &str = entries!("WHERE a.seq < $1 ORDER BY a.seq DESC LIMIT $2");
const OF_ACT: &str = entries!("WHERE a.seq < $1 AND a.action = $3 ORDER BY a.seq DESC LIMIT $2");
// Actions by and on a user are two indexes, each read only as far as the page needs.
const OF_PERSON: &str = entries!(
    "WHERE a.seq IN (
        SELECT seq FROM (SELECT seq FROM audit_log WHERE actor_id = $3 AND seq < $1 ORDER BY seq DESC LIMIT $2) AS done
        UNION
        SELECT seq FROM (SELECT seq FROM audit_log WHERE target_id = $3 AND seq < $1 ORDER BY seq DESC LIMIT $2)
        AS suffered)
     ORDER BY a.seq DESC LIMIT $2"
);
// Read through the index by user or by action: no user has so many entries that one by both would be worth its writes.
const OF_PERSON_AND_ACT: &str = entries!(
    "WHERE a.seq IN (
        SELECT seq FROM (SELECT seq FROM audit_log WHERE actor_id = $3 AND action = $4 AND seq < $1 ORDER BY seq DESC LIMIT $2)
        AS done
        UNION
        SELECT seq FROM (SELECT seq FROM audit_log WHERE target_id = $3 AND action = $4 AND seq < $1 ORDER BY seq DESC LIMIT $2)
        AS suffered)
     ORDER BY a.seq DESC LIMIT $2"
);
// Without entries about reports: staff who see the actions on a user may be involved in a report about them, whose
// existence is confidential.
const ON_USER: &str = entries!(
    "WHERE a.target_id = $1 AND a.action NOT IN ('look-into-report', 'settle-report') ORDER BY a.seq DESC LIMIT $2"
);
/// The last entry before a moment.
const LAST_BEFORE: &str = "SELECT seq FROM audit_log WHERE at < $1 ORDER BY at DESC, seq DESC LIMIT 1";
const FROM: &str = entries!("WHERE a.seq > $1 ORDER BY a.seq LIMIT $2");

/// How many entries are exported at once.
const BATCH_SIZE: u32 = 500;

impl Store {
    /// Entries that match a filter, latest first.
    pub async fn audit_entries(
        &self,
        filter: AuditFilter,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let rows: Vec<AuditRow> = self
            .read(move |db| async move {
                if let Some(target) = filter.target {
                    return sql::query_as(ON_USER).bind(target.0).bind(limit).fetch_all(&db).await;
                }
                let sql = match (filter.person, filter.action) {
                    (Some(_), Some(_)) => OF_PERSON_AND_ACT,
                    (Some(_), None) => OF_PERSON,
                    (None, Some(_)) => OF_ACT,
                    (None, None) => LATEST,
                };
                let below = if filter.below > 0 { filter.below } else { i64::MAX };
                let mut query = sql::query_as(sql).bind(below).bind(limit);
                if let Some(person) = filter.person {
                    query = query.bind(person.0);
                }
                if let Some(action) = filter.action {
                    query = query.bind(action.key());
                }
                query.fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().map(AuditEntry::from).collect())
    }

    /// The number of the last entry before a moment; 0 if there is none.
    pub async fn audit_until(&self, moment: Moment) -> Result<i64, StoreError> {
        let last: Option<i64> =
            self.read(move |db| async move {
                sql::query_scalar(LAST_BEFORE).bind(moment.0).fetch_optional(&db).await
            })
            .await?;
        Ok(last.unwrap_or(0))
    }

    /// The entries after a number, earliest first, up to a limit.
    pub async fn audit_after(&self, seq: i64) -> Result<Vec<AuditEntry>, StoreError> {
        let rows: Vec<AuditRow> = self
            .read(
                move |db| async move { sql::query_as(FROM).bind(seq).bind(BATCH_SIZE).fetch_all(&db).await },
            )
            .await?;
        Ok(rows.into_iter().map(AuditEntry::from).collect())
    }
}

impl From<AuditRow> for AuditEntry {
    fn from(row: AuditRow) -> Self {
        Self {
            seq: row.seq,
            at: Moment(row.at),
            actor: row.actor_id,
            actor_name: row.actor_name,
            action: row.action,
            target: row.target_id,
            target_name: row.target_name,
            match_id: row.match_id,
            reason: row.reason,
            detail: row.detail,
        }
    }
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
    async fn the_last_entry_of_a_day_is_looked_up() {
        for steps in plan::of(LAST_BEFORE).await {
            assert!(steps.contains("SEARCH audit_log USING COVERING INDEX audit_by_time (at<?)"), "{steps}");
            assert!(!steps.sorts(), "{steps}");
        }
    }

    #[tokio::test]
    async fn a_page_about_a_user_reads_only_the_entries_it_shows() {
        for steps in plan::of(OF_PERSON).await {
            for column in ["actor_id", "target_id"] {
                let range = format!("({column}=? AND seq<?)");
                let read: Vec<_> = steps.matches(&range).collect();
                assert_eq!(read.len(), 1, "{range}\n{steps}");
                assert!(read[0].contains("COVERING INDEX"), "{steps}");
            }
        }
    }
}

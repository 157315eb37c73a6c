//! Compares roles, suspensions and mutes with the audit log.

use sqlx::FromRow;

use super::rows::standing;
use super::{Store, StoreError};
use crate::now::Moment;
use crate::users::{ActiveChatBan, RecordedStanding};

#[derive(FromRow)]
struct ReliabilityRow {
    id: i64,
    role: String,
    suspended_at: Option<i64>,
    suspended_until: Option<i64>,
    suspended_why: Option<String>,
    muted_until: Option<i64>,
    muted_why: Option<String>,
    leaving: i64,
    log: String,
}

/// Action, time, reason and detail of an entry.
type RecordedEntry = (String, i64, String, String);

// A user and the entries about them are read in one snapshot, so that staff may act at the same time.
const STANDINGS: &str = "SELECT u.id, u.role, u.suspended_at, u.suspended_until, u.suspended_why, u.muted_until, u.muted_why,
        u.leaving,
        (SELECT json_group_array(json_array(a.act, a.at, a.why, a.detail) ORDER BY a.seq) FROM audit_log a WHERE a.whom = u.id
            AND a.act IN ('create-account', 'change-role', 'suspend', 'end-suspension', 'mute', 'end-mute', 'delete-account'))
            AS log
    FROM users u WHERE u.id BETWEEN $1 AND $2";

impl Store {
    /// How the roles, suspensions and mutes of users with ids from first to last differ from the audit log, one
    /// sentence each.
    pub async fn wrong_standings(&self, first: i64, last: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<ReliabilityRow> =
            self.read(move |db| async move {
                sqlx::query_as(STANDINGS).bind(first).bind(last).fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().flat_map(reliability_differences).collect())
    }
}

/// A deleted account is a player, neither suspended nor muted. Deletions by users themselves are not in the audit
/// log.
fn reliability_differences(row: ReliabilityRow) -> Vec<String> {
    let named = |problem: String| format!("user {}: {problem}", row.id);
    let mut recorded = RecordedStanding::default();
    let said: Vec<RecordedEntry> = serde_json::from_str(&row.log).unwrap_or_default();
    for (act, at, why, detail) in said.iter().filter(|_| row.leaving == 0) {
        recorded.note(act, Moment(*at), why, detail);
    }
    let mute = row.muted_until.map(Moment).or(row.muted_why.as_ref().map(|_| Moment(0)));
    let mute = mute.map(|until| ActiveChatBan { until, why: row.muted_why.unwrap_or_default() });
    match standing(&row.role, row.suspended_at, row.suspended_until, row.suspended_why) {
        Ok(standing) => recorded.differences(&standing, mute.as_ref()).into_iter().map(named).collect(),
        Err(error) => vec![named(error.to_string())],
    }
}

#[cfg(test)]
mod tests {
    use super::STANDINGS;
    use crate::store::plan;

    #[tokio::test]
    async fn the_entries_about_a_user_are_found_by_an_index() {
        for steps in plan::of(STANDINGS).await {
            assert!(steps.contains("SEARCH u USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"), "{steps}");
            assert!(
                steps.contains("SEARCH a USING INDEX audit_by_whom_and_act (whom=? AND act=?)"),
                "{steps}"
            );
        }
    }
}

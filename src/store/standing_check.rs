//! Compares roles, suspensions and mutes with the audit log.

use sqlx::FromRow;

use super::rows::standing;
use super::{Store, StoreError};
use crate::now::Moment;
use crate::users::{ActiveChatBan, RecordedStanding};

#[derive(FromRow)]
struct StandingRow {
    id: i64,
    role: String,
    suspended_at: Option<i64>,
    suspended_until: Option<i64>,
    suspended_why: Option<String>,
    muted_until: Option<i64>,
    muted_why: Option<String>,
    leaving: i64,
    #[sqlx(flatten)]
    entry: EntryRow,
}

/// An entry of the audit log; empty if there is none about the user.
#[derive(FromRow)]
struct EntryRow {
    act: Option<String>,
    at: Option<i64>,
    why: Option<String>,
    detail: Option<String>,
}

// A row for each entry about a user. Read by one statement, so that staff may act at the same time. The sign before the last
// term keeps the index for the order from being used instead of the one by action.
const STANDINGS: &str = "SELECT u.id, u.role, u.suspended_at, u.suspended_until, u.suspended_why, u.muted_until, u.muted_why,
        u.leaving, a.act, a.at, a.why, a.detail
    FROM users u LEFT JOIN audit_log a ON a.whom = u.id
        AND a.act IN ('create-account', 'change-role', 'suspend', 'end-suspension', 'mute', 'end-mute', 'delete-account')
    WHERE u.id BETWEEN $1 AND $2 ORDER BY u.id, +a.seq";

impl Store {
    /// How the roles, suspensions and mutes of users with ids from first to last differ from the audit log, one
    /// sentence each.
    pub async fn wrong_standings(&self, first: i64, last: i64) -> Result<Vec<String>, StoreError> {
        let rows: Vec<StandingRow> =
            self.read(move |db| async move {
                sqlx::query_as(STANDINGS).bind(first).bind(last).fetch_all(&db).await
            })
            .await?;
        Ok(rows.chunk_by(|one, other| one.id == other.id).flat_map(standing_differences).collect())
    }
}

/// A deleted account is a player, neither suspended nor muted. Deletions by users themselves are not in the audit
/// log.
fn standing_differences(rows: &[StandingRow]) -> Vec<String> {
    let row = &rows[0];
    let named = |problem: String| format!("user {}: {problem}", row.id);
    let mut recorded = RecordedStanding::default();
    for StandingRow { entry, .. } in rows.iter().filter(|row| row.leaving == 0) {
        if let EntryRow { act: Some(act), at: Some(at), why: Some(why), detail: Some(detail) } = entry {
            recorded.note(act, Moment(*at), why, detail);
        }
    }
    let mute = row.muted_until.map(Moment).or(row.muted_why.as_ref().map(|_| Moment(0)));
    let mute = mute.map(|until| ActiveChatBan { until, why: row.muted_why.clone().unwrap_or_default() });
    match standing(&row.role, row.suspended_at, row.suspended_until, row.suspended_why.clone()) {
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

//! Conditions which a batch was decided on and others can change.
//!
//! They are checked inside the transaction of the batch, which holds the write lock (`BEGIN IMMEDIATE`), so nobody
//! can change the result before the commit.

use sqlx::QueryBuilder;
use sqlx::sqlite::{Sqlite, SqliteConnection};

use crate::matches::MatchId;
use crate::now::Moment;
use crate::users::{Role, UserId};

#[derive(Debug, Default)]
pub(super) struct BatchGuards {
    pub unseen: Vec<UnseenGuard>,
    pub unblocked: Vec<UnblockedGuard>,
    pub staff: Vec<StaffGuard>,
}

/// A user has not seen an entry of a match, and was not notified about the match since.
#[derive(Debug)]
pub(super) struct UnseenGuard {
    pub match_id: MatchId,
    pub user: UserId,
    pub seq: u32,
    pub at: Moment,
}

/// A user has not blocked another.
#[derive(Debug)]
pub(super) struct UnblockedGuard {
    pub user: UserId,
    pub blocked: UserId,
}

/// A user has this role, and is neither suspended nor deleted.
#[derive(Debug)]
pub(super) struct StaffGuard {
    pub user: UserId,
    pub role: Role,
    pub at: Moment,
}

/// How many conditions are checked by one statement, which can take 32,766 values.
const BATCH_SIZE: usize = 4000;

impl BatchGuards {
    /// Whether all conditions hold. There is no query if there are none.
    pub async fn all_hold(&self, db: &mut SqliteConnection) -> sqlx::Result<bool> {
        let queries = self.unseen.chunks(BATCH_SIZE).map(seen_query);
        let queries = queries.chain(self.unblocked.chunks(BATCH_SIZE).map(blocked_query));
        for mut query in queries.chain(self.staff.chunks(BATCH_SIZE).map(lost_role_query)) {
            if query.build_query_scalar().persistent(false).fetch_one(&mut *db).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether any of these users has seen it.
fn seen_query(guards: &[UnseenGuard]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("WITH guard (match_id, user_id, seq, at) AS (");
    query.push_values(guards, |mut row, guard| {
        row.push_bind(guard.match_id.as_str());
        row.push_bind(guard.user.0);
        row.push_bind(guard.seq);
        row.push_bind(guard.at.0);
    });
    query.push(
        ") SELECT EXISTS (SELECT 1 FROM guard g WHERE
            EXISTS (SELECT 1 FROM read_marks s WHERE s.match_id = g.match_id AND s.user_id = g.user_id AND s.seq >= g.seq)
            OR EXISTS (SELECT 1 FROM notices_sent t WHERE t.match_id = g.match_id AND t.user_id = g.user_id AND t.at >= g.at))",
    );
    query
}

/// Whether any of these users has blocked the other.
fn blocked_query(guards: &[UnblockedGuard]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("WITH guard (user_id, blocked_id) AS (");
    query.push_values(guards, |mut row, guard| {
        row.push_bind(guard.user.0);
        row.push_bind(guard.blocked.0);
    });
    query.push(
        ") SELECT EXISTS (SELECT 1 FROM guard g WHERE EXISTS (
            SELECT 1 FROM blocks b WHERE b.user_id = g.user_id AND b.blocked_id = g.blocked_id))",
    );
    query
}

/// Whether any of these users has lost their role, or was suspended.
fn lost_role_query(guards: &[StaffGuard]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("WITH guard (user_id, role, at) AS (");
    query.push_values(guards, |mut row, guard| {
        row.push_bind(guard.user.0);
        row.push_bind(guard.role.key());
        row.push_bind(guard.at.0);
    });
    query.push(
        ") SELECT EXISTS (SELECT 1 FROM guard g WHERE NOT EXISTS (
            SELECT 1 FROM users u WHERE u.id = g.user_id AND u.role = g.role AND u.leaving = 0
                AND (u.suspended_at IS NULL OR u.suspended_until <= g.at)))",
    );
    query
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn guards_are_looked_up_by_key() {
        let (user, blocked_user, at) = (UserId(1), UserId(2), Moment(0));
        let match_id = MatchId::from_digits([1; MatchId::LENGTH]);
        for query in [
            seen_query(&[UnseenGuard { match_id, user, seq: 1, at }]),
            blocked_query(&[UnblockedGuard { user, blocked: blocked_user }]),
            lost_role_query(&[StaffGuard { user, role: Role::Admin, at }]),
        ] {
            for steps in plan::of(&query.into_string()).await {
                for table in ["s", "t", "b", "u"] {
                    assert!(!steps.contains(&format!("SCAN {table} ")), "{steps}");
                }
                assert!(steps.contains("SEARCH"), "{steps}");
            }
        }
    }
}

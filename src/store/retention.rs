//! Deletes expired rows. Each batch is selected on a reader and deleted in one short transaction, so that writers do
//! not wait.

use sqlx::AssertSqlSafe;

use super::row_lists::execute_with_rows;
use super::{Store, StoreError, sql};
use crate::now::Moment;
use crate::now::spans::DAY;

/// Rows, or matches of a user, that are looked at in a batch.
const BATCH: u32 = 500;
/// How many of them are deleted in one transaction: few, so that moves do not wait for long.
const DELETED: usize = 100;
/// How many entries of an index `ANALYZE` reads before it skips ahead.
const ANALYSIS_LIMIT: &str = "PRAGMA analysis_limit = 400";

/// Kinds of rows that expire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpiringRows {
    /// Read marks of finished matches.
    Seen,
    /// Notices sent about finished matches.
    Told,
    /// Conditional moves in finished matches.
    ConditionalMoves,
    /// Used hours of vacation.
    Vacation,
    /// Settled reports. The audit log records who settled them, when, and how.
    Reports,
}

impl ExpiringRows {
    pub const ALL: [ExpiringRows; 5] = [
        ExpiringRows::Seen,
        ExpiringRows::Told,
        ExpiringRows::ConditionalMoves,
        ExpiringRows::Vacation,
        ExpiringRows::Reports,
    ];

    /// How long rows are kept, in milliseconds: after the match has ended, the hour was used, or the report was
    /// settled. The table in `docs/running.md` says the same.
    pub const fn period(self) -> i64 {
        match self {
            ExpiringRows::Seen | ExpiringRows::Told | ExpiringRows::ConditionalMoves => 90 * DAY,
            ExpiringRows::Vacation => 400 * DAY,
            ExpiringRows::Reports => 365 * DAY,
        }
    }
}

/// The result of one batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpiredRows {
    /// Number of rows deleted.
    pub deleted: u64,
    /// Where the next batch begins; `None` after the last.
    pub next: Option<(i64, String)>,
}

/// The walk through a table in the order of its key, and the deletion of rows of matches that ended long ago.
struct MatchRetention {
    find: &'static str,
    /// The statement before and after the rows, each of a user and a match.
    delete: [&'static str; 2],
}

macro_rules! find {
    ($user:literal, $table:literal) => {
        concat!(
            "SELECT r.user_id, r.match_id, coalesce(m.ended_at < $4, FALSE) FROM (SELECT DISTINCT ",
            $user,
            " AS user_id, match_id FROM ",
            $table,
            " WHERE (",
            $user,
            ", match_id) > ($1, $2) ORDER BY 1, 2 LIMIT $3) r LEFT JOIN matches m ON m.id = r.match_id ORDER BY 1, 2"
        )
    };
}

const SEEN: MatchRetention = MatchRetention {
    find: find!("user_id", "read_marks"),
    delete: ["DELETE FROM read_marks WHERE (user_id, match_id) IN (", ")"],
};
const TOLD: MatchRetention = MatchRetention {
    find: find!("user_id", "notices_sent"),
    delete: ["DELETE FROM notices_sent WHERE (user_id, match_id) IN (", ")"],
};
const CONDITIONAL_MOVES: MatchRetention = MatchRetention {
    find: "SELECT CAST(0 AS BIGINT), r.match_id, coalesce(m.ended_at < $4, FALSE)
        FROM (SELECT DISTINCT match_id FROM conditional_moves WHERE match_id > $2 AND CAST($1 AS BIGINT) IS NOT NULL
            ORDER BY 1 LIMIT $3) r
        LEFT JOIN matches m ON m.id = r.match_id ORDER BY 2",
    delete: [
        "WITH expired (user_id, match_id) AS (",
        ") DELETE FROM conditional_moves WHERE match_id IN (SELECT match_id FROM expired)",
    ],
};
const VACATION: &str = "DELETE FROM vacation_hours WHERE (user_id, hour) IN
    (SELECT user_id, hour FROM vacation_hours WHERE hour < $1 LIMIT $2)";
const REPORTS: &str = "DELETE FROM reports WHERE id IN
    (SELECT id FROM reports WHERE verdict IS NOT NULL AND settled_at < $1 ORDER BY settled_at DESC LIMIT $2)";

impl Store {
    /// Deletes a batch of rows that expired before a moment; rows of matches expire with the end of the match.
    /// Continues where the previous batch ended.
    ///
    /// # Errors
    /// The database failed; nothing was deleted.
    pub async fn expire(
        &self,
        what: ExpiringRows,
        before: Moment,
        from: Option<(i64, String)>,
    ) -> Result<ExpiredRows, StoreError> {
        match what {
            ExpiringRows::Seen => self.expire_of_matches(SEEN, before, from).await,
            ExpiringRows::Told => self.expire_of_matches(TOLD, before, from).await,
            ExpiringRows::ConditionalMoves => self.expire_of_matches(CONDITIONAL_MOVES, before, from).await,
            ExpiringRows::Vacation => self.expire_by_age(VACATION, before).await,
            ExpiringRows::Reports => self.expire_by_age(REPORTS, before).await,
        }
    }

    async fn expire_of_matches(
        &self,
        MatchRetention { find, delete }: MatchRetention,
        before: Moment,
        from: Option<(i64, String)>,
    ) -> Result<ExpiredRows, StoreError> {
        let (user, id) = from.unwrap_or_default();
        let found: Vec<(i64, String, bool)> = self
            .read(move |db| async move {
                let query = sql::query_as(find).bind(user).bind(id).bind(BATCH).bind(before.0);
                query.fetch_all(&db).await
            })
            .await?;
        let next = found.last().filter(|_| found.len() == BATCH as usize);
        let next = next.map(|(user, id, _)| (*user, id.clone()));
        let expired = found.into_iter().filter(|(.., expired)| *expired);
        let expired: Vec<_> = expired.map(|(user, id, _)| (user, id)).collect();
        let mut deleted = 0;
        for rows in expired.chunks(DELETED) {
            let (rows, [before, after]) = (rows.to_vec(), delete);
            let deleting = self.write(transaction!(|db| {
                let deleting = execute_with_rows(db, before, &rows, after, |row, (user, id)| {
                    row.push_bind(user).push_bind(id.as_str());
                });
                Ok(deleting.await?)
            }));
            deleted += deleting.await?;
        }
        Ok(ExpiredRows { deleted, next })
    }

    async fn expire_by_age(&self, delete: &'static str, before: Moment) -> Result<ExpiredRows, StoreError> {
        let deleted = self.write(transaction!(|db| {
            let query = sql::query(delete).bind(before.0).bind(DELETED as u32);
            Ok(query.execute(db).await?)
        }));
        let deleted = deleted.await?;
        Ok(ExpiredRows { deleted, next: (deleted >= DELETED as u64).then(Default::default) })
    }

    /// The statements, one for each table, that bring the statistics of the query planner up to date.
    pub async fn due_analyses(&self) -> Result<Vec<String>, StoreError> {
        if let sql::Pool::Postgres(_) = self.readers {
            // Its autovacuum gathers them.
            return Ok(Vec::new());
        }
        // Bit 0x1 returns the statements instead of running them, all in one transaction.
        let due = "PRAGMA optimize = 0x10003";
        self.write(transaction!(|db| { Ok(sql::query_scalar(due).fetch_all(db).await?) })).await
    }

    /// Runs one of the [`Self::due_analyses`]. Reads a sample, not the whole table.
    pub async fn analyze(&self, statement: String) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            sql::query(ANALYSIS_LIMIT).execute(&mut *db).await?;
            Ok(sql::query(AssertSqlSafe(statement)).execute(db).await.map(drop)?)
        }))
        .await
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::runtime::Handle;

    use super::{CONDITIONAL_MOVES, ExpiringRows, MatchRetention, REPORTS, SEEN, TOLD, VACATION};
    use crate::now::Moment;
    use crate::store::{Store, plan, sql};

    /// The number of expired and of other rows: those of matches that ended before a moment, or were done before it,
    /// and all others.
    async fn count(store: &Store, what: ExpiringRows) -> (i64, i64) {
        let sql = match what {
            ExpiringRows::Seen => {
                "SELECT m.ended_at < $1 FROM read_marks r JOIN matches m ON m.id = r.match_id"
            }
            ExpiringRows::Told => {
                "SELECT m.ended_at < $1 FROM notices_sent r JOIN matches m ON m.id = r.match_id"
            }
            ExpiringRows::ConditionalMoves => {
                "SELECT m.ended_at < $1 FROM conditional_moves r JOIN matches m ON m.id = r.match_id"
            }
            ExpiringRows::Vacation => "SELECT hour < $1 FROM vacation_hours",
            ExpiringRows::Reports => "SELECT settled_at < $1 FROM reports",
        };
        let rows: Vec<Option<bool>> = store
            .read(move |db| async move { sql::query_scalar(sql).bind(BEFORE.0).fetch_all(&db).await })
            .await
            .unwrap();
        let old = rows.iter().filter(|old| **old == Some(true)).count();
        (old as i64, (rows.len() - old) as i64)
    }

    fn deletion(of: MatchRetention) -> String {
        of.delete.join("VALUES (1, '')")
    }

    const BEFORE: Moment = Moment(2_500_000);

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn only_expired_rows_are_deleted_in_batches() {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("parlour.db").display());
        let store = Store::open(&url, Handle::current()).await.unwrap();
        let filling = store.write(transaction!(|db| { Ok(db.execute_script(plan::FILL).await.map(drop)?) }));
        filling.await.unwrap();
        for what in ExpiringRows::ALL {
            let (old, others) = count(&store, what).await;
            assert!(old > 100 && others > 15, "{what:?}: {old} old rows, {others} others");
            let (mut from, mut deleted) = (None, 0);
            loop {
                let expired = store.expire(what, BEFORE, from).await.unwrap();
                // A user may have been notified of one match over two channels.
                assert!(expired.deleted <= 1000, "{what:?}: {}", expired.deleted);
                deleted += expired.deleted;
                from = expired.next;
                if from.is_none() {
                    break;
                }
            }
            assert_eq!((deleted, count(&store, what).await), (old as u64, (0, others)), "{what:?}");
        }
        store.close().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_statistics_of_each_table_are_gathered_in_a_transaction_of_its_own() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_file_for_test(folder.path()).await;
        let filling = store.write(transaction!(|db| { Ok(db.execute_script(plan::FILL).await.map(drop)?) }));
        filling.await.unwrap();
        let due = store.due_analyses().await.unwrap();
        assert!(due.len() > 10 && due.iter().any(|statement| statement.contains("read_marks")), "{due:?}");
        for statement in due {
            assert!(statement.starts_with("ANALYZE ") && !statement.contains(';'), "{statement}");
            store.analyze(statement).await.unwrap();
        }
        // Empty tables have no statistics, so they remain due.
        let again = store.due_analyses().await.unwrap();
        assert!(!again.iter().any(|statement| statement.contains("read_marks")), "{again:?}");
        let limit = store.write(transaction!(|db| {
            Ok(sql::query_scalar("PRAGMA analysis_limit").fetch_one(db).await?)
        }));
        let limit: i64 = limit.await.unwrap();
        assert!((1..=1000).contains(&limit), "whole indexes are read: {limit}");
        store.close().await;
    }

    #[tokio::test]
    async fn a_batch_of_expired_rows_is_read_by_key() {
        for (sql, read) in [
            (SEEN.find, "SEARCH read_marks USING PRIMARY KEY ((user_id,match_id)>(?,?))"),
            (TOLD.find, "SEARCH notices_sent USING PRIMARY KEY ((user_id,match_id)>(?,?))"),
            (CONDITIONAL_MOVES.find, "SEARCH conditional_moves USING PRIMARY KEY (match_id>?)"),
            (&deletion(SEEN), "SEARCH read_marks USING PRIMARY KEY (user_id=? AND match_id=?)"),
            (&deletion(TOLD), "SEARCH notices_sent USING PRIMARY KEY (user_id=? AND match_id=?)"),
            (&deletion(CONDITIONAL_MOVES), "SEARCH conditional_moves USING PRIMARY KEY (match_id=?)"),
            (VACATION, "SEARCH vacation_hours USING COVERING INDEX vacation_hours_by_hour (hour<?)"),
            (REPORTS, "SEARCH reports USING INDEX reports_settled (settled_at<?)"),
        ] {
            for steps in plan::of(sql).await {
                assert!(steps.contains(read), "{read}\n{steps}");
            }
        }
    }
}

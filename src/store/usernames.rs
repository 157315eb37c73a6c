//! Previous and reserved usernames.

use sqlx::SqliteConnection;

use super::{Store, StoreError};
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::users::UserId;

/// How long a previous name is reserved: 90 days.
pub(super) const RESERVED_FOR: i64 = 90 * DAY;

/// Whether a name can be taken: no user has it, and no other user had it in the last 90 days.
pub(super) async fn is_free(
    db: &mut SqliteConnection,
    key: &str,
    by: Option<UserId>,
    at: Moment,
) -> Result<bool, StoreError> {
    let taken = "SELECT EXISTS (SELECT 1 FROM users WHERE name_key = $1)
        OR EXISTS (SELECT 1 FROM previous_usernames WHERE name_key = $1 AND given_up_at > $2 AND user_id IS NOT $3)
        OR EXISTS (SELECT 1 FROM reserved_usernames WHERE name_key = $1 AND free_at > $4)";
    let query =
        sqlx::query_scalar(taken).bind(key).bind(at.after(-RESERVED_FOR).0).bind(by.map(|user| user.0));
    Ok(!query.bind(at.0).fetch_one(db).await?)
}

/// Reserves the current and previous names of a user who is being deleted. To be called in the transaction that
/// deletes them.
pub(super) async fn reserve(db: &mut SqliteConnection, user: UserId, at: Moment) -> Result<(), StoreError> {
    // Rounded to whole days, so that the time does not reveal whose name it was.
    let keeping = "INSERT INTO reserved_usernames (name_key, free_at)
        SELECT name_key, ($2 + $3) / $4 * $4 + $4 FROM users WHERE id = $1
        UNION ALL SELECT name_key, (given_up_at + $3) / $4 * $4 + $4 FROM previous_usernames WHERE user_id = $1
        ON CONFLICT (name_key) DO UPDATE SET free_at = max(free_at, excluded.free_at)";
    sqlx::query(keeping).bind(user.0).bind(at.0).bind(RESERVED_FOR).bind(DAY).execute(db).await?;
    Ok(())
}

impl Store {
    /// Releases expired reservations.
    pub async fn release_usernames(&self, now: Moment) -> Result<u64, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let freeing = sqlx::query("DELETE FROM reserved_usernames WHERE free_at <= $1");
                Ok(freeing.bind(now.0).execute(db).await?.rows_affected())
            })
        })
        .await
    }
}

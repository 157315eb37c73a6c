//! Whom people do not want to meet.

use std::collections::HashSet;

use super::{Store, StoreError};
use crate::matches::{Person, UserId};
use crate::now::Moment;

const AMONG: &str = "SELECT b.user_id, b.blocked_id FROM json_each($1) asked
    JOIN blocks b ON b.user_id = asked.value ->> 0 AND b.blocked_id = asked.value ->> 1";
/// So many somebody can block.
const MOST: i64 = 500;

impl Store {
    /// Keeps somebody away from somebody. Whether there was room for one more.
    ///
    /// # Errors
    /// The database failed.
    pub async fn block(&self, user: UserId, whom: UserId, at: Moment) -> Result<bool, StoreError> {
        let done = self
            .write(move |db| {
                Box::pin(async move {
                    let blocking = "INSERT INTO blocks (user_id, blocked_id, since) SELECT $1, $2, $3
                        WHERE (SELECT count(*) FROM blocks WHERE user_id = $1) < $4
                        ON CONFLICT (user_id, blocked_id) DO UPDATE SET since = since";
                    let query = sqlx::query(blocking).bind(user.0).bind(whom.0).bind(at.0).bind(MOST);
                    Ok(query.execute(db).await?.rows_affected() > 0)
                })
            })
            .await?;
        self.remembered.forget(user);
        Ok(done)
    }

    /// Keeps them away no longer.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unblock(&self, user: UserId, whom: UserId) -> Result<(), StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM blocks WHERE user_id = $1 AND blocked_id = $2");
                query.bind(user.0).bind(whom.0).execute(db).await?;
                Ok(())
            })
        })
        .await?;
        self.remembered.forget(user);
        Ok(())
    }

    /// Whom somebody has blocked, by name, and since when.
    ///
    /// # Errors
    /// The database failed.
    pub async fn blocks_of(&self, user: UserId) -> Result<Vec<(Person, Moment)>, StoreError> {
        let rows: Vec<(i64, String, i64)> = self
            .read(move |db| async move {
                let of = "SELECT u.id, u.name, b.since FROM blocks b JOIN users u ON u.id = b.blocked_id
                    WHERE b.user_id = $1 ORDER BY u.name_key";
                sqlx::query_as(of).bind(user.0).fetch_all(&db).await
            })
            .await?;
        let one = |(id, name, since): (i64, String, i64)| {
            (Person { id: UserId(id), name: name.into() }, Moment(since))
        };
        Ok(rows.into_iter().map(one).collect())
    }

    /// Those of these pairs in which the first has blocked the second.
    ///
    /// # Errors
    /// The database failed.
    pub async fn blocks_among(
        &self,
        pairs: &[(UserId, UserId)],
    ) -> Result<HashSet<(UserId, UserId)>, StoreError> {
        let pairs = serde_json::to_string(pairs).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let rows: Vec<(i64, i64)> =
            self.read(|db| async move { sqlx::query_as(AMONG).bind(pairs).fetch_all(&db).await }).await?;
        Ok(rows.into_iter().map(|(user, whom)| (UserId(user), UserId(whom))).collect())
    }
}

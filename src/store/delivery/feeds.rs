//! The numbers that the secret URLs of feeds are derived from.

use std::collections::HashMap;

use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;
use crate::users::preferences::FeedKind;

impl Store {
    /// The numbers of a user's feeds. A feed that is turned off has none.
    pub async fn feed_numbers(&self, user: UserId) -> Result<HashMap<FeedKind, i64>, StoreError> {
        let rows: Vec<(String, i64)> = self
            .read(move |db| async move {
                let query = sql::query_as("SELECT kind, number FROM feeds WHERE user_id = $1");
                query.bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().filter_map(|(kind, number)| Some((FeedKind::from_key(&kind)?, number))).collect())
    }

    /// When a feed got its URL.
    pub async fn feed_created_at(&self, user: UserId, feed: FeedKind) -> Result<Option<Moment>, StoreError> {
        let created: Option<i64> = self
            .read(move |db| async move {
                let query =
                    sql::query_scalar("SELECT created_at FROM feeds WHERE user_id = $1 AND kind = $2");
                query.bind(user.0).bind(feed.key()).fetch_optional(&db).await
            })
            .await?;
        Ok(created.map(Moment))
    }

    /// Sets the number of a feed, and so changes its URL.
    pub async fn set_feed(
        &self,
        user: UserId,
        feed: FeedKind,
        number: i64,
        now: Moment,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
                sql::query(
                    "INSERT INTO feeds (user_id, kind, number, created_at) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (user_id, kind) DO UPDATE SET number = excluded.number, created_at = excluded.created_at",
                )
                .bind(user.0)
                .bind(feed.key())
                .bind(number)
                .bind(now.0)
                .execute(db)
                .await?;
                Ok(())
            }))
        .await
    }

    /// Removes the number of a feed, which turns it off.
    pub async fn forget_feed(&self, user: UserId, feed: FeedKind) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query("DELETE FROM feeds WHERE user_id = $1 AND kind = $2");
            query.bind(user.0).bind(feed.key()).execute(db).await?;
            Ok(())
        }))
        .await
    }
}

//! The bookmarks of users.

use crate::lists::Bookmark;
use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

const OF_USER: &str = "SELECT id, path, title, tags FROM bookmarks WHERE user_id = $1 ORDER BY id DESC";
const OTHERS: &str = "SELECT count(*) FROM bookmarks WHERE user_id = $1 AND path <> $2";
const KEEP: &str =
    "INSERT INTO bookmarks (user_id, path, title, tags, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (user_id, path) DO UPDATE SET title = excluded.title, tags = excluded.tags";
const REMOVE: &str = "DELETE FROM bookmarks WHERE user_id = $1 AND id = $2";

impl Store {
    /// All bookmarks of a user, the newest first.
    pub async fn bookmarks(&self, user: UserId) -> Result<Vec<Bookmark>, StoreError> {
        let rows: Vec<(i64, String, String, String)> = self
            .read(move |db| async move { sql::query_as(OF_USER).bind(user.0).fetch_all(&db).await })
            .await?;
        Ok(rows.into_iter().map(|(id, path, title, tags)| Bookmark { id, path, title, tags }).collect())
    }

    /// Adds a bookmark, or changes the one of the same page. Returns whether the user may have another.
    pub async fn keep_bookmark(
        &self,
        user: UserId,
        path: String,
        title: String,
        tags: String,
        at: Moment,
    ) -> Result<bool, StoreError> {
        self.write(transaction!(|db| {
            let others: i64 = sql::query_scalar(OTHERS).bind(user.0).bind(&path).fetch_one(&mut *db).await?;
            if usize::try_from(others).unwrap_or(usize::MAX) >= Bookmark::MAX {
                return Ok(false);
            }
            let query = sql::query(KEEP).bind(user.0).bind(path).bind(title).bind(tags).bind(at.0);
            query.execute(db).await?;
            Ok(true)
        }))
        .await
    }

    /// Removes a bookmark of a user.
    pub async fn remove_bookmark(&self, user: UserId, id: i64) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            Ok(sql::query(REMOVE).bind(user.0).bind(id).execute(db).await.map(drop)?)
        }))
        .await
    }
}

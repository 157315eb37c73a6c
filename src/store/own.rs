//! What is somebody's own: how they like to play, and what they note about a match.

use crate::matches::{Manner, MatchId, UserId};
use crate::notices::wanted::Zone;
use crate::store::{Store, StoreError, letterboxes};

/// What a page about a match shows somebody of their own.
#[derive(Clone, Debug)]
pub struct Own {
    /// Where they live.
    pub zone: Zone,
    /// How they like to play.
    pub manner: Manner,
    /// What they have noted about the match; empty when they have not.
    pub note: String,
}

impl Store {
    /// What somebody has of their own at a match.
    ///
    /// # Errors
    /// The database failed.
    pub async fn own(&self, user: UserId, id: &MatchId) -> Result<Own, StoreError> {
        let id = id.to_string();
        let (zone, goes_on, confirms, note): (String, bool, bool, Option<String>) = self
            .read(move |db| async move {
                sqlx::query_as(
                    "SELECT zone, goes_on, confirms, (SELECT text FROM notes WHERE user_id = $1 AND match_id = $2)
                     FROM users WHERE id = $1",
                )
                .bind(user.0)
                .bind(id)
                .fetch_one(&db)
                .await
            })
            .await?;
        Ok(Own {
            zone: letterboxes::zone(&zone),
            manner: Manner { goes_on, confirms },
            note: note.unwrap_or_default(),
        })
    }

    /// How somebody likes to play.
    ///
    /// # Errors
    /// The database failed.
    pub async fn manner(&self, user: UserId) -> Result<Manner, StoreError> {
        let (goes_on, confirms): (bool, bool) = self
            .read(move |db| async move {
                let of = sqlx::query_as("SELECT goes_on, confirms FROM users WHERE id = $1");
                of.bind(user.0).fetch_one(&db).await
            })
            .await?;
        Ok(Manner { goes_on, confirms })
    }

    /// Sets how somebody likes to play.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_manner(&self, user: UserId, manner: Manner) -> Result<(), StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("UPDATE users SET goes_on = $2, confirms = $3 WHERE id = $1");
                query.bind(user.0).bind(manner.goes_on).bind(manner.confirms).execute(db).await?;
                Ok(())
            })
        })
        .await
    }

    /// Keeps what somebody notes about a match in the place of what they noted before; nothing, when the text is empty.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_note(&self, user: UserId, id: &MatchId, text: String) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(move |db| {
            Box::pin(async move {
                let sql = if text.is_empty() {
                    "DELETE FROM notes WHERE user_id = $1 AND match_id = $2 AND $3 = ''"
                } else {
                    "INSERT INTO notes (user_id, match_id, text) VALUES ($1, $2, $3)
                     ON CONFLICT (user_id, match_id) DO UPDATE SET text = excluded.text"
                };
                sqlx::query(sql).bind(user.0).bind(id).bind(text).execute(db).await?;
                Ok(())
            })
        })
        .await
    }
}

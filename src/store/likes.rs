//! What goes with every page somebody looks at: how the house looks to them, and whom they do not want to meet. It is
//! remembered, so that a page costs no query.

use std::sync::Arc;

use super::{Store, StoreError};
use crate::language::Language;
use crate::users::UserId;
use crate::users::preferences::{Likes, Look, Motion, Theme};

type Row = (String, bool, String, String, String, String);

const OF: &str = "SELECT theme, sound, motion, language,
        (SELECT json_group_array(blocked_id) FROM blocks WHERE user_id = $1),
        (SELECT json_group_array(hushed_id) FROM hushes WHERE user_id = $1) FROM users WHERE id = $1";

impl Store {
    /// What somebody likes.
    ///
    /// # Errors
    /// The database failed.
    pub async fn likes(&self, user: UserId) -> Result<Arc<Likes>, StoreError> {
        if let Some(likes) = self.remembered.recall_likes(user) {
            return Ok(likes);
        }
        let changes = self.remembered.changes();
        let row: Option<Row> = self
            .read(move |db| async move { sqlx::query_as(OF).bind(user.0).fetch_optional(&db).await })
            .await?;
        let likes = Arc::new(row.map(likes).transpose()?.unwrap_or_default());
        self.remembered.keep_likes(user, Arc::clone(&likes), changes);
        Ok(likes)
    }

    /// The same as far as it is known without asking.
    pub fn known_likes(&self, user: UserId) -> Option<Arc<Likes>> {
        self.remembered.recall_likes(user)
    }

    /// Sets how the house looks to somebody.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_look(&self, user: UserId, look: Look) -> Result<(), StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let setting =
                    "UPDATE users SET theme = $2, sound = $3, motion = $4, language = $5 WHERE id = $1";
                let query = sqlx::query(setting).bind(user.0).bind(look.theme.key()).bind(look.sound);
                query.bind(look.motion.key()).bind(look.language.key()).execute(db).await?;
                Ok(())
            })
        })
        .await?;
        self.remembered.forget(user);
        Ok(())
    }
}

fn likes((theme, sound, motion, language, blocked, hushed): Row) -> Result<Likes, StoreError> {
    let look = Look {
        theme: Theme::from_key(&theme).unwrap_or_default(),
        sound,
        motion: Motion::from_key(&motion).unwrap_or_default(),
        language: Language::from_key(&language).unwrap_or_default(),
    };
    let those = |ids: &str| serde_json::from_str(ids).map_err(|error| StoreError::Corrupt(error.to_string()));
    Ok(Likes { look, blocked: those(&blocked)?, hushed: those(&hushed)? })
}

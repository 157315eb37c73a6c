//! User settings that every page needs: appearance, blocks and mutes. They are cached, so a page costs no query.

use std::sync::Arc;

use super::{Store, StoreError};
use crate::language::Language;
use crate::users::UserId;
use crate::users::preferences::{Appearance, Motion, Theme, UserSettings};

type UserSettingsRow = (String, bool, String, String, String, String);

const OF: &str = "SELECT theme, sound, motion, language,
        (SELECT json_group_array(blocked_id) FROM blocks WHERE user_id = $1),
        (SELECT json_group_array(muted_id) FROM muted_players WHERE user_id = $1) FROM users WHERE id = $1";

impl Store {
    pub async fn user_settings(&self, user: UserId) -> Result<Arc<UserSettings>, StoreError> {
        self.user_settings.get_or_load(user, self.read_user_settings(user)).await
    }

    async fn read_user_settings(&self, user: UserId) -> Result<Arc<UserSettings>, StoreError> {
        let row: Option<UserSettingsRow> = self
            .read(move |db| async move { sqlx::query_as(OF).bind(user.0).fetch_optional(&db).await })
            .await?;
        Ok(Arc::new(row.map(user_settings).transpose()?.unwrap_or_default()))
    }

    /// The settings, if they are cached.
    pub fn known_user_settings(&self, user: UserId) -> Option<Arc<UserSettings>> {
        self.user_settings.get(&user)
    }

    /// Sets the appearance of the site for a user.
    pub async fn set_look(&self, user: UserId, look: Appearance) -> Result<(), StoreError> {
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
        self.invalidate_settings_of(user);
        Ok(())
    }
}

fn user_settings(
    (theme, sound, motion, language, blocked, muted_players): UserSettingsRow,
) -> Result<UserSettings, StoreError> {
    let look = Appearance {
        theme: Theme::from_key(&theme).unwrap_or_default(),
        sound,
        motion: Motion::from_key(&motion).unwrap_or_default(),
        language: Language::from_key(&language).unwrap_or_default(),
    };
    let those = |ids: &str| serde_json::from_str(ids).map_err(|error| StoreError::Corrupt(error.to_string()));
    Ok(UserSettings { look, blocked: those(&blocked)?, muted_players: those(&muted_players)? })
}

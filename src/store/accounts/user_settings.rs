//! User settings that every page needs: appearance, blocks, mutes and follows. They are cached, so a page costs no query.

use std::collections::HashSet;
use std::sync::Arc;

use crate::language::Language;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;
use crate::users::preferences::{Appearance, Motion, Theme, UserSettings};

type AppearanceRow = (String, bool, String, String);

const APPEARANCE: &str = "SELECT theme, sound, motion, language FROM users WHERE id = $1";
const BLOCKED: &str = "SELECT blocked_id FROM blocks WHERE user_id = $1";
const MUTED: &str = "SELECT muted_id FROM muted_players WHERE user_id = $1";
const FOLLOWED: &str = "SELECT followed_id FROM follows WHERE user_id = $1";

impl Store {
    pub async fn user_settings(&self, user: UserId) -> Result<Arc<UserSettings>, StoreError> {
        self.caches.user_settings.get_or_load(user, self.read_user_settings(user)).await
    }

    async fn read_user_settings(&self, user: UserId) -> Result<Arc<UserSettings>, StoreError> {
        let (look, [blocked, muted_players, followed]) = self
            .read(move |db| async move {
                let look: Option<AppearanceRow> =
                    sql::query_as(APPEARANCE).bind(user.0).fetch_optional(&db).await?;
                let mut others: [HashSet<UserId>; 3] = Default::default();
                for (found, sql) in others.iter_mut().zip([BLOCKED, MUTED, FOLLOWED]) {
                    let ids: Vec<i64> = sql::query_scalar(sql).bind(user.0).fetch_all(&db).await?;
                    found.extend(ids.into_iter().map(UserId));
                }
                Ok((look, others))
            })
            .await?;
        Ok(Arc::new(UserSettings {
            look: look.map(appearance).unwrap_or_default(),
            blocked,
            muted_players,
            followed,
        }))
    }

    /// The settings, if they are cached.
    pub fn known_user_settings(&self, user: UserId) -> Option<Arc<UserSettings>> {
        self.caches.user_settings.get(&user)
    }

    /// Sets the appearance of the site for a user.
    pub async fn set_look(&self, user: UserId, look: Appearance) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let setting = "UPDATE users SET theme = $2, sound = $3, motion = $4, language = $5 WHERE id = $1";
            let query = sql::query(setting).bind(user.0).bind(look.theme.key()).bind(look.sound);
            query.bind(look.motion.key()).bind(look.language.key()).execute(db).await?;
            Ok(())
        }))
        .await?;
        self.invalidate_settings_of(user);
        Ok(())
    }
}

fn appearance((theme, sound, motion, language): AppearanceRow) -> Appearance {
    Appearance {
        theme: Theme::from_key(&theme).unwrap_or_default(),
        sound,
        motion: Motion::from_key(&motion).unwrap_or_default(),
        language: Language::from_key(&language).unwrap_or_default(),
    }
}

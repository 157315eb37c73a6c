//! The personal part of a match page: preferences and notes. Every match page needs it, so it is cached.

use super::email_settings;
use crate::matches::MatchId;
use crate::store::{MatchPageData, Store, StoreError, sql};
use crate::users::UserId;
use crate::users::preferences::{MoveConfirmation, PlayPreferences};

impl Store {
    /// A user's data for a match page.
    pub async fn match_page_data(&self, user: UserId, id: &MatchId) -> Result<MatchPageData, StoreError> {
        self.caches.page_data.get_or_load((user, id.clone()), self.read_page_data(user, id)).await
    }

    async fn read_page_data(&self, user: UserId, id: &MatchId) -> Result<MatchPageData, StoreError> {
        let id = id.to_string();
        let (time_zone, goes_on, confirmation, note): (String, bool, String, Option<String>) = self
            .read(move |db| async move {
                sql::query_as(
                    "SELECT time_zone, auto_advance, move_confirmation, (SELECT text FROM notes WHERE user_id = $1 AND match_id = $2)
                     FROM users WHERE id = $1",
                )
                .bind(user.0)
                .bind(id)
                .fetch_one(&db)
                .await
            })
            .await?;
        Ok(MatchPageData {
            time_zone: email_settings::zone_or_default(&time_zone),
            play_preferences: preferences_of(goes_on, &confirmation),
            note: note.unwrap_or_default(),
        })
    }

    /// Removes a user's settings and notes from the caches, after a change.
    pub(in crate::store) fn invalidate_settings_of(&self, user: UserId) {
        self.caches.user_settings.invalidate(&user);
        self.caches.page_data.invalidate_if(|(of, _), _| *of == user);
    }

    pub async fn play_preferences(&self, user: UserId) -> Result<PlayPreferences, StoreError> {
        let (goes_on, confirmation): (bool, String) = self
            .read(move |db| async move {
                let of = sql::query_as("SELECT auto_advance, move_confirmation FROM users WHERE id = $1");
                of.bind(user.0).fetch_one(&db).await
            })
            .await?;
        Ok(preferences_of(goes_on, &confirmation))
    }

    pub async fn set_play_preferences(
        &self,
        user: UserId,
        preferences: PlayPreferences,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let sql = "UPDATE users SET auto_advance = $2, move_confirmation = $3 WHERE id = $1";
            let query = sql::query(sql).bind(user.0).bind(preferences.auto_advance);
            query.bind(preferences.confirmation.key()).execute(db).await?;
            Ok(())
        }))
        .await?;
        self.invalidate_settings_of(user);
        Ok(())
    }

    /// Saves a user's note about a match, or deletes it if the text is empty.
    pub async fn save_note(&self, user: UserId, id: &MatchId, text: String) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(transaction!(|db| {
            let sql = if text.is_empty() {
                "DELETE FROM notes WHERE user_id = $1 AND match_id = $2 AND $3 = ''"
            } else {
                "INSERT INTO notes (user_id, match_id, text) VALUES ($1, $2, $3)
                 ON CONFLICT (user_id, match_id) DO UPDATE SET text = excluded.text"
            };
            sql::query(sql).bind(user.0).bind(id).bind(text).execute(db).await?;
            Ok(())
        }))
        .await?;
        self.invalidate_settings_of(user);
        Ok(())
    }
}

/// The play preferences from the columns of `users`.
fn preferences_of(goes_on: bool, confirmation: &str) -> PlayPreferences {
    PlayPreferences {
        auto_advance: goes_on,
        confirmation: MoveConfirmation::from_key(confirmation).unwrap_or_default(),
    }
}

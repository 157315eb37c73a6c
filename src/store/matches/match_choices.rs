//! The last form with which a user created a match.

use serde_json::json;

use crate::games::Game;
use crate::lists::MatchChoice;
use crate::now::Moment;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

const CHOICE: &str = "SELECT game, fields FROM match_choices WHERE user_id = $1";
const CHOOSE: &str = "INSERT INTO match_choices (user_id, game, fields, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id) DO UPDATE SET game = excluded.game, fields = excluded.fields, at = excluded.at";

impl Store {
    /// The choice of a user; `None` without one, and for a game that no longer exists. Fields that cannot be read are
    /// left out.
    pub async fn match_choice(&self, user: UserId) -> Result<Option<MatchChoice>, StoreError> {
        let row: Option<(String, String)> = self
            .read(move |db| async move { sql::query_as(CHOICE).bind(user.0).fetch_optional(&db).await })
            .await?;
        Ok(row.and_then(|(game, fields)| {
            let fields = serde_json::from_str(&fields).unwrap_or_default();
            Some(MatchChoice { game: Game::from_key(&game)?, fields })
        }))
    }

    /// Saves the choice of a user.
    pub async fn remember_match_choice(
        &self,
        user: UserId,
        choice: MatchChoice,
        at: Moment,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let fields = json!(choice.fields).to_string();
            let query = sql::query(CHOOSE).bind(user.0).bind(choice.game.key()).bind(fields);
            Ok(query.bind(at.0).execute(db).await.map(drop)?)
        }))
        .await
    }
}

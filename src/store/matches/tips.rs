//! The tips that users see in their first match of a game.

use crate::games::Game;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;

const SHOWS: &str = "SELECT NOT EXISTS (SELECT 1 FROM tallies WHERE user_id = $1 AND game = $2)
    AND NOT EXISTS (SELECT 1 FROM dismissed_tips WHERE user_id = $1 AND game = $2)";
const DISMISS: &str =
    "INSERT INTO dismissed_tips (user_id, game) VALUES ($1, $2) ON CONFLICT (user_id, game) DO NOTHING";

impl Store {
    /// Whether a user has neither finished a match of this game nor dismissed its tips.
    pub async fn shows_tips(&self, user: UserId, game: Game) -> Result<bool, StoreError> {
        self.read(move |db| async move {
            sql::query_scalar(SHOWS).bind(user.0).bind(game.key()).fetch_one(&db).await
        })
        .await
    }

    /// Hides the tips of a game from a user for good.
    pub async fn dismiss_tips(&self, user: UserId, game: Game) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            Ok(sql::query(DISMISS).bind(user.0).bind(game.key()).execute(db).await.map(drop)?)
        }))
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::SHOWS;
    use crate::store::plan;

    #[tokio::test]
    async fn whether_tips_are_shown_is_read_by_key() {
        for steps in plan::of(SHOWS).await {
            for table in ["tallies", "dismissed_tips"] {
                let search = format!("SEARCH {table} USING PRIMARY KEY (user_id=? AND game=?)");
                assert!(steps.contains(&search), "{steps}");
            }
        }
    }
}

//! Matches against bots: the last choice of a user for each game, and the number of running matches.

use std::collections::HashMap;

use serde_json::json;

use super::{Store, StoreError};
use crate::bots::BotLevel;
use crate::games::Game;
use crate::lists::BotChoice;
use crate::now::Moment;
use crate::users::UserId;

const RUNNING: &str = "SELECT asked.value, count(*) FROM json_each($1) asked
    CROSS JOIN match_seats mine ON mine.user_id = asked.value AND mine.ended_at IS NULL AND mine.kept = 0
    WHERE EXISTS (SELECT 1 FROM match_seats o CROSS JOIN bots b ON b.user_id = o.user_id WHERE o.match_id = mine.match_id)
    GROUP BY asked.value";
const CHOICES: &str = "SELECT game, level, seats FROM bot_choices WHERE user_id = $1 ORDER BY at DESC";
const CHOOSE: &str = "INSERT INTO bot_choices (user_id, game, level, seats, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (user_id, game) DO UPDATE SET level = excluded.level, seats = excluded.seats, at = excluded.at";

impl Store {
    /// The number of unfinished matches with bots of each of these users. Users without one are left out.
    pub async fn bot_matches_of(&self, users: &[UserId]) -> Result<HashMap<UserId, u32>, StoreError> {
        let users = json!(users).to_string();
        let rows: Vec<(i64, u32)> =
            self.read(|db| async move { sqlx::query_as(RUNNING).bind(users).fetch_all(&db).await }).await?;
        Ok(rows.into_iter().map(|(user, count)| (UserId(user), count)).collect())
    }

    /// The choices of a user for matches against bots, the most recent first.
    pub async fn bot_choices(&self, user: UserId) -> Result<Vec<BotChoice>, StoreError> {
        let rows: Vec<(String, u8, u8)> = self
            .read(move |db| async move { sqlx::query_as(CHOICES).bind(user.0).fetch_all(&db).await })
            .await?;
        let choice = |(game, level, seats): (String, u8, u8)| {
            Some(BotChoice { game: Game::from_key(&game)?, level: BotLevel::from_number(level)?, seats })
        };
        Ok(rows.into_iter().filter_map(choice).collect())
    }

    /// Saves the choice of a user for a match against a bot.
    pub async fn remember_bot_choice(
        &self,
        user: UserId,
        choice: BotChoice,
        at: Moment,
    ) -> Result<(), StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let query =
                    sqlx::query(CHOOSE).bind(user.0).bind(choice.game.key()).bind(choice.level.number());
                Ok(query.bind(choice.seats).bind(at.0).execute(db).await.map(drop)?)
            })
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::RUNNING;
    use crate::store::plan;

    #[tokio::test]
    async fn only_the_running_matches_of_a_user_are_looked_at() {
        for steps in plan::of(RUNNING).await {
            assert!(steps.contains("SEARCH mine USING "), "{steps}");
            assert!(
                !steps.contains("SCAN mine") && !steps.contains("SCAN o") && !steps.contains("SCAN b"),
                "{steps}"
            );
        }
    }
}

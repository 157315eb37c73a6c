//! Matches against bots: the last choice of a user for each game, and the number of running matches.

use std::collections::HashMap;

use crate::bots::BotLevel;
use crate::games::Game;
use crate::lists::{BotChoice, BotScore};
use crate::now::Moment;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::UserId;

const RUNNING: &str = "SELECT input.value, count(*) FROM json_each($1) input
    CROSS JOIN match_seats mine WHERE mine.user_id = input.value AND mine.ended_at IS NULL AND NOT mine.is_reserved
    AND EXISTS (SELECT 1 FROM match_seats o CROSS JOIN users u
        WHERE o.match_id = mine.match_id AND u.id = o.user_id AND u.kind = 'bot')
    GROUP BY input.value";
/// The finished casual matches of a user in a game against bots of one level only, among their last `$3` of all kinds.
const SCORES: &str = "SELECT level, count(*) FILTER (WHERE place = 1 AND firsts = 1), count(*) FILTER (WHERE place = 1 AND firsts > 1),
        count(*) FILTER (WHERE place > 1)
    FROM (SELECT mine.place,
            (SELECT count(*) FROM match_seats f WHERE f.match_id = mine.match_id AND f.place = 1) AS firsts,
            (SELECT CASE WHEN count(b.user_id) = count(*) AND min(b.level) = max(b.level) THEN min(b.level) END
                FROM match_seats o LEFT JOIN bots b ON b.user_id = o.user_id
                WHERE o.match_id = mine.match_id AND o.seat <> mine.seat) AS level
        FROM (SELECT match_id, seat, place FROM match_seats WHERE user_id = $1 AND ended_at IS NOT NULL
                ORDER BY ended_at DESC LIMIT $3) mine
            CROSS JOIN matches m
        WHERE m.id = mine.match_id AND m.game = $2 AND NOT m.rated) played
    WHERE level IS NOT NULL GROUP BY level ORDER BY level";
/// How many matches count for a score.
const COUNTED: u32 = 500;
const CHOICES: &str = "SELECT game, level, seats FROM bot_choices WHERE user_id = $1 ORDER BY at DESC";
const CHOOSE: &str = "INSERT INTO bot_choices (user_id, game, level, seats, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (user_id, game) DO UPDATE SET level = excluded.level, seats = excluded.seats, at = excluded.at";

/// Level, and how many matches were won, drawn and lost.
type ScoreRow = (Int<u8>, Int<u32>, Int<u32>, Int<u32>);

impl Store {
    /// The number of unfinished matches of each of these users with bots, or with people who share their device. Users without one are left out.
    pub async fn bot_matches_of(&self, users: &[UserId]) -> Result<HashMap<UserId, u32>, StoreError> {
        let users = sql::list(users.iter().copied());
        let rows: Vec<(i64, Int<u32>)> =
            self.read(|db| async move { sql::query_as(RUNNING).bind(users).fetch_all(&db).await }).await?;
        Ok(rows.into_iter().map(|(user, Int(count))| (UserId(user), count)).collect())
    }

    /// The results of a user in a game against bots, by level.
    pub async fn bot_scores(&self, user: UserId, game: Game) -> Result<Vec<BotScore>, StoreError> {
        let rows: Vec<ScoreRow> = self
            .read(move |db| async move {
                sql::query_as(SCORES).bind(user.0).bind(game.key()).bind(COUNTED).fetch_all(&db).await
            })
            .await?;
        let score = |(Int(level), Int(won), Int(drawn), Int(lost))| {
            Some(BotScore { level: BotLevel::from_number(level)?, won, drawn, lost })
        };
        Ok(rows.into_iter().filter_map(score).collect())
    }

    /// The choices of a user for matches against bots, the most recent first.
    pub async fn bot_choices(&self, user: UserId) -> Result<Vec<BotChoice>, StoreError> {
        let rows: Vec<(String, Int<u8>, Int<u8>)> = self
            .read(move |db| async move { sql::query_as(CHOICES).bind(user.0).fetch_all(&db).await })
            .await?;
        let choice = |(game, Int(level), Int(seats)): (String, Int<u8>, Int<u8>)| {
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
        self.write(transaction!(|db| {
            let query = sql::query(CHOOSE).bind(user.0).bind(choice.game.key()).bind(choice.level.number());
            Ok(query.bind(choice.seats).bind(at.0).execute(db).await.map(drop)?)
        }))
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::{RUNNING, SCORES};
    use crate::store::plan;

    #[tokio::test]
    async fn a_score_reads_the_last_matches_of_a_user_by_index() {
        for steps in plan::of(SCORES).await {
            assert!(steps.contains("match_seats_by_user (user_id=? AND ended_at>?)"), "{steps}");
            for scan in ["SCAN m", "SCAN o", "SCAN f", "SCAN b"] {
                assert!(
                    !steps.contains(&format!("{scan}\n")) && !steps.contains(&format!("{scan} ")),
                    "{steps}"
                );
            }
        }
    }

    #[tokio::test]
    async fn only_the_running_matches_of_a_user_are_read() {
        for steps in plan::of(RUNNING).await {
            assert!(steps.contains("SEARCH mine USING "), "{steps}");
            assert!(
                !steps.contains("SCAN mine") && !steps.contains("SCAN o") && !steps.contains("SCAN b"),
                "{steps}"
            );
        }
    }
}

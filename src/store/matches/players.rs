//! What there is to know of a player.

use std::collections::HashMap;

use super::rows::counted;
use crate::matches::{Tally, UserId};
use crate::store::{Store, StoreError};

const TALLIES: &str = "SELECT game, count(*) AS played,
        sum(CASE WHEN place = 1 AND firsts = 1 THEN 1 ELSE 0 END) AS won,
        sum(CASE WHEN place = 1 AND firsts > 1 THEN 1 ELSE 0 END) AS shared
    FROM (SELECT m.game, mine.place,
            (SELECT count(*) FROM match_seats s WHERE s.match_id = m.id AND s.place = 1) AS firsts
        FROM match_seats mine JOIN matches m ON m.id = mine.match_id
        WHERE mine.user_id = $1 AND mine.ended_at IS NOT NULL AND m.how <> 'aborted'
            AND (m.visibility = 'public' OR $2)) AS finished
    GROUP BY game ORDER BY played DESC, game";

const OPEN_TABLES: &str = "SELECT asked.value, count(DISTINCT m.id) FROM json_each($1) asked
    LEFT JOIN match_seats mine ON mine.user_id = asked.value AND mine.ended_at IS NULL AND mine.kept = 0
    LEFT JOIN matches m ON m.id = mine.match_id AND m.status = 'open' AND m.opened_by = asked.value
    GROUP BY asked.value";

impl Store {
    /// How many tables each of these people has open: those they have opened and sit at, and that have not started.
    ///
    /// # Errors
    /// The database failed.
    pub async fn open_tables_of(&self, people: &[UserId]) -> Result<HashMap<UserId, u32>, StoreError> {
        let people = serde_json::Value::from_iter(people.iter().map(|user| user.0)).to_string();
        let rows: Vec<(i64, u32)> = self
            .read(|db| async move { sqlx::query_as(OPEN_TABLES).bind(people).fetch_all(&db).await })
            .await?;
        Ok(rows.into_iter().map(|(user, open)| (UserId(user), open)).collect())
    }

    /// How somebody has fared, the game they play most first; private matches count only when `private`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tallies_of(&self, user: UserId, private: bool) -> Result<Vec<Tally>, StoreError> {
        let rows =
            self.read(move |db| async move {
                sqlx::query_as(TALLIES).bind(user.0).bind(private).fetch_all(&db).await
            })
            .await?;
        rows.into_iter().map(counted).collect()
    }
}

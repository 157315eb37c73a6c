//! Statistics of players.

use std::collections::HashMap;

use super::rows::player_tally;
use crate::lists::PlayerTally;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::UserId;

pub(super) const TALLIES: &str =
    "SELECT game, CAST(sum(played) AS BIGINT) AS total, CAST(sum(won) AS BIGINT), CAST(sum(shared) AS BIGINT)
    FROM tallies
    WHERE user_id = $1 AND (visibility = 'public' OR $2) GROUP BY game ORDER BY total DESC, game";

const OPEN_MATCHES: &str = "SELECT input.value, count(DISTINCT m.id) FROM json_each($1) input
    LEFT JOIN match_seats mine ON mine.user_id = input.value AND mine.ended_at IS NULL AND NOT mine.is_reserved
    LEFT JOIN matches m ON m.id = mine.match_id AND m.status = 'open' AND m.opened_by = input.value
    GROUP BY input.value";
const RUNNING_MATCHES: &str = "SELECT input.value, count(DISTINCT m.id) FROM json_each($1) input
    LEFT JOIN match_seats mine ON mine.user_id = input.value AND mine.ended_at IS NULL
    LEFT JOIN matches m ON m.id = mine.match_id AND m.status = 'playing'
    GROUP BY input.value";

impl Store {
    /// How many open matches each of these users hosts and has joined.
    pub async fn count_open_matches_of(&self, people: &[UserId]) -> Result<HashMap<UserId, u32>, StoreError> {
        self.count_for_each(people, OPEN_MATCHES).await
    }

    /// How many matches each of these users is playing.
    pub async fn count_running_matches_of(
        &self,
        people: &[UserId],
    ) -> Result<HashMap<UserId, u32>, StoreError> {
        self.count_for_each(people, RUNNING_MATCHES).await
    }

    async fn count_for_each(
        &self,
        people: &[UserId],
        count: &'static str,
    ) -> Result<HashMap<UserId, u32>, StoreError> {
        let people = sql::list(people.iter().map(|user| user.0));
        let rows: Vec<(i64, Int<u32>)> =
            self.read(|db| async move { sql::query_as(count).bind(people).fetch_all(&db).await }).await?;
        Ok(rows.into_iter().map(|(user, Int(count))| (UserId(user), count)).collect())
    }

    /// A user's results by game, most played first; private matches count only with `private`.
    pub async fn tallies_of(&self, user: UserId, private: bool) -> Result<Vec<PlayerTally>, StoreError> {
        let rows =
            self.read(move |db| async move {
                sql::query_as(TALLIES).bind(user.0).bind(private).fetch_all(&db).await
            })
            .await?;
        rows.into_iter().map(player_tally).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{OPEN_MATCHES, TALLIES};
    use crate::store::plan;

    #[tokio::test]
    async fn a_tally_is_read_without_its_matches() {
        for steps in plan::of(TALLIES).await {
            assert_eq!(steps.first(), "SEARCH tallies USING PRIMARY KEY (user_id=?)", "{steps}");
        }
    }

    #[tokio::test]
    async fn open_matches_of_a_user_are_found_among_their_running_ones() {
        for steps in plan::of(OPEN_MATCHES).await {
            let own = "SEARCH mine USING INDEX match_seats_by_user (user_id=? AND ended_at=?)";
            assert!(steps.contains(own), "{steps}");
        }
    }
}

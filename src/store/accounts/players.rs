//! The list of players.

use crate::lists::ListedPlayer;
use crate::now::Moment;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::{UserId, UserSummary, name_key};

const PLAYERS: &str = "SELECT u.id, u.name, u.last_seen_at,
        (SELECT CAST(coalesce(sum(t.played), 0) AS BIGINT) FROM tallies t WHERE t.user_id = u.id AND t.visibility = 'public')
    FROM users u WHERE u.kind = 'person' AND u.deletion_state IS NULL AND ($1 = '' OR instr(u.name_key, $1) > 0)
    ORDER BY coalesce(u.last_seen_at, 0) DESC, u.id LIMIT $2 OFFSET $3";

impl Store {
    /// People whose name contains a part, in any case, those who were there last first; without the first `from` of them. Also
    /// whether there are more.
    pub async fn players(
        &self,
        part: &str,
        from: u32,
        limit: u32,
    ) -> Result<(Vec<ListedPlayer>, bool), StoreError> {
        let query = sql::query_as(PLAYERS).bind(name_key(part)).bind(limit + 1).bind(from);
        let mut rows: Vec<(i64, String, Option<i64>, Int<u32>)> =
            self.read(|db| async move { query.fetch_all(&db).await }).await?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let player = |(id, name, last_seen_at, Int(played)): (_, String, Option<i64>, _)| ListedPlayer {
            person: UserSummary { id: UserId(id), name: name.into() },
            last_seen_at: last_seen_at.map(Moment),
            played,
        };
        Ok((rows.into_iter().map(player).collect(), more))
    }
}

#[cfg(test)]
mod tests {
    use super::PLAYERS;
    use crate::store::plan;

    #[tokio::test]
    async fn players_are_read_in_their_order() {
        for steps in plan::of(PLAYERS).await {
            assert_eq!(
                (steps.first(), steps.sorts()),
                ("SCAN u USING INDEX users_by_activity", false),
                "{steps}"
            );
            assert!(steps.contains("SEARCH t USING PRIMARY KEY (user_id=?)"), "{steps}");
        }
    }
}

//! Running matches to watch.

use std::collections::HashSet;

use super::lists::listed;
use super::rows::{fetch_listed, listed_matches};
use crate::games::Game;
use crate::lists::{ListedMatch, PaceFilter, WatchFilter, WatchableMatch};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::UserId;

const WATCHABLE: &str = "SELECT m.id, m.changed_at,
        (SELECT CAST(round(avg(r.value) / 1e9) AS BIGINT) FROM match_seats s
            JOIN ratings r ON r.user_id = s.user_id AND r.game = m.game
                AND r.pool = CASE WHEN m.seat_count = 2 THEN 'two' ELSE 'more' END
            WHERE s.match_id = m.id HAVING count(*) = m.seat_count) AS rating
    FROM (SELECT id, game, seat_count, is_live, changed_at FROM matches
        WHERE status = 'playing' AND visibility = 'public' ORDER BY opened_at DESC, id LIMIT $1) m
    WHERE $2 IN ('', m.game) AND CAST($3 AS BIGINT) IN (0, m.seat_count)
        AND $4 IN ('', CASE WHEN m.is_live IS NULL THEN 'untimed' WHEN m.is_live THEN 'live' ELSE 'days' END)";

const CHANGED: &str = listed!(
    "m.changed_at",
    "FROM matches m WHERE m.id IN (SELECT value FROM json_each($1)) AND m.visibility = 'public' AND m.changed_at >= $2"
);

const OF_FOLLOWED: &str = "SELECT s.match_id FROM follows f CROSS JOIN match_seats s
    WHERE f.user_id = $1 AND s.user_id = f.followed_id AND s.ended_at IS NULL AND NOT s.is_reserved";
/// Public matches of followed players, those that were created last. Open ones are left out.
const NEW_OF_FOLLOWED: &str = listed!(
    "m.opened_at",
    "FROM (SELECT DISTINCT s.match_id FROM follows f CROSS JOIN match_seats s
        WHERE f.user_id = $1 AND s.user_id = f.followed_id AND (s.ended_at IS NULL OR s.ended_at >= $2) AND NOT s.is_reserved) picked
        CROSS JOIN matches m
     WHERE m.id = picked.match_id AND m.visibility = 'public'
        AND m.status <> 'open' AND m.end_reason IS DISTINCT FROM 'aborted' AND m.opened_at >= $2
     ORDER BY m.opened_at DESC, m.id LIMIT $3"
);

impl Store {
    /// The public running matches that pass a filter, of so many that were created last; in no particular order.
    pub async fn watchable_matches(
        &self,
        filter: WatchFilter,
        newest: u32,
    ) -> Result<Vec<WatchableMatch>, StoreError> {
        let query = sql::query_as(WATCHABLE)
            .bind(newest)
            .bind(filter.game.map_or("", Game::key))
            .bind(filter.seats.unwrap_or(0))
            .bind(filter.pace.map_or("", PaceFilter::key));
        let rows: Vec<(String, i64, Option<Int<u16>>)> =
            self.read(|db| async move { query.fetch_all(&db).await }).await?;
        let watchable = |(id, changed_at, rating): (String, i64, Option<Int<u16>>)| {
            let id = id.parse().map_err(|_| StoreError::Corrupt(format!("a match with the id {id}")))?;
            Ok(WatchableMatch { id, rating: rating.map(Int::get), changed_at: Moment(changed_at) })
        };
        rows.into_iter().map(watchable).collect()
    }

    /// The matches that players whom a user follows play or wait for, also private ones.
    pub async fn running_matches_of_followed(&self, user: UserId) -> Result<HashSet<MatchId>, StoreError> {
        let query = sql::query_scalar(OF_FOLLOWED).bind(user.0);
        let ids: Vec<String> = self.read(|db| async move { query.fetch_all(&db).await }).await?;
        Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// The public matches of players whom a user follows that were created since a moment and have begun, newest first.
    pub async fn new_matches_of_followed(
        &self,
        user: UserId,
        since: Moment,
        limit: u32,
    ) -> Result<Vec<ListedMatch>, StoreError> {
        let query = sql::query_as(NEW_OF_FOLLOWED).bind(user.0).bind(since.0).bind(limit);
        Ok(listed_matches(self.read(|db| async move { fetch_listed(&db, query).await }).await?))
    }

    /// Those of some matches that are public and have changed since a moment, in the order of `ids`.
    pub async fn public_matches(
        &self,
        ids: &[MatchId],
        since: Moment,
    ) -> Result<Vec<ListedMatch>, StoreError> {
        let query = sql::query_as(CHANGED).bind(sql::list(ids.iter().map(MatchId::to_string))).bind(since.0);
        let rows = self.read(|db| async move { fetch_listed(&db, query).await }).await?;
        let mut matches = listed_matches(rows);
        matches.sort_by_key(|listed| ids.iter().position(|id| *id == listed.id));
        Ok(matches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn matches_to_watch_are_picked_from_the_newest() {
        for steps in plan::of(WATCHABLE).await {
            assert!(steps.contains("SCAN matches USING INDEX matches_playing"), "{steps}");
            assert!(
                steps.contains("SEARCH r USING PRIMARY KEY (user_id=? AND game=? AND pool=?)"),
                "{steps}"
            );
            assert!(!steps.sorts(), "{steps}");
        }
    }

    #[tokio::test]
    async fn matches_of_followed_players_are_found_by_their_seats() {
        for sql in [OF_FOLLOWED, NEW_OF_FOLLOWED] {
            for steps in plan::of(sql).await {
                assert!(steps.contains("SEARCH f USING PRIMARY KEY (user_id=?)"), "{steps}");
                assert!(steps.contains("INDEX match_seats_by_user (user_id=?"), "{steps}");
            }
        }
    }

    #[tokio::test]
    async fn matches_that_are_watched_are_read_by_their_ids() {
        for steps in plan::of(CHANGED).await {
            assert_eq!(steps.first(), "SEARCH m USING PRIMARY KEY (id=?)", "{steps}");
        }
    }
}

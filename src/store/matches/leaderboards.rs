//! Leaderboards: the users of a game by rating, settled ratings and provisional ones apart, page by page.
//!
//! A page is found by the rating of its first user, so the pages before it are not read. The ratings with which pages
//! begin are read from an index and cached for a minute.

use std::sync::Arc;

use super::ratings::{RatingNumbers, rating};
use crate::games::Game;
use crate::matches::{RankedResult, RatingPool};
use crate::store::caches::{LeaderboardKey, RankedList};
use crate::store::sql::{self, Int};
use crate::store::{RatingCertainty, Store, StoreError};
use crate::users::{UserId, UserSummary};

/// Users per page.
pub const PAGE: u32 = 50;
/// Whether a rating is settled, as in [`PlayerRating::is_provisional`](crate::matches::PlayerRating::is_provisional) and
/// in the index.
macro_rules! settled {
    () => {
        "CASE WHEN r.pool IN ('two', 'two-with-bots') THEN r.deviation <= 110000000000 ELSE r.number >= 10 END"
    };
}
macro_rules! listed {
    () => {
        concat!(
            " FROM ratings r CROSS JOIN users u WHERE u.id = r.user_id AND r.game = $1 AND r.pool = $2 AND ",
            settled!(),
            " = $3 AND u.deletion_state IS NULL"
        )
    };
}
const LAST_OF_PAGES: &str = concat!(
    "SELECT value, user_id FROM (
        SELECT r.value, r.user_id, row_number() OVER (ORDER BY r.value DESC, r.user_id) AS place",
    listed!(),
    ") AS ranked WHERE place % $4 = 0 ORDER BY place"
);
const PAGE_AFTER: &str = concat!(
    "SELECT u.id, u.name, r.number, r.at, r.value, r.deviation, r.volatility",
    listed!(),
    " AND r.value <= $4 AND (r.value < $4 OR r.user_id > $5) ORDER BY r.value DESC, r.user_id LIMIT $6"
);

/// Id and name of a user, and the numbers of the rating.
type RankedRow = (i64, String, Int<u32>, i64, i64, i64, i64);

impl Store {
    /// A page of users with settled or provisional ratings at a game, highest first, and whether another page
    /// follows. Pages are numbered from 0.
    pub async fn best(
        &self,
        game: Game,
        pool: RatingPool,
        certainty: RatingCertainty,
        page: u32,
    ) -> Result<(Vec<RankedResult>, bool), StoreError> {
        let Some((value, user)) = self.page_start((game, pool, certainty), page).await? else {
            return Ok((Vec::new(), false));
        };
        let mut rows: Vec<RankedRow> = self
            .read(move |db| async move {
                let query = sql::query_as(PAGE_AFTER).bind(game.key()).bind(pool.key());
                let query = query.bind(certainty == RatingCertainty::Settled);
                query.bind(value).bind(user).bind(PAGE + 1).fetch_all(&db).await
            })
            .await?;
        let more = rows.len() > PAGE as usize;
        rows.truncate(PAGE as usize);
        let ranked =
            |(id, name, number, at, value, deviation, volatility): (_, String, _, _, _, _, _)| RankedResult {
                person: UserSummary { id: UserId(id), name: name.into() },
                rating: rating((number, at, value, deviation, volatility) as RatingNumbers),
            };
        Ok((rows.into_iter().map(ranked).collect(), more))
    }

    /// The row after which a page begins; `None` if there are not that many pages.
    async fn page_start(&self, list: RankedList, page: u32) -> Result<Option<LeaderboardKey>, StoreError> {
        let Some(before) = page.checked_sub(1) else { return Ok(Some((i64::MAX, 0))) };
        let starts = self.caches.page_starts.get_or_load_once(list, self.read_page_starts(list)).await?;
        Ok(starts.get(before as usize).copied())
    }

    async fn read_page_starts(
        &self,
        (game, pool, certainty): RankedList,
    ) -> Result<Arc<[LeaderboardKey]>, StoreError> {
        let keys: Vec<LeaderboardKey> = self
            .read(move |db| async move {
                let query = sql::query_as(LAST_OF_PAGES).bind(game.key()).bind(pool.key());
                query.bind(certainty == RatingCertainty::Settled).bind(PAGE).fetch_all(&db).await
            })
            .await?;
        Ok(keys.into())
    }
}

#[cfg(test)]
mod tests {
    use super::{LAST_OF_PAGES, PAGE_AFTER};
    use crate::matches::RatingPool;
    use crate::store::matches::ratings::rating;
    use crate::store::sql::{self, Int};
    use crate::store::{Store, plan};

    #[tokio::test]
    async fn a_rating_is_settled_in_the_database_when_it_is_not_provisional() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        for pool in RatingPool::ALL {
            for (number, deviation) in
                [(9, 110_000_000_000), (10, 110_000_000_001), (9, 110_000_000_001), (10, 110_000_000_000)]
            {
                let sql = concat!(
                    "SELECT ",
                    settled!(),
                    " FROM (SELECT $1 AS pool, $2 AS number, $3 AS deviation) AS r"
                );
                let settled: bool = store
                    .read(move |db| async move {
                        let query = sql::query_scalar(sql).bind(pool.key()).bind(number).bind(deviation);
                        query.fetch_one(&db).await
                    })
                    .await
                    .unwrap();
                let rating = rating((Int(number), 0, 0, deviation, 0));
                assert_eq!(settled, !rating.is_provisional(pool), "{pool:?}, {number} matches, {deviation}");
            }
        }
    }

    #[tokio::test]
    async fn a_page_of_a_leaderboard_is_read_from_its_first_rating() {
        for steps in plan::of(PAGE_AFTER).await {
            let first = "SEARCH r USING INDEX ratings_by_value (game=? AND pool=? AND <expr>=? AND value<?)";
            assert_eq!((steps.first(), steps.sorts()), (first, false), "{steps}");
        }
    }

    #[tokio::test]
    async fn the_starts_of_pages_are_read_in_index_order() {
        for steps in plan::of(LAST_OF_PAGES).await {
            let index = "SEARCH r USING COVERING INDEX ratings_by_value (game=? AND pool=? AND <expr>=?)";
            assert!(steps.contains(index), "{steps}");
            let sorts = steps.matches("TEMP B-TREE").count();
            assert_eq!(sorts, 1, "only the starts that were found are sorted: {steps}");
        }
    }
}

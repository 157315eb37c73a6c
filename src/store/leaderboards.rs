//! Leaderboards: the users of a game by rating, settled ratings and provisional ones apart, page by page.
//!
//! A page is found by the rating of its first user, so the pages before it are not read. The ratings with which pages
//! begin are read from an index and cached for a minute.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::ratings::{RatingNumbers, rating};
use super::{Store, StoreError};
use crate::games::Game;
use crate::matches::{PlayerRating, RankedResult, RatingPool};
use crate::users::{UserId, UserSummary};

/// Users per page.
pub const PAGE: u32 = 50;
/// How long the page starts are cached.
const CACHE_TTL: Duration = Duration::from_secs(60);

/// Rating and user of a row, after which the next page begins.
type LeaderboardKey = (i64, i64);
type PageStartCache = HashMap<(Game, RatingPool, RatingCertainty), (Arc<[LeaderboardKey]>, Instant)>;

/// Which ratings a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingCertainty {
    Settled,
    Provisional,
}

/// The row after which each page but the first begins.
#[derive(Clone, Debug, Default)]
pub(super) struct PageStarts(Arc<Mutex<PageStartCache>>);

macro_rules! listed {
    ($certainty:literal) => {
        concat!(
            " FROM ratings r CROSS JOIN users u ON u.id = r.user_id
            WHERE r.game = $1 AND r.pool = $2 AND u.leaving = 0 AND ",
            $certainty
        )
    };
}

macro_rules! settled {
    () => {
        listed!("(r.deviation <= $3 OR r.number >= $4)")
    };
}

macro_rules! provisional {
    () => {
        listed!("r.deviation > $3 AND r.number < $4")
    };
}

macro_rules! last_of_pages {
    ($listed:expr) => {
        concat!(
            "SELECT value, user_id FROM (
                SELECT r.value, r.user_id, row_number() OVER (ORDER BY r.value DESC, r.user_id) AS place",
            $listed,
            ") WHERE place % $5 = 0 ORDER BY place"
        )
    };
}

macro_rules! leaderboard_page {
    ($listed:expr) => {
        concat!(
            "SELECT u.id, u.name, r.number, r.at, r.value, r.deviation, r.volatility",
            $listed,
            " AND r.value <= $5 AND (r.value < $5 OR r.user_id > $6) ORDER BY r.value DESC, r.user_id LIMIT $7"
        )
    };
}

impl RatingCertainty {
    /// The query for the last row of each page, and the one for the page after such a row.
    const fn queries(self) -> (&'static str, &'static str) {
        match self {
            RatingCertainty::Settled => (last_of_pages!(settled!()), leaderboard_page!(settled!())),
            RatingCertainty::Provisional => {
                (last_of_pages!(provisional!()), leaderboard_page!(provisional!()))
            }
        }
    }
}

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
        let (deviation, number) = PlayerRating::settled_limits(pool);
        let (_, best) = certainty.queries();
        let mut rows: Vec<(i64, String, u32, i64, i64, i64, i64)> = self
            .read(move |db| async move {
                let query = sqlx::query_as(best).bind(game.key()).bind(pool.key()).bind(deviation);
                query.bind(number).bind(value).bind(user).bind(PAGE + 1).fetch_all(&db).await
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
    async fn page_start(
        &self,
        list: (Game, RatingPool, RatingCertainty),
        page: u32,
    ) -> Result<Option<LeaderboardKey>, StoreError> {
        let Some(before) = page.checked_sub(1) else { return Ok(Some((i64::MAX, 0))) };
        // Locked while they are read, so that concurrent requests read them once.
        let mut known = self.page_starts.0.lock().await;
        let fresh = known.get(&list).filter(|(_, read_at)| read_at.elapsed() < CACHE_TTL);
        let starts = match fresh {
            Some((starts, _)) => Arc::clone(starts),
            None => {
                let starts = self.read_page_starts(list).await?;
                known.insert(list, (Arc::clone(&starts), Instant::now()));
                starts
            }
        };
        Ok(starts.get(before as usize).copied())
    }

    async fn read_page_starts(
        &self,
        (game, pool, certainty): (Game, RatingPool, RatingCertainty),
    ) -> Result<Arc<[LeaderboardKey]>, StoreError> {
        let (deviation, number) = PlayerRating::settled_limits(pool);
        let (last_of_pages, _) = certainty.queries();
        let keys: Vec<LeaderboardKey> = self
            .read(move |db| async move {
                let query = sqlx::query_as(last_of_pages).bind(game.key()).bind(pool.key());
                query.bind(deviation).bind(number).bind(PAGE).fetch_all(&db).await
            })
            .await?;
        Ok(keys.into())
    }
}

#[cfg(test)]
mod tests {
    use super::RatingCertainty::{Provisional, Settled};
    use crate::store::plan;

    #[tokio::test]
    async fn a_page_of_a_leaderboard_is_read_from_its_first_rating() {
        for (_, best) in [Settled.queries(), Provisional.queries()] {
            for steps in plan::of(best).await {
                let first = "SEARCH r USING INDEX ratings_by_value (game=? AND pool=? AND value<?)";
                assert_eq!((steps.first(), steps.sorts()), (first, false), "{steps}");
            }
        }
    }

    #[tokio::test]
    async fn the_starts_of_pages_are_read_in_index_order() {
        for (last_of_pages, _) in [Settled.queries(), Provisional.queries()] {
            for steps in plan::of(last_of_pages).await {
                assert!(
                    steps.contains("SEARCH r USING COVERING INDEX ratings_by_value (game=? AND pool=?)"),
                    "{steps}"
                );
                assert_eq!(
                    steps.matches("TEMP B-TREE").count(),
                    1,
                    "only the starts that were found are sorted: {steps}"
                );
            }
        }
    }
}

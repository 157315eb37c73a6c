//! Ratings: current ones, their history, and the matches they come from.

use std::collections::HashMap;

use super::rows::match_ids;
use super::{Store, StoreError};
use crate::games::Game;
use crate::matches::{MatchId, PlayerRating, RatingChange, RatingKey, RatingPool};
use crate::now::Moment;
use crate::users::UserId;

/// Number of matches, time, value, deviation and volatility.
pub(super) type RatingNumbers = (u32, i64, i64, i64, i64);
/// User, game, pool, and the numbers.
type StoredRating = (i64, String, String, u32, i64, i64, i64, i64);
/// The same with the match before the numbers.
type StoredRatingChange = (i64, String, String, String, u32, i64, i64, i64, i64);

const OF: &str = "SELECT r.user_id, r.game, r.pool, r.number, r.at, r.value, r.deviation, r.volatility
    FROM json_each($1) asked JOIN ratings r
        ON r.user_id = asked.value ->> 0 AND r.game = asked.value ->> 1 AND r.pool = asked.value ->> 2";
const CHANGES: &str = "SELECT user_id, game, pool, match_id, number, at, value, deviation, volatility
    FROM rating_changes WHERE match_id = $1
    UNION ALL
    SELECT before.user_id, before.game, before.pool, before.match_id, before.number, before.at, before.value,
        before.deviation, before.volatility
    FROM rating_changes after JOIN rating_changes before ON before.game = after.game AND before.pool = after.pool
        AND before.user_id = after.user_id AND before.number = after.number - 1
    WHERE after.match_id = $1";
const CURVES: &str = "SELECT user_id, game, pool, match_id, number, at, value, deviation, volatility
    FROM rating_changes c WHERE user_id = $1 AND number > (SELECT r.number FROM ratings r
        WHERE r.user_id = c.user_id AND r.game = c.game AND r.pool = c.pool) - $2
    ORDER BY game, pool, number";
#[cfg(test)]
const INTERVAL: &str = "SELECT user_id, game, pool, match_id, number, at, value, deviation, volatility
    FROM rating_changes";
const OF_MATCHES: &str =
    "SELECT c.user_id, c.game, c.pool, c.match_id, c.number, c.at, c.value, c.deviation, c.volatility
    FROM json_each($1) asked CROSS JOIN rating_changes c ON c.match_id = asked.value";
const STRAY: &str = "SELECT count(*) FROM rating_changes c
    WHERE NOT EXISTS (SELECT 1 FROM rated_matches r WHERE r.match_id = c.match_id)";
// The last change of each rating is found by its number, from the index; takes all pairs of game and pool.
const WRONG_CURRENT: &str = "WITH last AS MATERIALIZED (
        SELECT c.user_id, c.game, c.pool, c.number, c.at, c.value, c.deviation, c.volatility
        FROM users u CROSS JOIN json_each($3) k CROSS JOIN rating_changes c
        WHERE u.id BETWEEN $1 AND $2 AND c.game = k.value ->> 0 AND c.pool = k.value ->> 1 AND c.user_id = u.id
            AND c.number = (SELECT max(o.number) FROM rating_changes o
                WHERE o.game = k.value ->> 0 AND o.pool = k.value ->> 1 AND o.user_id = u.id)),
    current AS MATERIALIZED (SELECT user_id, game, pool, number, at, value, deviation, volatility
        FROM ratings WHERE user_id BETWEEN $1 AND $2)
    SELECT count(*) FROM (
        SELECT user_id, game, pool FROM (SELECT * FROM last EXCEPT SELECT * FROM current)
        UNION SELECT user_id, game, pool FROM (SELECT * FROM current EXCEPT SELECT * FROM last))";
// A number that another match wrongly has is taken from it; that match is replaced later.
const REPLACE: &str = "DELETE FROM rating_changes WHERE match_id IN (SELECT value FROM json_each($1));
    INSERT OR REPLACE INTO rating_changes
        (game, pool, user_id, number, match_id, at, value, deviation, volatility)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8 FROM json_each($2)";
const CURRENT: &str = "DELETE FROM rating_changes
        WHERE NOT EXISTS (SELECT 1 FROM rated_matches r WHERE r.match_id = rating_changes.match_id);
    DELETE FROM ratings;
    INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)
    SELECT game, pool, user_id, number, at, value, deviation, volatility FROM rating_changes c
    WHERE number = (SELECT max(number) FROM rating_changes o
        WHERE o.game = c.game AND o.pool = c.pool AND o.user_id = c.user_id)";

impl Store {
    /// These ratings. Unrated ones are missing.
    pub async fn ratings(&self, keys: &[RatingKey]) -> Result<HashMap<RatingKey, PlayerRating>, StoreError> {
        let keys = keys.iter().map(|(user, game, pool)| serde_json::json!([user.0, game.key(), pool.key()]));
        let keys = serde_json::Value::from_iter(keys).to_string();
        let rows: Vec<StoredRating> =
            self.read(|db| async move { sqlx::query_as(OF).bind(keys).fetch_all(&db).await }).await?;
        rows.into_iter().map(parse_rating).collect()
    }

    /// The ratings of the players of a match before and after it.
    pub async fn ratings_around(&self, id: &MatchId) -> Result<Vec<RatingChange>, StoreError> {
        let id = id.to_string();
        let rows: Vec<StoredRatingChange> =
            self.read(|db| async move { sqlx::query_as(CHANGES).bind(id).fetch_all(&db).await }).await?;
        rows.into_iter().map(change).collect()
    }

    /// A user's latest ratings in each pool, in order.
    pub async fn rating_curves(
        &self,
        user: UserId,
        last: u32,
    ) -> Result<Vec<(Game, RatingPool, Vec<PlayerRating>)>, StoreError> {
        let rows: Vec<StoredRatingChange> = self
            .read(
                move |db| async move { sqlx::query_as(CURVES).bind(user.0).bind(last).fetch_all(&db).await },
            )
            .await?;
        let changes: Vec<_> = rows.into_iter().map(change).collect::<Result<_, _>>()?;
        let same =
            |one: &RatingChange, other: &RatingChange| (one.game, one.pool) == (other.game, other.pool);
        let curve = |changes: &[RatingChange]| changes.iter().map(|change| change.rating).collect();
        Ok(changes.chunk_by(same).map(|changes| (changes[0].game, changes[0].pool, curve(changes))).collect())
    }

    /// Up to `limit` rated matches after a number, in the order in which they were rated.
    pub async fn rated_matches(&self, after: i64, limit: u32) -> Result<Vec<(i64, MatchId)>, StoreError> {
        let rows: Vec<(i64, String)> = self
            .read(move |db| async move {
                let query =
                    "SELECT number, match_id FROM rated_matches WHERE number > $1 ORDER BY number LIMIT $2";
                sqlx::query_as(query).bind(after).bind(limit).fetch_all(&db).await
            })
            .await?;
        let read = |(number, id): (i64, String)| match id.parse() {
            Ok(id) => Ok((number, id)),
            Err(_) => Err(StoreError::Corrupt(format!("rated match {number} has the invalid id {id}"))),
        };
        rows.into_iter().map(read).collect()
    }

    /// The number of the match that was rated last; 0 if none was.
    pub async fn last_rated(&self) -> Result<i64, StoreError> {
        let last = "SELECT coalesce(max(number), 0) FROM rated_matches";
        self.read(move |db| async move { sqlx::query_scalar(last).fetch_one(&db).await }).await
    }

    /// The rating changes of these matches.
    pub async fn rating_changes_of(&self, matches: &[MatchId]) -> Result<Vec<RatingChange>, StoreError> {
        let ids = match_ids(matches);
        let rows: Vec<StoredRatingChange> =
            self.read(|db| async move { sqlx::query_as(OF_MATCHES).bind(ids).fetch_all(&db).await }).await?;
        rows.into_iter().map(change).collect()
    }

    /// How many rating changes belong to matches that were not rated.
    pub async fn stray_rating_changes(&self) -> Result<usize, StoreError> {
        let stray: i64 =
            self.read(|db| async move { sqlx::query_scalar(STRAY).fetch_one(&db).await }).await?;
        Ok(usize::try_from(stray).unwrap_or_default())
    }

    /// How many current ratings of users with ids from first to last are not their last change.
    pub async fn wrong_current_ratings(&self, first: i64, last: i64) -> Result<usize, StoreError> {
        let of_game = |game: &Game| RatingPool::ALL.map(|pool| serde_json::json!([game.key(), pool.key()]));
        let keys = serde_json::Value::from_iter(Game::ALL.iter().flat_map(of_game)).to_string();
        let wrong: i64 = self
            .read(move |db| async move {
                let query = sqlx::query_scalar(WRONG_CURRENT).bind(first).bind(last).bind(keys);
                query.fetch_one(&db).await
            })
            .await?;
        Ok(usize::try_from(wrong).unwrap_or_default())
    }

    /// All rating changes, in no order.
    #[cfg(test)]
    pub async fn all_rating_changes(&self) -> Result<Vec<RatingChange>, StoreError> {
        let rows: Vec<StoredRatingChange> =
            self.read(|db| async move { sqlx::query_as(INTERVAL).fetch_all(&db).await }).await?;
        rows.into_iter().map(change).collect()
    }

    /// Replaces the rating changes of these matches. Once this was done for all matches in the order in which they
    /// were rated, [`Self::replace_current_ratings`] follows.
    pub async fn replace_rating_changes(
        &self,
        matches: &[MatchId],
        changes: &[RatingChange],
    ) -> Result<(), StoreError> {
        let (ids, rows) =
            (match_ids(matches), serde_json::Value::from_iter(changes.iter().map(row)).to_string());
        self.write(move |db| {
            Box::pin(
                async move { Ok(sqlx::query(REPLACE).bind(ids).bind(rows).execute(db).await.map(drop)?) },
            )
        })
        .await
    }

    /// Sets the current ratings to the last changes, and deletes changes of matches that were not rated.
    pub async fn replace_current_ratings(&self) -> Result<(), StoreError> {
        self.write(|db| Box::pin(async move { Ok(sqlx::query(CURRENT).execute(db).await.map(drop)?) })).await
    }
}

/// A change as a parameter of [`REPLACE`].
fn row(change: &RatingChange) -> serde_json::Value {
    let RatingChange { user, game, pool, match_id, rating } = change;
    let [value, deviation, volatility] = rating.billionths();
    let (number, at) = (rating.number, rating.at.0);
    let (game, pool, id) = (game.key(), pool.key(), match_id.as_str());
    serde_json::json!([game, pool, user.0, number, id, at, value, deviation, volatility])
}

pub(super) fn rating((number, at, value, deviation, volatility): RatingNumbers) -> PlayerRating {
    PlayerRating::from_billionths([value, deviation, volatility], number, Moment(at))
}

fn parse_pool(game: &str, pool: &str) -> Result<(Game, RatingPool), StoreError> {
    let names = Game::from_key(game).zip(RatingPool::from_key(pool));
    names.ok_or_else(|| StoreError::Corrupt(format!("a rating at {game}, {pool}")))
}

fn parse_rating(
    (user, game, pool, number, at, value, deviation, volatility): StoredRating,
) -> Result<(RatingKey, PlayerRating), StoreError> {
    let (game, pool) = parse_pool(&game, &pool)?;
    Ok(((UserId(user), game, pool), rating((number, at, value, deviation, volatility))))
}

fn change(
    (user, game, pool, match_id, number, at, value, deviation, volatility): StoredRatingChange,
) -> Result<RatingChange, StoreError> {
    let (game, pool) = parse_pool(&game, &pool)?;
    let unknown = |_| StoreError::Corrupt(format!("a rating from match {match_id}"));
    let match_id = match_id.parse().map_err(unknown)?;
    let rating = rating((number, at, value, deviation, volatility));
    Ok(RatingChange { user: UserId(user), game, pool, match_id, rating })
}

#[cfg(test)]
mod tests {
    use super::{CHANGES, CURVES, OF, WRONG_CURRENT};
    use crate::store::plan;

    #[tokio::test]
    async fn ratings_are_looked_up_by_user_or_by_match() {
        for (sql, read) in [
            (OF, "SEARCH r USING PRIMARY KEY (user_id=? AND game=? AND pool=?)"),
            (CURVES, "SEARCH c USING INDEX rating_changes_by_user (user_id=?)"),
            (CHANGES, "SEARCH after USING COVERING INDEX rating_changes_by_match (match_id=?)"),
            (WRONG_CURRENT, "SEARCH u USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
            (WRONG_CURRENT, "SEARCH c USING PRIMARY KEY (game=? AND pool=? AND user_id=? AND number=?)"),
            (WRONG_CURRENT, "SEARCH o USING "),
            (WRONG_CURRENT, "SEARCH ratings USING PRIMARY KEY (user_id>? AND user_id<?)"),
        ] {
            for steps in plan::of(sql).await {
                assert!(steps.contains(read), "{sql}\n{steps}");
            }
        }
    }
}

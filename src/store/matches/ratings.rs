//! Ratings: current ones, their history, and the matches they come from.

use std::collections::{BTreeSet, HashMap};
use std::slice;

use super::statements::add_rating_changes;
use super::summary::average_rating;
use crate::games::Game;
use crate::matches::{MatchId, PlayerRating, RatingChange, RatingKey, RatingPool, UncountedPair};
use crate::now::Moment;
use crate::store::database::connection::execute_all;
use crate::store::rows::match_ids;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::{UserId, UserSummary};

/// Number of matches, time, value, deviation and volatility.
pub(in crate::store) type RatingNumbers = (Int<u32>, i64, i64, i64, i64);
/// User, game, pool, and the numbers.
type StoredRating = (i64, String, String, Int<u32>, i64, i64, i64, i64);
/// The same with the match before the numbers.
type StoredRatingChange = (i64, String, String, String, Int<u32>, i64, i64, i64, i64);
/// The same after the match in which it is sought.
type StoredRatingAround = (String, i64, String, String, String, Int<u32>, i64, i64, i64, i64);

const OF_USERS: &str = "SELECT r.user_id, r.game, r.pool, r.number, r.at, r.value, r.deviation, r.volatility
    FROM ratings r WHERE r.user_id IN (SELECT value FROM json_each($1))";
/// The ratings after these matches and directly before them, each with the match of the input.
const AROUND: &str = "SELECT input.value, r.user_id, r.game, r.pool, r.match_id, r.number, r.at, r.value,
        r.deviation, r.volatility
    FROM json_each($1) input CROSS JOIN rating_changes after CROSS JOIN rating_changes r
    WHERE after.match_id = input.value AND r.game = after.game AND r.pool = after.pool AND r.user_id = after.user_id
        AND r.number BETWEEN after.number - 1 AND after.number";
const CURVES: &str = "SELECT c.user_id, c.game, c.pool, c.match_id, c.number, c.at, c.value, c.deviation, c.volatility
    FROM ratings r CROSS JOIN rating_changes c
    WHERE r.user_id = $1 AND c.user_id = r.user_id AND c.game = r.game AND c.pool = r.pool AND c.number > r.number - $2
    ORDER BY c.game, c.pool, c.number";
#[cfg(test)]
const INTERVAL: &str = "SELECT user_id, game, pool, match_id, number, at, value, deviation, volatility
    FROM rating_changes";
const OF_MATCHES: &str =
    "SELECT c.user_id, c.game, c.pool, c.match_id, c.number, c.at, c.value, c.deviation, c.volatility
    FROM json_each($1) input CROSS JOIN rating_changes c WHERE c.match_id = input.value";
const STRAY: &str = "SELECT count(*) FROM rating_changes c
    WHERE NOT EXISTS (SELECT 1 FROM rated_matches r WHERE r.match_id = c.match_id AND r.is_counted)";
const CURRENT: &str = "SELECT user_id, game, pool, number, at, value, deviation, volatility FROM ratings";
/// How many matches of two that ended after a moment have changed the ratings of one of the first users and one of the
/// others.
const BETWEEN: &str = "SELECT mine.user_id, theirs.user_id, count(*)
    FROM json_each($1) input CROSS JOIN match_seats mine CROSS JOIN match_seats theirs CROSS JOIN rated_matches r
    WHERE mine.user_id = input.value AND mine.ended_at > $2 AND r.match_id = mine.match_id AND r.is_counted
        AND theirs.match_id = mine.match_id AND theirs.user_id IN (SELECT value FROM json_each($3))
        AND theirs.ended_at = mine.ended_at
        AND NOT EXISTS (SELECT 1 FROM match_seats third WHERE third.match_id = mine.match_id AND third.seat = 2)
    GROUP BY 1, 2";
/// The latest matches that changed no ratings because their players had finished too many, a row for each player.
const UNCOUNTED: &str = "SELECT r.number, s.user_id, u.name, s.ended_at
    FROM (SELECT number, match_id FROM rated_matches WHERE NOT is_counted ORDER BY number DESC LIMIT $1) r
        CROSS JOIN match_seats s CROSS JOIN users u
    WHERE s.match_id = r.match_id AND u.id = s.user_id ORDER BY r.number DESC, s.user_id";
const WRONG_AVERAGES: &str =
    concat!("SELECT count(*) FROM matches m WHERE m.average_rating IS DISTINCT FROM ", average_rating!());
const DELETE_CHANGES: &str = "DELETE FROM rating_changes WHERE match_id IN (SELECT value FROM json_each($1))";
// A number that another match wrongly has is taken from it; that match is replaced later.
const TAKE_NUMBER: &str = "ON CONFLICT (game, pool, user_id, number) DO UPDATE SET match_id = excluded.match_id,
    at = excluded.at, value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility";
const REPLACE_CURRENT: [&str; 4] = [
    "DELETE FROM rating_changes
     WHERE NOT EXISTS (SELECT 1 FROM rated_matches r WHERE r.match_id = rating_changes.match_id AND r.is_counted)",
    "DELETE FROM ratings",
    "INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)
     SELECT game, pool, user_id, number, at, value, deviation, volatility FROM rating_changes c
     WHERE number = (SELECT max(number) FROM rating_changes o
         WHERE o.game = c.game AND o.pool = c.pool AND o.user_id = c.user_id)",
    concat!(
        "UPDATE matches AS m SET average_rating = ",
        average_rating!(),
        " WHERE m.average_rating IS DISTINCT FROM ",
        average_rating!()
    ),
];

impl Store {
    /// These ratings. Unrated ones are missing.
    pub async fn ratings(&self, keys: &[RatingKey]) -> Result<HashMap<RatingKey, PlayerRating>, StoreError> {
        let users: BTreeSet<_> = keys.iter().map(|(user, ..)| user.0).collect();
        let users = sql::list(users);
        let rows: Vec<StoredRating> =
            self.read(|db| async move { sql::query_as(OF_USERS).bind(users).fetch_all(&db).await }).await?;
        let mut found: HashMap<_, _> = rows.into_iter().map(parse_rating).collect::<Result<_, _>>()?;
        found.retain(|key, _| keys.contains(key));
        Ok(found)
    }

    /// The ratings of the players of a match before and after it.
    pub async fn ratings_around(&self, id: &MatchId) -> Result<Vec<RatingChange>, StoreError> {
        let mut found = self.ratings_around_all(slice::from_ref(id)).await?;
        Ok(found.remove(id).unwrap_or_default())
    }

    /// The ratings of the players of these matches before and after them. Matches that changed no ratings are missing.
    pub async fn ratings_around_all(
        &self,
        matches: &[MatchId],
    ) -> Result<HashMap<MatchId, Vec<RatingChange>>, StoreError> {
        let ids = match_ids(matches);
        let rows: Vec<StoredRatingAround> =
            self.read(|db| async move { sql::query_as(AROUND).bind(ids).fetch_all(&db).await }).await?;
        let mut found: HashMap<_, Vec<_>> = HashMap::new();
        for (around, user, game, pool, id, number, at, value, deviation, volatility) in rows {
            let change = change((user, game, pool, id, number, at, value, deviation, volatility))?;
            found.entry(parse_match(&around)?).or_default().push(change);
        }
        Ok(found)
    }

    /// A user's latest ratings in each pool, in order.
    pub async fn rating_curves(
        &self,
        user: UserId,
        last: u32,
    ) -> Result<Vec<(Game, RatingPool, Vec<PlayerRating>)>, StoreError> {
        let rows: Vec<StoredRatingChange> = self
            .read(move |db| async move { sql::query_as(CURVES).bind(user.0).bind(last).fetch_all(&db).await })
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
                    "SELECT number, match_id FROM rated_matches WHERE number > $1 AND is_counted ORDER BY number LIMIT $2";
                sql::query_as(query).bind(after).bind(limit).fetch_all(&db).await
            })
            .await?;
        let read = |(number, id): (i64, String)| match id.parse() {
            Ok(id) => Ok((number, id)),
            Err(_) => Err(StoreError::Corrupt(format!("rated match {number} has the invalid id {id}"))),
        };
        rows.into_iter().map(read).collect()
    }

    /// How many matches of two that ended after a moment have changed the ratings of both users of each pair, the lower id
    /// first. Pairs without one are missing.
    pub async fn counted_matches(
        &self,
        pairs: BTreeSet<[UserId; 2]>,
        after: Moment,
    ) -> Result<HashMap<[UserId; 2], u32>, StoreError> {
        if pairs.is_empty() {
            return Ok(HashMap::new());
        }
        let [ones, others] = [0, 1].map(|side| {
            let users: BTreeSet<_> = pairs.iter().map(|pair| pair[side].0).collect();
            sql::list(users)
        });
        let rows: Vec<(i64, i64, Int<u32>)> = self
            .read(move |db| async move {
                sql::query_as(BETWEEN).bind(ones).bind(after.0).bind(others).fetch_all(&db).await
            })
            .await?;
        let counts = rows.into_iter().map(|(one, other, Int(count))| ([UserId(one), UserId(other)], count));
        Ok(counts.filter(|(pair, _)| pairs.contains(pair)).collect())
    }

    /// The pairs of users whose latest matches changed no ratings, because they had finished too many within a day: of up
    /// to `limit` matches, the latest pair first.
    pub async fn uncounted_pairs(&self, limit: u32) -> Result<Vec<UncountedPair>, StoreError> {
        let rows: Vec<(i64, i64, String, i64)> = self
            .read(move |db| async move { sql::query_as(UNCOUNTED).bind(limit).fetch_all(&db).await })
            .await?;
        let mut pairs: Vec<UncountedPair> = Vec::new();
        for of_match in rows.chunk_by(|one, other| one.0 == other.0) {
            let [(_, one, one_name, ended_at), (_, other, other_name, _)] = of_match else { continue };
            let people = [(one, one_name), (other, other_name)]
                .map(|(id, name)| UserSummary { id: UserId(*id), name: name.as_str().into() });
            match pairs.iter_mut().find(|pair| pair.people == people) {
                Some(pair) => pair.count += 1,
                None => pairs.push(UncountedPair { people, count: 1, last: Moment(*ended_at) }),
            }
        }
        Ok(pairs)
    }

    /// The number of the match that was rated last, 0 if none was, and all current ratings at that moment.
    pub async fn current_ratings(&self) -> Result<(i64, HashMap<RatingKey, PlayerRating>), StoreError> {
        let (last, rows) = self
            .read(|db| async move {
                let mut snapshot = db.snapshot().await?;
                let last = sql::query_scalar("SELECT coalesce(max(number), 0) FROM rated_matches");
                let last: i64 = last.fetch_one(&mut snapshot).await?;
                let rows: Vec<StoredRating> = sql::query_as(CURRENT).fetch_all(&mut snapshot).await?;
                Ok((last, rows))
            })
            .await?;
        Ok((last, rows.into_iter().map(parse_rating).collect::<Result<_, _>>()?))
    }

    /// The rating changes of these matches.
    pub async fn rating_changes_of(&self, matches: &[MatchId]) -> Result<Vec<RatingChange>, StoreError> {
        let ids = match_ids(matches);
        let rows: Vec<StoredRatingChange> =
            self.read(|db| async move { sql::query_as(OF_MATCHES).bind(ids).fetch_all(&db).await }).await?;
        rows.into_iter().map(change).collect()
    }

    /// How many rating changes belong to matches that were not rated.
    pub async fn stray_rating_changes(&self) -> Result<usize, StoreError> {
        let stray: i64 = self.read(|db| async move { sql::query_scalar(STRAY).fetch_one(&db).await }).await?;
        Ok(usize::try_from(stray).unwrap_or_default())
    }

    /// How many matches have another average rating than by their rating changes.
    pub async fn wrong_average_ratings(&self) -> Result<usize, StoreError> {
        let wrong: i64 =
            self.read(|db| async move { sql::query_scalar(WRONG_AVERAGES).fetch_one(&db).await }).await?;
        Ok(usize::try_from(wrong).unwrap_or_default())
    }

    /// All rating changes, in no order.
    #[cfg(test)]
    pub async fn all_rating_changes(&self) -> Result<Vec<RatingChange>, StoreError> {
        let rows: Vec<StoredRatingChange> =
            self.read(|db| async move { sql::query_as(INTERVAL).fetch_all(&db).await }).await?;
        rows.into_iter().map(change).collect()
    }

    /// Replaces the rating changes of these matches. Once this was done for all matches in the order in which they
    /// were rated, [`Self::replace_current_ratings`] follows.
    pub async fn replace_rating_changes(
        &self,
        matches: &[MatchId],
        changes: &[RatingChange],
    ) -> Result<(), StoreError> {
        let (ids, changes) = (match_ids(matches), changes.to_vec());
        self.write(transaction!(|db| {
            sql::query(DELETE_CHANGES).bind(ids).execute(&mut *db).await?;
            Ok(add_rating_changes(db, &changes, TAKE_NUMBER).await?)
        }))
        .await
    }

    /// Sets the current ratings to the last changes, deletes changes of matches that were not rated, and corrects the average
    /// ratings of matches.
    pub async fn replace_current_ratings(&self) -> Result<(), StoreError> {
        self.write(|db| Box::pin(execute_all(db, &REPLACE_CURRENT))).await
    }
}

pub(in crate::store) fn rating(
    (Int(number), at, value, deviation, volatility): RatingNumbers,
) -> PlayerRating {
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
    let match_id = parse_match(&match_id)?;
    let rating = rating((number, at, value, deviation, volatility));
    Ok(RatingChange { user: UserId(user), game, pool, match_id, rating })
}

fn parse_match(id: &str) -> Result<MatchId, StoreError> {
    id.parse().map_err(|_| StoreError::Corrupt(format!("a rating from match {id}")))
}

#[cfg(test)]
mod tests {
    use super::{AROUND, BETWEEN, CURVES, OF_USERS, UNCOUNTED};
    use crate::store::plan;

    #[tokio::test]
    async fn ratings_are_looked_up_by_user_or_by_match() {
        for (sql, read) in [
            (OF_USERS, "SEARCH r USING PRIMARY KEY (user_id=?)"),
            (CURVES, "SEARCH r USING PRIMARY KEY (user_id=?)"),
            (
                CURVES,
                "SEARCH c USING INDEX rating_changes_by_user (user_id=? AND game=? AND pool=? AND number>?)",
            ),
            (BETWEEN, "SEARCH mine USING COVERING INDEX match_seats_by_user (user_id=? AND ended_at>?)"),
            (BETWEEN, "SEARCH theirs USING PRIMARY KEY (match_id=?)"),
            (UNCOUNTED, "SCAN rated_matches USING INDEX rated_matches_uncounted"),
            (AROUND, "SEARCH after USING COVERING INDEX rating_changes_by_match (match_id=?)"),
            (
                AROUND,
                "SEARCH r USING INDEX rating_changes_by_user (user_id=? AND game=? AND pool=? AND number>? AND",
            ),
        ] {
            for steps in plan::of(sql).await {
                assert!(steps.contains(read), "{sql}\n{steps}");
            }
        }
    }
}

//! How reliable players are, and their results against each other.
//!
//! The first is read by the index on a user's seats: their latest matches, with counts written when each match ended.
//! The second is counted in the transaction that ends a match.

use std::collections::HashMap;

use super::lists::latest_between;
use super::rows::listed_matches;
use crate::games::Game;
use crate::lists::{HeadToHead, ListedMatch};
use crate::matches::{Reliability, SeatPunctuality};
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// How many of a user's latest matches count.
const LAST: u32 = 50;
/// How many matches between two users are shown.
const SHOWN: u32 = 5;

/// The matches of users since the one before which `$2` others ended.
const PUNCTUALITY: &str = "SELECT s.user_id, s.turns, s.late_turns, s.median_response_ms
    FROM json_each($1) input CROSS JOIN match_seats s
    WHERE s.user_id = input.value AND s.turns IS NOT NULL AND s.ended_at >= coalesce(
        (SELECT other.ended_at FROM match_seats other WHERE other.user_id = input.value AND other.ended_at IS NOT NULL
            AND other.turns IS NOT NULL ORDER BY other.ended_at DESC LIMIT 1 OFFSET $2), 0)";
pub(super) const DUELS: &str =
    "SELECT game, CASE WHEN lower_id = $1 THEN lower_won ELSE higher_won END, drawn,
        CASE WHEN lower_id = $1 THEN higher_won ELSE lower_won END FROM head_to_head
    WHERE lower_id IN ($1, $2) AND higher_id IN ($1, $2) ORDER BY lower_won + drawn + higher_won DESC, game";

/// A user's turns and late turns in a match, and the median response.
type TurnsRow = (i64, Int<u32>, Int<u32>, Option<i64>);
/// A game, and how many matches were won, drawn and lost.
type DuelsRow = (String, Int<u32>, Int<u32>, Int<u32>);

impl Store {
    /// How these users have kept to their time in their latest matches.
    pub async fn reliability(&self, people: &[UserId]) -> Result<HashMap<UserId, Reliability>, StoreError> {
        if people.is_empty() {
            return Ok(HashMap::new());
        }
        let mut latest: HashMap<UserId, Vec<SeatPunctuality>> =
            people.iter().map(|user| (*user, Vec::new())).collect();
        let people = sql::list(people.iter().map(|user| user.0));
        let rows: Vec<TurnsRow> =
            self.read(|db| async move {
                sql::query_as(PUNCTUALITY).bind(people).bind(LAST - 1).fetch_all(&db).await
            })
            .await?;
        for (user, Int(turns), Int(late_turns), median_response_ms) in rows {
            latest.entry(UserId(user)).or_default().push(SeatPunctuality {
                turns,
                late_turns,
                median_response_ms,
            });
        }
        Ok(latest.into_iter().map(|(user, latest)| (user, Reliability::of(&latest))).collect())
    }

    /// As [`Self::reliability`], up to a minute old: a list has many hosts, and each costs a lookup for each of their matches.
    pub async fn recent_reliability(
        &self,
        people: &[UserId],
    ) -> Result<HashMap<UserId, Reliability>, StoreError> {
        let cache = &self.caches.reliability;
        let (mut known, mut others) = (HashMap::new(), Vec::new());
        for user in people {
            match cache.get(user) {
                Some(reliability) => _ = known.insert(*user, reliability),
                None => others.push(*user),
            }
        }
        let start = cache.start_load();
        for (user, reliability) in self.reliability(&others).await? {
            cache.insert(user, reliability, start);
            known.insert(user, reliability);
        }
        Ok(known)
    }

    /// A user's results against another, by game, and their latest matches.
    pub async fn head_to_head(
        &self,
        me: UserId,
        them: UserId,
    ) -> Result<(Vec<HeadToHead>, Vec<ListedMatch>), StoreError> {
        let (duels, last) = self
            .read(move |db| async move {
                let duels: Vec<DuelsRow> =
                    sql::query_as(DUELS).bind(me.0).bind(them.0).fetch_all(&db).await?;
                let last =
                    if duels.is_empty() { Vec::new() } else { latest_between(db, me, them, SHOWN).await? };
                Ok((duels, last))
            })
            .await?;
        let duel = |(game, Int(won), Int(drawn), Int(lost)): DuelsRow| {
            let game =
                Game::from_key(&game).ok_or_else(|| StoreError::Corrupt(format!("a match of {game}")))?;
            Ok(HeadToHead { game, won, drawn, lost })
        };
        Ok((duels.into_iter().map(duel).collect::<Result<_, StoreError>>()?, listed_matches(last)))
    }
}

#[cfg(test)]
mod tests {
    use super::{DUELS, PUNCTUALITY};
    use crate::store::plan;

    #[tokio::test]
    async fn a_score_between_two_users_is_read_without_their_matches() {
        for steps in plan::of(DUELS).await {
            assert_eq!(
                steps.first(),
                "SEARCH head_to_head USING PRIMARY KEY (lower_id=? AND higher_id=?)",
                "{steps}"
            );
        }
    }

    #[tokio::test]
    async fn punctuality_is_read_from_the_latest_matches_of_a_user() {
        for steps in plan::of(PUNCTUALITY).await {
            assert!(
                steps.contains("SEARCH s USING INDEX match_seats_by_user (user_id=? AND ended_at>?)"),
                "{steps}"
            );
            assert!(!steps.sorts(), "{steps}");
        }
    }
}

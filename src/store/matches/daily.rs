//! Positions of the day: where to find them, and what users answered.

use crate::games::Game;
use crate::lists::{DailyAnswer, DailyPosition, streak};
use crate::matches::MatchId;
use crate::now::{Moment, UtcDay};
use crate::store::sql::{self, Int};
use crate::store::{AnalysisState, Store, StoreError};
use crate::users::UserId;

// Of the newest finished matches, those that people played.
const CANDIDATES: &str = "SELECT m.id, a.state, CASE WHEN a.requested_by IS NULL THEN a.requested_at END
    FROM (SELECT id, ended_at FROM matches WHERE game = $1 AND first_places IS NOT NULL AND visibility = 'public'
            AND +ply_count > 0 ORDER BY ended_at DESC LIMIT 200) m
        LEFT JOIN match_analyses a ON a.match_id = m.id
    WHERE EXISTS (SELECT 1 FROM match_seats s JOIN users u ON u.id = s.user_id
        WHERE s.match_id = m.id AND u.kind <> 'bot') ORDER BY m.ended_at DESC";
const USED: &str = "SELECT ply FROM daily_positions WHERE match_id = $1";
const ADD: &str = "INSERT INTO daily_positions (day, game, match_id, ply, best)
    SELECT $1, game, id, $3, $4 FROM matches WHERE id = $2 AND status = 'ended' AND visibility = 'public'
    ON CONFLICT DO NOTHING";
const OF_DAY: &str =
    "SELECT day, game, match_id, ply, best FROM daily_positions WHERE day = $1 ORDER BY game";
const AROUND: &str = "SELECT (SELECT max(day) FROM daily_positions WHERE day < $1),
    (SELECT min(day) FROM daily_positions WHERE day > $1 AND day <= $2)";
const EXISTS: &str = "SELECT EXISTS (SELECT 1 FROM daily_positions WHERE day = $1)";
const ANSWERS: &str = "SELECT game, tries, found, shown FROM daily_answers WHERE user_id = $1 AND day = $2";
const ANSWER: &str = "INSERT INTO daily_answers (user_id, day, game, tries, found, shown)
    VALUES ($1, $2, $3, 1, $4, FALSE) ON CONFLICT (user_id, day, game) DO UPDATE
    SET tries = daily_answers.tries + 1, found = excluded.found
    WHERE NOT daily_answers.found AND NOT daily_answers.shown";
const SHOW: &str = "INSERT INTO daily_answers (user_id, day, game, tries, found, shown)
    VALUES ($1, $2, $3, 0, FALSE, TRUE) ON CONFLICT (user_id, day, game) DO UPDATE SET shown = TRUE
    WHERE NOT daily_answers.found";
const FOUND: &str =
    "SELECT DISTINCT day FROM daily_answers WHERE user_id = $1 AND found ORDER BY day DESC LIMIT 1000";

/// A finished public match in which a position of the day may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyCandidate {
    pub match_id: MatchId,
    /// The state of its analysis, if one was requested.
    pub analysis: Option<AnalysisState>,
    /// When the site itself requested the analysis.
    pub requested_by_site_at: Option<Moment>,
}

impl Store {
    /// Finished public matches of a game, the newest first.
    pub async fn daily_candidates(&self, game: Game) -> Result<Vec<DailyCandidate>, StoreError> {
        let rows: Vec<(String, Option<String>, Option<i64>)> = self
            .read(move |db| async move { sql::query_as(CANDIDATES).bind(game.key()).fetch_all(&db).await })
            .await?;
        let candidate = |(id, state, requested_at): (String, Option<String>, Option<i64>)| {
            let corrupt = || StoreError::Corrupt(format!("analysis of match {id}"));
            let analysis = match state {
                Some(state) => Some(AnalysisState::from_key(&state).ok_or_else(corrupt)?),
                None => None,
            };
            let match_id = id.parse().map_err(|_| corrupt())?;
            Ok(DailyCandidate { match_id, analysis, requested_by_site_at: requested_at.map(Moment) })
        };
        rows.into_iter().map(candidate).collect()
    }

    /// The plies of a match after which there was a position of the day.
    pub async fn daily_plies_of(&self, id: &MatchId) -> Result<Vec<usize>, StoreError> {
        let id = id.to_string();
        let plies: Vec<Int<u32>> =
            self.read(|db| async move { sql::query_scalar(USED).bind(id).fetch_all(&db).await }).await?;
        Ok(plies.into_iter().map(|Int(ply)| ply as usize).collect())
    }

    /// Adds a position of the day, unless the game has one, the position was used before, or the match is neither public nor
    /// over.
    pub async fn add_daily_position(&self, added: &DailyPosition) -> Result<(), StoreError> {
        let DailyPosition { day, match_id, ply, best, .. } = added.clone();
        self.write(transaction!(|db| {
            let query = sql::query(ADD).bind(day.0).bind(match_id.as_str()).bind(ply as i64).bind(best);
            Ok(query.execute(db).await.map(drop)?)
        }))
        .await
    }

    /// The positions of a day.
    pub async fn daily_positions(&self, day: UtcDay) -> Result<Vec<DailyPosition>, StoreError> {
        let rows: Vec<(i64, String, String, Int<u32>, String)> = self
            .read(move |db| async move { sql::query_as(OF_DAY).bind(day.0).fetch_all(&db).await })
            .await?;
        let position = |(day, game, id, Int(ply), best): (i64, String, String, Int<u32>, String)| {
            let corrupt = || StoreError::Corrupt(format!("daily position of match {id}"));
            let game = Game::from_key(&game).ok_or_else(corrupt)?;
            let match_id = id.parse().map_err(|_| corrupt())?;
            Ok(DailyPosition { day: UtcDay(day), game, match_id, ply: ply as usize, best })
        };
        rows.into_iter().map(position).collect()
    }

    /// Whether there are positions of this day.
    pub async fn has_daily_positions(&self, day: UtcDay) -> Result<bool, StoreError> {
        self.read(move |db| async move { sql::query_scalar(EXISTS).bind(day.0).fetch_one(&db).await }).await
    }

    /// The last day with positions before a day, and the next one after it until today.
    pub async fn daily_positions_around(
        &self,
        day: UtcDay,
        today: UtcDay,
    ) -> Result<(Option<UtcDay>, Option<UtcDay>), StoreError> {
        let (before, after): (Option<i64>, Option<i64>) = self
            .read(
                move |db| async move { sql::query_as(AROUND).bind(day.0).bind(today.0).fetch_one(&db).await },
            )
            .await?;
        Ok((before.map(UtcDay), after.map(UtcDay)))
    }

    /// What a user answered on a day, by game.
    pub async fn daily_answers_of(
        &self,
        user: UserId,
        day: UtcDay,
    ) -> Result<Vec<(Game, DailyAnswer)>, StoreError> {
        let rows: Vec<(String, Int<u32>, bool, bool)> = self
            .read(
                move |db| async move { sql::query_as(ANSWERS).bind(user.0).bind(day.0).fetch_all(&db).await },
            )
            .await?;
        let answer = |(game, Int(tries), found, shown): (String, Int<u32>, bool, bool)| {
            Some((Game::from_key(&game)?, DailyAnswer { tries, found, shown }))
        };
        Ok(rows.into_iter().filter_map(answer).collect())
    }

    /// Counts a try of a user, unless they know the best move already.
    pub async fn answer_daily_position(
        &self,
        user: UserId,
        day: UtcDay,
        game: Game,
        found: bool,
    ) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query(ANSWER).bind(user.0).bind(day.0).bind(game.key()).bind(found);
            Ok(query.execute(db).await.map(drop)?)
        }))
        .await
    }

    /// Notes that a user is shown the best move, unless they have found it.
    pub async fn show_daily_position(&self, user: UserId, day: UtcDay, game: Game) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let query = sql::query(SHOW).bind(user.0).bind(day.0).bind(game.key());
            Ok(query.execute(db).await.map(drop)?)
        }))
        .await
    }

    /// On how many consecutive days up to today a user found a position.
    pub async fn daily_streak(&self, user: UserId, today: UtcDay) -> Result<usize, StoreError> {
        let days: Vec<i64> = self
            .read(move |db| async move { sql::query_scalar(FOUND).bind(user.0).fetch_all(&db).await })
            .await?;
        let days: Vec<_> = days.into_iter().map(UtcDay).collect();
        Ok(streak(&days, today))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::plan;

    #[tokio::test]
    async fn daily_positions_and_answers_are_found_by_indexes() {
        for steps in plan::of(CANDIDATES).await {
            assert!(steps.contains("matches_finished_by_game (game=?)"), "{steps}");
            assert!(!steps.contains("SCAN a") && !steps.contains("SCAN s"), "{steps}");
        }
        for sql in [USED, OF_DAY, AROUND, EXISTS] {
            for steps in plan::of(sql).await {
                assert!(!steps.contains("SCAN daily_positions") && !steps.sorts(), "{steps}");
            }
        }
        for steps in plan::of(FOUND).await {
            assert!(steps.contains("SEARCH daily_answers USING PRIMARY KEY (user_id=?)"), "{steps}");
            assert!(!steps.sorts() && !steps.contains("DISTINCT"), "{steps}");
        }
    }
}

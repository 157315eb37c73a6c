//! Statistics of the site. Only plies are counted while playing, in memory.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::database::schema::BYTES;
use super::sql;
use super::{Store, StoreError};
use crate::games::Game;
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::users::{DayStatistics, GameStatistics, SiteStatistics};

impl Store {
    /// Counts plies.
    pub fn count_plies(&self, plies: u64) {
        let plies = i64::try_from(plies).unwrap_or_default();
        self.uncounted_plies.fetch_add(plies, Ordering::Relaxed);
    }

    /// Writes the number of plies since the last call, for the day of this moment.
    ///
    /// # Errors
    /// The database failed; the next call writes them.
    pub async fn note_plies(&self, now: Moment) -> Result<(), StoreError> {
        let plies = self.uncounted_plies.swap(0, Ordering::Relaxed);
        if plies == 0 {
            return Ok(());
        }
        let noted = self.write(transaction!(|db| {
            let noting = "INSERT INTO plies_by_day (day, plies) VALUES ($1, $2)
                ON CONFLICT (day) DO UPDATE SET plies = plies_by_day.plies + excluded.plies";
            sql::query(noting).bind(now.0.div_euclid(DAY)).bind(plies).execute(db).await?;
            Ok(())
        }));
        noted.await.inspect_err(|_| {
            self.uncounted_plies.fetch_add(plies, Ordering::Relaxed);
        })
    }

    /// The statistics; they may be a minute old.
    pub async fn site_statistics(&self, now: Moment) -> Result<SiteStatistics, StoreError> {
        let counted = async {
            self.note_plies(now).await?;
            self.read(move |db| count(db, now)).await
        };
        self.caches.statistics.get_or_load_once((), counted).await
    }

    /// All games, those with most matches first, otherwise as in the catalogue. The order may be ten minutes old.
    pub async fn games_by_popularity(&self) -> Result<Arc<[Game]>, StoreError> {
        let counted = self.read(|db| async move { Ok(by_popularity(&by_game_and_status(&db).await?)) });
        self.caches.games_by_popularity.get_or_load_once((), counted).await
    }
}

// In two halves, to use the partial indexes: the rows themselves contain whole emails.
macro_rules! by_state {
    ($table:literal) => {
        concat!(
            "SELECT 'waiting' AS state, count(*) AS number FROM ",
            $table,
            " WHERE state = 'waiting' HAVING count(*) > 0
            UNION ALL SELECT state, count(*) FROM ",
            $table,
            " WHERE state <> 'waiting' GROUP BY state"
        )
    };
}

pub(super) const EMAILS: &str = by_state!("outbox");
pub(super) const PUSHES: &str = by_state!("pushes");

async fn count(db: sql::Pool, now: Moment) -> sqlx::Result<SiteStatistics> {
    let (accounts, one, seven, thirty): (i64, i64, i64, i64) = sql::query_as(PEOPLE)
        .bind(now.after(-DAY).0)
        .bind(now.after(-7 * DAY).0)
        .bind(now.after(-30 * DAY).0)
        .fetch_one(&db)
        .await?;
    let reports = sql::query_scalar(OPEN_REPORTS).fetch_one(&db).await?;
    let bytes = sql::query_scalar(BYTES).fetch_one(&db).await?;
    Ok(SiteStatistics {
        accounts,
        here: [one, seven, thirty],
        games: games(&db).await?,
        days: days(&db, now).await?,
        emails: waiting_and_dead(&db, EMAILS).await?,
        pushes: waiting_and_dead(&db, PUSHES).await?,
        reports,
        bytes,
    })
}

/// How many messages are queued, and how many could not be delivered.
async fn waiting_and_dead(db: &sql::Pool, by_state: &'static str) -> sqlx::Result<(i64, i64)> {
    let counts: HashMap<String, i64> = sql::query_as(by_state).fetch_all(db).await?.into_iter().collect();
    let of = |state: &str| counts.get(state).copied().unwrap_or(0);
    Ok((of("waiting"), of("dead") + of("expired")))
}

async fn days(db: &sql::Pool, now: Moment) -> sqlx::Result<Vec<DayStatistics>> {
    let today = now.0.div_euclid(DAY);
    let first = today + 1 - SiteStatistics::DAYS as i64;
    let mut days: Vec<_> =
        (first..=today).map(|day| DayStatistics { day, ..DayStatistics::default() }).collect();
    for (query, set) in BY_DAY {
        let rows: Vec<(i64, i64, i64)> = sql::query_as(query).bind(first).fetch_all(db).await?;
        for (day, count, more) in rows {
            if let Some(of) = days.iter_mut().find(|of| of.day == day) {
                set(of, count, more);
            }
        }
    }
    Ok(days)
}

const OPEN_REPORTS: &str = "SELECT count(*) FROM reports WHERE verdict IS NULL";

/// Accounts of people: without deleted ones, of which only the seats remain, guests and bots.
const PEOPLE: &str =
    "SELECT count(*), count(*) FILTER (WHERE last_seen_at > $1), count(*) FILTER (WHERE last_seen_at > $2),
    count(*) FILTER (WHERE last_seen_at > $3) FROM users WHERE deletion_state IS NULL AND kind = 'person'";

type StatisticsQuery = fn(&mut DayStatistics, i64, i64);

/// Figures by day since the first, and where they go.
const BY_DAY: [(&str, StatisticsQuery); 3] = [
    (
        "SELECT opened_at / 86400000 AS day, count(*), CAST(0 AS BIGINT) FROM matches
            WHERE opened_at >= $1 * 86400000 GROUP BY day",
        |day, count, _| day.opened = count,
    ),
    (
        "SELECT ended_at / 86400000 AS day, count(*), count(*) FILTER (WHERE end_reason = 'flagged') FROM matches
            WHERE ended_at >= $1 * 86400000 AND end_reason <> 'aborted' GROUP BY day",
        |day, count, flagged| (day.ended, day.flagged) = (count, flagged),
    ),
    ("SELECT day, plies, CAST(0 AS BIGINT) FROM plies_by_day WHERE day >= $1", |day, plies, _| day.plies = plies),
];

async fn games(db: &sql::Pool) -> sqlx::Result<Vec<GameStatistics>> {
    let mut games: Vec<GameStatistics> = Vec::new();
    for (game, status, count) in by_game_and_status(db).await? {
        let place = games.iter().position(|known| known.game == game).unwrap_or_else(|| {
            games.push(GameStatistics { game, ..GameStatistics::default() });
            games.len() - 1
        });
        match status.as_str() {
            "open" => games[place].open = count,
            "playing" => games[place].playing = count,
            _ => games[place].ended = count,
        }
    }
    games.sort_by_key(|game| Reverse(game.open + game.playing + game.ended));
    Ok(games)
}

fn by_popularity(counts: &[(String, String, i64)]) -> Arc<[Game]> {
    let matches = |game: Game| -> i64 {
        counts.iter().filter(|(key, ..)| key == game.key()).map(|(_, _, count)| count).sum()
    };
    let mut games = Game::ALL.to_vec();
    games.sort_by_key(|game| Reverse(matches(*game)));
    games.into()
}

/// Number of matches by game and status.
pub(super) async fn by_game_and_status(db: &sql::Pool) -> sqlx::Result<Vec<(String, String, i64)>> {
    let counting = "SELECT game, status, matches FROM match_counts WHERE matches > 0";
    sql::query_as(counting).fetch_all(db).await
}

#[cfg(test)]
mod tests {
    use super::{EMAILS, PUSHES};
    use crate::store::plan;

    #[tokio::test]
    async fn messages_are_counted_from_indexes_alone() {
        for (sql, table) in [(EMAILS, "outbox"), (PUSHES, "pushes")] {
            for steps in plan::of(sql).await {
                let table = format!(" {table} ");
                let read: Vec<_> = steps.matches(&table).collect();
                assert_eq!(read.len(), 2, "{steps}");
                assert!(read.iter().all(|step| step.contains("USING COVERING INDEX")), "{steps}");
            }
        }
    }
}

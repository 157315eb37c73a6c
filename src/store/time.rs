//! What has run out of time, holidays, and when the house was open.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};

use super::{Store, StoreError};
use crate::matches::{MatchId, UserId};
use crate::now::Moment;

/// The hours of holiday somebody has in a year (of UTC): twenty days.
const HOLIDAYS: u32 = 20 * 24;

const DUE: &str = "SELECT id FROM (SELECT id FROM matches WHERE deadline <= $1 ORDER BY deadline LIMIT $2)
    UNION SELECT id FROM (SELECT id FROM matches WHERE lapses_at <= $1 ORDER BY lapses_at LIMIT $2) LIMIT $2";

/// Everybody whose clock ran while the house was closed gets the time back: an entry in each log. Where weekends are off,
/// the row is only brought up to date when it is looked at; until then it says a moment that is too early, never too late.
const GIVE_BACK: &str = "INSERT INTO match_events (match_id, seq, at, by, kind, body)
    SELECT id, (SELECT max(seq) + 1 FROM match_events WHERE match_id = matches.id), $2, NULL, 'house_closed',
        json_object('from', max($1, changed_at), 'to', $2)
    FROM matches WHERE deadline IS NOT NULL";

impl Store {
    /// Up to `limit` matches in which the seat to move was out of time by then, the longest overdue first, or that nobody
    /// goes on with.
    ///
    /// # Errors
    /// The database failed.
    pub async fn due(&self, at: Moment, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let rows: Vec<(String,)> = self
            .read(move |db| async move { sqlx::query_as(DUE).bind(at.0).bind(limit).fetch_all(&db).await })
            .await?;
        Ok(rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    /// How many hours of holiday these people have left in the year of a moment.
    ///
    /// # Errors
    /// The database failed.
    pub async fn holidays_left(
        &self,
        people: &[UserId],
        at: Moment,
    ) -> Result<HashMap<UserId, u32>, StoreError> {
        let ids = serde_json::Value::from_iter(people.iter().map(|user| user.0)).to_string();
        let (first, next) = year(at);
        let rows: Vec<(i64, u32)> = self
            .read(move |db| async move {
                let used = "SELECT asked.value, (SELECT count(*) FROM holidays
                    WHERE user_id = asked.value AND hour >= $2 AND hour < $3) FROM json_each($1) asked";
                sqlx::query_as(used).bind(ids).bind(first.0).bind(next.0).fetch_all(&db).await
            })
            .await?;
        let left = |(user, used): (i64, u32)| (UserId(user), HOLIDAYS.saturating_sub(used));
        Ok(rows.into_iter().map(left).collect())
    }

    /// Notes that the program runs. Answers with when it was last known to, the first time never.
    ///
    /// # Errors
    /// The database failed.
    pub async fn alive(&self, now: Moment) -> Result<Option<Moment>, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let before: Option<(i64,)> =
                    sqlx::query_as("SELECT alive_at FROM house").fetch_optional(&mut *db).await?;
                let noting = "INSERT INTO house (one, alive_at) VALUES (1, $1)
                    ON CONFLICT (one) DO UPDATE SET alive_at = max(alive_at, excluded.alive_at)";
                sqlx::query(noting).bind(now.0).execute(db).await?;
                Ok(before.map(|(at,)| Moment(at)))
            })
        })
        .await
    }

    /// Gives everybody back what they lost while the house was closed. Answers with how many matches that are.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn give_back(&self, from: Moment, to: Moment) -> Result<u64, StoreError> {
        let journal = self.journal.clone();
        self.write(move |db| {
            Box::pin(async move {
                journal.pass(db).await?;
                let given = sqlx::query(GIVE_BACK).bind(from.0).bind(to.0).execute(&mut *db).await?;
                let later =
                    "UPDATE matches SET deadline = deadline + ($2 - max($1, changed_at)), changed_at = $2
                    WHERE deadline IS NOT NULL AND time NOT LIKE '% weekdays'";
                sqlx::query(later).bind(from.0).bind(to.0).execute(db).await?;
                Ok(given.rows_affected())
            })
        })
        .await
    }
}

/// The first moment of the year of a moment, and of the year after it.
fn year(at: Moment) -> (Moment, Moment) {
    let stamp = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    let year = stamp.to_zoned(TimeZone::UTC).year();
    let first = |year: i16| {
        let day = civil::date(year, 1, 1).to_zoned(TimeZone::UTC);
        day.map_or(at, |day| Moment(day.timestamp().as_millisecond()))
    };
    (first(year), first(year.saturating_add(1)))
}

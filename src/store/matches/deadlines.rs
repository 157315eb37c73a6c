//! Overdue matches, and vacation.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};

use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::{UserId, UserSummary};

/// A user's vacation per year (UTC), in hours: twenty days.
const VACATION_HOURS: u32 = 20 * 24;

// Two indexes, each read from the page on.
const DUE: &str = "SELECT due_at, id FROM (SELECT deadline AS due_at, id FROM matches
        WHERE deadline BETWEEN $2 AND $1 AND (deadline, id) > ($2, $3) ORDER BY deadline, id LIMIT $4) AS late
    UNION ALL SELECT due_at, id FROM (SELECT expires_at AS due_at, id FROM matches
        WHERE expires_at BETWEEN $2 AND $1 AND (expires_at, id) > ($2, $3) ORDER BY expires_at, id LIMIT $4) AS expiring
    ORDER BY due_at, id LIMIT $4";

// Nobody could visit the site in a downtime.
const ABSENT: &str = "SELECT u.id, u.name, s.match_id FROM matches m
    CROSS JOIN match_seats s CROSS JOIN users u
    WHERE s.match_id = m.id AND NOT s.is_reserved AND u.id = s.user_id AND m.status = 'open'
        AND u.kind = 'person' AND u.last_seen_at < $1
        - (SELECT CAST(coalesce(sum(ended_at - started_at), 0) AS BIGINT) FROM downtimes WHERE ended_at > $1)";

/// An overdue match, and since when: its deadline has passed, or it has expired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueMatch {
    pub due_at: Moment,
    pub id: MatchId,
}

impl Store {
    /// Up to `limit` matches that are due, the longest overdue first, after `after`.
    pub async fn due_matches(
        &self,
        at: Moment,
        after: Option<&DueMatch>,
        limit: u32,
    ) -> Result<Vec<DueMatch>, StoreError> {
        let (due_at, id) = after.map_or((i64::MIN, String::new()), |due| (due.due_at.0, due.id.to_string()));
        let rows: Vec<(i64, String)> = self
            .read(move |db| async move {
                sql::query_as(DUE).bind(at.0).bind(due_at).bind(id).bind(limit).fetch_all(&db).await
            })
            .await?;
        let due =
            |(due_at, id): (i64, String)| Some(DueMatch { due_at: Moment(due_at), id: id.parse().ok()? });
        Ok(rows.into_iter().filter_map(due).collect())
    }

    /// The seats in open matches of users who were last seen before a moment. Downtime since that moment is not counted.
    pub async fn absent_in_open_matches(
        &self,
        before: Moment,
    ) -> Result<Vec<(UserSummary, MatchId)>, StoreError> {
        let rows: Vec<(i64, String, String)> = self
            .read(move |db| async move { sql::query_as(ABSENT).bind(before.0).fetch_all(&db).await })
            .await?;
        let absent = |(user, name, id): (i64, String, String)| {
            Some((UserSummary { id: UserId(user), name: name.into() }, id.parse().ok()?))
        };
        Ok(rows.into_iter().filter_map(absent).collect())
    }

    /// The remaining vacation of these users in the year of a moment, in hours.
    pub async fn vacation_left(
        &self,
        people: &[UserId],
        at: Moment,
    ) -> Result<HashMap<UserId, u32>, StoreError> {
        let ids = sql::list(people.iter().map(|user| user.0));
        let (first, next) = year_bounds(at);
        let rows: Vec<(i64, Int<u32>)> = self
            .read(move |db| async move {
                let used = "SELECT input.value, (SELECT count(*) FROM vacation_hours
                    WHERE user_id = input.value AND hour >= $2 AND hour < $3) FROM json_each($1) input";
                sql::query_as(used).bind(ids).bind(first.0).bind(next.0).fetch_all(&db).await
            })
            .await?;
        let left = |(user, Int(used)): (i64, Int<u32>)| (UserId(user), VACATION_HOURS.saturating_sub(used));
        Ok(rows.into_iter().map(left).collect())
    }
}

/// The beginning of the year of a moment, and of the next year.
fn year_bounds(at: Moment) -> (Moment, Moment) {
    let stamp = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    let year = stamp.to_zoned(TimeZone::UTC).year();
    let first = |year: i16| {
        let day = civil::date(year, 1, 1).to_zoned(TimeZone::UTC);
        day.map_or(at, |day| Moment(day.timestamp().as_millisecond()))
    };
    (first(year), first(year.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::{ABSENT, DUE};
    use crate::store::plan;

    #[tokio::test]
    async fn due_matches_are_read_in_the_order_of_two_indexes() {
        for steps in plan::of(DUE).await {
            for index in [
                "SEARCH matches USING COVERING INDEX matches_due",
                "SEARCH matches USING COVERING INDEX matches_expiring",
            ] {
                assert!(steps.contains(index), "{index}\n{steps}");
            }
            assert!(!steps.contains("SCAN matches"), "{steps}");
        }
    }

    #[tokio::test]
    async fn absent_users_are_searched_in_open_matches_only() {
        for steps in plan::of(ABSENT).await {
            assert!(steps.contains("SCAN m USING COVERING INDEX matches_by_code"), "{steps}");
            assert!(steps.contains("SEARCH s ") && steps.contains("SEARCH u "), "{steps}");
        }
    }
}

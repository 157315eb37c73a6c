//! Time zones of users, and matches that still have to follow a change of zone.

use std::collections::HashMap;

use crate::matches::MatchId;
use crate::store::rows::person;
use crate::store::{Store, StoreError, sql};
use crate::users::preferences::TimeZoneName;
use crate::users::{UserId, UserSummary};

/// The unfinished matches with weekends off in which a user has joined.
macro_rules! weekday_matches {
    ($what:literal) => {
        concat!(
            "SELECT DISTINCT ",
            $what,
            " FROM match_seats s JOIN matches m ON m.id = s.match_id
            WHERE s.user_id = $1 AND s.ended_at IS NULL AND NOT s.is_reserved AND m.weekends_off"
        )
    };
}

impl Store {
    /// The names of these users' zones.
    pub async fn time_zones_of(&self, people: &[UserId]) -> Result<HashMap<UserId, String>, StoreError> {
        let ids = sql::list(people.iter().map(|user| user.0));
        let rows: Vec<(i64, String)> = self
            .read(move |db| async move {
                sql::query_as("SELECT id, time_zone FROM users WHERE id IN (SELECT value FROM json_each($1))")
                    .bind(ids)
                    .fetch_all(&db)
                    .await
            })
            .await?;
        Ok(rows.into_iter().map(|(user, zone)| (UserId(user), zone)).collect())
    }

    /// Sets a user's zone. If they play matches with weekends off, records that those have to follow.
    pub async fn set_zone(&self, user: UserId, zone: TimeZoneName) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let set = sql::query("UPDATE users SET time_zone = $2 WHERE id = $1 AND time_zone <> $2");
            if set.bind(user.0).bind(zone.name()).execute(&mut *db).await? > 0 {
                let noting = concat!(
                    "INSERT INTO time_zone_changes (user_id) ",
                    weekday_matches!("s.user_id"),
                    " ON CONFLICT (user_id) DO NOTHING"
                );
                sql::query(noting).bind(user.0).execute(db).await?;
            }
            Ok(())
        }))
        .await?;
        self.invalidate_settings_of(user);
        Ok(())
    }

    /// Users whose matches still have to follow a change of zone, with the zone.
    pub async fn time_zone_changes(&self) -> Result<Vec<(UserSummary, String)>, StoreError> {
        let rows: Vec<(i64, String, String)> = self
            .read(|db| async move {
                let of =
                    "SELECT u.id, u.name, u.time_zone FROM time_zone_changes z JOIN users u ON u.id = z.user_id";
                sql::query_as(of).fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().map(|(id, name, zone)| (person((id, name)), zone)).collect())
    }

    /// The unfinished matches with weekends off in which a user has joined.
    pub async fn weekday_matches_of(&self, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = self
            .read(move |db| async move {
                sql::query_scalar(weekday_matches!("m.id")).bind(user.0).fetch_all(&db).await
            })
            .await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Records that the matches of a user have followed them to a zone, unless it has changed since.
    pub async fn has_followed_zone(&self, user: UserId, zone: String) -> Result<(), StoreError> {
        self.write(transaction!(|db| {
            let followed = "DELETE FROM time_zone_changes WHERE user_id = $1
                AND EXISTS (SELECT 1 FROM users WHERE id = $1 AND time_zone = $2)";
            sql::query(followed).bind(user.0).bind(zone).execute(db).await?;
            Ok(())
        }))
        .await
    }
}

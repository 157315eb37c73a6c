//! The notices that were sent, so that none is sent twice over one channel.

use sqlx::SqliteConnection;

use crate::now::Moment;
use crate::store::StoreError;
use crate::users::UserId;
use crate::users::preferences::NoticeChannel;

// CROSS JOIN makes SQLite look up the few new notices among those that were sent. Otherwise it compares everything
// that was ever sent to the user with each of them.
const IS_TOLD: &str = "SELECT EXISTS (SELECT 1 FROM json_each($2) v CROSS JOIN notices_sent t
    ON t.user_id = $1 AND t.match_id = v.value ->> 0 AND t.way = $3 AND t.kind = v.value ->> 1
        AND t.number >= v.value ->> 2)";
const NOTE_TOLD: &str = "INSERT INTO notices_sent (user_id, match_id, way, kind, number, at)
    SELECT $1, value ->> 0, $3, value ->> 1, value ->> 2, $4 FROM json_each($2) WHERE true
    ON CONFLICT (user_id, match_id, way, kind) DO UPDATE SET number = excluded.number, at = excluded.at";

/// Whether any of these notices was sent to a user over this channel.
pub(in crate::store) async fn is_notified(
    db: &mut SqliteConnection,
    way: NoticeChannel,
    user: UserId,
    tells: &str,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(IS_TOLD).bind(user.0).bind(tells).bind(way.key()).fetch_one(db).await?)
}

/// Marks notices as sent.
pub(in crate::store) async fn record_sent(
    db: &mut SqliteConnection,
    way: NoticeChannel,
    user: UserId,
    tells: &str,
    at: Moment,
) -> Result<(), StoreError> {
    sqlx::query(NOTE_TOLD).bind(user.0).bind(tells).bind(way.key()).bind(at.0).execute(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{NOTIFIED_USERS, OF_MATCHES, OF_MATCHES_OF_ONE, OF_USERS};
    use super::IS_TOLD;
    use crate::store::plan;

    #[tokio::test]
    async fn sent_notices_are_looked_up_per_match() {
        for steps in plan::of(IS_TOLD).await {
            let step = "SEARCH t USING PRIMARY KEY (user_id=? AND match_id=? AND way=? AND kind=?)";
            assert!(steps.contains("SCAN v VIRTUAL TABLE"), "{steps}");
            assert!(steps.contains(step), "{steps}");
        }
    }

    #[tokio::test]
    async fn notices_read_the_seats_of_current_matches_only() {
        for steps in plan::of(OF_USERS).await {
            for seats in ["(user_id=? AND ended_at=?)", "(user_id=? AND ended_at>?)"] {
                let read = format!("match_seats_by_user {seats}");
                assert_eq!(steps.matches(&read).count(), 1, "{steps}");
            }
            assert!(steps.contains("SEARCH s USING PRIMARY KEY (match_id=? AND seat=?)"), "{steps}");
        }
        for sql in [OF_MATCHES, OF_MATCHES_OF_ONE] {
            for steps in plan::of(sql).await {
                assert!(steps.contains("SEARCH s USING PRIMARY KEY (match_id=?)"), "{sql}\n{steps}");
            }
        }
    }

    #[tokio::test]
    async fn users_with_notices_are_read_from_a_cursor() {
        for steps in plan::of(NOTIFIED_USERS).await {
            for table in ["email_settings", "devices"] {
                assert!(steps.contains(&format!("SEARCH {table}")), "{steps}");
            }
            assert!(!steps.sorts(), "{steps}");
        }
    }
}

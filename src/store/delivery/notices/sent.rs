//! Emails of notices, and what was sent, so that nothing is sent twice over one channel.

use sqlx::SqliteConnection;

use crate::now::Moment;
use crate::store::StoreError;
use crate::users::UserId;
use crate::users::preferences::NoticeChannel;

// CROSS JOIN makes SQLite look up the few new notices among those that were sent. Otherwise it compares everything
// that was ever sent to the user with each of them.
const IS_TOLD: &str = "SELECT EXISTS (SELECT 1 FROM json_each($2) v CROSS JOIN notices_sent t
    ON t.user_id = $1 AND t.match_id = v.value ->> 0 AND t.channel = $3 AND t.kind = v.value ->> 1
        AND t.number >= v.value ->> 2)";
const NOTE_TOLD: &str = "INSERT INTO notices_sent (user_id, match_id, channel, kind, number, at)
    SELECT $1, value ->> 0, $3, value ->> 1, value ->> 2, $4 FROM json_each($2) WHERE true
    ON CONFLICT (user_id, match_id, channel, kind) DO UPDATE SET number = excluded.number, at = excluded.at";

/// Whether any of these notices was sent to a user over this channel.
pub(in crate::store) async fn is_notified(
    db: &mut SqliteConnection,
    channel: NoticeChannel,
    user: UserId,
    tells: &str,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(IS_TOLD).bind(user.0).bind(tells).bind(channel.key()).fetch_one(db).await?)
}

/// Marks notices as sent.
pub(in crate::store) async fn record_sent(
    db: &mut SqliteConnection,
    channel: NoticeChannel,
    user: UserId,
    tells: &str,
    at: Moment,
) -> Result<(), StoreError> {
    sqlx::query(NOTE_TOLD).bind(user.0).bind(tells).bind(channel.key()).bind(at.0).execute(db).await?;
    Ok(())
}

/// Queues an email of notices with this outbox key and body. Returns whether the user gets email.
pub(in crate::store) async fn queue_notice_email(
    db: &mut SqliteConnection,
    user: UserId,
    key: &str,
    body: &str,
    at: Moment,
) -> Result<bool, StoreError> {
    let queuing =
        "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
        SELECT $1, user_id, address, 'notices', $3, 'waiting', $4, $4, 0 FROM email_settings
        WHERE user_id = $2 AND address IS NOT NULL AND frequency <> 'off'";
    let query = sqlx::query(queuing).bind(key).bind(user.0).bind(body).bind(at.0);
    Ok(query.execute(db).await?.rows_affected() > 0)
}

#[cfg(test)]
mod tests {
    use super::super::{CURRENT, HAS_RECIPIENTS, NOTIFIED_USERS, UNREAD};
    use super::IS_TOLD;
    use crate::store::plan;

    #[tokio::test]
    async fn sent_notices_are_looked_up_per_match() {
        for steps in plan::of(IS_TOLD).await {
            let step = "SEARCH t USING PRIMARY KEY (user_id=? AND match_id=? AND channel=? AND kind=?)";
            assert!(steps.contains("SCAN v VIRTUAL TABLE"), "{steps}");
            assert!(steps.contains(step), "{steps}");
        }
    }

    #[tokio::test]
    async fn notices_read_the_seats_and_takeovers_of_current_matches_only() {
        for sql in [CURRENT, UNREAD] {
            for steps in plan::of(sql).await {
                for seats in ["(user_id=? AND ended_at=?)", "(user_id=? AND ended_at>?)"] {
                    assert_eq!(steps.matches(&format!("match_seats_by_user {seats}")).count(), 1, "{steps}");
                }
                assert!(
                    steps.contains("SEARCH e USING INDEX match_events_takeovers (<expr>=? AND at>?)"),
                    "{steps}"
                );
            }
        }
        for steps in plan::of(HAS_RECIPIENTS).await {
            assert!(steps.contains("SEARCH s USING PRIMARY KEY (match_id=?)"), "{steps}");
            assert!(steps.contains("SEARCH e USING PRIMARY KEY (match_id=?)"), "{steps}");
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

//! Emails of notices, and what was sent, so that nothing is sent twice over one channel.

use std::collections::BTreeSet;

use crate::now::Moment;
use crate::store::row_lists::execute_with_rows;
use crate::store::{NoticeKey, StoreError, sql};
use crate::users::UserId;
use crate::users::preferences::NoticeChannel;

const SENT: &str = "SELECT match_id, kind, number FROM notices_sent
    WHERE user_id = $1 AND channel = $2 AND match_id IN (SELECT value FROM json_each($3))";

/// Whether any of these notices was sent to a user over this channel.
pub(in crate::store) async fn is_notified(
    db: &mut sql::Connection,
    channel: NoticeChannel,
    user: UserId,
    notices: &[NoticeKey],
) -> Result<bool, StoreError> {
    let matches: BTreeSet<_> = notices.iter().map(|(id, ..)| id.as_str()).collect();
    let matches = sql::list(matches);
    let query = sql::query_as(SENT).bind(user.0).bind(channel.key()).bind(matches);
    let sent: Vec<(String, String, i64)> = query.fetch_all(db).await?;
    let is_sent = |(id, kind, number): &NoticeKey| {
        sent.iter().any(|sent| (sent.0.as_str(), &sent.1) == (id.as_str(), kind) && sent.2 >= *number)
    };
    Ok(notices.iter().any(is_sent))
}

/// Marks notices as sent.
pub(in crate::store) async fn record_sent(
    db: &mut sql::Connection,
    channel: NoticeChannel,
    user: UserId,
    notices: &[NoticeKey],
    at: Moment,
) -> Result<(), StoreError> {
    let into = "INSERT INTO notices_sent (user_id, match_id, channel, kind, number, at)";
    let update = "ON CONFLICT (user_id, match_id, channel, kind) DO UPDATE SET number = excluded.number, at = excluded.at";
    execute_with_rows(db, into, notices, update, |row, (id, kind, number)| {
        row.push_bind(user.0).push_bind(id.as_str()).push_bind(channel.key());
        row.push_bind(kind.as_str()).push_bind(*number).push_bind(at.0);
    })
    .await?;
    Ok(())
}

/// Queues an email of notices with this outbox key and body. Returns whether the user gets email.
pub(in crate::store) async fn queue_notice_email(
    db: &mut sql::Connection,
    user: UserId,
    key: &str,
    body: &str,
    at: Moment,
) -> Result<bool, StoreError> {
    let queuing =
        "INSERT INTO outbox (email_key, user_id, address, kind, body, state, created_at, next_at, tries)
        SELECT $1, user_id, address, 'notices', $3, 'waiting', $4, $4, 0 FROM email_settings
        WHERE user_id = $2 AND address IS NOT NULL AND frequency <> 'off'";
    let query = sql::query(queuing).bind(key).bind(user.0).bind(body).bind(at.0);
    Ok(query.execute(db).await? > 0)
}

#[cfg(test)]
mod tests {
    use super::super::{CURRENT, NOTIFIED_USERS, UNREAD, WITH_RECIPIENTS};
    use super::SENT;
    use crate::store::plan;

    #[tokio::test]
    async fn sent_notices_are_looked_up_per_match() {
        for steps in plan::of(SENT).await {
            let step = "SEARCH notices_sent USING PRIMARY KEY (user_id=? AND match_id=? AND channel=?)";
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
                    steps.contains(
                        "SEARCH e USING COVERING INDEX match_events_takeovers (former_id=? AND at>?)"
                    ),
                    "{steps}"
                );
            }
        }
        for steps in plan::of(WITH_RECIPIENTS).await {
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

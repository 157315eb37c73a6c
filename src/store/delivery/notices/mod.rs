//! What notices depend on besides the matches: preferences, read marks, and what was sent.

mod sent;

use std::collections::HashMap;

use serde_json::json;
use sqlx::FromRow;

pub(in crate::store) use self::sent::{is_notified, queue_notice_email, record_sent};
use super::outbox::NoticeKey;
use super::pushes::NewPush;
use crate::language::Language;
use crate::matches::{MatchId, ReadMark};
use crate::now::Moment;
use crate::store::accounts::email_settings;
use crate::store::row_lists::execute_with_rows;
use crate::store::rows::match_ids;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::{
    UserId,
    preferences::{EmailFrequency, NoticeChannel, QuietHours, TimeZoneName},
};

/// How a user is notified about a match, how far they have seen it, and what they were sent.
#[derive(Clone, Debug)]
pub struct NoticeRecipient {
    pub user: UserId,
    pub zone: TimeZoneName,
    pub language: Language,
    /// The email frequency, and since when they get email: earlier events are not sent.
    pub mail: Option<(EmailFrequency, Moment)>,
    /// Since when they have a device with push.
    pub push: Option<Moment>,
    pub quiet: Option<QuietHours>,
    pub mark: ReadMark,
    /// The last number that was emailed, by kind.
    pub sent: HashMap<String, i64>,
    /// The last number that was pushed and when, by kind.
    pub pushed: HashMap<String, (i64, Moment)>,
}

/// Notices to be queued for a user: as one email or, about one match, as a push.
#[derive(Clone, Debug)]
pub struct NoticeBatch {
    pub user: UserId,
    pub channel: NoticeChannel,
    pub tells: Vec<NoticeKey>,
    pub at: Moment,
}

#[derive(FromRow)]
struct RecipientRow {
    time_zone: String,
    language: String,
    frequency: Option<String>,
    quiet_from: Option<i64>,
    quiet_to: Option<i64>,
    notices_from: Option<i64>,
    push_from: Option<i64>,
    seq: Option<Int<u32>>,
    chat_message_id: Option<i64>,
}

const RECIPIENT: &str = "SELECT u.time_zone, u.language, p.quiet_from, p.quiet_to, p.notices_from,
        CASE WHEN p.address IS NOT NULL AND p.frequency <> 'off' THEN p.frequency END AS frequency,
        (SELECT min(d.created_at) FROM devices d WHERE d.user_id = u.id) AS push_from, r.seq, r.chat_message_id
    FROM users u LEFT JOIN email_settings p ON p.user_id = u.id
        LEFT JOIN read_marks r ON r.user_id = u.id AND r.match_id = $2
    WHERE u.id = $1";
const SENT: &str = "SELECT channel, kind, number, at FROM notices_sent WHERE user_id = $1 AND match_id = $2";
/// Matches in which anyone may want notices. Former players have no seat, so matches that were left or
/// have takeovers always count.
const WITH_RECIPIENTS: &str = "SELECT input.value FROM json_each($1) input
    WHERE EXISTS (SELECT 1 FROM match_seats s WHERE s.match_id = input.value AND (
            EXISTS (SELECT 1 FROM devices d WHERE d.user_id = s.user_id)
            OR EXISTS (SELECT 1 FROM email_settings p WHERE p.user_id = s.user_id AND p.address IS NOT NULL
                AND p.frequency <> 'off')))
        OR EXISTS (SELECT 1 FROM match_events e WHERE e.match_id = input.value AND e.kind IN ('seat_taken_over', 'left'))";
// Seats of running and of recently finished matches are two ranges of one index. With OR, it would be read
// completely.
macro_rules! current_matches {
    ($which:literal) => {
        concat!(
            "SELECT m.id FROM (
                SELECT match_id FROM match_seats WHERE user_id = $1 AND ended_at IS NULL
                UNION SELECT match_id FROM match_seats WHERE user_id = $1 AND ended_at > $2
            ) s JOIN matches m ON m.id = s.match_id ",
            $which,
            " UNION SELECT e.match_id FROM match_events e
            WHERE e.former_id = $1 AND e.at > $2"
        )
    };
}

const CURRENT: &str = current_matches!("");
/// Those with something that the user has not seen, or with a turn of theirs of which two days, or about a quarter and a
/// day, are left at `$3`: no warning is sent before.
const UNREAD: &str = current_matches!(
    "LEFT JOIN read_marks r ON r.user_id = $1 AND r.match_id = m.id
    WHERE m.to_act = $1 AND NOT m.is_live AND (m.deadline - $3 <= 172800000
            OR 3 * (m.deadline - $3 - 86400000) <= $3 - m.changed_at)
        OR (SELECT max(e.seq) FROM match_events e WHERE e.match_id = m.id) > coalesce(r.seq, 0)
        OR (SELECT max(c.id) FROM chat_messages c WHERE c.match_id = m.id AND NOT c.by_watcher) > coalesce(r.chat_message_id, 0)"
);
const NOTIFIED_USERS: &str = "SELECT user_id FROM email_settings
    WHERE user_id > $1 AND address IS NOT NULL AND frequency <> 'off'
    UNION SELECT user_id FROM devices WHERE user_id > $1 ORDER BY user_id LIMIT $2";
/// One of two values that only rise may be newer, and the other one not.
const WRITE_MARKS: &str = ") INSERT INTO read_marks (user_id, match_id, seq, chat_message_id)
    SELECT user_id, match_id, seq, chat_message_id FROM seen
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = seen.user_id)
        AND EXISTS (SELECT 1 FROM matches m WHERE m.id = seen.match_id)
    ON CONFLICT (user_id, match_id) DO UPDATE SET
        seq = CASE WHEN excluded.seq > read_marks.seq THEN excluded.seq ELSE read_marks.seq END,
        chat_message_id = CASE WHEN excluded.chat_message_id > read_marks.chat_message_id
            THEN excluded.chat_message_id ELSE read_marks.chat_message_id END
    WHERE excluded.seq > read_marks.seq OR excluded.chat_message_id > read_marks.chat_message_id";

impl Store {
    /// The matches among these in which anyone may want notices.
    pub async fn with_recipients(&self, matches: &[MatchId]) -> Result<Vec<MatchId>, StoreError> {
        let ids = match_ids(matches);
        let ids: Vec<String> = self
            .read(|db| async move { sql::query_scalar(WITH_RECIPIENTS).bind(ids).fetch_all(&db).await })
            .await?;
        Ok(parsed(ids))
    }

    /// A user's matches that are unfinished or ended after this moment, including those in which a bot has taken over
    /// their seat since then.
    pub async fn current_matches(
        &self,
        user: UserId,
        ended_after: Moment,
    ) -> Result<Vec<MatchId>, StoreError> {
        let reading = move |db: sql::Pool| async move {
            sql::query_scalar(CURRENT).bind(user.0).bind(ended_after.0).fetch_all(&db).await
        };
        Ok(parsed(self.read(reading).await?))
    }

    /// Those [current matches](Self::current_matches) of which a user may have to be notified at a moment.
    pub async fn matches_to_check(
        &self,
        user: UserId,
        ended_after: Moment,
        at: Moment,
    ) -> Result<Vec<MatchId>, StoreError> {
        let reading = move |db: sql::Pool| async move {
            sql::query_scalar(UNREAD).bind(user.0).bind(ended_after.0).bind(at.0).fetch_all(&db).await
        };
        Ok(parsed(self.read(reading).await?))
    }

    /// How these users are notified about a match. Deleted users are missing.
    pub async fn notice_recipients(
        &self,
        users: Vec<UserId>,
        id: &MatchId,
    ) -> Result<Vec<NoticeRecipient>, StoreError> {
        let id = id.to_string();
        self.read(move |db| async move {
            let mut recipients = Vec::with_capacity(users.len());
            for user in users {
                recipients.extend(recipient(&db, user, &id).await?);
            }
            Ok(recipients)
        })
        .await
    }

    /// The next users after this one who get email or have a device with push.
    pub async fn notified_users(&self, after: UserId, limit: u32) -> Result<Vec<UserId>, StoreError> {
        let rows: Vec<(i64,)> = self
            .read(move |db| async move {
                sql::query_as(NOTIFIED_USERS).bind(after.0).bind(limit).fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().map(|(id,)| UserId(id)).collect())
    }

    /// Whether any user gets push notifications or, if `mail`, email.
    pub async fn has_recipients(&self, mail: bool) -> Result<bool, StoreError> {
        let asking = "SELECT EXISTS (SELECT 1 FROM devices) OR ($1
            AND EXISTS (SELECT 1 FROM email_settings WHERE address IS NOT NULL AND frequency <> 'off'))";
        let (enabled,): (bool,) =
            self.read(move |db| async move { sql::query_as(asking).bind(mail).fetch_one(&db).await }).await?;
        Ok(enabled)
    }

    /// Writes read marks, except of users or matches that were deleted in the meantime. A mark never goes down.
    pub async fn note_seen(&self, seen: &[(UserId, MatchId, ReadMark)]) -> Result<(), StoreError> {
        let seen = seen.to_vec();
        self.write(transaction!(|db| {
            let marks = "WITH seen (user_id, match_id, seq, chat_message_id) AS (";
            execute_with_rows(db, marks, &seen, WRITE_MARKS, |row, (user, id, mark)| {
                row.push_bind(user.0).push_bind(id.as_str()).push_bind(mark.seq).push_bind(mark.message);
            })
            .await?;
            Ok(())
        }))
        .await
    }

    /// The stored read marks of these users: the last log entry each has seen.
    pub async fn marks_of(&self, users: &[UserId], id: &MatchId) -> Result<HashMap<UserId, u32>, StoreError> {
        let (users, id) = (sql::list(users.iter().copied()), id.to_string());
        let rows: Vec<(i64, Int<u32>)> = self
            .read(move |db| async move {
                let of = "SELECT user_id, seq FROM read_marks
                    WHERE match_id = $2 AND user_id IN (SELECT value FROM json_each($1))";
                sql::query_as(of).bind(users).bind(id).fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().map(|(user, Int(seq))| (UserId(user), seq)).collect())
    }

    /// Queues notices and marks them as sent, in one transaction. Returns `false` if one of them was sent in the
    /// meantime, or the user has no address or device any more.
    pub async fn queue_notices(&self, batch: NoticeBatch) -> Result<bool, StoreError> {
        let NoticeBatch { user, channel, tells: keys, at } = batch;
        let tells = json!(keys).to_string();
        self.write(transaction!(|db| {
            let Some((id, kind, number)) = keys.first() else { return Ok(false) };
            if is_notified(db, channel, user, &keys).await? {
                return Ok(false);
            }
            let key = format!("notices:{}:{id}:{kind}:{number}:{}", user.0, at.0);
            let queued = match channel {
                NoticeChannel::Push => NewPush::replace(db, user, id, at).await?,
                NoticeChannel::Mail => queue_notice_email(db, user, &key, &tells, at).await?,
            };
            if queued {
                record_sent(db, channel, user, &keys, at).await?;
            }
            Ok(queued)
        }))
        .await
    }
}

fn parsed(ids: Vec<String>) -> Vec<MatchId> {
    ids.into_iter().filter_map(|id| id.parse().ok()).collect()
}

async fn recipient(db: &sql::Pool, user: UserId, id: &str) -> sqlx::Result<Option<NoticeRecipient>> {
    let row: Option<RecipientRow> = sql::query_as(RECIPIENT).bind(user.0).bind(id).fetch_optional(db).await?;
    let Some(row) = row else { return Ok(None) };
    let rows: Vec<(String, String, i64, i64)> =
        sql::query_as(SENT).bind(user.0).bind(id).fetch_all(db).await?;
    let (mut sent, mut pushed) = (HashMap::new(), HashMap::new());
    for (channel, kind, number, at) in rows {
        if channel == NoticeChannel::Mail.key() {
            sent.insert(kind, number);
        } else if channel == NoticeChannel::Push.key() {
            pushed.insert(kind, (number, Moment(at)));
        }
    }
    let pace = row.frequency.as_deref().map(|pace| EmailFrequency::from_key(pace).unwrap_or_default());
    Ok(Some(NoticeRecipient {
        user,
        zone: email_settings::zone_or_default(&row.time_zone),
        language: Language::from_key(&row.language).unwrap_or_default(),
        mail: pace.zip(row.notices_from.map(Moment)),
        push: row.push_from.map(Moment),
        quiet: row.quiet_from.zip(row.quiet_to).and_then(|(from, to)| QuietHours::new(from, to)),
        mark: ReadMark { seq: row.seq.map_or(0, Int::get), message: row.chat_message_id.unwrap_or(0) },
        sent,
        pushed,
    }))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn read_marks_of_deleted_users_and_matches_do_not_prevent_the_others() {
        let folder = TempDir::new().unwrap();
        let store = Store::open_for_test(folder.path()).await;
        store.add_person_for_test("Ada").await;
        store
            .execute_for_test(
                "INSERT INTO matches (id, game, options, status, visibility, code, seat_count, seats_taken, ply_count, position,
                    opened_by, opened_at, changed_at)
                VALUES ('111111111111', 'quarto', '', 'open', 'public', 'code', 2, 1, 0, '', 1, 0, 0)",
            )
            .await;
        let (existing, deleted) = (MatchId::from_digits([0; 12]), MatchId::from_digits([1; 12]));
        assert_eq!(existing.as_str(), "111111111111");
        let mark = ReadMark { seq: 3, message: 0 };
        let marks = [
            (UserId(1), deleted, mark),
            (UserId(9), existing.clone(), mark),
            (UserId(1), existing.clone(), mark),
        ];
        store.note_seen(&marks).await.unwrap();
        let seen = store.marks_of(&[UserId(1), UserId(9)], &existing).await.unwrap();
        assert_eq!(seen, HashMap::from([(UserId(1), 3)]));
    }
}

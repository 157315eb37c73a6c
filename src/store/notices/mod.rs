//! Facts for notices: the state of users' matches, what they have seen, and what was sent.

mod sent;
mod takeovers;

use std::collections::HashMap;

use serde_json::json;
use sqlx::FromRow;

pub(super) use self::sent::{is_notified, record_sent};
pub use super::clock_facts::NoticeEvent;
use super::clock_facts::{ClockFacts, ClockRow, clock_facts};
use super::rows::match_ids;
use super::{NoticeKey, Store, StoreError};
use crate::language::Language;
use crate::matches::{MatchId, ReadMark};
use crate::now::Moment;
use crate::users::{
    UserId,
    preferences::{EmailFrequency, NoticeChannel, QuietHours, TimeZoneName},
};

/// The state of a match for one of its users.
#[derive(Clone, Debug)]
pub struct NoticeFacts {
    pub user: UserId,
    pub id: MatchId,
    pub zone: TimeZoneName,
    pub language: Language,
    /// The email frequency, and since when they get email: earlier events are not sent.
    pub mail: Option<(EmailFrequency, Moment)>,
    /// Since when they have a device with push.
    pub push: Option<Moment>,
    pub quiet: Option<QuietHours>,
    pub turn: bool,
    /// The event with which the turn began.
    pub turned: Option<NoticeEvent>,
    /// The log entry up to which they must have seen the match to know whose turn it is.
    pub passed: i64,
    pub started: Option<NoticeEvent>,
    pub ended: Option<NoticeEvent>,
    /// The last chat message of another user.
    pub said: Option<NoticeEvent>,
    /// Their invitation, while they have not joined.
    pub invited: Option<NoticeEvent>,
    /// The latest answer to an invitation of theirs.
    pub answered: Option<NoticeEvent>,
    /// The latest offer to them, if they have not answered.
    pub asked: Option<NoticeEvent>,
    /// The announcement that the match will expire, until it is withdrawn.
    pub closing: Option<NoticeEvent>,
    pub clock: ClockFacts,
    /// The event with which their seat's turn began, however many plies it has had. Later downtime does not count.
    pub came: Option<NoticeEvent>,
    /// The deadline of a turn, in correspondence matches.
    pub deadline: Option<Moment>,
    /// The last log entry they have seen or acted after. Acting implies seeing, even if a crash has lost the read
    /// mark.
    pub seen: i64,
    /// The last chat message they have seen.
    pub heard: i64,
    /// The last number that was emailed, by kind.
    pub sent: HashMap<String, i64>,
    /// The last number that was pushed and when, by kind.
    pub pushed: HashMap<String, (i64, Moment)>,
}

/// An email of notices to be queued.
#[derive(Clone, Debug)]
pub struct NoticeEmail {
    pub user: UserId,
    /// Its outbox key.
    pub key: String,
    /// The notices in it.
    pub tells: Vec<NoticeKey>,
    pub at: Moment,
}

#[derive(FromRow)]
struct NoticeFactsRow {
    user_id: i64,
    match_id: String,
    zone: String,
    language: String,
    pace: Option<String>,
    quiet_from: Option<i64>,
    quiet_to: Option<i64>,
    notices_from: Option<i64>,
    push_from: Option<i64>,
    turn: bool,
    turned: Option<String>,
    passed: Option<i64>,
    started: Option<String>,
    ended: Option<String>,
    said: Option<String>,
    invited: Option<String>,
    answered: Option<String>,
    asked: Option<String>,
    closing: Option<String>,
    #[sqlx(flatten)]
    clock: ClockRow,
    came: Option<String>,
    deadline: Option<i64>,
    seen: i64,
    heard: i64,
    sent: String,
    pushed: String,
}

macro_rules! facts {
    ($from:expr, $where:literal) => {
        concat!(
            "SELECT s.user_id, s.match_id, u.zone, u.language, p.quiet_from, p.quiet_to, p.notices_from,
            CASE WHEN p.address IS NOT NULL AND p.pace <> 'off' THEN p.pace END AS pace,
            (SELECT min(d.made_at) FROM devices d WHERE d.user_id = s.user_id) AS push_from,
            m.status = 'playing' AND m.to_act IS s.user_id AS turn,
            (SELECT json_array(e.seq, e.at, e.by) FROM match_events e WHERE e.match_id = m.id
                AND e.kind IN ('started', 'played', 'skipped', 'taken_back') ORDER BY e.seq DESC LIMIT 1) AS turned,
            (SELECT e.seq FROM match_events e WHERE e.match_id = m.id
                AND e.kind IN ('started', 'played', 'skipped', 'taken_back', 'resigned', 'flagged')
                ORDER BY e.seq DESC LIMIT 1) AS passed,
            CASE WHEN m.status = 'playing' THEN (SELECT json_array(e.seq, e.at, e.by) FROM match_events e
                WHERE e.match_id = m.id AND e.kind = 'started' ORDER BY e.seq LIMIT 1) END AS started,
            CASE WHEN m.status = 'ended' THEN (SELECT json_array(e.seq, e.at, e.by) FROM match_events e
                WHERE e.match_id = m.id AND e.kind = 'ended' ORDER BY e.seq DESC LIMIT 1) END AS ended,
            CASE WHEN s.kept = 0 THEN (SELECT json_array(t.id, t.at, NULL) FROM chat_messages t
                WHERE t.match_id = m.id AND t.user_id <> s.user_id AND t.text <> '' AND NOT EXISTS (SELECT 1 FROM blocks b
                    WHERE b.user_id = s.user_id AND b.blocked_id = t.user_id) AND NOT EXISTS (SELECT 1 FROM muted_players h
                    WHERE h.user_id = s.user_id AND h.muted_id = t.user_id) ORDER BY t.id DESC LIMIT 1) END AS said,
            CASE WHEN s.kept = 1 THEN (SELECT json_array(e.seq, e.at, e.by) FROM match_events e WHERE e.match_id = m.id
                AND (e.kind = 'opened' OR (e.kind = 'invited' AND e.body ->> 'user' = s.user_id))
                ORDER BY e.seq DESC LIMIT 1) END AS invited,
            CASE WHEN m.status = 'open' AND m.opened_by = s.user_id THEN (SELECT json_array(e.seq, e.at, e.by)
                FROM match_events e WHERE e.match_id = m.id AND e.by IS NOT s.user_id AND (e.kind = 'declined'
                    OR (e.kind = 'joined' AND EXISTS (SELECT 1 FROM match_events i WHERE i.match_id = m.id AND i.seq < e.seq
                        AND (i.kind = 'invited' AND i.body ->> 'user' = e.by
                            OR i.kind = 'opened' AND e.by IN (SELECT value FROM json_each(i.body, '$.reserved'))))))
                ORDER BY e.seq DESC LIMIT 1) END AS answered,
            CASE WHEN s.asked IS NOT NULL THEN (SELECT json_array(e.seq, e.at, e.by) FROM match_events e
                WHERE e.match_id = m.id AND e.kind IN ('draw_offered', 'takeback_offered', 'pause_offered')
                AND e.by IS NOT s.user_id ORDER BY e.seq DESC LIMIT 1) END AS asked,
            CASE WHEN m.status = 'playing' AND m.expires_at IS NOT NULL THEN
                (SELECT CASE WHEN e.kind = 'expiry_announced' THEN json_array(e.seq, e.at, e.by) END FROM match_events e
                WHERE e.match_id = m.id AND e.kind NOT LIKE 'draw_%' AND e.kind NOT LIKE 'takeback_%'
                ORDER BY e.seq DESC LIMIT 1) END AS closing,
            ",
            clock_facts!(),
            "CASE WHEN m.deadline IS NOT NULL AND m.to_act = s.user_id THEN (SELECT json_array(e.seq, e.at
                    + coalesce((SELECT sum((d.body ->> 'to') - (d.body ->> 'from')) FROM match_events d
                        WHERE d.match_id = m.id AND d.seq > e.seq AND d.kind = 'downtime'), 0), e.by)
                FROM match_events e WHERE e.match_id = m.id
                AND (e.kind IN ('started', 'skipped', 'taken_back', 'resigned', 'flagged', 'resumed')
                    OR (e.kind = 'played' AND e.body ->> 'seat' <> s.seat))
                ORDER BY e.seq DESC LIMIT 1) END AS came,
            CASE WHEN m.live = 0 THEN m.deadline END AS deadline,
            max(coalesce(read_marks.seq, 0), coalesce((SELECT e.seq FROM match_events e
                WHERE e.match_id = m.id AND e.by = s.user_id ORDER BY e.seq DESC LIMIT 1), 0)) AS seen,
            max(coalesce(read_marks.line, 0), coalesce((SELECT t.id FROM chat_messages t
                WHERE t.match_id = m.id AND t.user_id = s.user_id ORDER BY t.id DESC LIMIT 1), 0)) AS heard,
            (SELECT json_group_object(t.kind, t.number) FROM notices_sent t
                WHERE t.user_id = s.user_id AND t.match_id = s.match_id AND t.way = 'mail') AS sent,
            (SELECT json_group_object(t.kind, json_array(t.number, t.at)) FROM notices_sent t
                WHERE t.user_id = s.user_id AND t.match_id = s.match_id AND t.way = 'push') AS pushed
            FROM ",
            $from,
            " JOIN matches m ON m.id = s.match_id JOIN users u ON u.id = s.user_id
            LEFT JOIN email_settings p ON p.user_id = s.user_id
            LEFT JOIN read_marks ON read_marks.user_id = s.user_id AND read_marks.match_id = s.match_id
            WHERE (s.kept = 0 OR m.status = 'open') AND ",
            $where
        )
    };
}

const OF_MATCHES: &str = facts!(
    "json_each($1) asked CROSS JOIN match_seats s ON s.match_id = asked.value",
    "(p.address IS NOT NULL AND p.pace <> 'off' OR EXISTS (SELECT 1 FROM devices d WHERE d.user_id = s.user_id))"
);
const OF_MATCHES_OF_ONE: &str = facts!(
    "json_each($1) asked CROSS JOIN match_seats s ON s.match_id = asked.value AND s.user_id = $2",
    "true"
);
// Seats of running and of recently finished matches are two ranges of one index. With OR, it would be read
// completely.
macro_rules! current_seats {
    ($users:literal) => {
        concat!(
            "(SELECT s.match_id, s.seat FROM ",
            $users,
            " users CROSS JOIN match_seats s ON s.user_id = users.user_id AND s.ended_at IS NULL
            UNION ALL SELECT s.match_id, s.seat FROM ",
            $users,
            " users CROSS JOIN match_seats s ON s.user_id = users.user_id AND s.ended_at > $1) current
            CROSS JOIN match_seats s ON s.match_id = current.match_id AND s.seat = current.seat"
        )
    };
}

const OF_USERS: &str = facts!(current_seats!("(SELECT value AS user_id FROM json_each($2))"), "true");
const NOTIFIED_USERS: &str = "SELECT user_id FROM email_settings
    WHERE user_id > $1 AND address IS NOT NULL AND pace <> 'off'
    UNION SELECT user_id FROM devices WHERE user_id > $1 ORDER BY user_id LIMIT $2";

impl Store {
    /// The facts of these matches, for all users who want notices, and for former players.
    pub async fn facts_of(&self, matches: &[MatchId]) -> Result<Vec<NoticeFacts>, StoreError> {
        let ids = match_ids(matches);
        let rows: Vec<NoticeFactsRow> =
            self.read(|db| async move { sqlx::query_as(OF_MATCHES).bind(ids).fetch_all(&db).await }).await?;
        let former = self.takeover_facts_of(matches, None).await?;
        rows.into_iter().map(facts).chain(former.into_iter().map(Ok)).collect()
    }

    /// The facts of these matches for one user, whether or not they want notices. Other seats are not read.
    pub async fn facts_of_user(
        &self,
        user: UserId,
        matches: &[MatchId],
    ) -> Result<Vec<NoticeFacts>, StoreError> {
        let ids = match_ids(matches);
        let rows: Vec<NoticeFactsRow> = self
            .read(move |db| async move {
                sqlx::query_as(OF_MATCHES_OF_ONE).bind(ids).bind(user.0).fetch_all(&db).await
            })
            .await?;
        let former = self.takeover_facts_of(matches, Some(user)).await?;
        rows.into_iter().map(facts).chain(former.into_iter().map(Ok)).collect()
    }

    /// The facts of these users' matches that are unfinished or ended after this moment, whether or not they want
    /// notices. Includes matches in which a bot has taken over their seat after this moment.
    pub async fn facts_of_users(
        &self,
        users: &[UserId],
        ended_after: Moment,
    ) -> Result<Vec<NoticeFacts>, StoreError> {
        let former = self.takeover_facts_of_users(users, ended_after).await?;
        let users = json!(users).to_string();
        let rows: Vec<NoticeFactsRow> = self
            .read(move |db| async move {
                sqlx::query_as(OF_USERS).bind(ended_after.0).bind(users).fetch_all(&db).await
            })
            .await?;
        rows.into_iter().map(facts).chain(former.into_iter().map(Ok)).collect()
    }

    /// The next users after this one who get email or have a device with push.
    pub async fn notified_users(&self, after: UserId, limit: u32) -> Result<Vec<UserId>, StoreError> {
        let rows: Vec<(i64,)> = self
            .read(move |db| async move {
                sqlx::query_as(NOTIFIED_USERS).bind(after.0).bind(limit).fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().map(|(id,)| UserId(id)).collect())
    }

    /// Whether any user gets push notifications or, if `mail`, email.
    pub async fn has_recipients(&self, mail: bool) -> Result<bool, StoreError> {
        let asking = "SELECT EXISTS (SELECT 1 FROM devices) OR ($1
            AND EXISTS (SELECT 1 FROM email_settings WHERE address IS NOT NULL AND pace <> 'off'))";
        let (enabled,): (bool,) = self
            .read(move |db| async move { sqlx::query_as(asking).bind(mail).fetch_one(&db).await })
            .await?;
        Ok(enabled)
    }

    /// Writes read marks, except of users or matches that were deleted in the meantime. A mark never goes down.
    pub async fn note_seen(&self, seen: &[(UserId, MatchId, ReadMark)]) -> Result<(), StoreError> {
        let rows = seen.iter().map(|(user, id, seen)| json!([user, id.as_str(), seen.seq, seen.message]));
        let rows = serde_json::Value::from_iter(rows).to_string();
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO read_marks (user_id, match_id, seq, line)
                     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($1)
                     WHERE EXISTS (SELECT 1 FROM users WHERE id = value ->> 0)
                        AND EXISTS (SELECT 1 FROM matches WHERE id = value ->> 1)
                     ON CONFLICT (user_id, match_id) DO UPDATE SET
                        seq = max(seq, excluded.seq), line = max(line, excluded.line)
                     WHERE excluded.seq > seq OR excluded.line > line",
                )
                .bind(rows)
                .execute(db)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// The stored read marks of these users: the last log entry each has seen.
    pub async fn marks_of(&self, users: &[UserId], id: &MatchId) -> Result<HashMap<UserId, u32>, StoreError> {
        let (users, id) = (json!(users).to_string(), id.to_string());
        let rows: Vec<(i64, u32)> = self
            .read(move |db| async move {
                let of = "SELECT user_id, seq FROM read_marks
                    WHERE match_id = $2 AND user_id IN (SELECT value FROM json_each($1))";
                sqlx::query_as(of).bind(users).bind(id).fetch_all(&db).await
            })
            .await?;
        Ok(rows.into_iter().map(|(user, seq)| (UserId(user), seq)).collect())
    }

    /// Queues an email and marks its notices as sent, in one transaction. Returns `false` if one of them was sent in
    /// the meantime, or the user gets no email any more.
    pub async fn queue_notice_email(&self, telling: NoticeEmail) -> Result<bool, StoreError> {
        let tells = json!(telling.tells).to_string();
        self.write(move |db| {
            Box::pin(async move {
                if is_notified(db, NoticeChannel::Mail, telling.user, &tells).await? {
                    return Ok(false);
                }
                let email = sqlx::query(
                    "INSERT INTO outbox (email_key, user_id, address, kind, body, state, made_at, next_at, tries)
                     SELECT $1, user_id, address, 'notices', $3, 'waiting', $4, $4, 0 FROM email_settings
                     WHERE user_id = $2 AND address IS NOT NULL AND pace <> 'off'",
                )
                .bind(telling.key)
                .bind(telling.user.0)
                .bind(&tells)
                .bind(telling.at.0)
                .execute(&mut *db)
                .await?;
                if email.rows_affected() == 0 {
                    return Ok(false);
                }
                record_sent(db, NoticeChannel::Mail, telling.user, &tells, telling.at).await?;
                Ok(true)
            })
        })
        .await
    }
}

fn facts(row: NoticeFactsRow) -> Result<NoticeFacts, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("match {}: {what}", row.match_id));
    let pace = row.pace.as_deref().map(|pace| EmailFrequency::from_key(pace).unwrap_or_default());
    let pushed: HashMap<String, (i64, i64)> =
        serde_json::from_str(&row.pushed).map_err(|_| corrupt("what was pushed"))?;
    let happened = |text: Option<String>| {
        let (number, at, by): (i64, i64, Option<i64>) = serde_json::from_str(&text?).ok()?;
        Some(NoticeEvent { number, at: Moment(at), own: by == Some(row.user_id) })
    };
    Ok(NoticeFacts {
        user: UserId(row.user_id),
        id: row.match_id.parse().map_err(|_| corrupt("id"))?,
        zone: super::email_settings::zone_or_default(&row.zone),
        language: Language::from_key(&row.language).unwrap_or_default(),
        mail: pace.zip(row.notices_from.map(Moment)),
        push: row.push_from.map(Moment),
        quiet: row.quiet_from.zip(row.quiet_to).and_then(|(from, to)| QuietHours::new(from, to)),
        turn: row.turn,
        turned: happened(row.turned),
        passed: row.passed.unwrap_or(0),
        started: happened(row.started),
        ended: happened(row.ended),
        said: happened(row.said),
        invited: happened(row.invited),
        answered: happened(row.answered),
        asked: happened(row.asked),
        closing: happened(row.closing),
        clock: row.clock.read(happened),
        came: happened(row.came),
        deadline: row.deadline.map(Moment),
        seen: row.seen,
        heard: row.heard,
        sent: serde_json::from_str(&row.sent).map_err(|_| corrupt("sent notices"))?,
        pushed: pushed.into_iter().map(|(kind, (number, at))| (kind, (number, Moment(at)))).collect(),
    })
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
                "INSERT INTO matches (id, game, options, status, visibility, code, seats, seated, plies, position,
                    opened_by, opened_at, changed_at)
                VALUES ('111111111111', 'quarto', '', 'open', 'public', 'code', 2, 1, 0, '', 1, 0, 0)",
            )
            .await;
        let (kept, deleted) = (MatchId::from_digits([0; 12]), MatchId::from_digits([1; 12]));
        assert_eq!(kept.as_str(), "111111111111");
        let mark = ReadMark { seq: 3, message: 0 };
        let marks =
            [(UserId(1), deleted, mark), (UserId(9), kept.clone(), mark), (UserId(1), kept.clone(), mark)];
        store.note_seen(&marks).await.unwrap();
        let seen = store.marks_of(&[UserId(1), UserId(9)], &kept).await.unwrap();
        assert_eq!(seen, HashMap::from([(UserId(1), 3)]));
    }
}

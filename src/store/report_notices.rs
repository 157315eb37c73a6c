//! Facts for notices about open reports: preferences of staff, what was sent to them, and what they have seen.

use serde_json::json;
use sqlx::{FromRow, SqliteConnection};

use super::email_settings::zone_or_default;
use super::pushes::random_number;
use super::{Store, StoreError};
use crate::language::Language;
use crate::now::Moment;
use crate::users::{
    Role, StaffRank, UserId,
    preferences::{EmailFrequency, NoticeChannel, QuietHours, TimeZoneName},
};

/// A member of staff who may have to be notified. Reports are numbered by the time they were made.
#[derive(Clone, Debug)]
pub struct StaffFacts {
    pub staff: StaffRank,
    pub zone: TimeZoneName,
    pub language: Language,
    /// The email frequency, and since when they get email.
    pub mail: Option<(EmailFrequency, Moment)>,
    /// Since when they have a device with push.
    pub push: Option<Moment>,
    pub quiet: Option<QuietHours>,
    /// The last report they have seen in the queue.
    pub seen: i64,
    /// The last report that was emailed.
    pub mailed: Option<i64>,
    /// The last report that was pushed, and when.
    pub pushed: Option<(i64, Moment)>,
}

#[derive(FromRow)]
struct ReportNoticeRow {
    id: i64,
    role: String,
    zone: String,
    language: String,
    pace: Option<String>,
    notices_from: Option<i64>,
    quiet_from: Option<i64>,
    quiet_to: Option<i64>,
    push_from: Option<i64>,
    seen: Option<i64>,
    mailed: Option<i64>,
    pushed: Option<i64>,
    pushed_at: Option<i64>,
}

const STAFF: &str = "SELECT u.id, u.role, u.zone, u.language, p.notices_from, p.quiet_from, p.quiet_to,
        CASE WHEN p.address IS NOT NULL AND p.pace <> 'off' THEN p.pace END AS pace,
        (SELECT min(d.made_at) FROM devices d WHERE d.user_id = u.id) AS push_from,
        s.reported_at AS seen, m.reported_at AS mailed, b.reported_at AS pushed, b.at AS pushed_at
    FROM users u LEFT JOIN email_settings p ON p.user_id = u.id
        LEFT JOIN report_notices s ON s.user_id = u.id AND s.way = 'seen'
        LEFT JOIN report_notices m ON m.user_id = u.id AND m.way = 'mail'
        LEFT JOIN report_notices b ON b.user_id = u.id AND b.way = 'push'
    WHERE u.role <> 'player' AND u.leaving = 0 AND (u.suspended_at IS NULL OR u.suspended_until <= $1)";
const NOTE: &str = "INSERT INTO report_notices (user_id, way, reported_at, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id, way) DO UPDATE SET reported_at = excluded.reported_at, at = excluded.at
    WHERE excluded.reported_at > reported_at";

impl Store {
    /// All staff who can handle reports at a moment.
    pub async fn staff_facts(&self, at: Moment) -> Result<Vec<StaffFacts>, StoreError> {
        let rows: Vec<ReportNoticeRow> =
            self.read(move |db| async move { sqlx::query_as(STAFF).bind(at.0).fetch_all(&db).await }).await?;
        Ok(rows.into_iter().map(facts).collect())
    }

    /// Records that a member of staff has seen the queue up to a report.
    pub async fn note_reports_seen(
        &self,
        user: UserId,
        reported: Moment,
        at: Moment,
    ) -> Result<(), StoreError> {
        self.write(move |db| Box::pin(async move { record_progress(db, user, "seen", reported, at).await }))
            .await
    }

    /// Queues an email about reports up to this one. Returns `false` if that was emailed already, or they want no
    /// email.
    pub async fn mail_reports(&self, user: UserId, reported: Moment, at: Moment) -> Result<bool, StoreError> {
        let key = format!("notices:{}:reports:{}:{}", user.0, reported.0, at.0);
        let body = json!({ "reports": reported.0 }).to_string();
        self.write(move |db| {
            Box::pin(async move {
                if is_notified(db, user, NoticeChannel::Mail, reported).await? {
                    return Ok(false);
                }
                let queued = sqlx::query(
                    "INSERT INTO outbox (email_key, user_id, address, kind, body, state, made_at, next_at, tries)
                     SELECT $1, user_id, address, 'notices', $3, 'waiting', $4, $4, 0 FROM email_settings
                     WHERE user_id = $2 AND address IS NOT NULL AND pace <> 'off'",
                );
                let query = queued.bind(key).bind(user.0).bind(body).bind(at.0);
                if query.execute(&mut *db).await?.rows_affected() == 0 {
                    return Ok(false);
                }
                record_progress(db, user, NoticeChannel::Mail.key(), reported, at).await.map(|()| true)
            })
        })
        .await
    }

    /// Queues a push about reports up to this one, which replaces a queued one. Returns `false` if that was pushed
    /// already, or they have no device.
    pub async fn push_reports(
        &self,
        user: UserId,
        reported: Moment,
        body: String,
        at: Moment,
        expires_at: Moment,
    ) -> Result<bool, StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                if is_notified(db, user, NoticeChannel::Push, reported).await? {
                    return Ok(false);
                }
                let earlier = "DELETE FROM pushes WHERE state = 'waiting' AND topic = 'reports'
                    AND device_id IN (SELECT id FROM devices WHERE user_id = $1)";
                sqlx::query(earlier).bind(user.0).execute(&mut *db).await?;
                let queued = sqlx::query(
                    "INSERT INTO pushes (id, device_id, topic, body, urgent, state, made_at, expires_at, next_at, tries)
                     SELECT $5 + id, id, 'reports', $2, 0, 'waiting', $3, $4, $3, 0 FROM devices WHERE user_id = $1",
                );
                let query = queued.bind(user.0).bind(body).bind(at.0).bind(expires_at.0).bind(random_number());
                if query.execute(&mut *db).await?.rows_affected() == 0 {
                    return Ok(false);
                }
                record_progress(db, user, NoticeChannel::Push.key(), reported, at).await.map(|()| true)
            })
        })
        .await
    }

    /// Unmarks a notice about reports that was not sent after all.
    pub async fn withdraw_report_notices(&self, user: UserId, way: NoticeChannel) -> Result<(), StoreError> {
        self.write(move |db| {
            Box::pin(async move {
                let untelling = "DELETE FROM report_notices WHERE user_id = $1 AND way = $2";
                sqlx::query(untelling).bind(user.0).bind(way.key()).execute(db).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Whether a member of staff was notified of reports up to this one.
async fn is_notified(
    db: &mut SqliteConnection,
    user: UserId,
    way: NoticeChannel,
    reported: Moment,
) -> Result<bool, StoreError> {
    let query =
        "SELECT EXISTS (SELECT 1 FROM report_notices WHERE user_id = $1 AND way = $2 AND reported_at >= $3)";
    Ok(sqlx::query_scalar(query).bind(user.0).bind(way.key()).bind(reported.0).fetch_one(db).await?)
}

/// Records how far a member of staff was notified or has seen the queue. It never goes down.
async fn record_progress(
    db: &mut SqliteConnection,
    user: UserId,
    way: &'static str,
    reported: Moment,
    at: Moment,
) -> Result<(), StoreError> {
    let query = sqlx::query(NOTE).bind(user.0).bind(way).bind(reported.0).bind(at.0);
    Ok(query.execute(db).await.map(drop)?)
}

fn facts(row: ReportNoticeRow) -> StaffFacts {
    let pace = row.pace.as_deref().and_then(EmailFrequency::from_key);
    StaffFacts {
        staff: StaffRank::new(UserId(row.id), Role::from_key(&row.role).unwrap_or_default()),
        zone: zone_or_default(&row.zone),
        language: Language::from_key(&row.language).unwrap_or_default(),
        mail: pace.zip(row.notices_from.map(Moment)),
        push: row.push_from.map(Moment),
        quiet: row.quiet_from.zip(row.quiet_to).and_then(|(from, to)| QuietHours::new(from, to)),
        seen: row.seen.unwrap_or(0),
        mailed: row.mailed,
        pushed: row.pushed.zip(row.pushed_at.map(Moment)),
    }
}

#[cfg(test)]
mod tests {
    use super::STAFF;
    use crate::store::plan;

    #[tokio::test]
    async fn staff_are_found_without_scanning_users() {
        for steps in plan::of(STAFF).await {
            assert!(!steps.contains("SCAN u\n") && steps.contains("users_staff"), "{steps}");
        }
    }
}

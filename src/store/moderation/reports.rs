//! Reports by users.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::json;
use sqlx::FromRow;

use super::audit;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::delivery::notices::queue_notice_email;
use crate::store::delivery::pushes::NewPush;
use crate::store::sql::{self, Int};
use crate::store::{Store, StoreError};
use crate::users::{
    AuditActor, AuditNote, PastStaffAction, Report, ReportParties, ReportReason, ReportSubject,
    ReportVerdict, Role, StaffActionKind, StaffRank, UserId, UserSummary,
};

#[derive(FromRow)]
struct ReportRow {
    id: i64,
    created_by: i64,
    maker: String,
    created_at: i64,
    reported_id: Option<i64>,
    name: Option<String>,
    role: Option<String>,
    match_id: Option<String>,
    ply: Option<Int<u32>>,
    chat_message_id: Option<i64>,
    chat_text: Option<String>,
    reason: String,
    message: String,
    verdict: Option<String>,
    settled_by: Option<i64>,
    settler: Option<String>,
    settled_at: Option<i64>,
    viewer_id: Option<i64>,
    viewer: Option<String>,
    viewed_at: Option<i64>,
}

macro_rules! reports {
    ($which:literal) => {
        concat!(
            "SELECT r.id, r.created_by, m.name AS maker, r.created_at, r.reported_id, w.name, w.role, r.match_id, r.ply, r.chat_message_id,
                coalesce(e.text, t.text) AS chat_text, r.reason, r.message, r.verdict, r.settled_by, s.name AS settler, r.settled_at,
                v.user_id AS viewer_id, o.name AS viewer, v.at AS viewed_at
            FROM reports r JOIN users m ON m.id = r.created_by LEFT JOIN users w ON w.id = r.reported_id
                LEFT JOIN users s ON s.id = r.settled_by LEFT JOIN chat_messages t ON t.id = r.chat_message_id
                LEFT JOIN report_evidence e ON e.report_id = r.id
                LEFT JOIN report_views v ON v.report_id = r.id AND v.user_id = (SELECT f.user_id FROM report_views f
                    WHERE f.report_id = r.id ORDER BY f.at, f.user_id LIMIT 1)
                LEFT JOIN users o ON o.id = v.user_id ",
            $which
        )
    };
}

const WAITING: &str = reports!("WHERE r.verdict IS NULL ORDER BY r.created_at, r.id LIMIT $1");
const SETTLED: &str = reports!("WHERE r.verdict IS NOT NULL ORDER BY r.settled_at DESC, r.id LIMIT $1");
const ONE: &str = reports!("WHERE r.id = $1");
const OPEN_ABOUT: &str =
    reports!("WHERE r.reported_id = $1 AND r.verdict IS NULL ORDER BY r.created_at, r.id LIMIT $2");
const ABOUT: &str = reports!("WHERE r.reported_id = $1 ORDER BY r.id DESC LIMIT $2");
/// The players and the hosts of matches.
const PLAYERS: &str =
    "SELECT match_id, user_id FROM match_seats WHERE match_id IN (SELECT value FROM json_each($1))
    UNION SELECT id, opened_by FROM matches WHERE id IN (SELECT value FROM json_each($1))";
const MADE_BY: &str = reports!("WHERE r.created_by = $1 ORDER BY r.id DESC LIMIT $2");

/// Staff who can handle reports at a moment.
const STAFF: &str = "SELECT id, role FROM users
    WHERE role <> 'player' AND deletion_state IS NULL AND (suspended_at IS NULL OR suspended_until <= $1)";

impl Store {
    /// Stores a report and queues the notices to staff who may handle it: pushes and, if the site `mails`, emails.
    /// `false` if the reporter has an open one about the same.
    pub async fn report(
        &self,
        by: UserId,
        subject: ReportSubject,
        reason: ReportReason,
        message: String,
        at: Moment,
        mails: bool,
    ) -> Result<bool, StoreError> {
        let (key, reported_id) = (subject.key(), subject.reported_user().map(|user| user.0));
        let (match_id, ply, chat_message_id) = match subject {
            ReportSubject::Person(_) => (None, None, None),
            ReportSubject::ChatMessage { id, at, ply, .. } => (Some(at), Some(ply), Some(id)),
            ReportSubject::Match { id, ply, .. } => (Some(id), Some(ply), None),
        };
        let added = self.write(transaction!(|db| {
                let adding = "INSERT INTO reports
                (created_by, created_at, subject, reported_id, match_id, ply, chat_message_id, reason, message)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id";
                let query = sql::query_scalar(adding).bind(by.0).bind(at.0).bind(key).bind(reported_id);
                let query = query.bind(match_id.map(|id| id.to_string())).bind(ply).bind(chat_message_id);
                let query = query.bind(reason.key()).bind(message);
                let added: Option<i64> = query.fetch_optional(&mut *db).await?;
                if let Some(report) = added {
                    queue_notices(db, report, at, mails).await?;
                }
                Ok(added.is_some())
            }));
        let added = added.await?;
        self.caches.open_reports.invalidate(&());
        Ok(added)
    }

    /// Open reports, oldest first.
    pub async fn waiting_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read_reports(WAITING, i64::from(limit), None).await
    }

    /// Settled reports, latest first.
    pub async fn settled_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read_reports(SETTLED, i64::from(limit), None).await
    }

    /// The report with this id.
    pub async fn report_of(&self, id: i64) -> Result<Option<Report>, StoreError> {
        Ok(self.read_reports(ONE, id, None).await?.pop())
    }

    /// Reports about a user, latest first.
    pub async fn reports_about(&self, user: UserId, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read_reports(ABOUT, user.0, Some(limit)).await
    }

    /// Open reports about a user, oldest first.
    pub async fn open_reports_about(&self, user: UserId, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read_reports(OPEN_ABOUT, user.0, Some(limit)).await
    }

    /// Reports by a user, latest first.
    pub async fn reports_by(&self, user: UserId, limit: u32) -> Result<Vec<Report>, StoreError> {
        self.read_reports(MADE_BY, user.0, Some(limit)).await
    }

    /// Staff actions on a user, latest first.
    pub async fn staff_actions_on(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<PastStaffAction>, StoreError> {
        let rows: Vec<(i64, String, String)> = self
            .read(move |db| async move {
                let of = "SELECT at, action, reason FROM audit_log WHERE target_id = $1 AND action NOT IN
                    ('look-into-report', 'settle-report') ORDER BY seq DESC LIMIT $2";
                sql::query_as(of).bind(user.0).bind(limit).fetch_all(&db).await
            })
            .await?;
        let action = |(at, action, reason): (i64, String, String)| {
            Some(PastStaffAction { at: Moment(at), action: StaffActionKind::from_key(&action)?, reason })
        };
        Ok(rows.into_iter().filter_map(action).collect())
    }

    /// Records that a member of staff handles a report; the first time, in the audit log.
    pub async fn record_handling(&self, by: UserId, report: &Report, at: Moment) -> Result<(), StoreError> {
        let id = report.id;
        let mut note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::LookIntoReport);
        note.target = report.reported.as_ref().map(|user| user.id);
        note.match_id.clone_from(&report.match_id);
        note.detail = format!("report {id}");
        self.write(transaction!(|db| {
            let looking = "INSERT INTO report_views (report_id, user_id, at) VALUES ($1, $2, $3)
                ON CONFLICT DO NOTHING";
            let looked = sql::query(looking).bind(id).bind(by.0).bind(at.0).execute(&mut *db).await?;
            if looked == 1 {
                audit::insert_entry(db, &note).await?;
            }
            Ok(())
        }))
        .await
    }

    async fn read_reports(
        &self,
        sql: &'static str,
        first: i64,
        limit: Option<u32>,
    ) -> Result<Vec<Report>, StoreError> {
        let read = move |db: sql::Pool| async move {
            let mut snapshot = db.snapshot().await?;
            let query = sql::query_as(sql).bind(first);
            let query = if let Some(limit) = limit { query.bind(limit) } else { query };
            let rows: Vec<ReportRow> = query.fetch_all(&mut snapshot).await?;
            let players = players(&mut snapshot, &rows).await?;
            Ok((rows, players))
        };
        let (rows, players) = self.read(read).await?;
        rows.into_iter().map(|row| read_row(row, &players)).collect()
    }
}

/// Queues the notices about a report to staff. Their texts are written when they are sent.
async fn queue_notices(
    db: &mut sql::Connection,
    report: i64,
    at: Moment,
    mails: bool,
) -> Result<(), StoreError> {
    let Some(parties) = load_report(db, report).await?.map(|report| report.parties) else { return Ok(()) };
    let staff = staff_at(db, at).await?.into_iter();
    let topic = format!("report-{report}");
    for StaffRank { user, .. } in staff.filter(|staff| parties.may_be_handled_by(*staff)) {
        NewPush { about: None, topic: Some(&topic), body: &report.to_string(), at }.queue(db, user).await?;
        if mails {
            let key = format!("notices:{}:{topic}", user.0);
            queue_notice_email(db, user, &key, &json!({ "report": report }).to_string(), at).await?;
        }
    }
    Ok(())
}

/// Staff who are not suspended at a moment.
pub(in crate::store) async fn staff_at(
    db: &mut sql::Connection,
    at: Moment,
) -> Result<Vec<StaffRank>, StoreError> {
    let staff: Vec<(i64, String)> = sql::query_as(STAFF).bind(at.0).fetch_all(db).await?;
    let rank =
        |(user, role): (i64, String)| StaffRank::new(UserId(user), Role::from_key(&role).unwrap_or_default());
    Ok(staff.into_iter().map(rank).collect())
}

/// The players and the host of each match in reports.
async fn players(
    db: &mut sql::Connection,
    reports: &[ReportRow],
) -> sqlx::Result<HashMap<String, Vec<UserId>>> {
    let matches = reports.iter().filter_map(|report| report.match_id.as_deref());
    let matches = sql::list(matches);
    let rows: Vec<(String, i64)> = sql::query_as(PLAYERS).bind(matches).fetch_all(db).await?;
    let mut players: HashMap<String, Vec<UserId>> = HashMap::new();
    for (id, user) in rows {
        players.entry(id).or_default().push(UserId(user));
    }
    Ok(players)
}

/// The report with this id, in this transaction.
pub(in crate::store) async fn load_report(
    db: &mut sql::Connection,
    id: i64,
) -> Result<Option<Report>, StoreError> {
    let rows: Vec<ReportRow> = sql::query_as(ONE).bind(id).fetch_all(&mut *db).await?;
    let players = players(db, &rows).await?;
    rows.into_iter().next().map(|row| read_row(row, &players)).transpose()
}

/// Whether a report is about this match and may be handled by this member of staff, in this transaction.
pub(in crate::store) async fn may_handle(
    db: &mut sql::Connection,
    staff: UserId,
    report: i64,
    id: &MatchId,
) -> Result<bool, StoreError> {
    let staff = load_rank(db, staff).await?;
    let report = load_report(db, report).await?;
    let about_it = report.filter(|report| report.match_id.as_ref() == Some(id));
    Ok(about_it.is_some_and(|report| report.parties.may_be_handled_by(staff)))
}

/// A user with their role, in this transaction.
pub(in crate::store) async fn load_rank(
    db: &mut sql::Connection,
    user: UserId,
) -> Result<StaffRank, StoreError> {
    let role: String =
        sql::query_scalar("SELECT role FROM users WHERE id = $1").bind(user.0).fetch_one(db).await?;
    Ok(StaffRank::new(user, Role::from_key(&role).unwrap_or_default()))
}

fn read_row(row: ReportRow, players: &HashMap<String, Vec<UserId>>) -> Result<Report, StoreError> {
    let corrupt = |what: &str| StoreError::Corrupt(format!("report {}: {what}", row.id));
    let person = |id: i64, name: Option<String>| UserSummary {
        id: UserId(id),
        name: Arc::from(name.unwrap_or_default()),
    };
    let reason = ReportReason::from_key(&row.reason).ok_or_else(|| corrupt("unknown reason"))?;
    let players = row.match_id.as_ref().and_then(|id| players.get(id)).cloned().unwrap_or_default();
    let role = row.role.as_deref().and_then(Role::from_key).unwrap_or_default();
    let settled = match (row.verdict.as_deref(), row.settled_by, row.settled_at) {
        (Some(verdict), Some(by), Some(at)) => {
            let verdict = ReportVerdict::from_key(verdict).ok_or_else(|| corrupt("unknown verdict"))?;
            Some((verdict, person(by, row.settler), Moment(at)))
        }
        _ => None,
    };
    Ok(Report {
        id: row.id,
        reporter: person(row.created_by, Some(row.maker)),
        at: Moment(row.created_at),
        reported: row.reported_id.map(|user| person(user, row.name)),
        match_id: row.match_id.as_deref().map(str::parse).transpose().map_err(|_| corrupt("match"))?,
        ply: row.ply.map(Int::get),
        chat_message: row.chat_message_id.map(|id| (id, row.chat_text.unwrap_or_default())),
        reason,
        message: row.message,
        opened: row.viewer_id.zip(row.viewed_at).map(|(by, at)| (person(by, row.viewer), Moment(at))),
        settled,
        parties: ReportParties {
            reporter: UserId(row.created_by),
            reported: row.reported_id.map(|user| StaffRank::new(UserId(user), role)),
            players,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::STAFF;
    use crate::store::plan;

    #[tokio::test]
    async fn staff_are_found_without_scanning_users() {
        for steps in plan::of(STAFF).await {
            assert!(steps.contains("users_staff"), "{steps}");
        }
    }
}

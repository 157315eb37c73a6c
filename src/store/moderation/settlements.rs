//! Settling reports.

use std::collections::HashSet;

use super::reports::{load_rank, load_report};
use super::staff::StaffDecision;
use super::{audit, staff_messages};
use crate::now::Moment;
use crate::store::accounts::users::suspend_within;
use crate::store::{Store, StoreError, sql};
use crate::users::UserId;
use crate::users::{
    AuditActor, AuditNote, Report, ReportSettlement, ReportVerdict, StaffActionError, StaffActionKind,
    StaffMessageContent,
};

impl Store {
    /// Settles a report and others about the same user with it, in one transaction. At most one sanction follows;
    /// each report gets an audit entry, and each reporter one message. If two members of staff settle a report at
    /// once, one succeeds.
    pub async fn settle(
        &self,
        by: UserId,
        id: i64,
        settlement: ReportSettlement,
        at: Moment,
    ) -> Result<StaffDecision, StoreError> {
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::SettleReport);
        let settling = self.act(note, move |db, note, _| Box::pin(settle(db, note, by, id, settlement)));
        let settled = settling.await?;
        self.caches.open_reports.invalidate(&());
        Ok(settled)
    }

    /// Opens a settled report again, unless it is open already or its reporter has another open one about the same.
    pub async fn reopen(&self, by: UserId, id: i64, at: Moment) -> Result<StaffDecision, StoreError> {
        let note = AuditNote::new(at, AuditActor::Person(by), StaffActionKind::ReopenReport);
        let opened = self.act(note, move |db, note, _| Box::pin(reopen(db, note, by, id))).await?;
        self.caches.open_reports.invalidate(&());
        Ok(opened)
    }
}

/// Opens a settled report again. Sanctions stay as they are.
async fn reopen(
    db: &mut sql::Connection,
    note: &mut AuditNote,
    by: UserId,
    id: i64,
) -> Result<StaffDecision, StoreError> {
    let staff = load_rank(db, by).await?;
    let Some(report) = load_report(db, id).await? else { return Ok(Err(StaffActionError::Nobody)) };
    if !report.parties.may_be_handled_by(staff) {
        return Ok(Err(StaffActionError::Involved));
    }
    // Not while its reporter has another open one about the same.
    let opening = "UPDATE reports SET verdict = NULL, settled_by = NULL, settled_at = NULL
        WHERE id = $1 AND verdict IS NOT NULL AND NOT EXISTS (SELECT 1 FROM reports other
            WHERE other.created_by = reports.created_by AND other.subject = reports.subject AND other.verdict IS NULL)";
    let opened = sql::query(opening).bind(id).execute(db).await?;
    *note = AuditNote {
        target: report.reported.as_ref().map(|reported| reported.id),
        match_id: report.match_id.clone(),
        detail: format!("report {id}"),
        ..note.clone()
    };
    Ok(if opened == 0 { Err(StaffActionError::Stale) } else { Ok(()) })
}

async fn settle(
    db: &mut sql::Connection,
    note: &mut AuditNote,
    by: UserId,
    id: i64,
    settlement: ReportSettlement,
) -> Result<StaffDecision, StoreError> {
    let at = note.at;
    let reports = match open_reports(db, by, id, &settlement.also).await? {
        Ok(reports) => reports,
        Err(refused) => return Ok(Err(refused)),
    };
    let Some((report, also)) = reports.split_first() else { return Ok(Err(StaffActionError::Nobody)) };
    if let Err(refused) = apply_sanction(db, by, report, &settlement, at).await? {
        return Ok(Err(refused));
    }
    for one in also {
        close(db, by, one, &settlement, at).await?;
        audit::insert_entry(db, &entry(note.clone(), one, &settlement)).await?;
    }
    close(db, by, report, &settlement, at).await?;
    *note = entry(note.clone(), report, &settlement);
    notify_reporters(db, &reports, settlement.verdict, at).await?;
    Ok(Ok(()))
}

/// These reports, if all of them are open, about the same user, and may be handled by this member of staff.
async fn open_reports(
    db: &mut sql::Connection,
    by: UserId,
    id: i64,
    also: &[i64],
) -> Result<Result<Vec<Report>, StaffActionError>, StoreError> {
    let staff = load_rank(db, by).await?;
    let mut reports: Vec<Report> = Vec::new();
    for id in [id].iter().chain(also) {
        if reports.iter().any(|report| report.id == *id) {
            continue;
        }
        let Some(report) = load_report(db, *id).await? else { return Ok(Err(StaffActionError::Nobody)) };
        if !report.parties.may_be_handled_by(staff) {
            return Ok(Err(StaffActionError::Involved));
        }
        if report.settled.is_some() {
            return Ok(Err(StaffActionError::Stale));
        }
        let reported = |report: &Report| report.reported.as_ref().map(|reported| reported.id);
        if reports
            .first()
            .is_some_and(|first| reported(first).is_none() || reported(first) != reported(&report))
        {
            return Ok(Err(StaffActionError::Unrelated));
        }
        reports.push(report);
    }
    Ok(Ok(reports))
}

/// Applies the sanction to the reported user.
async fn apply_sanction(
    db: &mut sql::Connection,
    by: UserId,
    report: &Report,
    settlement: &ReportSettlement,
    at: Moment,
) -> Result<StaffDecision, StoreError> {
    let Some(reported) = &report.reported else { return Ok(Ok(())) };
    let why = &settlement.reason;
    match (settlement.verdict, settlement.until) {
        (ReportVerdict::Warned, _) => staff_messages::warn(db, by, reported.id, why, at).await,
        (ReportVerdict::Muted, Some(until)) => {
            staff_messages::mute(db, by, reported.id, until, why, at).await
        }
        (ReportVerdict::Suspended, until) => suspend_within(db, by, reported.id, until, why, at).await,
        _ => Ok(Ok(())),
    }
}

async fn close(
    db: &mut sql::Connection,
    by: UserId,
    report: &Report,
    settlement: &ReportSettlement,
    at: Moment,
) -> Result<(), StoreError> {
    let settling = "UPDATE reports SET verdict = $2, settled_by = $3, settled_at = $4 WHERE id = $1";
    let query = sql::query(settling).bind(report.id).bind(settlement.verdict.key());
    query.bind(by.0).bind(at.0).execute(db).await?;
    Ok(())
}

/// The audit entry for one of the reports.
fn entry(note: AuditNote, report: &Report, settlement: &ReportSettlement) -> AuditNote {
    AuditNote {
        target: report.reported.as_ref().map(|reported| reported.id),
        match_id: report.match_id.clone(),
        reason: settlement.reason.to_string(),
        detail: format!("report {}: {}", report.id, settlement.verdict.key()),
        ..note
    }
}

async fn notify_reporters(
    db: &mut sql::Connection,
    reports: &[Report],
    verdict: ReportVerdict,
    at: Moment,
) -> Result<(), StoreError> {
    let reporters: HashSet<_> = reports.iter().map(|report| report.reporter.id).collect();
    let content = StaffMessageContent::ReportSettled { acted: verdict != ReportVerdict::Dismissed };
    for reporter in reporters {
        staff_messages::insert(db, reporter, &content, at).await?;
    }
    Ok(())
}

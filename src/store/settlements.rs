//! Settling reports.

use std::collections::HashSet;

use sqlx::SqliteConnection;

use super::people::suspend_also;
use super::reports::{ranked, report_in};
use super::staff::Decided;
use super::{Store, StoreError, audit, remarks};
use crate::now::Moment;
use crate::users::UserId;
use crate::users::{Act, By, Note, Refused, RemarkContent, Report, Settlement, Verdict};

impl Store {
    /// Settles a report, and others about the same person with it: all or none. One sanction at most comes of them, each is an
    /// entry of the audit log, and everybody who made one is told once. Of two who settle a report at once, one does.
    ///
    /// # Errors
    /// The database failed; nothing was changed.
    pub async fn settle(
        &self,
        by: UserId,
        id: i64,
        settlement: Settlement,
        at: Moment,
    ) -> Result<Decided, StoreError> {
        let note = Note::new(at, By::Person(by), Act::SettleReport);
        let settling = self.act(note, move |db, note, _| Box::pin(settle(db, note, by, id, settlement)));
        let settled = settling.await?;
        self.open_reports.forget();
        Ok(settled)
    }
}

async fn settle(
    db: &mut SqliteConnection,
    note: &mut Note,
    by: UserId,
    id: i64,
    settlement: Settlement,
) -> Result<Decided, StoreError> {
    let at = note.at;
    let reports = match open_reports(db, by, id, &settlement.also).await? {
        Ok(reports) => reports,
        Err(refused) => return Ok(Err(refused)),
    };
    let Some((report, also)) = reports.split_first() else { return Ok(Err(Refused::Nobody)) };
    if let Err(refused) = carry_out(db, by, report, &settlement, at).await? {
        return Ok(Err(refused));
    }
    for one in also {
        close(db, by, one, &settlement, at).await?;
        audit::note(db, &entry(note.clone(), one, &settlement)).await?;
    }
    close(db, by, report, &settlement, at).await?;
    *note = entry(note.clone(), report, &settlement);
    tell_reporters(db, &reports, settlement.verdict, at).await?;
    Ok(Ok(()))
}

/// These reports, if all of them are open, about the same person, and for this staff member to settle.
async fn open_reports(
    db: &mut SqliteConnection,
    by: UserId,
    id: i64,
    also: &[i64],
) -> Result<Result<Vec<Report>, Refused>, StoreError> {
    let staff = ranked(db, by).await?;
    let mut reports: Vec<Report> = Vec::new();
    for id in [id].iter().chain(also) {
        if reports.iter().any(|report| report.id == *id) {
            continue;
        }
        let Some(report) = report_in(db, *id).await? else { return Ok(Err(Refused::Nobody)) };
        if !report.parties.leave_it_to(staff) {
            return Ok(Err(Refused::Involved));
        }
        if report.settled.is_some() {
            return Ok(Err(Refused::Stale));
        }
        let whom = |report: &Report| report.whom.as_ref().map(|whom| whom.id);
        if reports.first().is_some_and(|first| whom(first).is_none() || whom(first) != whom(&report)) {
            return Ok(Err(Refused::Unrelated));
        }
        reports.push(report);
    }
    Ok(Ok(reports))
}

/// Does to whoever it is about what comes of it.
async fn carry_out(
    db: &mut SqliteConnection,
    by: UserId,
    report: &Report,
    settlement: &Settlement,
    at: Moment,
) -> Result<Decided, StoreError> {
    let Some(whom) = &report.whom else { return Ok(Ok(())) };
    let why = &settlement.why;
    match (settlement.verdict, settlement.until) {
        (Verdict::Warned, _) => remarks::warn(db, by, whom.id, why, at).await,
        (Verdict::Muted, Some(until)) => remarks::mute(db, by, whom.id, until, why, at).await,
        (Verdict::Suspended, until) => suspend_also(db, by, whom.id, until, why, at).await,
        _ => Ok(Ok(())),
    }
}

async fn close(
    db: &mut SqliteConnection,
    by: UserId,
    report: &Report,
    settlement: &Settlement,
    at: Moment,
) -> Result<(), StoreError> {
    let settling = "UPDATE reports SET verdict = $2, settled_by = $3, settled_at = $4 WHERE id = $1";
    let query = sqlx::query(settling).bind(report.id).bind(settlement.verdict.key());
    query.bind(by.0).bind(at.0).execute(db).await?;
    Ok(())
}

/// The entry of the audit log for one of the reports.
fn entry(note: Note, report: &Report, settlement: &Settlement) -> Note {
    Note {
        whom: report.whom.as_ref().map(|whom| whom.id),
        match_id: report.match_id.clone(),
        why: settlement.why.to_string(),
        detail: format!("report {}: {}", report.id, settlement.verdict.key()),
        ..note
    }
}

async fn tell_reporters(
    db: &mut SqliteConnection,
    reports: &[Report],
    verdict: Verdict,
    at: Moment,
) -> Result<(), StoreError> {
    let reporters: HashSet<_> = reports.iter().map(|report| report.by.id).collect();
    let content = RemarkContent::ReportSettled { acted: verdict != Verdict::Dismissed };
    for reporter in reporters {
        remarks::say(db, reporter, &content, at).await?;
    }
    Ok(())
}

//! `/admin/reports`: the queue of reports, and settling them.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Path, Query};
use serde::Deserialize;

use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::{
    Report, ReportSettlement, ReportVerdict, StaffActionError, StaffActionKind, StaffRank, StaffReason,
};
use crate::views::admin::reports::{self, ReportCase, ReportQueue, SettlementDraft, SettlementField};
use crate::views::messages::ErrorMessage;
use crate::web::{
    AppState, Caller, FormData, HttpResult, ModeratorCaller, RequestOf, WebError, html, ok, reader, see_other,
};

const WAITING: u32 = 100;
const SETTLED: u32 = 20;
/// Among how many of the latest rated matches that changed no ratings pairs of players are looked for.
const UNCOUNTED: u32 = 200;
/// How many earlier reports and staff actions are shown.
const BEFORE: u32 = 8;

/// How many open reports about a user can be settled together.
const BATCH_SIZE: u32 = 50;
/// The longest mute and the longest limited suspension, in days.
const MAX_LENGTH: i64 = 365;

/// The fields `verdict`, `days`, `why`, and `also` for each report that is settled together.
type SettlementForm = FormData<Vec<(String, String)>>;

/// The report that was just settled, if it can be read.
#[derive(Debug, Deserialize)]
pub struct QueueReturn {
    settled: Option<String>,
}

/// `GET /admin/reports`.
pub async fn queue(
    (request, state, staff): RequestOf<ModeratorCaller>,
    after: Query<QueueReturn>,
) -> HttpResult {
    let (me, now) = (staff_rank(&staff), state.clock.now());
    let waiting = state.store.waiting_reports(WAITING).await?;
    let settled = state.store.settled_reports(SETTLED).await?;
    let caller = Caller::from(staff);
    let reader = reader(&request, &state, &caller).await?;
    let pairs = state.store.uncounted_pairs(UNCOUNTED).await?;
    let just_settled = after.settled.as_deref().and_then(|id| id.parse().ok());
    let queue = ReportQueue { waiting: &waiting, settled: &settled, pairs: &pairs, just_settled };
    ok(reports::queue(reader, me, &queue, now))
}

/// `GET /admin/reports/{id}`. The first view is recorded in the audit log.
pub async fn show((request, state, staff): RequestOf<ModeratorCaller>, id: Path<i64>) -> HttpResult {
    let report = report(&state, &staff, *id).await?;
    state.store.record_handling(staff.0.0.id, &report, state.clock.now()).await?;
    render_report(&request, &state, staff, &report, &SettlementDraft::default()).await
}

/// `POST /admin/reports/{id}/settle`: 409 if it was settled already.
pub async fn settle(
    (request, state, staff): RequestOf<ModeratorCaller>,
    id: Path<i64>,
    fields: SettlementForm,
) -> HttpResult {
    let report = report(&state, &staff, *id).await?;
    if report.settled.is_some() {
        return Err(WebError::Conflict(tr("Someone else has already settled this.").into()));
    }
    let draft = read(fields)?;
    let now = state.clock.now();
    match settlement(&draft, &report, now) {
        Ok(settlement) => {
            let sanctioned = report.reported.as_ref().filter(|_| settlement.verdict.is_sanction());
            state.store.settle(staff.0.0.id, *id, settlement, now).await??;
            if let Some(reported) = sanctioned {
                state.sanctions_changed(reported.id);
            }
            Ok(see_other(&request, &format!("{}?settled={id}", urls::AdminReports)))
        }
        Err(problem) => {
            render_report(
                &request,
                &state,
                staff,
                &report,
                &SettlementDraft { problem: Some(problem), ..draft },
            )
            .await
        }
    }
}

/// `POST /admin/reports/{id}/reopen`: 409 if it is open, or its reporter has another open one about the same.
pub async fn reopen((request, state, staff): RequestOf<ModeratorCaller>, id: Path<i64>) -> HttpResult {
    report(&state, &staff, *id).await?;
    match state.store.reopen(staff.0.0.id, *id, state.clock.now()).await? {
        Err(StaffActionError::Stale) => Err(WebError::Conflict(
            tr("This report is open already, or there’s a newer one about the same.").into(),
        )),
        reopened => {
            reopened?;
            Ok(see_other(&request, &urls::AdminReport { id: &id.to_string() }.to_string()))
        }
    }
}

fn read(FormData(fields): SettlementForm) -> Result<SettlementDraft, WebError> {
    let mut draft = SettlementDraft::default();
    for (name, value) in fields {
        let number = || value.parse().map_err(|_| unreadable(&name));
        match name.as_str() {
            "verdict" => draft.verdict = value,
            "days" => draft.days = value,
            "why" => draft.why = value,
            "also" => draft.also.push(number()?),
            _ => return Err(unreadable(&name)),
        }
    }
    Ok(draft)
}

fn unreadable(name: &str) -> WebError {
    WebError::Unprocessable(tr_format!("The form isn’t valid: {name} can’t be read.", name = name).into())
}

/// The settlement, or the field that is wrong and why.
fn settlement(
    draft: &SettlementDraft,
    report: &Report,
    now: Moment,
) -> Result<ReportSettlement, (SettlementField, String)> {
    let wrong = |field, words: &str| (field, words.to_owned());
    let verdict = ReportVerdict::from_key(&draft.verdict)
        .ok_or_else(|| wrong(SettlementField::Verdict, tr("Choose an outcome.")))?;
    if verdict.is_sanction() && report.reported.is_none() {
        return Err(wrong(SettlementField::Verdict, tr("This report isn’t about a person.")));
    }
    // A dismissal needs no reason. "Other action" names what was done, and sanctions give their reason.
    let act = if verdict == ReportVerdict::Dismissed {
        StaffActionKind::SettleReport
    } else {
        StaffActionKind::Warn
    };
    let reason =
        StaffReason::parse(&draft.why, act).map_err(|error| (SettlementField::Reason, error.message()))?;
    let days = days(&draft.days)
        .ok_or_else(|| wrong(SettlementField::Days, tr("A mute or suspension lasts 1 to 365 days.")))?;
    let until = match (verdict, days) {
        (ReportVerdict::Muted, None) => {
            return Err(wrong(SettlementField::Days, tr("Enter how many days the mute lasts.")));
        }
        (ReportVerdict::Muted | ReportVerdict::Suspended, days) => days.map(|days| now.after(days * DAY)),
        _ => None,
    };
    Ok(ReportSettlement { verdict, reason, until, also: draft.also.clone() })
}

/// A number of days, `Some(None)` for an empty field; `None` if it is not one.
fn days(text: &str) -> Option<Option<i64>> {
    match text.trim() {
        "" => Some(None),
        text => text.parse().ok().filter(|days| (1..=MAX_LENGTH).contains(days)).map(Some),
    }
}

/// A report that this member of staff may handle; otherwise 404, also if they are involved in it.
async fn report(state: &AppState, staff: &ModeratorCaller, id: i64) -> Result<Report, WebError> {
    let report = state.store.report_of(id).await?;
    report
        .filter(|report| report.parties.may_be_handled_by(staff_rank(staff)))
        .ok_or(WebError::NotFound("".into()))
}

fn staff_rank(staff: &ModeratorCaller) -> StaffRank {
    StaffRank::new(staff.0.0.id, staff.0.1.role)
}

async fn render_report(
    request: &HttpRequest,
    state: &AppState,
    staff: ModeratorCaller,
    report: &Report,
    draft: &SettlementDraft,
) -> HttpResult {
    let me = staff_rank(&staff);
    let view = match &report.match_id {
        Some(id) => state.store.load_match(id).await?,
        None => None,
    };
    let mut others = Vec::new();
    let (mut done, mut open) = (Vec::new(), Vec::new());
    if let Some(reported) = &report.reported {
        open = state.store.open_reports_about(reported.id, BATCH_SIZE).await?;
        others = state.store.reports_about(reported.id, BEFORE).await?;
        done = state.store.staff_actions_on(reported.id, BEFORE).await?;
    }
    let mut made = state.store.reports_by(report.reporter.id, BEFORE).await?;
    for list in [&mut others, &mut made, &mut open] {
        list.retain(|other| other.id != report.id && other.parties.may_be_handled_by(me));
    }
    let now = state.clock.now();
    let view = view.as_deref();
    let case =
        ReportCase { report, view, open: &open, others: &others, made: &made, done: &done, draft, now };
    let status = if draft.problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let caller = Caller::from(staff);
    Ok(html(status, reports::report_page(reader(request, state, &caller).await?, &case)))
}

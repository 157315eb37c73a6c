//! `/admin/users/{name}/suspension`: suspends a user, changes the suspension, and ends it. `/admin/users/{name}/approve`: lets a
//! user in who has applied for an account.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use jiff::civil::Date;
use serde::Deserialize;

use super::super::super::{FormData, HttpResult, ModeratorCaller};
use super::{ReasonForm, carry_out, file, show, zone};
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::users::preferences::TimeZoneName;
use crate::users::{StaffAction, StaffActionKind, StaffReason};
use crate::views::admin::user::StaffActionDraft;
use crate::views::messages::ErrorMessage;
use crate::web::RequestOf;

/// The longest limited suspension, in days.
const MAX: i64 = 365;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuspensionForm {
    #[serde(default)]
    why: String,
    /// A number of days; 0 for no end.
    days: String,
    /// The day on which the suspension ends, instead of a number of days.
    #[serde(default)]
    until: String,
    /// Whether a suspension was shown with the form, which this one changes.
    changes: Option<String>,
}

/// `POST /admin/users/{name}/suspension`: 422 and the form again if reason or end is invalid.
pub async fn begin(
    (request, state, staff): RequestOf<ModeratorCaller>,
    name: Path<String>,
    form: FormData<SuspensionForm>,
) -> HttpResult {
    let FormData(SuspensionForm { why, days, until: back, changes }) = form;
    let now = state.clock.now();
    let until = match back.trim() {
        "" => after(&days, now),
        day => as_begins(day, &zone(&state, staff.0.0.id).await?, now).map(Some),
    };
    match (until, StaffReason::parse(&why, StaffActionKind::Suspend)) {
        (Ok(until), Ok(_)) => {
            let draft = StaffActionDraft { days: &days, back: &back, ..StaffActionDraft::of(&why) };
            let action = StaffAction::Suspend { until, changes: changes.is_some() };
            carry_out(&request, &state, staff.0, &name, action, draft).await
        }
        (until, reason) => {
            let (of_days, of_day) =
                if back.trim().is_empty() { (until.err(), None) } else { (None, until.err()) };
            let problem = reason.err().map(|wrong| wrong.message());
            let draft = StaffActionDraft {
                act: Some(StaffActionKind::Suspend),
                why: &why,
                problem: problem.as_deref(),
                days: &days,
                back: &back,
                days_problem: of_days,
                back_problem: of_day,
                ..StaffActionDraft::default()
            };
            let (file, status) = (file(&state, &name).await?, StatusCode::UNPROCESSABLE_ENTITY);
            show(&request, &state, &staff.into(), file, status, draft).await
        }
    }
}

/// The end after a number of days; `None` for 0.
fn after(days: &str, now: Moment) -> Result<Option<Moment>, &'static str> {
    let days = days.parse().ok().filter(|days| (0..=MAX).contains(days));
    let days: i64 = days.ok_or(tr("Enter a number of days: 1 to 365, or 0 for no end."))?;
    Ok((days > 0).then(|| now.after(days * DAY)))
}

/// The beginning of a day in a time zone, if that is in the future and within the limit.
fn as_begins(day: &str, zone: &TimeZoneName, now: Moment) -> Result<Moment, &'static str> {
    let date = Date::strptime("%Y-%m-%d", day).ok();
    let begins = date.and_then(|date| date.to_zoned(zone.zone().clone()).ok());
    let begins = begins.ok_or(tr("Enter the day as 2026-11-24."))?;
    match Moment(begins.timestamp().as_millisecond()) {
        at if at <= now => Err(tr("Choose a day in the future.")),
        at if at.since(now) > MAX * DAY => Err(tr("Choose a day within the next 365 days.")),
        at => Ok(at),
    }
}

/// `POST /admin/users/{name}/suspension/end`
pub async fn end(
    (request, state, staff): RequestOf<ModeratorCaller>,
    name: Path<String>,
    form: FormData<ReasonForm>,
) -> HttpResult {
    carry_out(&request, &state, staff.0, &name, StaffAction::EndSuspension, StaffActionDraft::of(&form.0.why))
        .await
}

/// `POST /admin/users/{name}/approve`
pub async fn approve((request, state, staff): RequestOf<ModeratorCaller>, name: Path<String>) -> HttpResult {
    carry_out(&request, &state, staff.0, &name, StaffAction::Approve, StaffActionDraft::of("")).await
}

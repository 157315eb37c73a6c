//! `/admin/reports`: what people have reported, and settling it.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use crate::now::spans::DAY;
use crate::people::{Act, Ranked, Reason, Report, Settlement, Verdict};
use crate::texts::tr;
use crate::views::admin::reports::{self, Case};
use crate::web::{Answer, Caller, Error, Form, Moderator, State, html, paths, reader, see_other};

const WAITING: u32 = 100;
const SETTLED: u32 = 20;
/// So much of what there was before is shown.
const BEFORE: u32 = 8;

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    #[serde(default)]
    verdict: String,
    #[serde(default)]
    days: Option<i64>,
    why: String,
}

/// `GET /admin/reports`
pub async fn queue(request: HttpRequest, state: Data<State>, staff: Moderator) -> Answer {
    let (me, now) = (ranked(&staff), state.clock.now());
    let waiting = state.store.waiting_reports(WAITING).await?;
    let settled = state.store.settled_reports(SETTLED).await?;
    let caller = Caller::from(staff);
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, reports::queue(reader, me, &waiting, &settled, now)))
}

/// `GET /admin/reports/{id}`: a look that the log of the house has.
pub async fn show(request: HttpRequest, state: Data<State>, staff: Moderator, id: Path<i64>) -> Answer {
    let report = report(&state, &staff, *id).await?;
    state.store.look_into(staff.0.0.id, &report, state.clock.now()).await?;
    draw(&request, &state, staff, &report, None).await
}

/// `POST /admin/reports/{id}/settlement`: of two at once, the second is told so with 409.
pub async fn settle(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    id: Path<i64>,
    form: Form<Settled>,
) -> Answer {
    let report = report(&state, &staff, *id).await?;
    if report.settled.is_some() {
        return Err(Error::Conflict(tr("Somebody else was faster: this is settled.").into()));
    }
    let Form(settled) = form;
    let (now, by) = (state.clock.now(), staff.0.0.id);
    match read(&settled, &report) {
        Ok((verdict, why)) => {
            let days = settled.days.unwrap_or_default();
            let until = (verdict == Verdict::Muted).then(|| now.after(days * DAY));
            state.store.settle(by, *id, Settlement { verdict, why, until }, now).await??;
            Ok(see_other(&request, &paths::AdminReports.to_string()))
        }
        Err(problem) => draw(&request, &state, staff, &report, Some((&problem, &settled.why))).await,
    }
}

fn read(settled: &Settled, report: &Report) -> Result<(Verdict, Reason), String> {
    let verdict = Verdict::from_key(&settled.verdict).ok_or(tr("Choose what comes of it."))?;
    let why = Reason::parse(&settled.why, Act::Warn).map_err(|error| error.to_string())?;
    if matches!(verdict, Verdict::Warned | Verdict::Muted) && report.whom.is_none() {
        return Err(tr("This is about nobody in particular.").to_owned());
    }
    if verdict == Verdict::Muted && !settled.days.is_some_and(|days| (1..=365).contains(&days)) {
        return Err(tr("A mute lasts 1 to 365 days.").to_owned());
    }
    Ok((verdict, why))
}

/// The report, if it is theirs to look into: for whoever has a part in it there is none.
async fn report(state: &State, staff: &Moderator, id: i64) -> Result<Report, Error> {
    let report = state.store.report_of(id).await?;
    report.filter(|report| report.parties.leave_it_to(ranked(staff))).ok_or(Error::NotFound("".into()))
}

fn ranked(staff: &Moderator) -> Ranked {
    Ranked::new(staff.0.0.id, staff.0.1.role)
}

async fn draw(
    request: &HttpRequest,
    state: &State,
    staff: Moderator,
    report: &Report,
    problem: Option<(&str, &str)>,
) -> Answer {
    let me = ranked(&staff);
    let table = match &report.match_id {
        Some(id) => state.store.table(id).await?,
        None => None,
    };
    let mut others = Vec::new();
    let mut done = Vec::new();
    if let Some(whom) = &report.whom {
        others = state.store.reports_about(whom.id, BEFORE).await?;
        done = state.store.acts_on(whom.id, BEFORE).await?;
    }
    let mut made = state.store.reports_by(report.by.id, BEFORE).await?;
    for list in [&mut others, &mut made] {
        list.retain(|other| other.id != report.id && other.parties.leave_it_to(me));
    }
    let now = state.clock.now();
    let case =
        Case { report, table: table.as_deref(), others: &others, made: &made, done: &done, problem, now };
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let caller = Caller::from(staff);
    Ok(html(status, reports::case(reader(request, state, &caller).await?, &case)))
}

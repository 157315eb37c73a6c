//! `/admin/people/{name}/suspension`: standing aside, and coming back.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use jiff::civil::Date;
use serde::Deserialize;

use super::super::super::{Answer, Error, Form, Moderator, State};
use super::{Why, carry_out, file, show, zone};
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::users::preferences::Zone;
use crate::users::{Act, Deed, Reason};
use crate::views::admin::person::Draft;
use crate::views::messages::Message;

/// Longer than this is until somebody ends it.
const MOST: i64 = 366;

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suspend {
    #[serde(default)]
    why: String,
    /// For how many days; 0 until somebody ends it.
    days: String,
    /// The day as which they are back, in the place of a number of days.
    #[serde(default)]
    until: String,
}

/// `POST /admin/people/{name}/suspension`: 422 and the form again when no good reason is given, or no good day.
pub async fn begin(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    name: Path<String>,
    form: Form<Suspend>,
) -> Answer {
    let Form(Suspend { why, days, until: back }) = form;
    let now = state.clock.now();
    let until = match back.trim() {
        "" => Ok(after(&days, now)?),
        day => as_begins(day, &zone(&state, staff.0.0.id).await?, now).map(Some),
    };
    match (until, Reason::parse(&why, Act::Suspend)) {
        (Ok(until), Ok(_)) => {
            carry_out(&request, &state, staff.0, &name, Deed::Suspend { until }, &why).await
        }
        (until, reason) => {
            let problem = reason.err().map(|wrong| wrong.message());
            let draft = Draft {
                act: Some(Act::Suspend),
                why: &why,
                problem: problem.as_deref(),
                days: &days,
                back: &back,
                back_problem: until.err(),
                ..Draft::default()
            };
            let (file, status) = (file(&state, &name).await?, StatusCode::UNPROCESSABLE_ENTITY);
            show(&request, &state, &staff.into(), file, status, draft).await
        }
    }
}

/// When so many days are over; none is until somebody ends it.
fn after(days: &str, now: Moment) -> Result<Option<Moment>, Error> {
    let days = days.parse().ok().filter(|days| (0..=MOST).contains(days));
    let days =
        days.ok_or_else(|| Error::Unprocessable(tr("Say for how many days: 1 to 366, or 0.").into()))?;
    Ok((days > 0).then(|| now.after(days * DAY)))
}

/// When a day begins somewhere, if that is ahead and not too far.
fn as_begins(day: &str, zone: &Zone, now: Moment) -> Result<Moment, &'static str> {
    let date = Date::strptime("%Y-%m-%d", day).ok();
    let begins = date.and_then(|date| date.to_zoned(zone.zone().clone()).ok());
    let begins = begins.ok_or(tr("This is no day. Write it as 2026-11-24."))?;
    match Moment(begins.timestamp().as_millisecond()) {
        at if at <= now => Err(tr("This day has begun already. Choose one that is ahead.")),
        at if at.since(now) > MOST * DAY => Err(tr("That is too far ahead: 366 days are the most.")),
        at => Ok(at),
    }
}

/// `POST /admin/people/{name}/suspension/end`
pub async fn end(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    name: Path<String>,
    form: Form<Why>,
) -> Answer {
    carry_out(&request, &state, staff.0, &name, Deed::EndSuspension, &form.0.why).await
}

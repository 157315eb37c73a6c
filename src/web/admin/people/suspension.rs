//! `/admin/people/{name}/suspension`: standing aside, and coming back.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::super::super::{Answer, Error, Form, Moderator, State};
use super::{Why, carry_out};
use crate::people::Deed;

const DAY: i64 = 24 * 3_600_000;
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
}

/// `POST /admin/people/{name}/suspension`
pub async fn begin(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    name: Path<String>,
    form: Form<Suspend>,
) -> Answer {
    let days = form.0.days.parse().ok().filter(|days| (0..=MOST).contains(days));
    let days = days.ok_or_else(|| Error::Unprocessable("Say for how many days: 1 to 366, or 0.".into()))?;
    let until = (days > 0).then(|| state.clock.now().after(days * DAY));
    carry_out(&request, &state, staff.0, &name, Deed::Suspend { until }, &form.0.why).await
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

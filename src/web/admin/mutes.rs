//! `/admin/people/{name}/mute`: keeping somebody from talking, and letting them talk again.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use crate::now::spans::DAY;
use crate::texts::tr;
use crate::users::Act;
use crate::users::Person;
use crate::users::Reason;
use crate::users::Refused;
use crate::views::messages::Message;
use crate::web::{Answer, Error, Form, LocalPath, Moderator, State, see_other};

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Muted {
    days: i64,
    why: String,
}

/// `POST /admin/people/{name}/mute`
pub async fn mute(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    name: Path<String>,
    form: Form<Muted>,
) -> Answer {
    let whom = person(&state, &name).await?;
    let Form(Muted { days, why }) = form;
    if !(1..=365).contains(&days) {
        return Err(Error::Unprocessable(tr("A mute lasts 1 to 365 days.").into()));
    }
    let why = Reason::parse(&why, Act::Mute).map_err(|error| Error::Unprocessable(error.message().into()))?;
    let now = state.clock.now();
    state.store.mute(staff.0.0.id, whom.id, now.after(days * DAY), why, now).await??;
    state.sanctions_changed(whom.id);
    Ok(see_other(&request, LocalPath::back_to(&request).as_str()))
}

/// `POST /admin/people/{name}/mute/end`
pub async fn end(request: HttpRequest, state: Data<State>, staff: Moderator, name: Path<String>) -> Answer {
    let whom = person(&state, &name).await?;
    state.store.end_mute(staff.0.0.id, whom.id, state.clock.now()).await??;
    state.sanctions_changed(whom.id);
    Ok(see_other(&request, LocalPath::back_to(&request).as_str()))
}

async fn person(state: &State, name: &str) -> Result<Person, Error> {
    let found = state.accounts.directory().find(name).await?;
    Ok(found.ok_or(Refused::Nobody)?)
}

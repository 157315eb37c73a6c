//! `POST /settings/zone`: the time zone that a browser says its device is in.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::{Answer, Error, Form, LocalPath, Member, State, see_other};
use crate::texts::tr;
use crate::users::UserId;
use crate::users::preferences::Zone;

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offered {
    zone: String,
    #[serde(default)]
    next: LocalPath,
}

/// `POST /settings/zone`: 422 for a zone that is not known here.
pub async fn submit(request: HttpRequest, state: Data<State>, member: Member, form: Form<Offered>) -> Answer {
    let Form(Offered { zone, next }) = form;
    let unknown = || Error::Unprocessable(tr("There is no such zone. Choose one from the list.").into());
    set(&state, member.0.id, Zone::of_device(&zone).ok_or_else(unknown)?).await?;
    Ok(see_other(&request, next.as_str()))
}

/// Sets a user's zone, for what they are told and for the weekends in their matches.
pub async fn set(state: &State, user: UserId, zone: Zone) -> Result<(), Error> {
    state.store.set_zone(user, zone).await?;
    state.notices.has_changed();
    if let Err(error) = state.referee.follow_zones().await {
        tracing::warn!(%error, "matches follow a changed time zone later");
    }
    Ok(())
}

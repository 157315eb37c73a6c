//! `POST /settings/play`: how somebody likes to play.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::{Answer, Error, Form, Member, State, paths, see_other};
use crate::matches::Manner;
use crate::texts::tr;
use crate::views::manner::{ASK, AT_ONCE, GO_ON, STAY};
use crate::views::settings::Done;

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    after: String,
    before: String,
}

/// `POST /settings/play`
pub async fn submit(request: HttpRequest, state: Data<State>, member: Member, form: Form<Chosen>) -> Answer {
    let Form(Chosen { after, before }) = form;
    let goes_on = one_of(&after, STAY, GO_ON)?;
    let confirms = one_of(&before, AT_ONCE, ASK)?;
    state.store.set_manner(member.0.id, Manner { goes_on, confirms }).await?;
    Ok(see_other(&request, &paths::Settings.after(Done::Manner.key())))
}

/// Whether the second of two values was chosen.
fn one_of(value: &str, no: &str, yes: &str) -> Result<bool, Error> {
    match value {
        _ if value == no => Ok(false),
        _ if value == yes => Ok(true),
        _ => {
            Err(Error::Unprocessable(tr("Nobody can play like that. Choose one of what is offered.").into()))
        }
    }
}

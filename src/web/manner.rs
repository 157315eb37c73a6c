//! `POST /settings/play`: how somebody likes to play.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::{Answer, Error, Form, Member, State, see_other};
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::{Manner, MoveConfirmation};
use crate::views::manner::{GO_ON, STAY};
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
    let manner = read(&form.0).ok_or_else(unknown)?;
    state.store.set_manner(member.0.id, manner).await?;
    Ok(see_other(&request, &urls::Settings.after(Done::Manner.key())))
}

fn read(Chosen { after, before }: &Chosen) -> Option<Manner> {
    let goes_on = match after.as_str() {
        STAY => false,
        GO_ON => true,
        _ => return None,
    };
    Some(Manner { goes_on, confirmation: MoveConfirmation::from_key(before)? })
}

fn unknown() -> Error {
    Error::Unprocessable(tr("Nobody can play like that. Choose one of what is offered.").into())
}

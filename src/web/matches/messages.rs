//! `POST /matches/{id}/messages/removal`: a moderator removes a chat message.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::Id;
use crate::urls;
use crate::users::{Act, MessageRemoval, Reason};
use crate::views::messages::Message;
use crate::web::{Answer, Error, Form, Moderator, State, see_other};

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Removal {
    message: i64,
    #[serde(default)]
    why: String,
    /// The report that it follows from.
    #[serde(default)]
    report: Option<i64>,
}

/// `POST /matches/{id}/messages/removal`: 409 when the message was removed already. Whether this moderator may do it is
/// decided where it is done.
pub async fn remove(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    id: Id,
    form: Form<Removal>,
) -> Answer {
    let Form(Removal { message, why, report }) = form;
    let why = Reason::parse(&why, Act::RemoveMessage);
    let why = why.map_err(|error| Error::Unprocessable(error.message().into()))?;
    state.referee.remove_message(staff.0.0, &id, MessageRemoval { message, report, why }).await?;
    let back = match report {
        Some(report) => urls::AdminReport { id: &report.to_string() }.to_string(),
        None => urls::Match { id: id.as_str() }.to_string(),
    };
    Ok(see_other(&request, &back))
}

//! `GET /matches/{id}/throws`: every throw of the die, and how it follows from the secret.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::Id;
use crate::matches::Record;
use crate::texts::tr;
use crate::views::throws;
use crate::web::{Answer, Caller, Error, State, html, reader};

/// `GET /matches/{id}/throws`
pub async fn show(request: HttpRequest, state: Data<State>, caller: Caller, id: Id) -> Answer {
    let table = state.referee.look(&id, caller.user()).await?;
    let record = Record::of(&table);
    let Some(dice) = &record.dice else {
        return Err(Error::NotFound(tr("No die is thrown in this game.").into()));
    };
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, throws::page(reader, &record, dice)))
}

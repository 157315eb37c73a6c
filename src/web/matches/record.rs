//! The record of a match, for programs and for people.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::web::Data;

use super::Id;
use crate::matches::{MatchId, Record};
use crate::web::{Answer, Caller, State};

/// `GET /matches/{id}/record.json`
pub async fn json(state: Data<State>, caller: Caller, id: Id) -> Answer {
    let record = record(&state, &caller, &id).await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")).json(record))
}

/// `GET /matches/{id}/record.txt`
pub async fn text(state: Data<State>, caller: Caller, id: Id) -> Answer {
    let record = record(&state, &caller, &id).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, "private, no-store")).insert_header(ContentType::plaintext());
    Ok(answer.body(record.text()))
}

async fn record(state: &State, caller: &Caller, id: &MatchId) -> Result<Record, crate::web::Error> {
    let table = state.referee.look(id, caller.user()).await?;
    Ok(Record::for_viewer(&table, table.viewer(caller.user())))
}

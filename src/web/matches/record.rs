//! The record of a match, as JSON and as text.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::web::Data;

use super::PathMatchId;
use crate::matches::{MatchId, MatchRecord};
use crate::web::{AppState, Caller, HttpResult};

/// `GET /matches/{id}/record.json`
pub async fn json(state: Data<AppState>, caller: Caller, id: PathMatchId) -> HttpResult {
    let record = record(&state, &caller, &id).await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")).json(record))
}

/// `GET /matches/{id}/record.txt`
pub async fn text(state: Data<AppState>, caller: Caller, id: PathMatchId) -> HttpResult {
    let record = record(&state, &caller, &id).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, "private, no-store")).insert_header(ContentType::plaintext());
    Ok(answer.body(record.text()))
}

async fn record(
    state: &AppState,
    caller: &Caller,
    id: &MatchId,
) -> Result<MatchRecord, crate::web::WebError> {
    let view = state.referee.get(id, caller.user()).await?;
    Ok(MatchRecord::for_viewer(&view, view.viewer(caller.user())))
}

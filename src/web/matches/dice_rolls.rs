//! `GET /matches/{id}/rolls`: all dice rolls, and how they follow from the secret.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::PathMatchId;
use crate::matches::MatchRecord;
use crate::texts::tr;
use crate::views::dice_rolls;
use crate::web::{AppState, Caller, HttpResult, WebError, html, reader};

/// `GET /matches/{id}/rolls`
pub async fn show(
    request: HttpRequest,
    state: Data<AppState>,
    caller: Caller,
    id: PathMatchId,
) -> HttpResult {
    let view = state.referee.get(&id, caller.user()).await?;
    let record = MatchRecord::of(&view);
    let Some(dice) = &record.dice else {
        return Err(WebError::NotFound(tr("This game has no dice.").into()));
    };
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, dice_rolls::page(reader, &record, dice)))
}

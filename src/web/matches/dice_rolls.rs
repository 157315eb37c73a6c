//! `GET /matches/{id}/rolls`: all dice rolls and the draw of the seats, and how they follow from their secrets.

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
    if record.dice.is_none() && record.seat_draw.is_none() {
        return Err(WebError::NotFound(tr("Nothing is drawn in this match.").into()));
    }
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, dice_rolls::page(reader, &record)))
}

//! `GET /matches/{id}/board.png`: the board of a public match, for link previews.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::PathMatchId;
use crate::matches::MatchVisibility;
use crate::referee::RefereeError;
use crate::web::{AppState, HttpResult, board_images};

/// The current position, or the last one. 404 for a private match, also for its players: the image is what everyone
/// may see.
pub async fn show(request: HttpRequest, state: Data<AppState>, id: PathMatchId) -> HttpResult {
    let view = state.referee.get(&id, None).await?;
    if view.m.visibility != MatchVisibility::Public {
        return Err(RefereeError::NoSuchMatch.into());
    }
    board_images::send(&request, &state, &view.m.position).await
}

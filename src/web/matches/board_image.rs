//! `GET /matches/{id}/board.png`: the board of a public match, for link previews.

use actix_web::HttpRequest;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::{PathMatchId, public_match};
use crate::web::{AppState, HttpResult, board_images};

#[derive(Debug, Deserialize)]
pub struct BoardImageQuery {
    /// The ply after which the position is shown; by default the current one, or the last one.
    ply: Option<usize>,
}

/// The position after a ply, or the last one for a number beyond the end. 404 for a private match, also for its players: the image is what everyone
/// may see.
pub async fn show(
    request: HttpRequest,
    state: Data<AppState>,
    id: PathMatchId,
    query: Query<BoardImageQuery>,
) -> HttpResult {
    if query.ply.is_some() {
        state.limits.costly_page(state.client_subnet(&request), None)?;
    }
    let view = public_match(&state, &id).await?;
    let m = &view.m;
    match query.ply.filter(|ply| *ply < m.plies.len()).and_then(|ply| m.position_at(ply).ok()) {
        Some(earlier) => board_images::send(&request, &state, &earlier.position).await,
        None => board_images::send(&request, &state, &m.position).await,
    }
}

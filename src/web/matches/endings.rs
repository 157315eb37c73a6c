//! Resigning, aborting, and offering a rematch.

use actix_web::HttpRequest;
use actix_web::web::{Data, Query};

use super::{BackQuery, PathMatchId, answer, carry_out, carry_out_and_return};
use crate::matches::MatchCommand;
use crate::urls;
use crate::web::{AppState, HttpResult, SessionUser, see_other};

/// `POST /matches/{id}/resignation`
pub async fn resign(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
) -> HttpResult {
    carry_out(request, state, member, id, MatchCommand::Resign).await
}

/// `POST /matches/{id}/abort`
pub async fn abort(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
    query: Query<BackQuery>,
) -> HttpResult {
    carry_out_and_return(request, state, member, id, &query, MatchCommand::Abort).await
}

/// `POST /matches/{id}/rematch`: redirects to the new match.
pub async fn rematch(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
) -> HttpResult {
    match state.referee.rematch(member.0.clone(), &id).await {
        Ok(view) => Ok(see_other(&request, &urls::Match { id: view.m.id.as_str() }.to_string())),
        refused => answer(&request, &state, &member.into(), refused).await,
    }
}

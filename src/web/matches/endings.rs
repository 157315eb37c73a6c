//! Resigning, aborting, and offering a rematch.

use actix_web::web::Query;

use super::{BackQuery, PathMatchId, answer, carry_out, carry_out_and_return};
use crate::matches::MatchCommand;
use crate::urls;
use crate::web::{HttpResult, RequestOf, SessionUser, see_other};

/// `POST /matches/{id}/resignation`
pub async fn resign(request: RequestOf<SessionUser>, id: PathMatchId) -> HttpResult {
    carry_out(request, id, MatchCommand::Resign).await
}

/// `POST /matches/{id}/abort`
pub async fn abort(request: RequestOf<SessionUser>, id: PathMatchId, query: Query<BackQuery>) -> HttpResult {
    carry_out_and_return(request, id, &query, MatchCommand::Abort).await
}

/// `POST /matches/{id}/rematch`: redirects to the new match.
pub async fn rematch((request, state, member): RequestOf<SessionUser>, id: PathMatchId) -> HttpResult {
    match state.referee.rematch(member.0.clone(), &id).await {
        Ok(view) => Ok(see_other(&request, &urls::Match { id: view.m.id.as_str() }.to_string())),
        refused => answer(&request, &state, &member.into(), refused).await,
    }
}

//! `POST /matches/{id}/time`: gives the seat to act more time.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::{PathMatchId, carry_out};
use crate::matches::MatchCommand;
use crate::web::{AppState, HttpResult, SessionUser};

/// `POST /matches/{id}/time`
pub async fn give(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
) -> HttpResult {
    carry_out(request, state, member, id, MatchCommand::GiveTime).await
}

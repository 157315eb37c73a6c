//! `POST /matches/{id}/time`: giving more time to whoever is to move.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::{PathMatchId, carry_out};
use crate::matches::MatchCommand;
use crate::web::{AppState, HttpResult, SignedIn};

/// `POST /matches/{id}/time`
pub async fn give(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    id: PathMatchId,
) -> HttpResult {
    carry_out(request, state, member, id, MatchCommand::GiveTime).await
}

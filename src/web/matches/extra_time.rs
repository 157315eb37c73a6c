//! `POST /matches/{id}/time`: gives the seat to act more time.

use super::{PathMatchId, carry_out};
use crate::matches::MatchCommand;
use crate::web::{HttpResult, RequestOf, SessionUser};

/// `POST /matches/{id}/time`
pub async fn give(request: RequestOf<SessionUser>, id: PathMatchId) -> HttpResult {
    carry_out(request, id, MatchCommand::GiveTime).await
}

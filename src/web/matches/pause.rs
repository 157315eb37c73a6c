//! `POST /matches/{id}/pause`: pausing the clocks by agreement.

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::{PathMatchId, carry_out};
use crate::matches::{MatchCommand, PauseAnswer};
use crate::web::{AppState, FormData, HttpResult, SessionUser};

/// Actions on a pause.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseForm {
    answer: PauseAction,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PauseAction {
    Ask,
    Decline,
    Resume,
}

/// `POST /matches/{id}/pause`
pub async fn answer(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    id: PathMatchId,
    said: FormData<PauseForm>,
) -> HttpResult {
    let answer = match said.0.answer {
        PauseAction::Ask => PauseAnswer::Offer,
        PauseAction::Decline => PauseAnswer::Decline,
        PauseAction::Resume => PauseAnswer::Resume,
    };
    carry_out(request, state, member, id, MatchCommand::Pause(answer)).await
}

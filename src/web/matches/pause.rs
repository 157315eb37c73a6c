//! `POST /matches/{id}/pause`: pausing the clocks by agreement.

use serde::Deserialize;

use super::{PathMatchId, carry_out};
use crate::matches::{MatchCommand, PauseAnswer};
use crate::web::{FormData, HttpResult, RequestOf, SessionUser};

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
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<PauseForm>,
) -> HttpResult {
    let answer = match form.0.answer {
        PauseAction::Ask => PauseAnswer::Offer,
        PauseAction::Decline => PauseAnswer::Decline,
        PauseAction::Resume => PauseAnswer::Resume,
    };
    carry_out(request, id, MatchCommand::Pause(answer)).await
}

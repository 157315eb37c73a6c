//! `POST /matches/{id}/board-rotation`: whether the board of a pass-and-play match turns to the seat to act.

use serde::Deserialize;

use super::{PathMatchId, carry_out};
use crate::matches::MatchCommand;
use crate::web::{FormData, HttpResult, RequestOf, SessionUser};

/// Whether the board turns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRotationForm {
    rotation: Rotation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rotation {
    On,
    Off,
}

/// `POST /matches/{id}/board-rotation`
pub async fn change(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    form: FormData<BoardRotationForm>,
) -> HttpResult {
    carry_out(request, id, MatchCommand::RotateBoard(form.0.rotation == Rotation::On)).await
}

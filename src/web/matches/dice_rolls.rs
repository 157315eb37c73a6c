//! `GET /matches/{id}/rolls`: all dice rolls and the draw of the seats, and how they follow from their secrets.

use super::PathMatchId;
use crate::matches::MatchRecord;
use crate::texts::tr;
use crate::views::dice_rolls;
use crate::web::{Caller, HttpResult, RequestOf, WebError, ok, reader};

/// `GET /matches/{id}/rolls`
pub async fn show((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    let view = state.referee.get(&id, caller.user()).await?;
    let record = MatchRecord::of(&view);
    if record.dice.is_none() && record.seat_draw.is_none() {
        return Err(WebError::NotFound(tr("Nothing in this match is random.").into()));
    }
    let reader = reader(&request, &state, &caller).await?;
    ok(dice_rolls::page(reader, &record))
}

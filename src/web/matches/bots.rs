//! `POST /matches/{id}/bots`: the host seats a bot.

use serde::Deserialize;

use super::{PathMatchId, carry_out};
use crate::bots::BotLevel;
use crate::matches::MatchCommand;
use crate::texts::tr;
use crate::web::{FormData, HttpResult, RequestOf, SignedIn, WebError};

/// The fields of the form: the number of a level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddBotForm {
    #[serde(default)]
    level: String,
}

/// `POST /matches/{id}/bots`: 422 for an unknown level, 403 for everyone but the host, 409 if no seat is free.
pub async fn add(
    (request, state, member): RequestOf<SignedIn>,
    id: PathMatchId,
    form: FormData<AddBotForm>,
) -> HttpResult {
    let view = state.referee.get(&id, Some(member.0.id)).await?;
    let unknown = || WebError::Unprocessable(tr("No such level. Choose one of these.").into());
    let level = form.0.level.parse().ok().and_then(BotLevel::from_number).ok_or_else(unknown)?;
    let seated: Vec<_> = view.m.seats.as_slice().iter().copied().flatten().collect();
    let missing = || {
        WebError::Conflict(
            tr("Every bot of this level has a seat in this match. Choose another level.").into(),
        )
    };
    let bot = state.bots.free(view.m.game, level, &seated).ok_or_else(missing)?.user.clone();
    carry_out((request, state, member.into()), id, MatchCommand::SeatBot(bot)).await
}

//! `/matches/{id}/talk`: the chat of a match.

use std::collections::HashSet;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::{Id, answer};
use crate::matches::{MatchId, Refusal};
use crate::referee::RefereeError;
use crate::texts::tr;
use crate::views::parts::exactly;
use crate::views::table::{chat, talk};
use crate::web::address::Household;
use crate::web::{Answer, Caller, Error, Form, Member, State, html, is_fragment, reader};

/// What is said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    text: String,
}

/// `GET /matches/{id}/talk`: every message, for those who may read them. The page of the match shows the newest.
pub async fn show(request: HttpRequest, state: Data<State>, caller: Caller, id: Id) -> Answer {
    state.limits.costly_page(Household::asking(&request, &state.config.trusted_proxies), caller.user())?;
    let table = state.referee.look(&id, caller.user()).await?;
    let viewer = table.viewer(caller.user());
    if !table.talk_may_be_read_by(viewer) {
        return Err(Error::NotFound(tr("The players talk. You can read it when the match is over.").into()));
    }
    let left_out = match caller.user() {
        Some(user) => state.store.likes(user).await?.unheard(),
        None => HashSet::new(),
    };
    let reader = reader(&request, &state, &caller).await?;
    Ok(html(StatusCode::OK, chat(reader, &table, viewer, &left_out)))
}

/// `POST /matches/{id}/talk`
pub async fn say(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Id,
    said: Form<Said>,
) -> Answer {
    state.limits.talk(member.0.id)?;
    let done = match muted(&state, &member, &id).await? {
        Some(refused) => Err(refused),
        None => state.referee.say(member.0.clone(), &id, said.0.text).await,
    };
    if !is_fragment(&request) {
        return answer(&request, &state, &member.into(), done).await;
    }
    let (table, problem) = match done {
        Ok(table) => (table, None),
        Err(RefereeError::Refused { refusal, table }) => (table, Some(refusal)),
        Err(error) => return Err(error.into()),
    };
    let words = problem.as_ref().map(ToString::to_string);
    let status = problem.map_or(StatusCode::OK, |refusal| Error::from(refusal).status_code());
    Ok(html(status, talk(&table, table.viewer(Some(member.0.id)), words.as_deref(), &HashSet::new())))
}

/// Why somebody may not talk at the moment, if they may not.
async fn muted(state: &State, member: &Member, id: &MatchId) -> Result<Option<RefereeError>, Error> {
    let Some(mute) = state.store.mute_of(member.0.id, state.clock.now()).await? else { return Ok(None) };
    let table = state.referee.look(id, Some(member.0.id)).await?;
    let why = mute.why.trim_end_matches('.').to_owned();
    let refusal = Refusal::Muted { until: exactly(mute.until), why };
    Ok(Some(RefereeError::Refused { refusal, table }))
}

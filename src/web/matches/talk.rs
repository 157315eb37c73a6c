//! `POST /matches/{id}/talk`: saying something at the table.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::answer;
use crate::matches::MatchId;
use crate::referee::RefereeError;
use crate::views::table::talk;
use crate::web::{Answer, Error, Form, Member, State, html, is_fragment};

/// What is said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    text: String,
}

/// `POST /matches/{id}/talk`
pub async fn say(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    id: Path<MatchId>,
    said: Form<Said>,
) -> Answer {
    state.limits.talk(member.0.id)?;
    let done = state.referee.say(member.0.clone(), &id, said.0.text).await;
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
    Ok(html(status, talk(&table, table.viewer(Some(member.0.id)), words.as_deref())))
}

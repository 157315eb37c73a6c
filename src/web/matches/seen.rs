//! `POST /matches/{id}/seen`: what has been on the screen of somebody who plays.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use crate::matches::MatchId;
use crate::store;
use crate::web::{Answer, Error, Form, Member, State};

/// The last entry of the log that was shown, and the last line of the talk.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    seq: u32,
    #[serde(default)]
    line: i64,
}

/// `POST /matches/{id}/seen`: 204; watchers have nothing to be told, and nothing to say here.
pub async fn note(state: Data<State>, member: Member, id: Path<MatchId>, seen: Form<Seen>) -> Answer {
    let user = member.0.id;
    let table = state.referee.look(&id, Some(user)).await?;
    if table.m.seat_of(user).is_none() {
        return Err(Error::Forbidden("You have no seat at this match.".into()));
    }
    let Form(Seen { seq, line }) = seen;
    state.notices.saw(user, &table, store::Seen { seq, line });
    Ok(HttpResponse::NoContent().finish())
}

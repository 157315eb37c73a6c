//! Giving up, calling off, playing again.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::{Id, answer, carry_out};
use crate::matches::Command;
use crate::urls;
use crate::web::{Answer, Member, State, see_other};

/// `POST /matches/{id}/resignation`
pub async fn resign(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    carry_out(request, state, member, id, Command::Resign).await
}

/// `POST /matches/{id}/abort`
pub async fn abort(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    carry_out(request, state, member, id, Command::Abort).await
}

/// `POST /matches/{id}/rematch`: leads to the new match.
pub async fn rematch(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    match state.referee.rematch(member.0.clone(), &id).await {
        Ok(table) => Ok(see_other(&request, &urls::Match { id: table.m.id.as_str() }.to_string())),
        refused => answer(&request, &state, &member.into(), refused).await,
    }
}

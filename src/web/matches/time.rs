//! `POST /matches/{id}/time`: giving more time to whoever is to move.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::{Id, carry_out};
use crate::matches::Command;
use crate::web::{Answer, Member, State};

/// `POST /matches/{id}/time`
pub async fn give(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    carry_out(request, state, member, id, Command::GiveTime).await
}

//! `/matches/{id}/seats`: sitting down, getting up, declining, starting.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::{Id, carry_out};
use crate::matches::Command;
use crate::web::{Answer, Member, State};

/// `POST /matches/{id}/seats`
pub async fn join(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    carry_out(request, state, member, id, Command::Join).await
}

/// `POST /matches/{id}/seats/leave`, or `DELETE`
pub async fn leave(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    carry_out(request, state, member, id, Command::Leave).await
}

/// `POST /matches/{id}/seats/decline`
pub async fn decline(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    carry_out(request, state, member, id, Command::Decline).await
}

/// `POST /matches/{id}/start`
pub async fn start(request: HttpRequest, state: Data<State>, member: Member, id: Id) -> Answer {
    carry_out(request, state, member, id, Command::Start).await
}

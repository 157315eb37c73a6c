//! `/matches/{id}/seats`: sitting down, getting up, declining, starting.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::{Id, carry_out};
use crate::config::Registration;
use crate::matches::{Command, MatchId};
use crate::urls;
use crate::web::{Answer, Caller, Member, State, see_other};

/// `POST /matches/{id}/seats`: a visitor signs up first, or signs in, and joins right after.
pub async fn join(request: HttpRequest, state: Data<State>, caller: Caller, id: Id) -> Answer {
    match caller {
        Caller(Some(person), standing) => {
            carry_out(request, state, Member(person, standing), id, Command::Join).await
        }
        Caller(None, _) => Ok(see_other(&request, &sign_up(&state, &id))),
    }
}

/// `GET /matches/{id}/seats`: to the match. Only a `POST` joins it.
pub async fn page(request: HttpRequest, id: Id) -> Answer {
    Ok(see_other(&request, &urls::Match { id: id.as_str() }.to_string()))
}

/// Where a visitor who joins a match gets an account; where nobody can sign up, the page to sign in.
fn sign_up(state: &State, id: &MatchId) -> String {
    let seats = urls::Seats { id: id.as_str() }.to_string();
    match state.config.registration {
        Registration::Open => urls::Register.leading_to(&seats),
        Registration::Invitation | Registration::Closed => urls::Login.leading_to(&seats),
    }
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

//! `/matches/{id}/seats`: joining, leaving, declining, starting.

use actix_web::HttpRequest;
use actix_web::web::Data;

use super::{PathMatchId, carry_out};
use crate::config::RegistrationMode;
use crate::matches::{MatchCommand, MatchId};
use crate::urls;
use crate::web::{AppState, Caller, HttpResult, SignedIn, see_other};

/// `POST /matches/{id}/seats`: joins. A visitor signs up or in first, and joins right after.
pub async fn join(
    request: HttpRequest,
    state: Data<AppState>,
    caller: Caller,
    id: PathMatchId,
) -> HttpResult {
    match caller {
        Caller(Some(person), standing) => {
            carry_out(request, state, SignedIn(person, standing), id, MatchCommand::Join).await
        }
        Caller(None, _) => Ok(see_other(&request, &sign_up(&state, &id))),
    }
}

/// `GET /matches/{id}/seats`: redirects to the match. Only a `POST` joins it.
pub async fn page(request: HttpRequest, id: PathMatchId) -> HttpResult {
    Ok(see_other(&request, &urls::Match { id: id.as_str() }.to_string()))
}

/// The page where a visitor signs up to join a match; where registration is closed, the sign-in page.
fn sign_up(state: &AppState, id: &MatchId) -> String {
    let seats = urls::Seats { id: id.as_str() }.to_string();
    match state.config.registration {
        RegistrationMode::Open => urls::Register.leading_to(&seats),
        RegistrationMode::Invitation | RegistrationMode::Closed => urls::Login.leading_to(&seats),
    }
}

/// `POST /matches/{id}/seats/leave`, or `DELETE`
pub async fn leave(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    id: PathMatchId,
) -> HttpResult {
    carry_out(request, state, member, id, MatchCommand::Leave).await
}

/// `POST /matches/{id}/seats/decline`
pub async fn decline(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    id: PathMatchId,
) -> HttpResult {
    carry_out(request, state, member, id, MatchCommand::Decline).await
}

/// `POST /matches/{id}/start`
pub async fn start(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    id: PathMatchId,
) -> HttpResult {
    carry_out(request, state, member, id, MatchCommand::Start).await
}

//! `/matches/{id}/seats`: joining, leaving, declining, starting.

use actix_web::HttpRequest;
use actix_web::web::Query;

use super::{BackQuery, PathMatchId, carry_out, carry_out_and_return};
use crate::matches::{MatchCommand, MatchId};
use crate::referee::RefereeError;
use crate::urls;
use crate::web::guest_sessions::player;
use crate::web::{AppState, Caller, HttpResult, RequestOf, SessionUser, WebError, needs_account, see_other};

/// `POST /matches/{id}/seats`: joins. A visitor signs up or in first, and joins right after.
pub async fn join((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    match caller {
        Caller(Some(person), standing) => {
            let asks = Caller(Some(person.clone()), standing.clone());
            may_join(&state, &asks, &id).await?;
            carry_out((request, state, SessionUser(person, standing)), id, MatchCommand::Join).await
        }
        Caller(None, _) => Ok(see_other(&request, &sign_up(&state, &id))),
    }
}

/// Refuses a guest or visitor a seat in a rated match.
async fn may_join(state: &AppState, caller: &Caller, id: &MatchId) -> Result<(), WebError> {
    if !caller.has_account() && state.referee.get(id, caller.user()).await?.m.rated {
        return Err(needs_account());
    }
    Ok(())
}

/// `POST /matches/{id}/seats/guest`: a visitor joins without an account.
pub async fn join_as_guest((request, state, caller): RequestOf<Caller>, id: PathMatchId) -> HttpResult {
    may_join(&state, &caller, &id).await?;
    // A visitor who cannot join becomes no guest.
    if caller.0.is_none() && !state.referee.get(&id, None).await?.m.has_seat_to_take() {
        return Ok(see_other(&request, &urls::Match { id: id.as_str() }.to_string()));
    }
    let player = player(&request, &state, &caller).await?;
    let joined = state.referee.command(player.user.clone(), &id, MatchCommand::Join).await;
    let joined = match joined {
        Ok(_) | Err(RefereeError::Refused { .. }) => {
            see_other(&request, &urls::Match { id: id.as_str() }.to_string())
        }
        Err(error) => return Err(error.into()),
    };
    player.answer(&state, joined)
}

/// `GET /matches/{id}/seats`: redirects to the match. Only a `POST` joins it.
pub async fn page(request: HttpRequest, id: PathMatchId) -> HttpResult {
    Ok(see_other(&request, &urls::Match { id: id.as_str() }.to_string()))
}

/// The page where a visitor signs up to join a match; where registration is closed, the sign-in page.
fn sign_up(state: &AppState, id: &MatchId) -> String {
    let seats = urls::Seats { id: id.as_str() }.to_string();
    if state.settings.now().registration.is_public() {
        urls::Register.leading_to(&seats)
    } else {
        urls::Login.leading_to(&seats)
    }
}

/// `POST /matches/{id}/seats/leave`, or `DELETE`
pub async fn leave(request: RequestOf<SessionUser>, id: PathMatchId) -> HttpResult {
    carry_out(request, id, MatchCommand::Leave).await
}

/// `POST /matches/{id}/seats/decline`
pub async fn decline(
    request: RequestOf<SessionUser>,
    id: PathMatchId,
    query: Query<BackQuery>,
) -> HttpResult {
    carry_out_and_return(request, id, &query, MatchCommand::Decline).await
}

/// `POST /matches/{id}/start`
pub async fn start(request: RequestOf<SessionUser>, id: PathMatchId) -> HttpResult {
    carry_out(request, id, MatchCommand::Start).await
}

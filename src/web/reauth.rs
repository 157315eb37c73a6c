//! `/reauthenticate`: asks for password, code or passkey again before a sensitive action.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::client_address::ClientSubnet;
use super::http::cookie;
use super::http::limits::LoginAttempt;
use super::http::reply::post_to;
use super::sign_in::{SignInQuery, SignInReturn};
use super::{AppState, Caller, FormData, HttpResult, LocalPath, SignedIn, WebError, html, reader, see_other};
use crate::accounts::{IssuedChallenge, PasskeyError};
use crate::texts::tr;
use crate::views::confirm::{self, ConfirmPage};
use crate::views::messages::ErrorMessage;

/// A password or a code.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfirmForm {
    #[serde(default)]
    password: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: LocalPath,
    #[serde(default, rename = "username")]
    _username: String,
}

/// `GET /reauthenticate`
pub async fn page(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    afterwards: Query<SignInReturn>,
) -> HttpResult {
    show(&request, &state, member, StatusCode::OK, &afterwards.next, None).await
}

/// `POST /reauthenticate`: 401 and the form again if it is wrong. Users with a second factor have to use that; the
/// password alone is not enough.
pub async fn submit(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    form: FormData<ConfirmForm>,
) -> HttpResult {
    let FormData(ConfirmForm { password, code, next, .. }) = form;
    let SignedIn(user, _) = &member;
    let guess = LoginAttempt::at(&request, &state, &user.name).await?;
    state.limits.second(user.id, &guess)?;
    let (right, shown, problem) = if state.accounts.two_factor_state(user.id).await?.is_enabled() {
        let right = state.accounts.take_code(user.id, &code).await?;
        (right, AuthFactor::Code, tr("Wrong code."))
    } else {
        let _turn = state.limits.permit_to_hash(&guess).await?;
        let right = state.accounts.is_password_of(user, password).await?;
        (right, AuthFactor::Password, tr("Wrong password."))
    };
    if right {
        record(AuthEvent::Confirmed, Some(user.id), shown, &request, &state);
        return proven(&request, &state, &next).await;
    }
    record(AuthEvent::ConfirmationFailed, Some(user.id), shown, &request, &state);
    show(&request, &state, member, StatusCode::UNAUTHORIZED, &next, Some(problem)).await
}

/// `POST /reauthenticate/challenge`
pub async fn challenge(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
) -> Result<Json<IssuedChallenge>, WebError> {
    state.limits.passkey(ClientSubnet::asking(&request, &state.config.trusted_proxies))?;
    Ok(Json(state.accounts.challenge_to_confirm(member.0.id).await?))
}

/// `POST /reauthenticate/passkey`: 401 and the page again if it is not one of theirs.
pub async fn passkey(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    form: FormData<SignInQuery>,
) -> HttpResult {
    let FormData(SignInQuery { challenge, answer, next }) = form;
    state.limits.second(member.0.id, &LoginAttempt::at(&request, &state, &member.0.name).await?)?;
    match state.accounts.show(member.0.id, &challenge, &answer).await {
        Ok(()) => {
            record(AuthEvent::Confirmed, Some(member.0.id), AuthFactor::Passkey, &request, &state);
            proven(&request, &state, &next).await
        }
        Err(PasskeyError::Store(error)) => Err(error.into()),
        Err(wrong) => {
            record(AuthEvent::ConfirmationFailed, Some(member.0.id), AuthFactor::Passkey, &request, &state);
            let problem = wrong.message();
            show(&request, &state, member, StatusCode::UNAUTHORIZED, &next, Some(&problem)).await
        }
    }
}

/// `POST /reauthenticate/forms/{id}`: the form is not held any more. Requests for held forms do not get here.
pub async fn expired(_: SignedIn) -> HttpResult {
    let words = tr("This request took too long or was already carried out. Go back and try again.");
    Err(WebError::Conflict(words.into()))
}

/// Continues the session under a new token, and sends the held form on.
async fn proven(request: &HttpRequest, state: &AppState, next: &LocalPath) -> HttpResult {
    let gone = || WebError::Conflict(tr("You’ve been signed out. Sign in again.").into());
    let own = cookie::read(request, &state.public_url).ok_or_else(gone)?;
    let token = state.accounts.record_reauthentication(&own).await?.ok_or_else(gone)?;
    state.held.move_session(state.accounts.session_hash(&own), state.accounts.session_hash(&token));
    let mut answer = match next.is_held_request() {
        true => post_to(next.as_str()),
        false => see_other(request, next.as_str()),
    };
    answer.add_cookie(&cookie::write(&token, &state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    status: StatusCode,
    next: &LocalPath,
    problem: Option<&str>,
) -> HttpResult {
    let factors = state.accounts.two_factor_state(member.0.id).await?;
    let name = member.0.name.clone();
    let page = ConfirmPage {
        name: &name,
        next: next.unless_home(),
        waits: next.is_held_request(),
        factor: factors.is_enabled(),
        app: factors.app,
        passkeys: factors.passkeys > 0 && state.accounts.takes_passkeys(),
        problem,
    };
    let caller = Caller::from(member);
    Ok(html(status, confirm::page(reader(request, state, &caller).await?, &page)))
}

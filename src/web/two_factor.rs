//! `/login/two-factor`: the second factor when signing in.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::cookie::CookieKind;
use super::http::limits::LoginAttempt;
use super::pending_join::join_notice;
use super::sign_in::{SignInQuery, SignInReturn, gone, welcome};
use super::{
    AppState, Caller, FormData, HttpResult, LocalPath, RequestOf, WebError, html, reader, see_other,
};
use crate::accounts::{IssuedChallenge, PasskeyError, VerifiedLogin};
use crate::metrics::CounterMetric;
use crate::texts::tr;
use crate::users::UserSummary;
use crate::views::messages::ErrorMessage;
use crate::views::two_factor::{self, TwoFactorPage};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorForm {
    code: String,
    #[serde(default)]
    next: LocalPath,
}

/// `GET /login/two-factor`: redirects to the sign-in page if no password was given yet.
pub async fn page(
    (request, state, caller): RequestOf<Caller>,
    afterwards: Query<SignInReturn>,
) -> HttpResult {
    if caller.has_account() {
        return Ok(see_other(&request, afterwards.next.as_str()));
    }
    match pending_login(&request, &state).await? {
        Some(half) => show(&request, &state, &half.person, StatusCode::OK, &afterwards.next, None).await,
        None => Ok(see_other(&request, &afterwards.next.after_sign_in())),
    }
}

/// `POST /login/two-factor`: 401 and the form again if the code is wrong or was used.
pub async fn submit(
    request: HttpRequest,
    state: Data<AppState>,
    form: FormData<SecondFactorForm>,
) -> HttpResult {
    let FormData(SecondFactorForm { code, next }) = form;
    let Some(half) = pending_login(&request, &state).await? else {
        return Ok(see_other(&request, &next.after_sign_in()));
    };
    let person = &half.person;
    state.limits.second(person.id, &LoginAttempt::at(&request, &state, &person.name).await?)?;
    if state.accounts.take_code(person.id, &code).await? {
        return open(&request, &state, &half, AuthFactor::Code, &next).await;
    }
    record(AuthEvent::SignInFailed, Some(person.id), AuthFactor::Code, &request, &state);
    let problem = Some(tr("Wrong code. Enter the one your app shows now; each works once."));
    show(&request, &state, person, StatusCode::UNAUTHORIZED, &next, problem).await
}

/// `POST /login/two-factor/challenge`
pub async fn challenge(
    request: HttpRequest,
    state: Data<AppState>,
) -> Result<Json<IssuedChallenge>, WebError> {
    state.limits.passkey(state.client_subnet(&request))?;
    let half = pending_login(&request, &state).await?.ok_or_else(gone)?;
    Ok(Json(state.accounts.challenge_to_confirm(half.person.id).await?))
}

/// `POST /login/two-factor/passkey`: 401 and the page again if it is not one of theirs.
pub async fn passkey(request: HttpRequest, state: Data<AppState>, form: FormData<SignInQuery>) -> HttpResult {
    let FormData(SignInQuery { challenge, answer, next }) = form;
    let Some(half) = pending_login(&request, &state).await? else {
        return Ok(see_other(&request, &next.after_sign_in()));
    };
    let person = &half.person;
    state.limits.second(person.id, &LoginAttempt::at(&request, &state, &person.name).await?)?;
    match state.accounts.show(person.id, &challenge, &answer).await {
        Ok(()) => open(&request, &state, &half, AuthFactor::Passkey, &next).await,
        Err(PasskeyError::Store(error)) => Err(error.into()),
        Err(wrong) => {
            record(AuthEvent::SignInFailed, Some(person.id), AuthFactor::Passkey, &request, &state);
            let problem = wrong.message();
            show(&request, &state, person, StatusCode::UNAUTHORIZED, &next, Some(&problem)).await
        }
    }
}

/// The pending login of this browser.
async fn pending_login(request: &HttpRequest, state: &AppState) -> Result<Option<VerifiedLogin>, WebError> {
    let Some(token) = CookieKind::PendingLogin.token(request, &state.public_url) else { return Ok(None) };
    Ok(state.accounts.pending_login(&token).await?)
}

async fn open(
    request: &HttpRequest,
    state: &AppState,
    half: &VerifiedLogin,
    shown: AuthFactor,
    next: &LocalPath,
) -> HttpResult {
    let mut answer = welcome(request, state, half, next).await?;
    record(AuthEvent::SignedIn, Some(half.person.id), shown, request, state);
    answer.add_cookie(&CookieKind::PendingLogin.clear(&state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    person: &UserSummary,
    status: StatusCode,
    next: &LocalPath,
    problem: Option<&str>,
) -> HttpResult {
    if problem.is_some() {
        state.metrics.count(CounterMetric::SignInsFailed);
    }
    let factors = state.accounts.two_factor_state(person.id).await?;
    let join_notice = join_notice(state, next).await;
    let page = TwoFactorPage {
        name: &person.name,
        next: next.unless_home(),
        join_notice: join_notice.as_ref(),
        app: factors.app,
        passkeys: factors.passkeys > 0 && state.accounts.takes_passkeys(),
        problem,
    };
    Ok(html(status, two_factor::page(reader(request, state, &Caller::default()).await?, &page)))
}

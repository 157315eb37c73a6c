//! `/login` and `/logout`.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde::Deserialize;

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::cookie::CookieKind;
use super::http::error_pages::log_error;
use super::http::limits::LoginAttempt;
use super::http::redirect::post_to;
use super::http::sent_form::WRITTEN;
use super::http::{cookie, device};
use super::pending_join::join_notice;
use super::{
    AppState, Caller, FormData, HttpResult, LocalPath, RequestOf, WebError, html, reader, see_other,
};
use crate::accounts::{AccountError, IssuedChallenge, PasskeyError, SecretToken, VerifiedLogin};
use crate::config::PublicUrl;
use crate::metrics::CounterMetric;
use crate::store::StoreError;
use crate::sweeper;
use crate::texts::tr;
use crate::urls;
use crate::users::{UserId, UserSummary};
use crate::views::messages::ErrorMessage;
use crate::views::sign_in;

/// What was just done: the user has cancelled a sign-in at the provider.
pub const CANCELLED: &str = "cancelled";

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

#[derive(Debug, Deserialize)]
pub struct SignInReturn {
    /// A path of this site to go to afterwards.
    #[serde(default)]
    pub next: LocalPath,
    /// What was just done, for a message.
    #[serde(default)]
    pub done: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignInForm {
    username: String,
    password: String,
    #[serde(default)]
    next: LocalPath,
    /// What the page shows of a form that was not carried out.
    #[serde(default)]
    written: String,
}

/// The answer of a passkey.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignInQuery {
    /// The id of the challenge.
    pub challenge: String,
    /// The answer of the device, as JSON.
    pub answer: String,
    /// Where to go afterwards.
    #[serde(default)]
    pub next: LocalPath,
}

/// `GET /login`
pub async fn page(
    (request, state, caller): RequestOf<Caller>,
    afterwards: Query<SignInReturn>,
) -> HttpResult {
    if caller.has_account() {
        return Ok(see_other(&request, afterwards.next.as_str()));
    }
    let notice = match &*afterwards.done {
        "reset" => Some(tr("Password changed. Sign in with the new one.")),
        "chosen" => Some(tr("Password saved. Sign in with your name and this password.")),
        CANCELLED => Some(tr("You cancelled.")),
        _ => None,
    };
    let join_notice = join_notice(&state, &afterwards.next).await;
    let form = sign_in::SignInPage {
        next: afterwards.next.unless_home(),
        join_notice: join_notice.as_ref(),
        notice,
        ..Default::default()
    };
    show(&request, &state, &caller, StatusCode::OK, form).await
}

/// `POST /login/form`: browsers are redirected here with a form that a user sent after their session had ended. The page shows what
/// was written in it; the server keeps nothing.
pub async fn form(
    (request, state, caller): RequestOf<Caller>,
    afterwards: Query<SignInReturn>,
    FormData(fields): FormData<Vec<(String, String)>>,
) -> HttpResult {
    let written = fields.into_iter().filter(|(name, text)| WRITTEN.contains(&&**name) && !text.is_empty());
    let written = written.map(|(_, text)| text).collect::<Vec<_>>().join("\n\n");
    if written.is_empty() || caller.has_account() {
        return Ok(see_other(&request, &afterwards.next.after_sign_in()));
    }
    let form =
        sign_in::SignInPage { next: afterwards.next.unless_home(), written: &written, ..Default::default() };
    show(&request, &state, &caller, StatusCode::OK, form).await
}

/// The page with why a sign-in at the provider failed.
pub async fn show_refused(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    error: &WebError,
    next: &LocalPath,
) -> HttpResult {
    log_error(request, error);
    let (problem, join_notice) = (error.words(), join_notice(state, next).await);
    let form = sign_in::SignInPage {
        next: next.unless_home(),
        join_notice: join_notice.as_ref(),
        problem: Some(&problem),
        ..Default::default()
    };
    show(request, state, caller, error.status_code(), form).await
}

/// `POST /login`: 401 and the form again if name or password is wrong. Users with a second factor are asked for it.
pub async fn submit((request, state, caller): RequestOf<Caller>, form: FormData<SignInForm>) -> HttpResult {
    let FormData(SignInForm { username, password, next, written }) = form;
    let guess = LoginAttempt::at(&request, &state, &username).await?;
    state.limits.sign_in(&guess)?;
    let _turn = state.limits.permit_to_hash(&guess).await?;
    let problem = match state.accounts.sign_in(&username, password, guess.hashing_for()).await {
        Ok(entrant) => return enter(&request, &state, &entrant, &next).await,
        Err(wrong @ AccountError::WrongCredentials { account }) => {
            record(AuthEvent::SignInFailed, account, AuthFactor::Password, &request, &state);
            wrong.message()
        }
        Err(other) => return Err(other.into()),
    };
    let join_notice = join_notice(&state, &next).await;
    let form = sign_in::SignInPage {
        username: username.trim(),
        next: next.unless_home(),
        join_notice: join_notice.as_ref(),
        problem: Some(&problem),
        written: &written,
        ..Default::default()
    };
    show(&request, &state, &caller, StatusCode::UNAUTHORIZED, form).await
}

/// `POST /login/passkey/challenge`
pub async fn challenge(
    request: HttpRequest,
    state: Data<AppState>,
) -> Result<Json<IssuedChallenge>, WebError> {
    state.limits.passkey(state.client_subnet(&request))?;
    Ok(Json(state.accounts.challenge_to_sign_in()?))
}

/// `POST /login/passkey`: 401 and the form again if the passkey is unknown or does not fit the challenge.
pub async fn passkey((request, state, caller): RequestOf<Caller>, form: FormData<SignInQuery>) -> HttpResult {
    let FormData(SignInQuery { challenge, answer, next }) = form;
    state.limits.passkey(state.client_subnet(&request))?;
    let problem = match state.accounts.sign_in_with_passkey(&challenge, &answer).await {
        Ok(person) => {
            let user = Some(person.id);
            let answer = welcome(&request, &state, &person.into(), &next).await?;
            record(AuthEvent::SignedIn, user, AuthFactor::Passkey, &request, &state);
            return Ok(answer);
        }
        Err(PasskeyError::Store(error)) => return Err(error.into()),
        Err(wrong) => {
            record(AuthEvent::SignInFailed, None, AuthFactor::Passkey, &request, &state);
            wrong.message()
        }
    };
    let join_notice = join_notice(&state, &next).await;
    let form = sign_in::SignInPage {
        next: next.unless_home(),
        join_notice: join_notice.as_ref(),
        problem: Some(&problem),
        ..Default::default()
    };
    show(&request, &state, &caller, StatusCode::UNAUTHORIZED, form).await
}

/// `POST /logout`
pub async fn sign_out(request: HttpRequest, state: Data<AppState>) -> HttpResult {
    if let Some(token) = cookie::read(&request, &state.public_url) {
        state.accounts.sign_out(&token).await?;
    }
    let mut answer = see_other(&request, "/");
    end_session(&mut answer, &state.public_url)?;
    Ok(answer)
}

/// Removes the session cookie from the browser, and what it has cached.
pub fn end_session(answer: &mut HttpResponse, site: &PublicUrl) -> Result<(), WebError> {
    answer.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
    answer.add_cookie(&cookie::erase(site)).map_err(WebError::internal)
}

/// Signs in a user who has given their password, or asks for the second factor.
async fn enter(
    request: &HttpRequest,
    state: &AppState,
    entrant: &VerifiedLogin,
    next: &LocalPath,
) -> HttpResult {
    let user = Some(entrant.person.id);
    if !state.accounts.two_factor_state(entrant.person.id).await?.is_enabled() {
        let answer = welcome(request, state, entrant, next).await?;
        record(AuthEvent::SignedIn, user, AuthFactor::Password, request, state);
        return Ok(answer);
    }
    let token = state.accounts.begin_two_factor(entrant).await?.ok_or_else(gone)?;
    record(AuthEvent::SecondStepPending, user, AuthFactor::Password, request, state);
    let mut answer = see_other(request, &next.behind(urls::TwoFactor));
    answer
        .add_cookie(&CookieKind::PendingLogin.set(token.text(), &state.public_url))
        .map_err(WebError::internal)?;
    Ok(answer)
}

/// The error if the credentials have become invalid while they were verified.
pub fn gone() -> WebError {
    WebError::Conflict(tr("Your sign-in has expired. Sign in again.").into())
}

/// Opens a session, ends the matches of a guest who had this browser, and redirects as [`welcome_with`].
pub async fn welcome(
    request: &HttpRequest,
    state: &AppState,
    entrant: &VerifiedLogin,
    next: &LocalPath,
) -> HttpResult {
    let caller = Caller::of(request).await?;
    let before = cookie::read(request, &state.public_url);
    let device = device::of(request);
    let token = state.accounts.open_session(entrant, &device, before.as_ref()).await?.ok_or_else(gone)?;
    if let Some(guest) = caller.0.as_ref().filter(|_| caller.is_guest()) {
        delete_guest(state, guest.id).await;
    }
    welcome_with(request, state, &token, &entrant.person, next).await
}

/// Sets the cookie of a new session and redirects: to join a match by the same `POST`, if that is what the visitor came
/// for. Makes the browser known to the account.
pub async fn welcome_with(
    request: &HttpRequest,
    state: &AppState,
    token: &SecretToken,
    person: &UserSummary,
    next: &LocalPath,
) -> HttpResult {
    let mut answer = match next.joins() {
        Some(_) => post_to(next.as_str()),
        None => see_other(request, next.as_str()),
    };
    answer.add_cookie(&cookie::write(token, &state.public_url)).map_err(WebError::internal)?;
    remember_browser(&mut answer, state, &person.name).await?;
    Ok(answer)
}

/// Makes the browser known to the account with this name.
pub async fn remember_browser(
    answer: &mut HttpResponse,
    state: &AppState,
    name: &str,
) -> Result<(), WebError> {
    let Some(known) = state.accounts.remember_browser(name).await? else { return Ok(()) };
    answer.add_cookie(&CookieKind::Known.set(known, &state.public_url)).map_err(WebError::internal)
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    status: StatusCode,
    form: sign_in::SignInPage<'_>,
) -> HttpResult {
    if status == StatusCode::UNAUTHORIZED {
        state.metrics.count(CounterMetric::SignInsFailed);
    }
    let guest = match &caller.0 {
        Some(guest) if caller.is_guest() => {
            let unfinished = state.store.unfinished_matches_of(guest.id).await?.len();
            Some(sign_in::GuestNotice { name: &guest.name, unfinished })
        }
        _ => None,
    };
    let (provider, provider_only) = (state.provider_name(), state.config.is_sso_only());
    let passkeys = state.accounts.takes_passkeys();
    let form = sign_in::SignInPage { guest, passkeys, provider, provider_only, ..form };
    Ok(html(status, sign_in::page(reader(request, state, caller).await?, form)))
}

/// Deletes a guest whose browser has signed in to an account, and ends their matches. If that fails, it is done later.
async fn delete_guest(state: &AppState, guest: UserId) {
    let done = async {
        state.accounts.delete_guest(guest).await?;
        sweeper::finish_account_deletions(&state.store, &state.referee).await?;
        if state.store.purge_guests().await? > 0 {
            state.referee.clear_cache();
        }
        Ok::<_, StoreError>(())
    };
    if let Err(error) = done.await {
        tracing::warn!(code = error.code(), %error, "failed to end the matches of a guest who signed in; will retry");
    }
    state.notices.has_changed();
}

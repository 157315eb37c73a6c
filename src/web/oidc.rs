//! `/login/oidc`: signing in at the OpenID Connect provider, and what else a user proves there who they are for.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::cookie;
use super::http::cookie::CookieKind;
use super::http::error::not_found;
use super::http::excerpt::excerpt;
use super::sign_in::{self, gone, welcome};
use super::{
    AppState, Caller, ErrorWords, FormData, HttpResult, LocalPath, RequestOf, SignedIn, WebError, html,
    reader, see_other,
};
use crate::accounts::{ExternalSignIn, PENDING_LOGIN_VALID};
use crate::matches::MatchCommand;
use crate::metrics::CounterMetric;
use crate::now::Moment;
use crate::now::spans::MINUTE;
use crate::oidc::{OidcAttempt, OidcError, OidcIdentity, OidcProvider};
use crate::texts::{current_language, tr};
use crate::tr_format;
use crate::urls;
use crate::users::{UserId, UserSummary};
use crate::views::account::Done;
use crate::views::provider;

/// Leads to another page at once, as a redirect, which the policy of the site does not allow after a form.
const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// How far the clocks of both may differ, in milliseconds.
const CLOCK_SKEW: i64 = MINUTE;

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProviderForm {
    /// Where to go afterwards.
    next: LocalPath,
}

/// What the provider has added to the URL.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CallbackQuery {
    code: String,
    state: String,
    error: String,
    iss: Option<String>,
}

/// What a user signs in at the provider for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum ProviderPurpose {
    SignIn,
    /// To connect their account here.
    Connect(i64),
    /// To reauthenticate.
    Confirm(i64),
}

/// An attempt, which the browser keeps until it comes back.
#[derive(Debug, Deserialize, Serialize)]
struct PendingAttempt {
    oidc: OidcAttempt,
    purpose: ProviderPurpose,
    next: String,
    /// When it began, in milliseconds.
    at: i64,
}

/// `POST /login/oidc`: 404 if there is no provider, 502 if it does not answer.
pub async fn start(
    (request, state, caller): RequestOf<Caller>,
    FormData(form): FormData<ProviderForm>,
) -> HttpResult {
    if state.oidc.is_some() && caller.has_account() {
        return Ok(see_other(&request, form.next.as_str()));
    }
    match leave(&request, &state, &caller, ProviderPurpose::SignIn, &form.next).await {
        Err(error @ WebError::Provider(_)) => {
            sign_in::show_refused(&request, &state, &caller, &error, &form.next).await
        }
        answer => answer,
    }
}

/// `POST /reauthenticate/oidc`: has the user prove at the provider again who they are.
pub async fn confirm(
    (request, state, member): RequestOf<SignedIn>,
    FormData(form): FormData<ProviderForm>,
) -> HttpResult {
    let purpose = ProviderPurpose::Confirm(member.0.id.0);
    leave(&request, &state, &member.into(), purpose, &form.next).await
}

/// Sends the browser to the provider.
pub async fn leave(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    purpose: ProviderPurpose,
    next: &LocalPath,
) -> HttpResult {
    let Some((oidc, name)) = state.oidc.as_ref().zip(state.provider_name()) else { return not_found().await };
    state.limits.passkey(state.client_subnet(request))?;
    let is_fresh = matches!(purpose, ProviderPurpose::Confirm(_));
    let (url, attempt) = oidc.begin(is_fresh).await.map_err(|error| provider_error(name, &error))?;
    let pending = PendingAttempt { oidc: attempt, purpose, next: next.to_string(), at: state.clock.now().0 };
    let pending = serde_json::to_string(&pending).map_err(WebError::internal)?;
    let sealed = state.accounts.seal_attempt(&pending).ok_or_else(expired)?;
    let page = provider::page(reader(request, state, caller).await?, name, &url);
    let mut answer = html(StatusCode::OK, page);
    let refresh = HeaderValue::from_str(&format!("0; url={url}")).map_err(WebError::internal)?;
    answer.headers_mut().insert(REFRESH, refresh);
    answer.add_cookie(&CookieKind::OidcAttempt.set(sealed, &state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

/// `GET /login/oidc/callback`: 400 for an attempt that this browser has not begun, has expired or was completed; 502 if
/// the provider does not answer, or with something invalid.
pub async fn callback(
    (request, state, caller): RequestOf<Caller>,
    Query(query): Query<CallbackQuery>,
) -> HttpResult {
    let Some(oidc) = &state.oidc else { return not_found().await };
    state.limits.passkey(state.client_subnet(&request))?;
    let pending = pending(&request, &state).filter(|pending| pending.oidc.state == query.state);
    let next = LocalPath::new(pending.as_ref().map_or("/", |pending| &pending.next));
    let done = match pending {
        Some(pending) => complete(&request, &state, &caller, oidc, pending, query).await,
        None => Err(expired()),
    };
    let mut answer = match done {
        Ok(answer) => answer,
        Err(error) => {
            record(AuthEvent::SignInFailed, caller.user(), AuthFactor::Provider, &request, &state);
            state.metrics.count(CounterMetric::SignInsFailed);
            if caller.has_account() {
                HttpResponse::from_error(error)
            } else {
                sign_in::show_refused(&request, &state, &caller, &error, &next).await?
            }
        }
    };
    answer.add_cookie(&CookieKind::OidcAttempt.clear(&state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

/// The attempt of this browser.
fn pending(request: &HttpRequest, state: &AppState) -> Option<PendingAttempt> {
    let sealed = CookieKind::OidcAttempt.text(request, &state.public_url)?;
    let pending: PendingAttempt = serde_json::from_str(&state.accounts.open_attempt(sealed)?).ok()?;
    let age = state.clock.now().since(Moment(pending.at));
    (0..PENDING_LOGIN_VALID).contains(&age).then_some(pending)
}

async fn complete(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    oidc: &OidcProvider,
    pending: PendingAttempt,
    query: CallbackQuery,
) -> HttpResult {
    let name = state.provider_name().unwrap_or_default();
    let (next, purpose) = (LocalPath::new(&pending.next), pending.purpose);
    if query.iss.is_some_and(|issuer| issuer != oidc.config().issuer) {
        return Err(invalid_answer(name, "another issuer".to_owned()));
    }
    if query.error == "access_denied" {
        return Ok(cancelled(request, purpose, &next));
    }
    if !query.error.is_empty() {
        return Err(invalid_answer(name, excerpt(&query.error, 100)));
    }
    let found = oidc.finish(pending.oidc, query.code, state.clock.now()).await;
    let identity = found.map_err(|error| provider_error(name, &error))?;
    match purpose {
        ProviderPurpose::SignIn => enter(request, state, oidc, &identity, &next).await,
        ProviderPurpose::Connect(user) => {
            let user = same_user(caller, user)?;
            let email = state.notices.factor_email(user.id);
            state.accounts.connect_identity(user.id, &identity, email).await?;
            state.notices.has_emails();
            Ok(see_other(request, &urls::Account.after(Done::ProviderOn.key())))
        }
        ProviderPurpose::Confirm(user) => {
            let user = same_user(caller, user)?;
            let is_late = identity.authenticated_at.is_some_and(|at| at.0 + CLOCK_SKEW < pending.at);
            if is_late {
                return Err(invalid_answer(name, "an earlier sign-in".to_owned()));
            }
            if !state.accounts.is_identity_of(user.id, &identity).await? {
                return Err(WebError::Forbidden(
                    tr_format!("You signed in to {name} as someone else.", name = name).into(),
                ));
            }
            proven(request, state, user.id, &next).await
        }
    }
}

/// Signs in a user of the provider. The second factor is not asked for: that is the provider's to do.
async fn enter(
    request: &HttpRequest,
    state: &AppState,
    oidc: &OidcProvider,
    identity: &OidcIdentity,
    next: &LocalPath,
) -> HttpResult {
    let entered =
        state.accounts.sign_in_externally(identity, oidc.config().create, current_language()).await?;
    let ExternalSignIn { login, is_new } = entered;
    let user = Some(login.person.id);
    if is_new {
        record(AuthEvent::Registered, user, AuthFactor::Provider, request, state);
    }
    if let Some(id) = next.joins() {
        // A redirect from the provider cannot send the form. If it is refused, the page of the match follows anyway.
        let _ = state.referee.command(login.person.clone(), &id, MatchCommand::Join).await;
    }
    let answer = welcome(request, state, &login, next).await?;
    record(AuthEvent::SignedIn, user, AuthFactor::Provider, request, state);
    Ok(answer)
}

/// Continues the session of a user who has proved who they are.
async fn proven(request: &HttpRequest, state: &AppState, user: UserId, next: &LocalPath) -> HttpResult {
    let own = cookie::read(request, &state.public_url).ok_or_else(gone)?;
    let token = state.accounts.record_reauthentication(&own).await?.ok_or_else(gone)?;
    record(AuthEvent::Confirmed, Some(user), AuthFactor::Provider, request, state);
    let mut answer = see_other(request, next.as_str());
    answer.add_cookie(&cookie::write(&token, &state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

/// The caller, if they are still the user who left for the provider.
fn same_user(caller: &Caller, user: i64) -> Result<&UserSummary, WebError> {
    let own = caller.0.as_ref().filter(|_| caller.has_account());
    own.filter(|own| own.id.0 == user).ok_or_else(gone)
}

/// Back to where the user left for the provider.
fn cancelled(request: &HttpRequest, purpose: ProviderPurpose, next: &LocalPath) -> HttpResponse {
    let page = match purpose {
        ProviderPurpose::SignIn => urls::Login.cancelled(sign_in::CANCELLED, next.unless_home()),
        ProviderPurpose::Connect(_) => urls::Account.to_string(),
        ProviderPurpose::Confirm(_) => next.behind(urls::Reauthenticate),
    };
    see_other(request, &page)
}

fn expired() -> WebError {
    let words = tr("This sign-in has expired or was already used. Try again.");
    WebError::BadRequest(ErrorWords::coded("oidc-attempt-expired", words))
}

fn provider_error(name: &str, error: &OidcError) -> WebError {
    match error {
        OidcError::Down(cause) => {
            let words = tr_format!("{name} doesn’t answer. Try again in a minute.", name = name);
            WebError::Provider(ErrorWords::coded("oidc-provider-down", words).with_detail(cause.clone()))
        }
        OidcError::Code => expired(),
        OidcError::Invalid(cause) => invalid_answer(name, cause.clone()),
    }
}

fn invalid_answer(name: &str, cause: String) -> WebError {
    let words = tr_format!(
        "{name} gave an answer that this site can’t accept. Try again, or ask an admin.",
        name = name
    );
    WebError::Provider(ErrorWords::coded("oidc-answer-invalid", words).with_detail(cause))
}

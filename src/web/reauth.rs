//! `/reauthenticate`: asks for password, code or passkey again before a sensitive action.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Json, Query};
use serde::Deserialize;
use url::form_urlencoded::Serializer;

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::cookie;
use super::http::limits::LoginAttempt;
use super::http::redirect::post_to;
use super::sign_in::SignInReturn;
use super::{
    AppState, Caller, FormData, HttpResult, LocalPath, RequestOf, SignedIn, WebError, html, reader, see_other,
};
use crate::accounts::{IssuedChallenge, PasskeyError};
use crate::texts::tr;
use crate::views::confirm::{self, ConfirmPage};
use crate::views::messages::ErrorMessage;

/// Fields with passwords and codes, which no page repeats. A form with one of them has to be filled in again.
const SECRETS: [&str; 4] = ["password", "current", "new", "code"];

/// The proof, and what follows: a page, or a form that was sent without proof and is repeated.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConfirmForm {
    password: String,
    code: String,
    /// The id of a challenge, and the answer of a passkey.
    challenge: String,
    answer: String,
    next: LocalPath,
    /// The URL of the form, and its URL-encoded fields.
    repeat: LocalPath,
    fields: String,
    #[serde(rename = "username")]
    _username: String,
}

/// `GET /reauthenticate`
pub async fn page(
    (request, state, member): RequestOf<SignedIn>,
    afterwards: Query<SignInReturn>,
) -> HttpResult {
    // A link must not have a form carried out.
    let form = ConfirmForm { next: afterwards.into_inner().next, ..ConfirmForm::default() };
    show(&request, &state, member, StatusCode::OK, &form, None).await
}

/// `POST /reauthenticate/form`: browsers are redirected here with a form for which its user has to reauthenticate. The
/// page keeps its fields; the server keeps nothing.
pub async fn form(
    (request, state, member): RequestOf<SignedIn>,
    sent: Query<ConfirmForm>,
    FormData(fields): FormData<Vec<(String, String)>>,
) -> HttpResult {
    let (mut form, mut problem) = (sent.into_inner(), None);
    if fields.iter().any(|(name, _)| SECRETS.contains(&&**name)) {
        form.repeat = LocalPath::default();
        problem = Some(tr("Passwords and codes aren’t kept. Fill in the form again afterwards."));
    } else {
        form.fields = Serializer::new(String::new()).extend_pairs(fields).finish();
    }
    show(&request, &state, member, StatusCode::OK, &form, problem).await
}

/// `POST /reauthenticate`: 401 and the form again if it is wrong. Users with a second factor have to use that; the
/// password alone is not enough.
pub async fn submit(
    (request, state, member): RequestOf<SignedIn>,
    FormData(form): FormData<ConfirmForm>,
) -> HttpResult {
    let SignedIn(user, _) = &member;
    let guess = LoginAttempt::at(&request, &state, &user.name).await?;
    state.limits.second(user.id, &guess)?;
    let (right, shown, problem) = if state.accounts.two_factor_state(user.id).await?.is_enabled() {
        let right = state.accounts.take_code(user.id, &form.code).await?;
        (right, AuthFactor::Code, tr("Wrong code."))
    } else {
        let _turn = state.limits.permit_to_hash(&guess).await?;
        let right = state.accounts.is_password_of(user, form.password.clone()).await?;
        (right, AuthFactor::Password, tr("Wrong password."))
    };
    if right {
        record(AuthEvent::Confirmed, Some(user.id), shown, &request, &state);
        return proven(&request, &state, &form).await;
    }
    record(AuthEvent::ConfirmationFailed, Some(user.id), shown, &request, &state);
    show(&request, &state, member, StatusCode::UNAUTHORIZED, &form, Some(problem)).await
}

/// `POST /reauthenticate/challenge`
pub async fn challenge(
    (request, state, member): RequestOf<SignedIn>,
) -> Result<Json<IssuedChallenge>, WebError> {
    state.limits.passkey(state.client_subnet(&request))?;
    Ok(Json(state.accounts.challenge_to_confirm(member.0.id).await?))
}

/// `POST /reauthenticate/passkey`: 401 and the page again if it is not one of theirs.
pub async fn passkey(
    (request, state, member): RequestOf<SignedIn>,
    FormData(form): FormData<ConfirmForm>,
) -> HttpResult {
    state.limits.second(member.0.id, &LoginAttempt::at(&request, &state, &member.0.name).await?)?;
    match state.accounts.show(member.0.id, &form.challenge, &form.answer).await {
        Ok(()) => {
            record(AuthEvent::Confirmed, Some(member.0.id), AuthFactor::Passkey, &request, &state);
            proven(&request, &state, &form).await
        }
        Err(PasskeyError::Store(error)) => Err(error.into()),
        Err(wrong) => {
            record(AuthEvent::ConfirmationFailed, Some(member.0.id), AuthFactor::Passkey, &request, &state);
            let problem = wrong.message();
            show(&request, &state, member, StatusCode::UNAUTHORIZED, &form, Some(&problem)).await
        }
    }
}

/// Continues the session under a new token, and leads to what follows.
async fn proven(request: &HttpRequest, state: &AppState, form: &ConfirmForm) -> HttpResult {
    let gone = || WebError::Conflict(tr("You’ve been signed out. Sign in again.").into());
    let own = cookie::read(request, &state.public_url).ok_or_else(gone)?;
    let token = state.accounts.record_reauthentication(&own).await?.ok_or_else(gone)?;
    let mut answer = match form.repeat.unless_home() {
        "" => see_other(request, form.next.as_str()),
        url => post_to(url),
    };
    answer.add_cookie(&cookie::write(&token, &state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    status: StatusCode,
    form: &ConfirmForm,
    problem: Option<&str>,
) -> HttpResult {
    let factors = state.accounts.two_factor_state(member.0.id).await?;
    let ways = state.accounts.sign_in_ways(member.0.id, state.oidc_issuer()).await?;
    let passkeys = factors.passkeys > 0 && state.accounts.takes_passkeys();
    let has_other = !state.config.is_sso_only() && (ways.has_password || passkeys);
    let provider = state.provider_name().filter(|_| ways.connected_at.is_some() && !has_other);
    let name = member.0.name.clone();
    let page = ConfirmPage {
        name: &name,
        next: form.next.unless_home(),
        repeat: form.repeat.unless_home(),
        fields: &form.fields,
        factor: factors.is_enabled(),
        app: factors.app,
        passkeys,
        provider,
        problem,
    };
    let caller = Caller::from(member);
    Ok(html(status, confirm::page(reader(request, state, &caller).await?, &page)))
}

//! `/reset`: password resets.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Path, Query};
use serde::Deserialize;

use super::health::require_writable;
use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::limits::LoginAttempt;
use super::settings::SettingsReturn;
use super::sign_in::remember_browser;
use super::{AppState, Caller, FormData, HttpResult, RequestOf, WebError, html, ok, reader, see_other};
use crate::accounts::{AccountError, Password, ResetKey};
use crate::store::{PasswordLinkUser, StoreError};
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::EmailAddress;
use crate::views::messages::ErrorMessage;
use crate::views::reset;

/// Longer than any name or address.
const MAX_LENGTH: usize = 254;

/// The name or address of the account.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResetRequestForm {
    who: String,
}

/// The form behind a link. The name is for password managers; only the key counts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPasswordForm {
    new: String,
    #[serde(default, rename = "username")]
    _username: String,
}

/// `GET /reset`
pub async fn page((request, state, caller): RequestOf<Caller>, after: Query<SettingsReturn>) -> HttpResult {
    let reader = reader(&request, &state, &caller).await?;
    let page = match after.done.as_str() {
        _ if !state.notices.sends_mail() => reset::without_mail(reader),
        "asked" => reset::requested(reader),
        _ => reset::page(reader, "", None),
    };
    ok(page)
}

/// `POST /reset`: the same response for all, sent before the account is looked up.
pub async fn ask(
    (request, state, caller): RequestOf<Caller>,
    form: FormData<ResetRequestForm>,
) -> HttpResult {
    let typed = form.0.who.trim();
    let who = EmailAddress::parse(typed).map_or_else(|_| typed.to_owned(), |address| address.to_string());
    if !state.notices.sends_mail() {
        let problem = Some(tr("This site doesn’t send email. Ask an admin for a reset link."));
        let shown = if who.len() > MAX_LENGTH { "" } else { &who };
        let page = reset::page(reader(&request, &state, &caller).await?, shown, problem);
        return Ok(html(StatusCode::CONFLICT, page));
    }
    if who.is_empty() || who.len() > MAX_LENGTH {
        let problem = Some(tr("Enter your name or email address."));
        let shown = if who.len() > MAX_LENGTH { "" } else { &who };
        let page = reset::page(reader(&request, &state, &caller).await?, shown, problem);
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page));
    }
    // Timing must not reveal whether the account exists, so the response does not wait for the write.
    require_writable(&state).await?;
    state.limits.reset(state.client_subnet(&request), &who)?;
    actix_web::rt::spawn(async move {
        if let Err(error) = send(&state, &who).await {
            tracing::warn!(code = error.code(), %error, "failed to queue a password reset email");
        }
    });
    Ok(see_other(&request, &urls::Reset.after_request()))
}

async fn send(state: &AppState, who: &str) -> Result<(), StoreError> {
    for user in state.store.people_with_mail(who).await? {
        let Some((email, hash)) = state.notices.reset_email(user) else { return Ok(()) };
        if state.limits.reset_email(user).is_ok() {
            state.accounts.send_reset_link(user, hash, email).await?;
        }
    }
    state.notices.has_emails();
    Ok(())
}

/// `GET /reset/{key}`: does not use the link up, as mail programs may open links.
pub async fn form((request, state, caller): RequestOf<Caller>, key: Path<String>) -> HttpResult {
    show(&request, &state, &caller, &key, None).await
}

/// `POST /reset/{key}`: 422 and the form again if the password is rejected.
pub async fn set(
    (request, state, caller): RequestOf<Caller>,
    key: Path<String>,
    form: FormData<NewPasswordForm>,
) -> HttpResult {
    state.limits.code(state.client_subnet(&request))?;
    let PasswordLinkUser { person, has_password } = user_of_key(&state, &key).await?;
    let _turn = state.limits.permit_to_hash(&LoginAttempt::at(&request, &state, &person.name).await?).await?;
    let done = match (ResetKey::parse(&key), Password::parse(form.0.new)) {
        (None, _) => Err(AccountError::LinkGone),
        (_, Err(wrong)) => Err(wrong.into()),
        (Some(reset), Ok(new)) => {
            state.accounts.reset_password(&reset, new, state.notices.password_email(person.id)).await
        }
    };
    match done {
        Ok(person) => {
            record(AuthEvent::PasswordChanged, Some(person.id), AuthFactor::ResetLink, &request, &state);
            state.notices.has_emails();
            let mut answer =
                see_other(&request, &urls::Login.after(if has_password { "reset" } else { "chosen" }));
            // Guesses at this name must not keep its owner from signing in with the new password.
            remember_browser(&mut answer, &state, &person.name).await?;
            Ok(answer)
        }
        Err(AccountError::Password(wrong)) => {
            show(&request, &state, &caller, &key, Some(&wrong.message())).await
        }
        Err(other) => Err(other.into()),
    }
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    key: &str,
    problem: Option<&str>,
) -> HttpResult {
    let user = user_of_key(state, key).await?;
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let user = (&*user.person.name, user.has_password);
    Ok(html(status, reset::form(reader(request, state, caller).await?, key, user, problem)))
}

async fn user_of_key(state: &AppState, key: &str) -> Result<PasswordLinkUser, WebError> {
    let key = ResetKey::parse(key).ok_or(AccountError::LinkGone)?;
    Ok(state.accounts.user_of_reset(&key).await?.ok_or(AccountError::LinkGone)?)
}

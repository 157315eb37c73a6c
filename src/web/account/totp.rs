//! `/account/totp`: the authenticator app, and the recovery codes.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use serde::Deserialize;

use super::page::show_refused;
use crate::accounts::FactorError;
use crate::texts::tr;
use crate::urls;
use crate::views::account::Done;
use crate::views::messages::ErrorMessage;
use crate::views::two_factor;
use crate::web::{
    AppState, FormData, HttpResult, Reauthenticated, RequestOf, SignedIn, WebError, html, ok, reader,
    see_other,
};
use crate::web::{Caller, ErrorWords};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TotpCodeForm {
    code: String,
}

/// `POST /account/totp`: 409 if there is an app already.
pub async fn begin((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    match state.accounts.begin_app(proven.user()).await {
        Ok(()) => Ok(see_other(&request, &urls::Totp.to_string())),
        Err(error) => show_refused(&request, &state, proven.0, error.into()).await,
    }
}

/// `GET /account/totp`: the secret for the app; a redirect to `/account` if none is being added.
pub async fn page((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    match show(&request, &state, proven.0, None).await {
        Err(WebError::Conflict(_)) => Ok(see_other(&request, &urls::Account.to_string())),
        shown => shown,
    }
}

/// `POST /account/totp/code`: 422 and the page again if the code is wrong.
pub async fn confirm(
    (request, state, proven): RequestOf<Reauthenticated>,
    form: FormData<TotpCodeForm>,
) -> HttpResult {
    let Reauthenticated(member) = proven;
    state.limits.factor(member.0.id)?;
    let email = state.notices.factor_email(member.0.id);
    let confirmed = state.accounts.confirm_app(member.0.id, &form.0.code, email).await;
    state.notices.has_emails();
    match confirmed {
        Ok(Some(codes)) => recovery_codes(&request, &state, member, &codes).await,
        Ok(None) => Ok(see_other(&request, &urls::Account.after(Done::AppOn.key()))),
        Err(wrong @ FactorError::Wrong) => show(&request, &state, member, Some(&wrong.message())).await,
        Err(other) => show_refused(&request, &state, member, other.into()).await,
    }
}

/// `POST /account/totp/remove`: 404 if there is none.
pub async fn remove((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    let email = state.notices.factor_email(proven.user());
    if !state.accounts.remove_app(proven.user(), email).await? {
        return Err(WebError::NotFound(tr("You have no authenticator app.").into()));
    }
    state.notices.has_emails();
    Ok(see_other(&request, &urls::Account.after(Done::AppOff.key())))
}

/// `POST /account/recovery`: new recovery codes, shown once. 409 without a second factor.
pub async fn renew_codes((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    let Reauthenticated(member) = proven;
    state.limits.factor(member.0.id)?;
    let email = state.notices.factor_email(member.0.id);
    let renewed = state.accounts.renew_recovery_codes(member.0.id, email).await?;
    state.notices.has_emails();
    match renewed {
        Some(codes) => recovery_codes(&request, &state, member, &codes).await,
        None => {
            let error = WebError::Conflict(tr("Set up an authenticator app or a passkey first.").into());
            show_refused(&request, &state, member, error).await
        }
    }
}

/// `POST /account/recovery/kept`: the user has saved the codes, and is no longer reminded.
pub async fn keep_codes((request, state, member): RequestOf<SignedIn>) -> HttpResult {
    state.store.keep_recovery_codes(member.0.id).await?;
    Ok(see_other(&request, &urls::Account.to_string()))
}

/// The page with new recovery codes.
pub(super) async fn recovery_codes(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    codes: &[String],
) -> HttpResult {
    let caller = Caller::from(member);
    ok(two_factor::codes(reader(request, state, &caller).await?, codes))
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    problem: Option<&str>,
) -> HttpResult {
    let setup = state.accounts.app_setup(&member.0, state.public_url.host()).await?;
    let caller = Caller::from(member);
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = two_factor::setup(reader(request, state, &caller).await?, &setup.secret, &setup.url, problem);
    Ok(html(status, page))
}

impl From<FactorError> for WebError {
    fn from(error: FactorError) -> Self {
        let words = ErrorWords::coded(error.code(), error.message());
        match error {
            FactorError::Store(error) => error.into(),
            FactorError::Wrong => WebError::Unprocessable(words),
            _ => WebError::Conflict(words),
        }
    }
}

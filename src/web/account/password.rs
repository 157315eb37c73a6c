//! `/account/password`: changes the password.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use serde::Deserialize;

use super::page::{AccountProblems, show};
use crate::accounts::{AccountError, Password, SecretToken};
use crate::texts::tr;
use crate::urls;
use crate::users::UserSummary;
use crate::views::account::Done;
use crate::views::messages::ErrorMessage;
use crate::web::http::auth_log::{AuthEvent, AuthFactor, record};
use crate::web::http::limits::LoginAttempt;
use crate::web::http::{cookie, device};
use crate::web::sign_in::remember_browser;
use crate::web::{AppState, FormData, HttpResult, Reauthenticated, RequestOf, WebError, see_other};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePasswordForm {
    /// Empty if the user has none.
    #[serde(default)]
    current: String,
    new: String,
}

/// `POST /account/password`: ends all sessions and opens a new one for this browser. 422 and the form again if the
/// current password is wrong or the new one is rejected.
pub async fn change(
    (request, state, proven): RequestOf<Reauthenticated>,
    form: FormData<ChangePasswordForm>,
) -> HttpResult {
    let FormData(ChangePasswordForm { current, new }) = form;
    let Reauthenticated(member) = proven;
    let guess = LoginAttempt::at(&request, &state, &member.0.name).await?;
    state.limits.sign_in(&guess)?;
    let _turn = state.limits.permit_to_hash(&guess).await?;
    let own = cookie::read(&request, &state.public_url).ok_or_else(account_gone)?;
    let email = state.notices.password_email(member.0.id);
    let changed = match Password::parse(new) {
        Ok(new) => state.accounts.change_password(&member.0, &own, current, new, email).await,
        Err(wrong) => Err(wrong.into()),
    };
    let problems = match changed {
        Ok(()) => {
            record(AuthEvent::PasswordChanged, Some(member.0.id), AuthFactor::Password, &request, &state);
            return reopen_session(&request, &state, &member.0, &own).await;
        }
        Err(wrong @ AccountError::WrongPassword) => {
            record(AuthEvent::ConfirmationFailed, Some(member.0.id), AuthFactor::Password, &request, &state);
            AccountProblems { current: Some(wrong.message()), ..AccountProblems::default() }
        }
        Err(AccountError::Password(wrong)) => {
            AccountProblems { new: Some(wrong.message()), ..AccountProblems::default() }
        }
        Err(other) => return Err(other.into()),
    };
    show(&request, &state, member, StatusCode::UNPROCESSABLE_ENTITY, None, problems).await
}

/// Opens a new session for this browser, which replaces the one it had.
async fn reopen_session(
    request: &HttpRequest,
    state: &AppState,
    person: &UserSummary,
    own: &SecretToken,
) -> HttpResult {
    state.notices.has_emails();
    let token = state.accounts.open_session(&person.clone().into(), &device::of(request), Some(own)).await?;
    let token = token.ok_or_else(account_gone)?;
    let mut answer = see_other(request, &urls::Account.after(Done::Password.key()));
    answer.add_cookie(&cookie::write(&token, &state.public_url)).map_err(WebError::internal)?;
    remember_browser(&mut answer, state, &person.name).await?;
    Ok(answer)
}

fn account_gone() -> WebError {
    WebError::Conflict(tr("You’ve been signed out. Sign in again.").into())
}

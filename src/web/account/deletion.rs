//! `/account/delete`: deletes the user's account.

use actix_web::http::StatusCode;
use serde::Deserialize;

use crate::accounts::AccountError;
use crate::sweeper;
use crate::users::UserId;
use crate::views::account::deletion::{self, DeleteAccountProblems};
use crate::views::messages::ErrorMessage;
use crate::views::page::PageViewer;
use crate::web::http::auth_log::{AuthEvent, AuthFactor, record};
use crate::web::http::limits::LoginAttempt;
use crate::web::sign_in::end_session;
use crate::web::{AppState, FormData, HttpResult, Reauthenticated, RequestOf, WebError, html, ok, reader};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccountForm {
    name: String,
    /// Empty if the user does not sign in with one.
    #[serde(default)]
    password: String,
}

/// Maximum length of a name that the form repeats.
const MAX_LENGTH: usize = 40;

/// `GET /account/delete`
pub async fn page((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    let Reauthenticated(member) = proven;
    let no_password = !has_password(&state, member.0.id).await?;
    let problems = DeleteAccountProblems { no_password, ..DeleteAccountProblems::default() };
    ok(deletion::page(reader(&request, &state, &member.into()).await?, problems))
}

/// Whether a user signs in with a password, which has to be typed then.
async fn has_password(state: &AppState, user: UserId) -> Result<bool, WebError> {
    Ok(!state.config.is_sso_only() && state.accounts.sign_in_ways(user, None).await?.has_password)
}

/// `POST /account/delete`: 422 and the form again if name or password is wrong.
pub async fn submit(
    (request, state, proven): RequestOf<Reauthenticated>,
    form: FormData<DeleteAccountForm>,
) -> HttpResult {
    let Reauthenticated(member) = proven;
    let FormData(DeleteAccountForm { name, password }) = form;
    let guess = LoginAttempt::at(&request, &state, &member.0.name).await?;
    state.limits.sign_in(&guess)?;
    // The page after the deletion looks like those before it.
    let caller = member.clone().into();
    let reader = reader(&request, &state, &caller).await?;
    let _turn = state.limits.permit_to_hash(&guess).await?;
    let no_password = !has_password(&state, member.0.id).await?;
    let password = Some(password).filter(|_| !no_password);
    let mail = state.notices.sends_mail();
    let wrong = match state.accounts.delete_own(&member.0, password, &name, mail).await {
        Ok(()) => {
            record(AuthEvent::Deleted, Some(member.0.id), AuthFactor::Password, &request, &state);
            return finish_deletion(&state, reader).await;
        }
        Err(wrong @ (AccountError::WrongPassword | AccountError::WrongUsername)) => wrong,
        Err(other) => return Err(other.into()),
    };
    if matches!(wrong, AccountError::WrongPassword) {
        record(AuthEvent::ConfirmationFailed, Some(member.0.id), AuthFactor::Password, &request, &state);
    }
    let typed: String = name.chars().take(MAX_LENGTH).collect();
    let (words, of_name) = (wrong.message(), matches!(wrong, AccountError::WrongUsername));
    let of = |name: bool| Some(&*words).filter(|_| name == of_name);
    let problems = DeleteAccountProblems { typed: &typed, name: of(true), password: of(false), no_password };
    Ok(html(StatusCode::UNPROCESSABLE_ENTITY, deletion::page(reader, problems)))
}

/// Resigns their matches. If that fails, it is done later.
async fn finish_deletion(state: &AppState, reader: PageViewer<'_>) -> HttpResult {
    if let Err(error) = sweeper::finish_account_deletions(&state.store, &state.referee).await {
        tracing::warn!(code = error.code(), %error, "failed to withdraw a deleted user from their matches; will retry");
    }
    state.notices.has_changed();
    let mut answer = html(StatusCode::OK, deletion::account_deleted(reader));
    end_session(&mut answer, &state.public_url)?;
    Ok(answer)
}

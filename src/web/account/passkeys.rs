//! `/account/passkeys`: adds and removes passkeys.

use actix_web::web::{Json, Path};
use serde::Deserialize;

use super::page::show_refused;
use super::totp;
use crate::accounts::{AccountError, IssuedChallenge};
use crate::texts::tr;
use crate::urls;
use crate::users::visible_text;
use crate::views::account::Done;
use crate::web::http::device;
use crate::web::{FormData, HttpResult, Reauthenticated, RequestOf, WebError, see_other};

/// Maximum length of a passkey's name.
const MAX_LENGTH: usize = 40;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPasskeyForm {
    #[serde(default)]
    name: String,
    challenge: String,
    answer: String,
}

/// `POST /account/passkeys/challenge`
pub async fn challenge(
    (request, state, proven): RequestOf<Reauthenticated>,
) -> Result<Json<IssuedChallenge>, WebError> {
    state.limits.passkey(state.client_subnet(&request))?;
    state.limits.factor(proven.user())?;
    Ok(Json(state.accounts.challenge_to_add(&proven.0.0).await?))
}

/// `POST /account/passkeys`: 422 if the answer does not fit the challenge, 409 if that has expired.
pub async fn add(
    (request, state, proven): RequestOf<Reauthenticated>,
    form: FormData<NewPasskeyForm>,
) -> HttpResult {
    let FormData(NewPasskeyForm { name, challenge, answer }) = form;
    let Reauthenticated(member) = proven;
    state.limits.factor(member.0.id)?;
    let name = match &*visible_text(&name) {
        "" => device::of(&request),
        name if name.chars().count() > MAX_LENGTH || name.chars().any(char::is_control) => {
            let words = tr("A passkey’s name can have up to 40 characters.");
            return show_refused(&request, &state, member, WebError::Unprocessable(words.into())).await;
        }
        name => name.to_owned(),
    };
    let email = state.notices.factor_email(member.0.id);
    let added = match state.accounts.add_passkey(member.0.id, &challenge, &answer, name, email).await {
        Ok(added) => added,
        Err(error) => return show_refused(&request, &state, member, error.into()).await,
    };
    state.notices.has_emails();
    match added {
        Some(codes) => totp::recovery_codes(&request, &state, member, &codes).await,
        None => Ok(see_other(&request, &urls::Account.after(Done::PasskeyOn.key()))),
    }
}

/// `POST /account/passkeys/{id}/remove`: 404 if it is not theirs, 409 if they could not sign in any more.
pub async fn remove((request, state, proven): RequestOf<Reauthenticated>, id: Path<String>) -> HttpResult {
    let plain = id.len() < 19 && id.bytes().all(|byte| byte.is_ascii_digit());
    let ways = state.accounts.sign_in_ways(proven.user(), state.oidc_issuer()).await?;
    let has_other = ways.has_password || ways.connected_at.is_some();
    if !has_other && state.accounts.passkeys_of(proven.user()).await?.len() == 1 {
        return Err(AccountError::OnlyWayIn.into());
    }
    let email = state.notices.factor_email(proven.user());
    let removed = match id.parse() {
        Ok(id) if plain => state.accounts.remove_passkey(proven.user(), id, email).await?,
        _ => false,
    };
    if !removed {
        return Err(WebError::NotFound(
            tr("That passkey doesn’t exist. It may have been removed already.").into(),
        ));
    }
    state.notices.has_emails();
    Ok(see_other(&request, &urls::Account.after(Done::PasskeyOff.key())))
}

//! `/account/passkeys`: adds and removes passkeys.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Path};
use serde::Deserialize;

use super::{
    AppState, Done, FormData, HttpResult, Reauthenticated, WebError, device, see_other, show_refused, totp,
};
use crate::accounts::IssuedChallenge;
use crate::texts::tr;
use crate::urls;
use crate::users::{UserId, visible_text};
use crate::views::account::OwnPasskey;
use crate::web::http::client_address::ClientSubnet;

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
    request: HttpRequest,
    state: Data<AppState>,
    proven: Reauthenticated,
) -> Result<Json<IssuedChallenge>, WebError> {
    state.limits.passkey(ClientSubnet::asking(&request, &state.config.trusted_proxies))?;
    state.limits.factor(proven.user())?;
    Ok(Json(state.accounts.challenge_to_add(&proven.0.0).await?))
}

/// `POST /account/passkeys`: 422 if the answer does not fit the challenge, 409 if that has expired.
pub async fn add(
    request: HttpRequest,
    state: Data<AppState>,
    proven: Reauthenticated,
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

/// `POST /account/passkeys/{id}/remove`: 404 if it is not theirs.
pub async fn remove(
    request: HttpRequest,
    state: Data<AppState>,
    proven: Reauthenticated,
    id: Path<String>,
) -> HttpResult {
    let plain = id.len() < 19 && id.bytes().all(|byte| byte.is_ascii_digit());
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

/// A user's passkeys for the page.
pub(super) async fn of(state: &AppState, user: UserId) -> Result<Vec<OwnPasskey>, WebError> {
    let passkeys = state.accounts.passkeys_of(user).await?.into_iter();
    let own = passkeys.map(|kept| OwnPasskey {
        id: kept.id.to_string(),
        name: kept.name,
        made: kept.made_at,
        used: kept.used_at,
    });
    Ok(own.collect())
}

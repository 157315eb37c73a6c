//! `/settings/devices`: the browsers that receive pushes.

use actix_web::web::Path;
use serde::Deserialize;

use super::http::{cookie, device};
use super::{ErrorWords, FormData, HttpResult, RequestOf, SignedIn, WebError, see_other};
use crate::notices::push::{DeviceError, OfferedSubscription};
use crate::texts::tr;
use crate::urls;
use crate::views::settings::Done;

/// A push subscription of a browser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionForm {
    endpoint: String,
    p256dh: String,
    auth: String,
    /// The previous endpoint, if the push service has moved it.
    before: Option<String>,
}

/// `POST /settings/devices`: 422 if the subscription is rejected.
pub async fn add(
    (request, state, member): RequestOf<SignedIn>,
    form: FormData<SubscriptionForm>,
) -> HttpResult {
    let user = member.0.id;
    state.limits.device(user)?;
    let FormData(SubscriptionForm { endpoint, p256dh, auth, before }) = form;
    let session = cookie::read(&request, &state.public_url);
    let offered = OfferedSubscription {
        name: device::of(&request),
        endpoint: &endpoint,
        keys: (&p256dh, &auth),
        session: session.map(|token| state.accounts.session_hash(&token)),
        before: before.filter(|before| !before.is_empty()),
    };
    state.notices.add_device(user, offered).await?;
    Ok(see_other(&request, &urls::Settings.after(Done::DeviceOn.key())))
}

/// `POST /settings/devices/{id}/remove`
pub async fn remove((request, state, member): RequestOf<SignedIn>, id: Path<String>) -> HttpResult {
    let theirs = match number(&id) {
        Some(id) => state.store.remove_device(member.0.id, id).await?,
        None => false,
    };
    if !theirs {
        return Err(unknown());
    }
    Ok(see_other(&request, &urls::Settings.after(Done::DeviceOff.key())))
}

/// `POST /settings/devices/{id}/test`
pub async fn try_out((request, state, member): RequestOf<SignedIn>, id: Path<String>) -> HttpResult {
    let user = member.0.id;
    state.limits.device(user)?;
    let theirs = match number(&id) {
        Some(id) => state.notices.try_device(user, id).await?,
        None => false,
    };
    if !theirs {
        return Err(unknown());
    }
    Ok(see_other(&request, &urls::Settings.after(Done::TestSent.key())))
}

fn number(id: &str) -> Option<i64> {
    id.bytes().all(|byte| byte.is_ascii_digit()).then(|| id.parse().ok())?
}

fn unknown() -> WebError {
    WebError::NotFound(tr("That device doesn’t exist. It may have been removed already.").into())
}

impl From<DeviceError> for WebError {
    fn from(error: DeviceError) -> Self {
        let words = ErrorWords::coded(error.code(), error.to_string());
        match error {
            DeviceError::Store(error) => error.into(),
            DeviceError::Many => WebError::Conflict(words),
            _ => WebError::Unprocessable(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_device_is_identified_by_a_plain_number() {
        assert_eq!(number("12"), Some(12));
        for wrong in ["", "+1", "-1", "x", "1x", "99999999999999999999"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}

//! `POST /settings/zone`: the time zone that a browser reports.

use serde::Deserialize;

use super::{AppState, FormData, HttpResult, LocalPath, RequestOf, SessionUser, WebError, see_other};
use crate::texts::tr;
use crate::users::UserId;
use crate::users::preferences::TimeZoneName;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneForm {
    zone: String,
    #[serde(default)]
    next: LocalPath,
}

/// `POST /settings/zone`: 422 for an unknown zone.
pub async fn submit(
    (request, state, member): RequestOf<SessionUser>,
    form: FormData<ZoneForm>,
) -> HttpResult {
    let FormData(ZoneForm { zone, next }) = form;
    let unknown = || {
        WebError::Unprocessable(
            tr("This site doesn’t know this time zone. Choose a place in the settings.").into(),
        )
    };
    set(&state, member.0.id, TimeZoneName::of_device(&zone).ok_or_else(unknown)?).await?;
    Ok(see_other(&request, next.as_str()))
}

/// Sets the zone that the device of a new account reports. An unknown one, or a failure, keeps no account from being
/// created.
pub async fn set_of_device(state: &AppState, user: UserId, zone: &str) {
    let Some(zone) = TimeZoneName::of_device(zone) else { return };
    if let Err(error) = state.store.set_zone(user, zone).await {
        tracing::warn!(code = error.code(), %error, "failed to set the time zone of a new account");
    }
}

/// Sets a user's zone, for notices and for the weekends in their matches.
pub async fn set(state: &AppState, user: UserId, zone: TimeZoneName) -> Result<(), WebError> {
    state.store.set_zone(user, zone).await?;
    state.notices.has_changed();
    if let Err(error) = state.referee.follow_zones().await {
        tracing::warn!(code = error.code(), %error, "failed to apply a changed time zone to matches; will retry");
    }
    Ok(())
}

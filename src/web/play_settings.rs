//! `POST /settings/play`: play preferences.

use serde::Deserialize;

use super::{FormData, HttpResult, RequestOf, SessionUser, WebError, see_other};
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::{MoveConfirmation, PlayPreferences};
use crate::views::play_preferences::{GO_ON, STAY};
use crate::views::settings::Done;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayPreferencesForm {
    after: String,
    before: String,
}

/// `POST /settings/play`
pub async fn submit(
    (request, state, member): RequestOf<SessionUser>,
    form: FormData<PlayPreferencesForm>,
) -> HttpResult {
    let preferences = read(&form.0).ok_or_else(unknown)?;
    state.store.set_play_preferences(member.0.id, preferences).await?;
    Ok(see_other(&request, &urls::Settings.after(Done::PlayPreferences.key())))
}

fn read(PlayPreferencesForm { after, before }: &PlayPreferencesForm) -> Option<PlayPreferences> {
    let goes_on = match after.as_str() {
        STAY => false,
        GO_ON => true,
        _ => return None,
    };
    Some(PlayPreferences { auto_advance: goes_on, confirmation: MoveConfirmation::from_key(before)? })
}

fn unknown() -> WebError {
    WebError::Unprocessable(tr("Choose one of the options shown.").into())
}

//! `/admin/users/{name}/chat-ban`: bans a user from chat, and ends the ban.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use crate::now::spans::DAY;
use crate::texts::tr;
use crate::users::StaffActionError;
use crate::users::StaffActionKind;
use crate::users::StaffReason;
use crate::users::UserSummary;
use crate::views::messages::ErrorMessage;
use crate::web::{
    AppState, ErrorWords, FormData, HttpResult, LocalPath, ModeratorCaller, WebError, see_other,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatBanForm {
    days: i64,
    why: String,
}

/// `POST /admin/users/{name}/chat-ban`
pub async fn mute(
    request: HttpRequest,
    state: Data<AppState>,
    staff: ModeratorCaller,
    name: Path<String>,
    form: FormData<ChatBanForm>,
) -> HttpResult {
    let whom = person(&state, &name).await?;
    let FormData(ChatBanForm { days, why }) = form;
    if !(1..=365).contains(&days) {
        return Err(WebError::Unprocessable(tr("A mute lasts 1 to 365 days.").into()));
    }
    let why = StaffReason::parse(&why, StaffActionKind::Mute)
        .map_err(|error| WebError::Unprocessable(ErrorWords::coded(error.code(), error.message())))?;
    let now = state.clock.now();
    state.store.mute(staff.0.0.id, whom.id, now.after(days * DAY), why, now).await??;
    state.sanctions_changed(whom.id);
    Ok(see_other(&request, LocalPath::back_to(&request).as_str()))
}

/// `POST /admin/users/{name}/chat-ban/end`
pub async fn end(
    request: HttpRequest,
    state: Data<AppState>,
    staff: ModeratorCaller,
    name: Path<String>,
) -> HttpResult {
    let whom = person(&state, &name).await?;
    state.store.end_mute(staff.0.0.id, whom.id, state.clock.now()).await??;
    state.sanctions_changed(whom.id);
    Ok(see_other(&request, LocalPath::back_to(&request).as_str()))
}

async fn person(state: &AppState, name: &str) -> Result<UserSummary, WebError> {
    let found = state.accounts.directory().find(name).await?;
    Ok(found.ok_or(StaffActionError::Nobody)?)
}

//! `/admin/users/{name}/chat-ban`: bans a user from chat, and ends the ban.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::users::{file, show};
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::urls;
use crate::users::StaffActionError;
use crate::users::StaffActionKind;
use crate::users::StaffReason;
use crate::users::UserSummary;
use crate::views::admin::user::StaffActionDraft;
use crate::views::messages::ErrorMessage;
use crate::web::{AppState, FormData, HttpResult, ModeratorCaller, WebError, see_other};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatBanForm {
    days: i64,
    why: String,
}

/// `POST /admin/users/{name}/chat-ban`: 422 and the form again if the reason is missing or too long.
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
    let reason = match StaffReason::parse(&why, StaffActionKind::Mute) {
        Ok(reason) => reason,
        Err(wrong) => {
            let draft = StaffActionDraft {
                act: Some(StaffActionKind::Mute),
                why: &why,
                problem: Some(&wrong.message()),
                days: &days.to_string(),
                ..StaffActionDraft::default()
            };
            let (file, status) = (file(&state, &name).await?, StatusCode::UNPROCESSABLE_ENTITY);
            return show(&request, &state, &staff.into(), file, status, draft).await;
        }
    };
    let now = state.clock.now();
    state.store.mute(staff.0.0.id, whom.id, now.after(days * DAY), reason, now).await??;
    state.sanctions_changed(whom.id);
    Ok(see_other(&request, &urls::AdminUser { name: &whom.name }.after(StaffActionKind::Mute.key())))
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
    Ok(see_other(&request, &urls::AdminUser { name: &whom.name }.after(StaffActionKind::EndMute.key())))
}

async fn person(state: &AppState, name: &str) -> Result<UserSummary, WebError> {
    let found = state.accounts.directory().find(name).await?;
    Ok(found.ok_or(StaffActionError::Nobody)?)
}

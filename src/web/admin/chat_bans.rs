//! `/admin/users/{name}/chat-ban`: bans a user from chat, and ends the ban.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use serde::Deserialize;

use super::users::{file, show, show_refused};
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::urls;
use crate::users::StaffActionError;
use crate::users::StaffActionKind;
use crate::users::StaffReason;
use crate::users::UserSummary;
use crate::views::admin::user::StaffActionDraft;
use crate::views::messages::ErrorMessage;
use crate::web::{AppState, FormData, HttpResult, ModeratorCaller, RequestOf, WebError, see_other};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatBanForm {
    days: String,
    why: String,
}

/// `POST /admin/users/{name}/chat-ban`: 422 and the form again if the reason is missing or too long.
pub async fn mute(
    (request, state, staff): RequestOf<ModeratorCaller>,
    name: Path<String>,
    form: FormData<ChatBanForm>,
) -> HttpResult {
    let target = person(&state, &name).await?;
    let FormData(ChatBanForm { days, why }) = form;
    let length = days.trim().parse().ok().filter(|days: &i64| (1..=365).contains(days));
    let draft =
        StaffActionDraft { act: Some(StaffActionKind::Mute), days: &days, ..StaffActionDraft::of(&why) };
    let (length, reason) = match (length, StaffReason::parse(&why, StaffActionKind::Mute)) {
        (Some(length), Ok(reason)) => (length, reason),
        (length, reason) => {
            let problem = reason.err().map(|wrong| wrong.message());
            let days_problem = length.is_none().then_some(tr("A mute lasts 1 to 365 days."));
            let draft = StaffActionDraft { problem: problem.as_deref(), days_problem, ..draft };
            let (file, status) = (file(&state, &name).await?, StatusCode::UNPROCESSABLE_ENTITY);
            return show(&request, &state, &staff.into(), file, status, draft).await;
        }
    };
    let now = state.clock.now();
    if let Err(refused) =
        state.store.mute(staff.0.0.id, target.id, now.after(length * DAY), reason, now).await?
    {
        let file = file(&state, &name).await?;
        return show_refused(&request, &state, &staff.into(), file, refused, draft).await;
    }
    state.sanctions_changed(target.id);
    Ok(see_other(&request, &urls::AdminUser { name: &target.name }.after(StaffActionKind::Mute.key())))
}

/// `POST /admin/users/{name}/chat-ban/end`
pub async fn end((request, state, staff): RequestOf<ModeratorCaller>, name: Path<String>) -> HttpResult {
    let target = person(&state, &name).await?;
    if let Err(refused) = state.store.end_mute(staff.0.0.id, target.id, state.clock.now()).await? {
        let draft = StaffActionDraft { act: Some(StaffActionKind::EndMute), ..StaffActionDraft::default() };
        let file = file(&state, &name).await?;
        return show_refused(&request, &state, &staff.into(), file, refused, draft).await;
    }
    state.sanctions_changed(target.id);
    Ok(see_other(&request, &urls::AdminUser { name: &target.name }.after(StaffActionKind::EndMute.key())))
}

async fn person(state: &AppState, name: &str) -> Result<UserSummary, WebError> {
    let found = state.accounts.directory().find(name).await?;
    Ok(found.ok_or(StaffActionError::Nobody)?)
}

//! `POST /admin/users/{name}/reset-link`: a link to reset the user's password, shown once.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use super::super::super::{AdminCaller, FormData, HttpResult};
use super::{ReasonForm, file, file_for, show};
use crate::urls;
use crate::users::{StaffActionKind, StaffReason};
use crate::views::admin::user::StaffActionDraft;
use crate::views::messages::ErrorMessage;
use crate::web::RequestOf;

/// `POST /admin/users/{name}/reset-link`: the page with the link. The link is not stored, so it cannot be shown
/// again.
pub async fn make(
    (request, state, staff): RequestOf<AdminCaller>,
    name: Path<String>,
    form: FormData<ReasonForm>,
) -> HttpResult {
    let (act, why) = (StaffActionKind::ResetLink, &*form.0.why);
    let shown = file_for(&state, &name, act).await?;
    let target = shown.card.person.id;
    let reason = match StaffReason::parse(why, act) {
        Ok(reason) => reason,
        Err(wrong) => {
            let problem = wrong.message();
            let draft =
                StaffActionDraft { act: Some(act), problem: Some(&problem), ..StaffActionDraft::of(why) };
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return show(&request, &state, &staff.into(), shown, status, draft).await;
        }
    };
    let key = state.accounts.create_reset_link(staff.by(), target, reason).await?;
    let link = format!("{}{}", state.public_url, urls::ResetPassword { key: &key.text() });
    let draft = StaffActionDraft { done: Some(act), link: Some(&link), ..StaffActionDraft::default() };
    show(&request, &state, &staff.into(), file(&state, &name).await?, StatusCode::OK, draft).await
}

//! `POST /admin/users/{name}/reset-link`: a link to reset the user's password, shown once.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use super::super::super::{AdminCaller, ErrorWords, FormData, HttpResult, WebError};
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
    let target = file_for(&state, &name, StaffActionKind::ResetLink).await?.card.person.id;
    let reason = StaffReason::parse(&form.0.why, StaffActionKind::ResetLink);
    let reason =
        reason.map_err(|wrong| WebError::Unprocessable(ErrorWords::coded(wrong.code(), wrong.message())))?;
    let key = state.accounts.create_reset_link(staff.by(), target, reason).await?;
    let link = format!("{}{}", state.public_url, urls::ResetPassword { key: &key.text() });
    let draft = StaffActionDraft {
        done: Some(StaffActionKind::ResetLink),
        link: Some(&link),
        ..StaffActionDraft::default()
    };
    show(&request, &state, &staff.into(), file(&state, &name).await?, StatusCode::OK, draft).await
}

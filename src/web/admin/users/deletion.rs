//! `POST /admin/users/{name}/delete`: deletes an account. The matches remain, without the name.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use serde::Deserialize;

use super::super::super::{AdminCaller, FormData, HttpResult, see_other};
use super::{file, show, show_refused};
use crate::accounts::AccountError;
use crate::sweeper;
use crate::texts::tr;
use crate::urls;
use crate::users::{StaffActionKind, StaffReason, name_key};
use crate::views::admin::user::StaffActionDraft;
use crate::views::messages::ErrorMessage;
use crate::web::RequestOf;

/// The reason, and the name for confirmation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeleteUserForm {
    #[serde(default)]
    why: String,
    #[serde(default)]
    called: String,
}

/// `POST /admin/users/{name}/delete`: 422 and the form again if the name is wrong or the reason is missing.
pub async fn submit(
    (request, state, staff): RequestOf<AdminCaller>,
    name: Path<String>,
    form: FormData<DeleteUserForm>,
) -> HttpResult {
    let FormData(DeleteUserForm { why, called: typed }) = form;
    let (file, act) = (file(&state, &name).await?, StaffActionKind::DeleteAccount);
    let same = name_key(typed.trim()) == name_key(&file.card.person.name);
    let (name_problem, reason) = ((!same).then_some(tr("Type their name.")), StaffReason::parse(&why, act));
    let reason = match reason {
        Ok(reason) if same => reason,
        wrong => {
            let problem = wrong.err().map(|wrong| wrong.message());
            let draft = StaffActionDraft {
                act: Some(act),
                why: &why,
                name: &typed,
                name_problem,
                problem: problem.as_deref(),
                ..StaffActionDraft::default()
            };
            return show(&request, &state, &staff.into(), file, StatusCode::UNPROCESSABLE_ENTITY, draft)
                .await;
        }
    };
    let (by, target) = (staff.by(), file.card.person.id);
    match state.accounts.delete_by_staff(by, target, reason, state.notices.sends_mail()).await {
        Ok(()) => {}
        Err(AccountError::Refused(refused)) => {
            let draft = StaffActionDraft { act: Some(act), name: &typed, ..StaffActionDraft::of(&why) };
            return show_refused(&request, &state, &staff.into(), file, refused, draft).await;
        }
        Err(other) => return Err(other.into()),
    }
    let address = state.logged_address(&request).map(tracing::field::display);
    tracing::info!(user = target.0, by = staff.0.0.id.0, address, "account deleted by an admin");
    if let Err(error) = sweeper::finish_account_deletions(&state.store, &state.referee).await {
        tracing::warn!(code = error.code(), %error, "failed to withdraw a deleted user from their matches; will retry");
    }
    state.notices.has_changed();
    Ok(see_other(&request, &urls::AdminUsers.to_string()))
}

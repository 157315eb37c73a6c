//! `POST /admin/users/{name}/rename`: a new username. The previous one is reserved for 90 days.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use serde::Deserialize;

use super::super::super::{AdminCaller, FormData, HttpResult};
use super::{carry_out, file_for, show};
use crate::accounts::Username;
use crate::users::{StaffAction, StaffActionKind};
use crate::views::admin::user::StaffActionDraft;
use crate::views::messages::ErrorMessage;
use crate::web::RequestOf;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RenameForm {
    #[serde(default)]
    why: String,
    name: String,
}

/// `POST /admin/users/{name}/rename`
pub async fn submit(
    (request, state, staff): RequestOf<AdminCaller>,
    name: Path<String>,
    form: FormData<RenameForm>,
) -> HttpResult {
    let FormData(RenameForm { why, name: new }) = form;
    let new = match Username::parse_new(&new) {
        Ok(new) => new,
        Err(wrong) => {
            let file = file_for(&state, &name, StaffActionKind::Rename).await?;
            let problem = wrong.message();
            let draft = StaffActionDraft {
                act: Some(StaffActionKind::Rename),
                why: &why,
                name: &new,
                name_problem: Some(&problem),
                ..StaffActionDraft::default()
            };
            return show(&request, &state, &staff.into(), file, StatusCode::UNPROCESSABLE_ENTITY, draft)
                .await;
        }
    };
    let action = StaffAction::Rename { name: new.as_str().to_owned(), key: new.key().to_owned() };
    let draft = StaffActionDraft { why: &why, name: new.as_str(), ..StaffActionDraft::default() };
    carry_out(&request, &state, staff.0, &name, action, draft).await
}

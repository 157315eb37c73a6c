//! `POST /admin/users/{name}/role`: changes the role and ends all sessions.

use actix_web::web::Path;
use serde::Deserialize;

use super::super::super::{AdminCaller, FormData, HttpResult, WebError};
use super::carry_out;
use crate::texts::tr;
use crate::users::{Role, StaffAction};
use crate::views::admin::user::StaffActionDraft;
use crate::web::RequestOf;

/// The new role, and the one that the page showed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleForm {
    #[serde(default)]
    why: String,
    from: String,
    role: String,
}

/// `POST /admin/users/{name}/role`
pub async fn submit(
    (request, state, staff): RequestOf<AdminCaller>,
    name: Path<String>,
    form: FormData<RoleForm>,
) -> HttpResult {
    let FormData(RoleForm { why, from, role }) = form;
    let read = |key: &str| {
        Role::from_key(key).ok_or_else(|| WebError::Unprocessable(tr("That role doesn’t exist.").into()))
    };
    let to = read(&role)?;
    let action = StaffAction::ChangeRole { from: Some(read(&from)?), to };
    let draft = StaffActionDraft { why: &why, role: Some(to), ..StaffActionDraft::default() };
    carry_out(&request, &state, staff.0, &name, action, draft).await
}

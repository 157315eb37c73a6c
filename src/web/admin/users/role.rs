//! `POST /admin/users/{name}/role`: a player, moderator or admin from now on, signed out everywhere.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::super::super::{AdminCaller, AppState, FormData, HttpResult, WebError};
use super::carry_out;
use crate::texts::tr;
use crate::users::{Role, StaffAction};

/// What the form sends: what they are as the page was drawn, and what they are to be.
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
    request: HttpRequest,
    state: Data<AppState>,
    staff: AdminCaller,
    name: Path<String>,
    form: FormData<RoleForm>,
) -> HttpResult {
    let FormData(RoleForm { why, from, role }) = form;
    let read = |key: &str| {
        Role::from_key(key).ok_or_else(|| WebError::Unprocessable(tr("That role doesn’t exist.").into()))
    };
    let action = StaffAction::ChangeRole { from: Some(read(&from)?), to: read(&role)? };
    carry_out(&request, &state, staff.0, &name, action, &why).await
}

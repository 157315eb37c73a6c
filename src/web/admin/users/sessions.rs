//! `POST /admin/users/{name}/sessions/end`: signs the user out everywhere.

use actix_web::web::Path;

use super::super::super::{FormData, HttpResult, ModeratorCaller};
use super::{ReasonForm, carry_out};
use crate::users::StaffAction;
use crate::views::admin::user::StaffActionDraft;
use crate::web::RequestOf;

/// `POST /admin/users/{name}/sessions/end`
pub async fn end(
    (request, state, staff): RequestOf<ModeratorCaller>,
    name: Path<String>,
    form: FormData<ReasonForm>,
) -> HttpResult {
    carry_out(&request, &state, staff.0, &name, StaffAction::SignOut, StaffActionDraft::of(&form.0.why)).await
}

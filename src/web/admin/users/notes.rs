//! `POST /admin/users/{name}/notes`: writes a note about a user for other staff.

use actix_web::web::Path;

use super::super::super::{FormData, HttpResult, ModeratorCaller};
use super::{ReasonForm, carry_out};
use crate::users::StaffAction;
use crate::views::admin::user::StaffActionDraft;
use crate::web::RequestOf;

/// `POST /admin/users/{name}/notes`: 422 and the form again if the note is empty or too long.
pub async fn add(
    (request, state, staff): RequestOf<ModeratorCaller>,
    name: Path<String>,
    form: FormData<ReasonForm>,
) -> HttpResult {
    carry_out(&request, &state, staff.0, &name, StaffAction::Note, StaffActionDraft::of(&form.0.why)).await
}

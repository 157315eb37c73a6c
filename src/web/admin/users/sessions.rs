//! `POST /admin/users/{name}/sessions/end`: signs the user out everywhere.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::super::super::{AppState, FormData, HttpResult, ModeratorCaller};
use super::{ReasonForm, carry_out};
use crate::users::StaffAction;
use crate::views::admin::user::StaffActionDraft;

/// `POST /admin/users/{name}/sessions/end`
pub async fn end(
    request: HttpRequest,
    state: Data<AppState>,
    staff: ModeratorCaller,
    name: Path<String>,
    form: FormData<ReasonForm>,
) -> HttpResult {
    carry_out(&request, &state, staff.0, &name, StaffAction::SignOut, StaffActionDraft::of(&form.0.why)).await
}

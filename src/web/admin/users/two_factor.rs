//! `POST /admin/users/{name}/two-factor/remove`: for a user who has lost their second factors.

use actix_web::web::Path;

use super::super::super::{AdminCaller, FormData, HttpResult};
use super::{ReasonForm, carry_out, file};
use crate::users::StaffAction;
use crate::views::admin::user::StaffActionDraft;
use crate::web::RequestOf;

/// `POST /admin/users/{name}/two-factor/remove`
pub async fn remove(
    (request, state, staff): RequestOf<AdminCaller>,
    name: Path<String>,
    form: FormData<ReasonForm>,
) -> HttpResult {
    let target = file(&state, &name).await?.card.person.id;
    let action = StaffAction::RemoveFactors { email: state.notices.factor_email(target) };
    let done = carry_out(&request, &state, staff.0, &name, action, StaffActionDraft::of(&form.0.why)).await?;
    state.notices.has_emails();
    Ok(done)
}

//! `POST /admin/people/{name}/sessions/end`: signed out everywhere.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::super::super::{Answer, Form, Moderator, State};
use super::{Why, carry_out};
use crate::users::Deed;

/// `POST /admin/people/{name}/sessions/end`
pub async fn end(
    request: HttpRequest,
    state: Data<State>,
    staff: Moderator,
    name: Path<String>,
    form: Form<Why>,
) -> Answer {
    carry_out(&request, &state, staff.0, &name, Deed::SignOut, &form.0.why).await
}

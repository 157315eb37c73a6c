//! `POST /admin/people/{name}/role`: a player, moderator or admin from now on, signed out everywhere.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::super::super::{Admin, Answer, Error, Form, State};
use super::carry_out;
use crate::texts::tr;
use crate::users::{Deed, Role};

/// What the form sends: what they are as the page was drawn, and what they are to be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    #[serde(default)]
    why: String,
    from: String,
    role: String,
}

/// `POST /admin/people/{name}/role`
pub async fn submit(
    request: HttpRequest,
    state: Data<State>,
    staff: Admin,
    name: Path<String>,
    form: Form<Change>,
) -> Answer {
    let Form(Change { why, from, role }) = form;
    let read = |key: &str| {
        Role::from_key(key).ok_or_else(|| Error::Unprocessable(tr("There is no such role.").into()))
    };
    let deed = Deed::ChangeRole { from: Some(read(&from)?), to: read(&role)? };
    carry_out(&request, &state, staff.0, &name, deed, &why).await
}

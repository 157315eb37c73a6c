//! `POST /admin/people/{name}/rename`: another name. Nobody else can take the one before for 90 days.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::super::super::{Admin, Answer, Form, State};
use super::{carry_out, file, show};
use crate::accounts::Username;
use crate::users::{Act, Deed};
use crate::views::admin::person::Draft;
use crate::views::messages::Message;

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    #[serde(default)]
    why: String,
    name: String,
}

/// `POST /admin/people/{name}/rename`
pub async fn submit(
    request: HttpRequest,
    state: Data<State>,
    staff: Admin,
    name: Path<String>,
    form: Form<Rename>,
) -> Answer {
    let Form(Rename { why, name: new }) = form;
    let new = match Username::parse(&new) {
        Ok(new) => new,
        Err(wrong) => {
            let (file, problem) = (file(&state, &name).await?, wrong.message());
            let draft = Draft {
                act: Some(Act::Rename),
                why: &why,
                name: &new,
                name_problem: Some(&problem),
                ..Draft::default()
            };
            return show(&request, &state, &staff.into(), file, StatusCode::UNPROCESSABLE_ENTITY, draft)
                .await;
        }
    };
    let deed = Deed::Rename { name: new.as_str().to_owned(), key: new.key().to_owned() };
    carry_out(&request, &state, staff.0, &name, deed, &why).await
}

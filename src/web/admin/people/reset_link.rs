//! `POST /admin/people/{name}/reset-link`: a link by which somebody chooses another password, shown once.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use super::super::super::{Admin, Answer, Error, Form, State};
use super::{Why, file, show};
use crate::urls;
use crate::users::{Act, Reason};
use crate::views::admin::person::Draft;
use crate::views::messages::Message;

/// `POST /admin/people/{name}/reset-link`: the page with the link on it. It is kept nowhere, so it is not shown again.
pub async fn make(
    request: HttpRequest,
    state: Data<State>,
    staff: Admin,
    name: Path<String>,
    form: Form<Why>,
) -> Answer {
    let whom = file(&state, &name).await?.card.person.id;
    let reason = Reason::parse(&form.0.why, Act::ResetLink);
    let reason = reason.map_err(|wrong| Error::Unprocessable(wrong.message().into()))?;
    let key = state.accounts.hand_out_reset_link(staff.by(), whom, reason).await?;
    let link = format!("{}{}", state.public_url, urls::NewPassword { key: &key.text() });
    let draft = Draft { done: Some(Act::ResetLink), link: Some(&link), ..Draft::default() };
    show(&request, &state, &staff.into(), file(&state, &name).await?, StatusCode::OK, draft).await
}

//! `POST /admin/people/{name}/factors/removal`: for one who has lost what they show besides their password.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::super::super::{Admin, Answer, Form, State};
use super::{Why, carry_out, file};
use crate::users::Deed;

/// `POST /admin/people/{name}/factors/removal`
pub async fn remove(
    request: HttpRequest,
    state: Data<State>,
    staff: Admin,
    name: Path<String>,
    form: Form<Why>,
) -> Answer {
    let whom = file(&state, &name).await?.card.person.id;
    let deed = Deed::RemoveFactors { letter: state.notices.factor_letter(whom) };
    let done = carry_out(&request, &state, staff.0, &name, deed, &form.0.why).await?;
    state.notices.has_letters();
    Ok(done)
}

//! `/setup`: creates the first admin, with the link in the log.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use serde::Deserialize;

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::limits::LoginAttempt;
use super::sign_in::welcome;
use super::{AppState, Caller, FormData, HttpResult, LocalPath, RequestOf, WebError, html, ok, reader, zone};
use crate::accounts::{AccountError, Password, Username};
use crate::texts::current_language;
use crate::urls;
use crate::views::messages::ErrorMessage;
use crate::views::setup::{self, SetupPage};

#[derive(Deserialize)]
pub struct SetupLink {
    #[serde(default)]
    key: String,
}

/// The form of the page. All fields may be missing: without the key, the answer is the same as for an unknown URL.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SetupForm {
    key: String,
    username: String,
    password: String,
    /// The time zone of the device, if scripts run.
    zone: String,
}

/// `GET /setup`: 404 if the key is wrong, or there is an admin.
pub async fn page((request, state, caller): RequestOf<Caller>, link: Query<SetupLink>) -> HttpResult {
    require_key(&request, &state, &link.key).await?;
    let page = SetupPage { key: &link.key, ..SetupPage::default() };
    ok(setup::page(reader(&request, &state, &caller).await?, page))
}

/// `POST /setup`: signs the new admin in. 422 and the form again if a field is invalid, 409 if the name is taken, 404
/// if the key is wrong or there is an admin.
pub async fn submit((request, state, caller): RequestOf<Caller>, form: FormData<SetupForm>) -> HttpResult {
    let FormData(form) = form;
    require_key(&request, &state, &form.key).await?;
    let _turn =
        state.limits.permit_to_hash(&LoginAttempt::at(&request, &state, &form.username).await?).await?;
    let invalid = StatusCode::UNPROCESSABLE_ENTITY;
    let page = SetupPage { key: &form.key, username: form.username.trim(), ..SetupPage::default() };
    let name = match Username::parse(&form.username) {
        Ok(name) => name,
        Err(wrong) => {
            let page = SetupPage { name_problem: Some(&wrong.message()), ..page };
            return form_again(&request, &state, &caller, invalid, page).await;
        }
    };
    let created = match Password::parse(form.password) {
        Ok(password) => state.accounts.create_first_admin(&name, password, current_language()).await,
        Err(wrong) => Err(wrong.into()),
    };
    match created {
        Ok(admin) => {
            record(AuthEvent::Registered, Some(admin.id), AuthFactor::Password, &request, &state);
            zone::set_of_device(&state, admin.id, &form.zone).await;
            welcome(&request, &state, &admin.into(), &LocalPath::new(urls::Admin::ROUTE)).await
        }
        Err(taken @ AccountError::UsernameTaken) => {
            let page = SetupPage { name_problem: Some(&taken.message()), ..page };
            form_again(&request, &state, &caller, StatusCode::CONFLICT, page).await
        }
        Err(AccountError::Password(wrong)) => {
            let page = SetupPage { password_problem: Some(&wrong.message()), ..page };
            form_again(&request, &state, &caller, invalid, page).await
        }
        Err(other) => Err(other.into()),
    }
}

/// Refuses a wrong or missing key, and any key if there is an admin, as an unknown URL.
async fn require_key(request: &HttpRequest, state: &AppState, key: &str) -> Result<(), WebError> {
    state.limits.code(state.client_subnet(request))?;
    let is_right = state.setup_key.as_ref().is_some_and(|own| own.is(key));
    if !is_right || state.accounts.has_admin().await? {
        return Err(WebError::NotFound("".into()));
    }
    Ok(())
}

async fn form_again(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    status: StatusCode,
    page: SetupPage<'_>,
) -> HttpResult {
    Ok(html(status, setup::page(reader(request, state, caller).await?, page)))
}

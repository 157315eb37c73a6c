//! `/account/registration`: a guest creates an account and keeps their matches.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use serde::Deserialize;

use crate::accounts::{AccountError, Password, Username};
use crate::texts::tr;
use crate::urls;
use crate::users::{RegistrationMode, UserKind};
use crate::views::guest_registration::{self, GuestRegistrationPage};
use crate::views::messages::ErrorMessage;
use crate::web::http::auth_log::{AuthEvent, AuthFactor, record};
use crate::web::http::device;
use crate::web::http::limits::LoginAttempt;
use crate::web::sign_in::welcome_with;
use crate::web::{
    AppState, Caller, FormData, HttpResult, LocalPath, RequestOf, SessionUser, WebError, html, reader,
    see_other, zone,
};

/// The fields of the form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuestRegistrationForm {
    username: String,
    password: String,
    /// The time zone of their device, where scripts run.
    #[serde(default)]
    zone: String,
}

/// `GET /account/registration`: the form for guests. Visitors are sent to sign-up, users with an account to their account.
pub async fn page((request, state, caller): RequestOf<Caller>) -> HttpResult {
    match &caller {
        Caller(None, _) => Ok(see_other(&request, &urls::Register.to_string())),
        Caller(_, standing) if standing.kind != UserKind::Guest => {
            Ok(see_other(&request, &urls::Account.to_string()))
        }
        _ => show(&request, &state, &caller, StatusCode::OK, GuestRegistrationPage::default()).await,
    }
}

/// `POST /account/registration`: 303 to the dashboard with a new session. The form again with 422 for an invalid field, 409 for a
/// name that is taken and 403 where sign-up is closed. 409 for users who have an account.
pub async fn submit(
    (request, state, member): RequestOf<SessionUser>,
    form: FormData<GuestRegistrationForm>,
) -> HttpResult {
    let FormData(form) = form;
    if member.1.kind != UserKind::Guest {
        return Err(WebError::Conflict(tr("You already have an account.").into()));
    }
    if !is_open(&state) {
        let caller = member.into();
        return show(&request, &state, &caller, StatusCode::FORBIDDEN, GuestRegistrationPage::default())
            .await;
    }
    state.limits.register(state.client_subnet(&request), &form.username)?;
    let _turn =
        state.limits.permit_to_hash(&LoginAttempt::at(&request, &state, &form.username).await?).await?;
    let name = match Username::parse_new(&form.username) {
        Ok(name) => name,
        Err(wrong) => {
            return wrong_name(
                &request,
                &state,
                member,
                &form,
                StatusCode::UNPROCESSABLE_ENTITY,
                &wrong.message(),
            )
            .await;
        }
    };
    let registered = match Password::parse(form.password.clone()) {
        Ok(password) => {
            let device = device::of(&request);
            state.accounts.register_guest(&member.0, &name, password, None, &device).await
        }
        Err(weak) => Err(weak.into()),
    };
    match registered {
        Ok((person, token)) => {
            state.referee.clear_cache();
            record(AuthEvent::Registered, Some(person.id), AuthFactor::Password, &request, &state);
            zone::set_of_device(&state, person.id, &form.zone).await;
            welcome_with(&request, &state, &token, &person, &LocalPath::default()).await
        }
        Err(taken @ AccountError::UsernameTaken) => {
            wrong_name(&request, &state, member, &form, StatusCode::CONFLICT, &taken.message()).await
        }
        Err(AccountError::Password(wrong)) => {
            let words = wrong.message();
            let page = GuestRegistrationPage {
                username: form.username.trim(),
                password_problem: Some(&words),
                ..GuestRegistrationPage::default()
            };
            show(&request, &state, &member.into(), StatusCode::UNPROCESSABLE_ENTITY, page).await
        }
        Err(other) => Err(other.into()),
    }
}

async fn wrong_name(
    request: &HttpRequest,
    state: &AppState,
    member: SessionUser,
    form: &GuestRegistrationForm,
    status: StatusCode,
    words: &str,
) -> HttpResult {
    let page = GuestRegistrationPage {
        username: form.username.trim(),
        name_problem: Some(words),
        ..GuestRegistrationPage::default()
    };
    show(request, state, &member.into(), status, page).await
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    status: StatusCode,
    form: GuestRegistrationPage<'_>,
) -> HttpResult {
    let closed =
        (!is_open(state)).then(|| tr("Sign-up is closed. Ask an admin of this site for an account."));
    let form = GuestRegistrationPage { closed, ..form };
    Ok(html(status, guest_registration::page(reader(request, state, caller).await?, form)))
}

/// Whether a guest can create an account.
fn is_open(state: &AppState) -> bool {
    state.settings.now().registration == RegistrationMode::Open
}

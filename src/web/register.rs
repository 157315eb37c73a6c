//! `/register`: creates an account.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use serde::Deserialize;

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::device;
use super::http::limits::LoginAttempt;
use super::pending_join::join_notice;
use super::sign_in::{welcome, welcome_with};
use super::{
    AppState, Caller, FormData, HttpResult, LocalPath, RequestOf, WebError, html, ok, reader, see_other, zone,
};
use crate::accounts::{AccountError, Password, PasswordError, SecretToken, Username, UsernameError};
use crate::texts::{current_language, tr};
use crate::urls;
use crate::users::{RegistrationMode, SignupInvitation, UserSummary, visible_text};
use crate::views::messages::ErrorMessage;
use crate::views::register;

#[derive(Debug, Deserialize)]
pub struct RegisterQuery {
    #[serde(default)]
    next: LocalPath,
    #[serde(default)]
    invitation: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterForm {
    username: String,
    password: String,
    #[serde(default)]
    next: LocalPath,
    #[serde(default)]
    invitation: String,
    /// What is written to staff, where accounts have to be approved.
    application: Option<String>,
    /// The time zone of the device, if scripts run.
    #[serde(default)]
    zone: String,
}

/// Why the form is shown again.
enum RegisterError {
    Username(UsernameError),
    /// The text to staff is too long.
    Application,
    Register(AccountError),
}

/// Whether and how registration is possible.
enum RegistrationGate {
    Open,
    /// The account has to be approved.
    Approval,
    By(SignupInvitation),
    Closed(String),
}

/// `GET /register`, with the key of a sign-up link where one is needed.
pub async fn page((request, state, caller): RequestOf<Caller>, arrival: Query<RegisterQuery>) -> HttpResult {
    // An invitation is used by the form below, also by a guest.
    if caller.is_guest() && arrival.invitation.is_empty() {
        return Ok(see_other(&request, &urls::AccountRegistration.to_string()));
    }
    if caller.0.is_some() && !caller.is_guest() {
        return Ok(see_other(&request, arrival.next.as_str()));
    }
    let gate = registration_gate(&state, &arrival.invitation).await?;
    if let RegistrationGate::Closed(why) = gate {
        return forbidden_page(&request, &state, &caller, &why, &arrival.next).await;
    }
    let join_notice = join_notice(&state, &arrival.next).await;
    let form = register::RegisterPage {
        next: arrival.next.unless_home(),
        join_notice: join_notice.as_ref(),
        invitation: &arrival.invitation,
        application: matches!(gate, RegistrationGate::Approval).then_some(""),
        ..Default::default()
    };
    ok(register::page(reader(&request, &state, &caller).await?, form))
}

/// `POST /register`: 422 and the form again if a field is invalid, 409 if the name is taken, 403 if registration is
/// closed or the sign-up link is not valid.
pub async fn submit((request, state, caller): RequestOf<Caller>, form: FormData<RegisterForm>) -> HttpResult {
    let FormData(form) = form;
    state.limits.register(state.client_subnet(&request), &form.username)?;
    let gate = registration_gate(&state, &form.invitation).await?;
    if let RegistrationGate::Closed(why) = &gate {
        return forbidden_page(&request, &state, &caller, why, &form.next).await;
    }
    let awaits_approval = matches!(gate, RegistrationGate::Approval);
    if awaits_approval && caller.is_guest() {
        return Ok(see_other(&request, &urls::AccountRegistration.to_string()));
    }
    let _turn =
        state.limits.permit_to_hash(&LoginAttempt::at(&request, &state, &form.username).await?).await?;
    match register(&request, &state, &caller, &form, gate).await {
        Ok((person, session)) => {
            record(AuthEvent::Registered, Some(person.id), AuthFactor::Password, &request, &state);
            zone::set_of_device(&state, person.id, &form.zone).await;
            // A match cannot be joined before the account is approved.
            let next = if awaits_approval { LocalPath::default() } else { form.next };
            match session {
                Some(token) => welcome_with(&request, &state, &token, &person, &next).await,
                None => welcome(&request, &state, &person.into(), &next).await,
            }
        }
        Err(RegisterError::Register(gone @ AccountError::NotInvited)) => {
            forbidden_page(&request, &state, &caller, &gone.message(), &form.next).await
        }
        Err(refusal) => form_again(&request, &state, &caller, &form, refusal, awaits_approval).await,
    }
}

/// If registration is open no sign-up link is needed, but a valid one is recorded.
async fn registration_gate(state: &AppState, key: &str) -> Result<RegistrationGate, WebError> {
    let closed = |why: &str| Ok(RegistrationGate::Closed(why.to_owned()));
    match state.settings.now().registration {
        RegistrationMode::Closed => closed(tr("New accounts can’t be created right now. Ask an admin.")),
        RegistrationMode::Open if key.is_empty() => Ok(RegistrationGate::Open),
        RegistrationMode::Approval if key.is_empty() => Ok(RegistrationGate::Approval),
        RegistrationMode::Invitation if key.is_empty() => {
            closed(tr("You need an invitation to sign up. Ask an admin for a link."))
        }
        mode => match (state.accounts.invitation(key).await, mode) {
            (Ok(invitation), _) => Ok(RegistrationGate::By(invitation)),
            (Err(AccountError::Uninvited(_)), RegistrationMode::Open) => Ok(RegistrationGate::Open),
            (Err(AccountError::Uninvited(_)), RegistrationMode::Approval) => Ok(RegistrationGate::Approval),
            (Err(AccountError::Uninvited(why)), _) => closed(&why.message()),
            (Err(other), _) => Err(other.into()),
        },
    }
}

async fn forbidden_page(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    why: &str,
    next: &LocalPath,
) -> HttpResult {
    let page = register::registration_closed(reader(request, state, caller).await?, why, next.unless_home());
    Ok(html(StatusCode::FORBIDDEN, page))
}

/// The new account, with a session if a guest was turned into it, who keeps their matches.
async fn register(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    form: &RegisterForm,
    gate: RegistrationGate,
) -> Result<(UserSummary, Option<SecretToken>), RegisterError> {
    let name = Username::parse_new(&form.username)?;
    let password = Password::parse(form.password.clone())?;
    let (invitation, application) = match gate {
        RegistrationGate::By(invitation) => (Some(invitation), None),
        RegistrationGate::Approval => (None, Some(application(form)?)),
        RegistrationGate::Open | RegistrationGate::Closed(_) => (None, None),
    };
    if let Some(guest) = caller.0.as_ref().filter(|_| caller.is_guest()) {
        let device = device::of(request);
        let registered = state.accounts.register_guest(guest, &name, password, invitation.as_ref(), &device);
        let (person, token) = registered.await?;
        state.referee.clear_cache();
        return Ok((person, Some(token)));
    }
    let person = match invitation {
        Some(invitation) => {
            state.accounts.register_invited(&name, password, current_language(), &invitation).await?
        }
        None => state.accounts.register(&name, password, current_language(), application).await?,
    };
    Ok((person, None))
}

/// What the user writes to staff.
fn application(form: &RegisterForm) -> Result<String, RegisterError> {
    let text = visible_text(form.application.as_deref().unwrap_or_default()).trim().to_owned();
    let is_short = text.chars().count() <= register::LONGEST_APPLICATION as usize;
    if is_short { Ok(text) } else { Err(RegisterError::Application) }
}

/// The form, with the problem beside its field.
async fn form_again(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    form: &RegisterForm,
    refusal: RegisterError,
    awaits_approval: bool,
) -> HttpResult {
    let is_long = matches!(refusal, RegisterError::Application);
    let (status, name, password) = match refusal {
        RegisterError::Application => (StatusCode::UNPROCESSABLE_ENTITY, None, None),
        RegisterError::Username(wrong) => (StatusCode::UNPROCESSABLE_ENTITY, Some(wrong.message()), None),
        RegisterError::Register(taken @ AccountError::UsernameTaken) => {
            (StatusCode::CONFLICT, Some(taken.message()), None)
        }
        RegisterError::Register(AccountError::Password(wrong)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, None, Some(wrong.message()))
        }
        RegisterError::Register(other) => return Err(other.into()),
    };
    let join_notice = join_notice(state, &form.next).await;
    let page = register::RegisterPage {
        username: form.username.trim(),
        next: form.next.unless_home(),
        join_notice: join_notice.as_ref(),
        invitation: &form.invitation,
        name_problem: name.as_deref(),
        password_problem: password.as_deref(),
        application: awaits_approval.then(|| form.application.as_deref().unwrap_or_default()),
        application_is_long: is_long,
    };
    Ok(html(status, register::page(reader(request, state, caller).await?, page)))
}

impl From<UsernameError> for RegisterError {
    fn from(error: UsernameError) -> Self {
        RegisterError::Username(error)
    }
}

impl From<PasswordError> for RegisterError {
    fn from(error: PasswordError) -> Self {
        RegisterError::Register(error.into())
    }
}

impl From<AccountError> for RegisterError {
    fn from(error: AccountError) -> Self {
        RegisterError::Register(error)
    }
}

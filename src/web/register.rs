//! `/register`

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::address::Household;
use super::auth_log::{AuthEvent, Factor, record};
use super::joining::joining;
use super::limits::Guess;
use super::sign_in::welcome;
use super::{Answer, Caller, Error, Form, LocalPath, State, html, reader, see_other};
use crate::accounts::{AccountError, Password, PasswordError, Username, UsernameError};
use crate::config::Registration;
use crate::texts::{spoken, tr};
use crate::users::{HouseInvitation, Person, preferences::Zone};
use crate::views::messages::Message;
use crate::views::register;

/// What the address of the form says.
#[derive(Debug, Deserialize)]
pub struct Arrival {
    #[serde(default)]
    next: LocalPath,
    #[serde(default)]
    invitation: String,
}

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    username: String,
    password: String,
    #[serde(default)]
    next: LocalPath,
    #[serde(default)]
    invitation: String,
    /// The time zone of their device, where scripts run.
    #[serde(default)]
    zone: String,
}

/// Why the form comes back.
enum Refusal {
    Username(UsernameError),
    Register(AccountError),
}

/// How somebody comes in.
enum Door {
    Open,
    By(HouseInvitation),
    Closed(String),
}

/// `GET /register`, with the key of an invitation where one is needed.
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    arrival: Query<Arrival>,
) -> Answer {
    if caller.0.is_some() {
        return Ok(see_other(&request, arrival.next.as_str()));
    }
    if let Door::Closed(why) = door(&state, &arrival.invitation).await? {
        return shut(&request, &state, &caller, &why, &arrival.next).await;
    }
    let joining = joining(&state, &arrival.next).await;
    let form = register::Register {
        next: arrival.next.unless_home(),
        joining: joining.as_ref(),
        invitation: &arrival.invitation,
        ..Default::default()
    };
    Ok(html(StatusCode::OK, register::page(reader(&request, &state, &caller).await?, form)))
}

/// `POST /register`: the form again, with 422 when a field is not right and 409 when the name is taken; 403 where nobody, or
/// nobody by this invitation, can register.
pub async fn submit(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    form: Form<Register>,
) -> Answer {
    let Form(form) = form;
    state.limits.register(Household::asking(&request, &state.config.trusted_proxies), &form.username)?;
    let invitation = match door(&state, &form.invitation).await? {
        Door::Closed(why) => return shut(&request, &state, &caller, &why, &form.next).await,
        Door::By(invitation) => Some(invitation),
        Door::Open => None,
    };
    let _turn = state.limits.turn_to_hash(&Guess::at(&request, &state, &form.username).await?).await?;
    match register(&state, &form, invitation).await {
        Ok(person) => {
            record(AuthEvent::Registered, Some(person.id), Factor::Password, &request, &state);
            // An account does not fail because of a zone that is not known here.
            if let Some(zone) = Zone::of_device(&form.zone) {
                state.store.set_zone(person.id, zone).await?;
            }
            welcome(&request, &state, &person.into(), &form.next).await
        }
        Err(Refusal::Register(gone @ AccountError::NotInvited)) => {
            shut(&request, &state, &caller, &gone.message(), &form.next).await
        }
        Err(refusal) => again(&request, &state, &caller, &form, refusal).await,
    }
}

/// Where registration is open an invitation is asked for nothing, but who came by it is noted.
async fn door(state: &State, key: &str) -> Result<Door, Error> {
    let closed = |why: &str| Ok(Door::Closed(why.to_owned()));
    match state.config.registration {
        Registration::Closed => {
            closed(tr("Nobody new can register at present. Ask whoever runs this house."))
        }
        Registration::Open if key.is_empty() => Ok(Door::Open),
        Registration::Invitation if key.is_empty() => {
            closed(tr("New people come in by invitation. Ask whoever runs this house for a link."))
        }
        Registration::Open | Registration::Invitation => match state.accounts.invitation(key).await {
            Ok(invitation) => Ok(Door::By(invitation)),
            Err(AccountError::Uninvited(_)) if state.config.registration == Registration::Open => {
                Ok(Door::Open)
            }
            Err(AccountError::Uninvited(why)) => closed(&why.message()),
            Err(other) => Err(other.into()),
        },
    }
}

async fn shut(request: &HttpRequest, state: &State, caller: &Caller, why: &str, next: &LocalPath) -> Answer {
    let page = register::closed(reader(request, state, caller).await?, why, next.unless_home());
    Ok(html(StatusCode::FORBIDDEN, page))
}

async fn register(
    state: &State,
    form: &Register,
    invitation: Option<HouseInvitation>,
) -> Result<Person, Refusal> {
    let name = Username::parse(&form.username)?;
    let password = Password::parse(form.password.clone())?;
    Ok(match invitation {
        Some(invitation) => state.accounts.register_invited(&name, password, spoken(), &invitation).await?,
        None => state.accounts.register(&name, password, spoken()).await?,
    })
}

/// The form, with what is wrong beside the field it is wrong in.
async fn again(
    request: &HttpRequest,
    state: &State,
    caller: &Caller,
    form: &Register,
    refusal: Refusal,
) -> Answer {
    let (status, name, password) = match refusal {
        Refusal::Username(wrong) => (StatusCode::UNPROCESSABLE_ENTITY, Some(wrong.message()), None),
        Refusal::Register(taken @ (AccountError::UsernameTaken | AccountError::NotInvited)) => {
            (StatusCode::CONFLICT, Some(taken.message()), None)
        }
        Refusal::Register(AccountError::Password(wrong)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, None, Some(wrong.message()))
        }
        Refusal::Register(other) => return Err(other.into()),
    };
    let joining = joining(state, &form.next).await;
    let page = register::Register {
        username: &form.username,
        next: form.next.unless_home(),
        joining: joining.as_ref(),
        invitation: &form.invitation,
        name_problem: name.as_deref(),
        password_problem: password.as_deref(),
        problem: None,
    };
    Ok(html(status, register::page(reader(request, state, caller).await?, page)))
}

impl From<UsernameError> for Refusal {
    fn from(error: UsernameError) -> Self {
        Refusal::Username(error)
    }
}

impl From<PasswordError> for Refusal {
    fn from(error: PasswordError) -> Self {
        Refusal::Register(error.into())
    }
}

impl From<AccountError> for Refusal {
    fn from(error: AccountError) -> Self {
        Refusal::Register(error)
    }
}

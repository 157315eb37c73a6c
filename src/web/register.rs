//! `/register`

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::address::Household;
use super::sign_in::{Afterwards, welcome};
use super::{Answer, Caller, Form, LocalPath, State, html, reader, see_other};
use crate::accounts::{Password, PasswordError, RegisterError, Username, UsernameError};
use crate::config::Registration;
use crate::matches::Person;
use crate::views::register;

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    username: String,
    password: String,
    #[serde(default)]
    next: LocalPath,
}

/// Why the form comes back.
enum Refusal {
    Username(UsernameError),
    Register(RegisterError),
}

/// `GET /register`
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    afterwards: Query<Afterwards>,
) -> Answer {
    if caller.0.is_some() {
        return Ok(see_other(&request, afterwards.next.as_str()));
    }
    if let Some(why) = closed(state.config.registration) {
        return Ok(html(
            StatusCode::FORBIDDEN,
            register::closed(reader(&request, &state, &caller).await?, why),
        ));
    }
    let form = register::Register { next: afterwards.next.unless_home(), ..Default::default() };
    Ok(html(StatusCode::OK, register::page(reader(&request, &state, &caller).await?, form)))
}

/// `POST /register`: the form again, with 422 when a field is not right and 409 when the name is taken.
pub async fn submit(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    form: Form<Register>,
) -> Answer {
    let Form(form) = form;
    state.limits.register(Household::asking(&request, &state.config.trusted_proxies), &form.username)?;
    if let Some(why) = closed(state.config.registration) {
        return Ok(html(
            StatusCode::FORBIDDEN,
            register::closed(reader(&request, &state, &caller).await?, why),
        ));
    }
    match register(&state, &form).await {
        Ok(person) => welcome(&request, &state, &person, &form.next).await,
        Err(refusal) => again(&request, &state, &caller, &form, refusal).await,
    }
}

async fn register(state: &State, form: &Register) -> Result<Person, Refusal> {
    let name = Username::parse(&form.username)?;
    let password = Password::parse(form.password.clone())?;
    Ok(state.accounts.register(&name, password).await?)
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
        Refusal::Username(wrong) => (StatusCode::UNPROCESSABLE_ENTITY, Some(wrong.to_string()), None),
        Refusal::Register(taken @ RegisterError::Taken) => {
            (StatusCode::CONFLICT, Some(taken.to_string()), None)
        }
        Refusal::Register(RegisterError::Password(wrong)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, None, Some(wrong.to_string()))
        }
        Refusal::Register(RegisterError::Busy(busy)) => return Err(busy.into()),
        Refusal::Register(RegisterError::Store(error)) => return Err(error.into()),
    };
    let page = register::Register {
        username: &form.username,
        next: form.next.unless_home(),
        name_problem: name.as_deref(),
        password_problem: password.as_deref(),
        problem: None,
    };
    Ok(html(status, register::page(reader(request, state, caller).await?, page)))
}

fn closed(registration: Registration) -> Option<&'static str> {
    match registration {
        Registration::Open => None,
        Registration::Invitation => Some("New people come in by invitation. Ask somebody who plays here."),
        Registration::Closed => Some("Nobody new can register at present. Ask whoever runs this house."),
    }
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

impl From<RegisterError> for Refusal {
    fn from(error: RegisterError) -> Self {
        Refusal::Register(error)
    }
}

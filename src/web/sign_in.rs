//! `/login` and `/logout`.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;

use super::address::Household;
use super::{Answer, Caller, Error, Form, LocalPath, State, cookie, device, html, reader, see_other};
use crate::accounts::SignInError;
use crate::matches::Person;
use crate::metrics::Count;
use crate::views::sign_in;

/// Where to go afterwards.
#[derive(Debug, Deserialize)]
pub struct Afterwards {
    /// A path of this site.
    #[serde(default)]
    pub next: LocalPath,
    /// What has just been done, for the page to say.
    #[serde(default)]
    pub done: String,
}

const RESET: &str = "Your password is set. Sign in with it.";

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    username: String,
    password: String,
    #[serde(default)]
    next: LocalPath,
}

/// `GET /login`
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    afterwards: Query<Afterwards>,
) -> Answer {
    if caller.0.is_some() {
        return Ok(see_other(&request, afterwards.next.as_str()));
    }
    let notice = (afterwards.done == "reset").then_some(RESET);
    let form = sign_in::SignIn { next: afterwards.next.unless_home(), notice, ..Default::default() };
    Ok(html(StatusCode::OK, sign_in::page(reader(&request, &state, &caller).await?, form)))
}

/// `POST /login`: 401 and the form again when name and password do not belong together.
pub async fn submit(request: HttpRequest, state: Data<State>, caller: Caller, form: Form<SignIn>) -> Answer {
    let Form(SignIn { username, password, next }) = form;
    state.limits.sign_in(Household::asking(&request, &state.config.trusted_proxies), &username)?;
    let problem = match state.accounts.sign_in(&username, password).await {
        Ok(person) => return welcome(&request, &state, &person, &next).await,
        Err(wrong @ SignInError::Wrong) => {
            state.metrics.count(Count::SignInsFailed);
            wrong.to_string()
        }
        Err(SignInError::Busy(busy)) => return Err(busy.into()),
        Err(SignInError::Store(error)) => return Err(error.into()),
    };
    let form = sign_in::SignIn {
        username: &username,
        next: next.unless_home(),
        problem: Some(&problem),
        ..Default::default()
    };
    Ok(html(StatusCode::UNAUTHORIZED, sign_in::page(reader(&request, &state, &caller).await?, form)))
}

/// `POST /logout`
pub async fn sign_out(request: HttpRequest, state: Data<State>) -> Answer {
    if let Some(token) = cookie::read(&request, &state.public_url) {
        state.accounts.sign_out(&token).await?;
    }
    let mut answer = see_other(&request, "/");
    answer.add_cookie(&cookie::erase(&state.public_url)).map_err(Error::internal)?;
    Ok(answer)
}

/// Opens a session for somebody who has shown who they are, and sends them on.
pub async fn welcome(request: &HttpRequest, state: &State, person: &Person, next: &LocalPath) -> Answer {
    let before = cookie::read(request, &state.public_url);
    let device = device::of(request);
    let token = state.accounts.open_session(person.id, &device, before.as_ref()).await?;
    let mut answer = see_other(request, next.as_str());
    answer.add_cookie(&cookie::write(&token, &state.public_url)).map_err(Error::internal)?;
    Ok(answer)
}

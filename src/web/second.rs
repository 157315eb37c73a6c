//! `/login/second`: what somebody shows besides their password.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use super::address::Household;
use super::auth_log::{AuthEvent, Factor, record};
use super::cookie::Jar;
use super::joining::joining;
use super::limits::Guess;
use super::sign_in::{Afterwards, Shown, gone, welcome};
use super::{Answer, Caller, Error, Form, LocalPath, State, html, reader, see_other};
use crate::accounts::{Challenge, Entrant, PasskeyError};
use crate::metrics::Count;
use crate::texts::tr;
use crate::users::Person;
use crate::views::messages::Message;
use crate::views::second::{self, Second};

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    code: String,
    #[serde(default)]
    next: LocalPath,
}

/// `GET /login/second`: whoever has not given their password does so first.
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    afterwards: Query<Afterwards>,
) -> Answer {
    if caller.0.is_some() {
        return Ok(see_other(&request, afterwards.next.as_str()));
    }
    match half(&request, &state).await? {
        Some(half) => show(&request, &state, &half.person, StatusCode::OK, &afterwards.next, None).await,
        None => Ok(see_other(&request, &afterwards.next.after_sign_in())),
    }
}

/// `POST /login/second`: 401 and the form again when the code is wrong or was used.
pub async fn submit(request: HttpRequest, state: Data<State>, form: Form<Code>) -> Answer {
    let Form(Code { code, next }) = form;
    let Some(half) = half(&request, &state).await? else {
        return Ok(see_other(&request, &next.after_sign_in()));
    };
    let person = &half.person;
    state.limits.second(person.id, &Guess::at(&request, &state, &person.name).await?)?;
    if state.accounts.take_code(person.id, &code).await? {
        return open(&request, &state, &half, Factor::Code, &next).await;
    }
    record(AuthEvent::SignInFailed, Some(person.id), Factor::Code, &request, &state);
    let problem = Some(tr("That code does not count. Take the one the app shows now; each counts once."));
    show(&request, &state, person, StatusCode::UNAUTHORIZED, &next, problem).await
}

/// `POST /login/second/challenge`
pub async fn challenge(request: HttpRequest, state: Data<State>) -> Result<Json<Challenge>, Error> {
    state.limits.passkey(Household::asking(&request, &state.config.trusted_proxies))?;
    let half = half(&request, &state).await?.ok_or_else(gone)?;
    Ok(Json(state.accounts.ask_to_show(half.person.id).await?))
}

/// `POST /login/second/passkey`: 401 and the page again when it is not one of theirs.
pub async fn passkey(request: HttpRequest, state: Data<State>, form: Form<Shown>) -> Answer {
    let Form(Shown { challenge, answer, next }) = form;
    let Some(half) = half(&request, &state).await? else {
        return Ok(see_other(&request, &next.after_sign_in()));
    };
    let person = &half.person;
    state.limits.second(person.id, &Guess::at(&request, &state, &person.name).await?)?;
    match state.accounts.show(person.id, &challenge, &answer).await {
        Ok(()) => open(&request, &state, &half, Factor::Passkey, &next).await,
        Err(PasskeyError::Store(error)) => Err(error.into()),
        Err(wrong) => {
            record(AuthEvent::SignInFailed, Some(person.id), Factor::Passkey, &request, &state);
            let problem = wrong.message();
            show(&request, &state, person, StatusCode::UNAUTHORIZED, &next, Some(&problem)).await
        }
    }
}

/// Who has given their password in this browser.
async fn half(request: &HttpRequest, state: &State) -> Result<Option<Entrant>, Error> {
    let Some(token) = Jar::Half.token(request, &state.public_url) else { return Ok(None) };
    Ok(state.accounts.half(&token).await?)
}

async fn open(
    request: &HttpRequest,
    state: &State,
    half: &Entrant,
    shown: Factor,
    next: &LocalPath,
) -> Answer {
    let mut answer = welcome(request, state, half, next).await?;
    record(AuthEvent::SignedIn, Some(half.person.id), shown, request, state);
    answer.add_cookie(&Jar::Half.empty(&state.public_url)).map_err(Error::internal)?;
    Ok(answer)
}

async fn show(
    request: &HttpRequest,
    state: &State,
    person: &Person,
    status: StatusCode,
    next: &LocalPath,
    problem: Option<&str>,
) -> Answer {
    if problem.is_some() {
        state.metrics.count(Count::SignInsFailed);
    }
    let factors = state.accounts.factors(person.id).await?;
    let joining = joining(state, next).await;
    let page = Second {
        name: &person.name,
        next: next.unless_home(),
        joining: joining.as_ref(),
        app: factors.app,
        passkeys: factors.passkeys > 0 && state.accounts.takes_passkeys(),
        problem,
    };
    Ok(html(status, second::page(reader(request, state, &Caller::default()).await?, &page)))
}

//! `/confirm`: showing once more that it is oneself, before something that matters.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use super::limits::Guess;
use super::reply::post_to;
use super::sign_in::{Afterwards, Shown};
use super::{Answer, Caller, Error, Form, LocalPath, Member, State, cookie, html, reader, see_other};
use crate::accounts::{Challenge, PasskeyError};
use crate::texts::tr;
use crate::views::confirm::{self, Confirm};

/// What the form sends: a password, or a code.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shows {
    #[serde(default)]
    password: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: LocalPath,
    #[serde(default, rename = "username")]
    _username: String,
}

/// `GET /confirm`
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    afterwards: Query<Afterwards>,
) -> Answer {
    show(&request, &state, member, StatusCode::OK, &afterwards.next, None).await
}

/// `POST /confirm`: 401 and the form again when it is neither their password nor a code of theirs.
pub async fn submit(request: HttpRequest, state: Data<State>, member: Member, form: Form<Shows>) -> Answer {
    let Form(Shows { password, code, next, .. }) = form;
    state.limits.second(member.0.id, &Guess::at(&request, &state, &member.0.name))?;
    let by_code = password.is_empty();
    let right = if by_code {
        state.accounts.take_code(member.0.id, &code).await?
    } else {
        state.accounts.is_password_of(&member.0, password).await??
    };
    if right {
        return proven(&request, &state, &next).await;
    }
    let problem = if by_code { tr("That code does not count.") } else { tr("That is not your password.") };
    show(&request, &state, member, StatusCode::UNAUTHORIZED, &next, Some(problem)).await
}

/// `POST /confirm/challenge`
pub async fn challenge(state: Data<State>, member: Member) -> Result<Json<Challenge>, Error> {
    Ok(Json(state.accounts.ask_to_show(member.0.id).await?))
}

/// `POST /confirm/passkey`: 401 and the page again when it is not one of theirs.
pub async fn passkey(request: HttpRequest, state: Data<State>, member: Member, form: Form<Shown>) -> Answer {
    let Form(Shown { challenge, answer, next }) = form;
    state.limits.second(member.0.id, &Guess::at(&request, &state, &member.0.name))?;
    match state.accounts.show(member.0.id, &challenge, &answer).await {
        Ok(()) => proven(&request, &state, &next).await,
        Err(PasskeyError::Store(error)) => Err(error.into()),
        Err(wrong) => {
            let problem = wrong.to_string();
            show(&request, &state, member, StatusCode::UNAUTHORIZED, &next, Some(&problem)).await
        }
    }
}

/// `POST /confirm/requests/{id}`: the form does not wait there, or no longer; one that does never comes here.
pub async fn expired(_: Member) -> Answer {
    let words = tr("This request took too long or was already carried out. Go back and try again.");
    Err(Error::Conflict(words.into()))
}

/// The session goes on under another token, and the form that waited for it is sent on.
async fn proven(request: &HttpRequest, state: &State, next: &LocalPath) -> Answer {
    let gone = || Error::Conflict(tr("You have been signed out meanwhile.").into());
    let own = cookie::read(request, &state.public_url).ok_or_else(gone)?;
    let token = state.accounts.prove(&own).await?.ok_or_else(gone)?;
    state.held.follow(state.accounts.session_hash(&own), state.accounts.session_hash(&token));
    let mut answer = match next.is_held_request() {
        true => post_to(next.as_str()),
        false => see_other(request, next.as_str()),
    };
    answer.add_cookie(&cookie::write(&token, &state.public_url)).map_err(Error::internal)?;
    Ok(answer)
}

async fn show(
    request: &HttpRequest,
    state: &State,
    member: Member,
    status: StatusCode,
    next: &LocalPath,
    problem: Option<&str>,
) -> Answer {
    let factors = state.accounts.factors(member.0.id).await?;
    let name = member.0.name.clone();
    let page = Confirm {
        name: &name,
        next: next.unless_home(),
        waits: next.is_held_request(),
        code: factors.app || factors.codes > 0,
        passkeys: factors.passkeys > 0 && state.accounts.takes_passkeys(),
        problem,
    };
    let caller = Caller::from(member);
    Ok(html(status, confirm::page(reader(request, state, &caller).await?, &page)))
}

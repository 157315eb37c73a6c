//! `/account`: somebody's password, and where they are signed in.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;

use super::address::Household;
use super::settings::Afterwards;
use super::{Answer, Error, Form, Member, State, cookie, device, html, paths, reader, see_other};
use crate::accounts::{ChangeError, Password, Token};
use crate::matches::Person;
use crate::store::OwnSession;
use crate::views::account::{self, Account, Done, SignedIn};

const GONE: &str = "You have been signed out meanwhile.";

/// What the form of the password sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    current: String,
    new: String,
}

/// What is wrong with it: with the password as it is, and with the new one.
#[derive(Default)]
struct Problems(Option<String>, Option<String>);

/// `GET /account`
pub async fn page(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    after: Query<Afterwards>,
) -> Answer {
    let done = Done::from_key(&after.done);
    show(&request, &state, member, StatusCode::OK, done, Problems::default()).await
}

/// `POST /account/password`: every session ends, and the browser that asked has a new one. 422 and the form again when the
/// password is not theirs, or the new one is no good.
pub async fn change_password(
    request: HttpRequest,
    state: Data<State>,
    member: Member,
    form: Form<Change>,
) -> Answer {
    let Form(Change { current, new }) = form;
    state.limits.sign_in(Household::asking(&request, &state.config.trusted_proxies), &member.0.name)?;
    let own = cookie::read(&request, &state.public_url).ok_or_else(|| Error::Conflict(GONE.into()))?;
    let changed = match Password::parse(new) {
        Ok(new) => state.accounts.change_password(&member.0, &own, current, new).await,
        Err(wrong) => Err(wrong.into()),
    };
    let problems = match changed {
        Ok(()) => return again(&request, &state, &member.0, &own).await,
        Err(wrong @ ChangeError::Wrong) => Problems(Some(wrong.to_string()), None),
        Err(ChangeError::Password(wrong)) => Problems(None, Some(wrong.to_string())),
        Err(ChangeError::Busy(busy)) => return Err(busy.into()),
        Err(ChangeError::Store(error)) => return Err(error.into()),
    };
    show(&request, &state, member, StatusCode::UNPROCESSABLE_ENTITY, None, problems).await
}

/// Opens another session for the browser that has changed the password, in the place of the one it had.
async fn again(request: &HttpRequest, state: &State, person: &Person, own: &Token) -> Answer {
    let token = state.accounts.open_session(person.id, &device::of(request), Some(own)).await?;
    let mut answer = see_other(request, &paths::Account.after(Done::Password.key()));
    answer.add_cookie(&cookie::write(&token, &state.public_url)).map_err(Error::internal)?;
    Ok(answer)
}

/// `POST /account/sessions/end`
pub async fn end_others(request: HttpRequest, state: Data<State>, member: Member) -> Answer {
    if let Some(own) = cookie::read(&request, &state.public_url) {
        state.accounts.end_other_sessions(member.0.id, &own).await?;
    }
    Ok(see_other(&request, &paths::Account.after(Done::Others.key())))
}

/// `POST /account/sessions/{id}/end`: 404 for one that is not theirs.
pub async fn end_one(request: HttpRequest, state: Data<State>, member: Member, id: Path<String>) -> Answer {
    let user = member.0.id;
    let sessions = state.accounts.sessions_of(user).await?;
    let named = sessions.into_iter().find(|session| print(session) == *id);
    let ended = match named {
        Some(session) => state.accounts.end_session_of(user, session.hash).await?,
        None => false,
    };
    if !ended {
        return Err(Error::NotFound("You are not signed in there.".into()));
    }
    Ok(see_other(&request, &paths::Account.after(Done::One.key())))
}

/// What a session is told by on the page: the beginning of the hash of its token.
fn print(session: &OwnSession) -> String {
    session.hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

async fn show(
    request: &HttpRequest,
    state: &State,
    member: Member,
    status: StatusCode,
    done: Option<Done>,
    problems: Problems,
) -> Answer {
    let own = cookie::read(request, &state.public_url).map(|token| state.accounts.session_hash(&token));
    let signed_in = |session: OwnSession| SignedIn {
        id: print(&session),
        here: own.is_some_and(|own| own[..] == session.hash[..]),
        device: session.device,
        since: session.opened_at,
        used: session.seen_at,
    };
    let sessions = state.accounts.sessions_of(member.0.id).await?;
    let sessions: Vec<_> = sessions.into_iter().map(signed_in).collect();
    let account = Account {
        sessions: &sessions,
        done,
        current_problem: problems.0.as_deref(),
        new_problem: problems.1.as_deref(),
        now: state.clock.now(),
    };
    Ok(html(status, account::page(reader(request, state, &member.into()).await?, &account)))
}

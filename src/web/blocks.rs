//! `/players/{name}/block` and `/players/{name}/mute`: keeping clear of somebody, and doing so no longer. Whom it is about is
//! not told.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::{Answer, Error, LocalPath, Member, State, see_other};
use crate::matches::{Command, Status};
use crate::store::Apart;
use crate::texts::tr;
use crate::users::Person;

/// `POST /players/{name}/block`: what they ask already is declined.
pub async fn block(request: HttpRequest, state: Data<State>, member: Member, name: Path<String>) -> Answer {
    let whom = keep(&state, &member.0, &name, Apart::Blocked).await?;
    decline_all(&state, &member.0, &whom).await?;
    Ok(back(&request))
}

/// `POST /players/{name}/unblock`
pub async fn unblock(request: HttpRequest, state: Data<State>, member: Member, name: Path<String>) -> Answer {
    end(&request, &state, &member.0, &name, Apart::Blocked).await
}

/// `POST /players/{name}/mute`
pub async fn hush(request: HttpRequest, state: Data<State>, member: Member, name: Path<String>) -> Answer {
    keep(&state, &member.0, &name, Apart::Hushed).await?;
    Ok(back(&request))
}

/// `POST /players/{name}/unmute`
pub async fn unhush(request: HttpRequest, state: Data<State>, member: Member, name: Path<String>) -> Answer {
    end(&request, &state, &member.0, &name, Apart::Hushed).await
}

async fn keep(state: &State, member: &Person, name: &str, how: Apart) -> Result<Person, Error> {
    let whom = found(state, name).await?;
    if whom.id == member.id {
        return Err(Error::Unprocessable(words(how).0.into()));
    }
    if !state.store.keep_apart(member.id, whom.id, how, state.clock.now()).await? {
        return Err(Error::Conflict(words(how).1.into()));
    }
    Ok(whom)
}

async fn end(request: &HttpRequest, state: &State, member: &Person, name: &str, how: Apart) -> Answer {
    let whom = found(state, name).await?;
    state.store.end_apart(member.id, whom.id, how).await?;
    Ok(back(request))
}

/// What is said to whoever wants to keep clear of themselves, and of too many.
fn words(how: Apart) -> (&'static str, &'static str) {
    match how {
        Apart::Blocked => (
            tr("You cannot block yourself."),
            tr("You have blocked as many people as the house keeps. Unblock somebody first."),
        ),
        Apart::Hushed => (
            tr("You cannot mute yourself."),
            tr("You have muted as many people as the house keeps. Unmute somebody first."),
        ),
    }
}

async fn found(state: &State, name: &str) -> Result<Person, Error> {
    let found = state.accounts.directory().find(name).await?;
    found.ok_or_else(|| Error::NotFound(tr("Nobody in this house is called that.").into()))
}

fn back(request: &HttpRequest) -> actix_web::HttpResponse {
    see_other(request, LocalPath::back_to(request).as_str())
}

/// Declines the seats that somebody keeps for the one who has just blocked them.
async fn decline_all(state: &State, member: &Person, whom: &Person) -> Result<(), Error> {
    for id in state.store.unfinished_matches_of(member.id).await? {
        let Ok(table) = state.referee.look(&id, Some(member.id)).await else { continue };
        let m = &table.m;
        if m.status == Status::Open && m.host() == Some(whom.id) && m.kept_for(member.id).is_some() {
            // Should it have been taken back meanwhile, so much the better.
            let _ = state.referee.command(member.clone(), &id, Command::Decline).await;
        }
    }
    Ok(())
}

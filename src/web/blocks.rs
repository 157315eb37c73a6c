//! `/players/{name}/block`: keeping somebody away, and doing so no longer.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::{Answer, Error, LocalPath, Member, State, see_other};
use crate::matches::{Command, Person, Status};

/// `POST /players/{name}/block`: whoever is blocked is not told. What they ask already is declined.
pub async fn block(request: HttpRequest, state: Data<State>, member: Member, name: Path<String>) -> Answer {
    let whom = found(&state, &name).await?;
    if whom.id == member.0.id {
        return Err(Error::Unprocessable("You cannot block yourself.".into()));
    }
    if !state.store.block(member.0.id, whom.id, state.clock.now()).await? {
        return Err(Error::Conflict(
            "You have blocked as many people as the house keeps. Unblock somebody first.".into(),
        ));
    }
    decline_all(&state, &member.0, &whom).await?;
    Ok(back(&request))
}

/// `POST /players/{name}/unblock`
pub async fn unblock(request: HttpRequest, state: Data<State>, member: Member, name: Path<String>) -> Answer {
    let whom = found(&state, &name).await?;
    state.store.unblock(member.0.id, whom.id).await?;
    Ok(back(&request))
}

async fn found(state: &State, name: &str) -> Result<Person, Error> {
    let found = state.accounts.directory().find(name).await?;
    found.ok_or_else(|| Error::NotFound("Nobody in this house is called that.".into()))
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

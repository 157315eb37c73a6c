//! `/players/{name}/block` and `/players/{name}/mute`: keeping clear of somebody, and doing so no longer. Whom it is about is
//! not told.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use super::{AppState, HttpResult, LocalPath, SessionUser, WebError, see_other};
use crate::matches::{MatchCommand, MatchStatus};
use crate::store::BlockChange;
use crate::texts::tr;
use crate::users::UserSummary;

/// `POST /players/{name}/block`: what they ask already is declined.
pub async fn block(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    name: Path<String>,
) -> HttpResult {
    let whom = keep(&state, &member.0, &name, BlockChange::Blocked).await?;
    decline_all(&state, &member.0, &whom).await?;
    Ok(back(&request))
}

/// `POST /players/{name}/unblock`
pub async fn unblock(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    name: Path<String>,
) -> HttpResult {
    end(&request, &state, &member.0, &name, BlockChange::Blocked).await
}

/// `POST /players/{name}/mute`
pub async fn mute_player(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    name: Path<String>,
) -> HttpResult {
    keep(&state, &member.0, &name, BlockChange::Muted).await?;
    Ok(back(&request))
}

/// `POST /players/{name}/unmute`
pub async fn unmute_player(
    request: HttpRequest,
    state: Data<AppState>,
    member: SessionUser,
    name: Path<String>,
) -> HttpResult {
    end(&request, &state, &member.0, &name, BlockChange::Muted).await
}

async fn keep(
    state: &AppState,
    member: &UserSummary,
    name: &str,
    how: BlockChange,
) -> Result<UserSummary, WebError> {
    let whom = found(state, name).await?;
    if whom.id == member.id {
        return Err(WebError::Unprocessable(words(how).0.into()));
    }
    if !state.store.add_block(member.id, whom.id, how, state.clock.now()).await? {
        return Err(WebError::Conflict(words(how).1.into()));
    }
    Ok(whom)
}

async fn end(
    request: &HttpRequest,
    state: &AppState,
    member: &UserSummary,
    name: &str,
    how: BlockChange,
) -> HttpResult {
    let whom = found(state, name).await?;
    state.store.remove_block(member.id, whom.id, how).await?;
    Ok(back(request))
}

/// What is said to whoever wants to keep clear of themselves, and of too many.
fn words(how: BlockChange) -> (&'static str, &'static str) {
    match how {
        BlockChange::Blocked => {
            (tr("You can’t block yourself."), tr("You can’t block any more people. Unblock someone first."))
        }
        BlockChange::Muted => {
            (tr("You can’t mute yourself."), tr("You can’t mute any more people. Unmute someone first."))
        }
    }
}

async fn found(state: &AppState, name: &str) -> Result<UserSummary, WebError> {
    let found = state.accounts.directory().find(name).await?;
    found.ok_or_else(|| WebError::NotFound(tr("No user with that name.").into()))
}

fn back(request: &HttpRequest) -> actix_web::HttpResponse {
    see_other(request, LocalPath::back_to(request).as_str())
}

/// Declines the seats that somebody keeps for the one who has just blocked them.
async fn decline_all(state: &AppState, member: &UserSummary, whom: &UserSummary) -> Result<(), WebError> {
    for id in state.store.unfinished_matches_of(member.id).await? {
        let Ok(table) = state.referee.get(&id, Some(member.id)).await else { continue };
        let m = &table.m;
        if m.status == MatchStatus::Open && m.host() == Some(whom.id) && m.kept_for(member.id).is_some() {
            // Should it have been taken back meanwhile, so much the better.
            let _ = state.referee.command(member.clone(), &id, MatchCommand::Decline).await;
        }
    }
    Ok(())
}

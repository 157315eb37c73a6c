//! `/players/{name}/block`, `/players/{name}/mute` and `/players/{name}/follow`: blocks, mutes or follows a player, and undoes
//! that. The player is not notified.

use actix_web::HttpRequest;
use actix_web::web::Path;

use super::{AppState, HttpResult, LocalPath, RequestOf, SessionUser, WebError, see_other};
use crate::matches::MatchCommand;
use crate::referee::RefereeError;
use crate::store::PlayerRelation;
use crate::texts::tr;
use crate::users::UserSummary;

/// `POST /players/{name}/block`. Declines their pending invitations.
pub async fn block((request, state, member): RequestOf<SessionUser>, name: Path<String>) -> HttpResult {
    let other = add(&state, &member.0, &name, PlayerRelation::Blocked).await?;
    decline_all(&state, &member.0, &other).await?;
    Ok(redirect_back(&request))
}

/// `POST /players/{name}/unblock`
pub async fn unblock((request, state, member): RequestOf<SessionUser>, name: Path<String>) -> HttpResult {
    remove(&request, &state, &member.0, &name, PlayerRelation::Blocked).await
}

/// `POST /players/{name}/mute`
pub async fn mute_player((request, state, member): RequestOf<SessionUser>, name: Path<String>) -> HttpResult {
    add(&state, &member.0, &name, PlayerRelation::Muted).await?;
    Ok(redirect_back(&request))
}

/// `POST /players/{name}/unmute`
pub async fn unmute_player(
    (request, state, member): RequestOf<SessionUser>,
    name: Path<String>,
) -> HttpResult {
    remove(&request, &state, &member.0, &name, PlayerRelation::Muted).await
}

/// `POST /players/{name}/follow`
pub async fn follow((request, state, member): RequestOf<SessionUser>, name: Path<String>) -> HttpResult {
    add(&state, &member.0, &name, PlayerRelation::Followed).await?;
    Ok(redirect_back(&request))
}

/// `POST /players/{name}/unfollow`
pub async fn unfollow((request, state, member): RequestOf<SessionUser>, name: Path<String>) -> HttpResult {
    remove(&request, &state, &member.0, &name, PlayerRelation::Followed).await
}

async fn add(
    state: &AppState,
    member: &UserSummary,
    name: &str,
    how: PlayerRelation,
) -> Result<UserSummary, WebError> {
    let other = find_user(state, name).await?;
    if other.id == member.id {
        return Err(WebError::Unprocessable(error_texts(how).0.into()));
    }
    if !state.store.add_relation(member.id, other.id, how, state.clock.now()).await? {
        return Err(WebError::Conflict(error_texts(how).1.into()));
    }
    Ok(other)
}

async fn remove(
    request: &HttpRequest,
    state: &AppState,
    member: &UserSummary,
    name: &str,
    how: PlayerRelation,
) -> HttpResult {
    let other = find_user(state, name).await?;
    state.store.remove_relation(member.id, other.id, how).await?;
    Ok(redirect_back(request))
}

/// The errors for the user themselves, and for too many players.
fn error_texts(how: PlayerRelation) -> (&'static str, &'static str) {
    match how {
        PlayerRelation::Blocked => {
            (tr("You can’t block yourself."), tr("You can’t block any more people. Unblock someone first."))
        }
        PlayerRelation::Muted => {
            (tr("You can’t mute yourself."), tr("You can’t mute any more people. Unmute someone first."))
        }
        PlayerRelation::Followed => (
            tr("You can’t follow yourself."),
            tr("You can’t follow any more people. Unfollow someone first."),
        ),
    }
}

async fn find_user(state: &AppState, name: &str) -> Result<UserSummary, WebError> {
    let found = state.accounts.directory().find(name).await?;
    found.ok_or_else(|| WebError::NotFound(tr("No user with that name.").into()))
}

fn redirect_back(request: &HttpRequest) -> actix_web::HttpResponse {
    see_other(request, LocalPath::back_to(request).as_str())
}

/// Declines the invitations by the player who was just blocked.
async fn decline_all(state: &AppState, member: &UserSummary, other: &UserSummary) -> Result<(), WebError> {
    for id in state.store.pending_invitations_of(member.id).await? {
        let decline = async {
            if state.referee.get(&id, Some(member.id)).await?.m.host() == Some(other.id) {
                state.referee.command(member.clone(), &id, MatchCommand::Decline).await?;
            }
            Ok(())
        };
        match decline.await {
            // It may have been withdrawn in the meantime.
            Ok(()) | Err(RefereeError::Refused { .. } | RefereeError::NoSuchMatch) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

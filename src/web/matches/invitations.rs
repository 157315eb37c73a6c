//! `/matches/{id}/invitations`: invites a user to a seat, and withdraws an invitation.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;
use serde::Deserialize;

use super::{PathMatchId, answer};
use crate::matches::{MatchCommand, MatchId, MatchView, decide};
use crate::referee::RefereeError;
use crate::users::UserSummary;
use crate::web::{AppState, FormData, HttpResult, SignedIn, WebError, invited};

/// The name of the user.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InviteForm {
    name: String,
}

/// `POST /matches/{id}/invitations`
pub async fn invite(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    id: PathMatchId,
    whom: FormData<InviteForm>,
) -> HttpResult {
    let done = match load_as_host(&state, &member, &id, &whom.0.name).await? {
        Ok((view, whom)) => invite_limited(&state, &member, &view, whom).await?,
        Err(refused) => Err(refused),
    };
    answer(&request, &state, &member.into(), done).await
}

/// `POST /matches/{id}/invitations/withdraw`
pub async fn withdraw(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    id: PathMatchId,
    whom: FormData<InviteForm>,
) -> HttpResult {
    let done = match load_as_host(&state, &member, &id, &whom.0.name).await? {
        Ok((_, whom)) => state.referee.command(member.0.clone(), &id, MatchCommand::Uninvite(whom)).await,
        Err(refused) => Err(refused),
    };
    answer(&request, &state, &member.into(), done).await
}

/// Refused invitations do not count for the rate limit.
async fn invite_limited(
    state: &AppState,
    member: &SignedIn,
    view: &Arc<MatchView>,
    whom: UserSummary,
) -> Result<Result<Arc<MatchView>, RefereeError>, WebError> {
    let (by, user) = (member.0.id, whom.id);
    let command = MatchCommand::Invite(whom);
    if decide(&view.m, by, &command).is_ok() {
        state.limits.invite(by, user)?;
    }
    Ok(state.referee.command(member.0.clone(), &view.m.id, command).await)
}

/// The match and the user, if the caller is the host.
async fn load_as_host(
    state: &AppState,
    member: &SignedIn,
    id: &MatchId,
    name: &str,
) -> Result<Result<(Arc<MatchView>, UserSummary), RefereeError>, WebError> {
    let view = state.referee.get(id, Some(member.0.id)).await?;
    if let Err(refusal) = view.m.may_invite(member.0.id) {
        return Ok(Err(RefereeError::Refused { refusal, view }));
    }
    Ok(match invited::by_name(state, name).await? {
        Ok(person) => Ok((view, person)),
        Err(refusal) => Err(RefereeError::Refused { refusal: refusal.into(), view }),
    })
}

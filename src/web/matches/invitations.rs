//! `/matches/{id}/invitations`: invites a user to a seat, and withdraws an invitation.

use std::sync::Arc;

use serde::Deserialize;

use super::{PathMatchId, answer};
use crate::matches::{MatchCommand, MatchId, MatchView, decide};
use crate::referee::RefereeError;
use crate::users::UserSummary;
use crate::web::{AppState, FormData, HttpResult, RequestOf, SignedIn, WebError, invited};

/// The name of the user.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InviteForm {
    name: String,
}

/// `POST /matches/{id}/invitations`
pub async fn invite(
    (request, state, member): RequestOf<SignedIn>,
    id: PathMatchId,
    form: FormData<InviteForm>,
) -> HttpResult {
    let done = match load_as_host(&state, &member, &id, &form.0.name).await? {
        Ok((view, invitee)) => invite_limited(&state, &member, &view, invitee).await?,
        Err(refused) => Err(refused),
    };
    answer(&request, &state, &member.into(), done).await
}

/// `POST /matches/{id}/invitations/withdraw`
pub async fn withdraw(
    (request, state, member): RequestOf<SignedIn>,
    id: PathMatchId,
    form: FormData<InviteForm>,
) -> HttpResult {
    let done = match load_as_host(&state, &member, &id, &form.0.name).await? {
        Ok((_, invitee)) => {
            state.referee.command(member.0.clone(), &id, MatchCommand::Uninvite(invitee)).await
        }
        Err(refused) => Err(refused),
    };
    answer(&request, &state, &member.into(), done).await
}

/// Refused invitations do not count for the rate limit.
async fn invite_limited(
    state: &AppState,
    member: &SignedIn,
    view: &Arc<MatchView>,
    invitee: UserSummary,
) -> Result<Result<Arc<MatchView>, RefereeError>, WebError> {
    let (by, user) = (member.0.id, invitee.id);
    let command = MatchCommand::Invite(invitee);
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

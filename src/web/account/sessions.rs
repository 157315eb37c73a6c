//! `/account/sessions`: the sessions of a user.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::store::ListedSession;
use crate::texts::tr;
use crate::urls;
use crate::users::UserId;
use crate::views::account::Done;
use crate::views::account::ListedSessionItem;
use crate::web::http::cookie;
use crate::web::{AppState, HttpResult, Reauthenticated, RequestOf, WebError, see_other};

/// `POST /account/sessions/end`
pub async fn end_others((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    if let Some(own) = cookie::read(&request, &state.public_url) {
        state.accounts.end_other_sessions(proven.user(), &own).await?;
    }
    Ok(see_other(&request, &urls::Account.after(Done::Others.key())))
}

/// `POST /account/sessions/{id}/end`: 404 if it is not theirs.
pub async fn end_one((request, state, proven): RequestOf<Reauthenticated>, id: Path<String>) -> HttpResult {
    let user = proven.user();
    let sessions = state.accounts.sessions_of(user).await?;
    let named = sessions.into_iter().find(|session| session_id(session) == *id);
    let ended = match named {
        Some(session) => state.accounts.end_session_of(user, session.hash).await?,
        None => false,
    };
    if !ended {
        return Err(WebError::NotFound(tr("That session has already ended.").into()));
    }
    Ok(see_other(&request, &urls::Account.after(Done::One.key())))
}

/// A user's sessions for the page.
pub(super) async fn of(
    request: &HttpRequest,
    state: &AppState,
    user: UserId,
) -> Result<Vec<ListedSessionItem>, WebError> {
    let own = cookie::read(request, &state.public_url).map(|token| state.accounts.session_hash(&token));
    let signed_in = |session: ListedSession| ListedSessionItem {
        id: session_id(&session),
        here: own.is_some_and(|own| own[..] == session.hash[..]),
        device: session.device,
        since: session.opened_at,
        used: session.last_seen_at,
    };
    Ok(state.accounts.sessions_of(user).await?.into_iter().map(signed_in).collect())
}

/// The id of a session on the page: the beginning of its hash.
fn session_id(session: &ListedSession) -> String {
    hex::encode(session.hash.get(..8).unwrap_or(&session.hash))
}

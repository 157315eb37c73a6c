//! Guest accounts of visitors who play, and their sessions.

use actix_web::{HttpRequest, HttpResponse};

use super::http::auth_log::{AuthEvent, AuthFactor, record};
use super::http::{cookie, device};
use super::sign_in::gone;
use super::{AppState, Caller, HttpResult, WebError};
use crate::accounts::SecretToken;
use crate::search_pool::SearchClient;
use crate::texts::{current_language, tr};
use crate::users::UserSummary;

/// The user who plays, and the session of a new guest.
#[derive(Debug)]
pub struct Player {
    pub user: UserSummary,
    session: Option<SecretToken>,
}

impl Player {
    /// Adds the session cookie of a new guest to a response.
    pub fn answer(&self, state: &AppState, mut answer: HttpResponse) -> HttpResult {
        if let Some(token) = &self.session {
            answer.add_cookie(&cookie::write(token, &state.public_url)).map_err(WebError::internal)?;
        }
        Ok(answer)
    }
}

/// Whether visitors can play as guests.
pub fn allows_guests(state: &AppState) -> bool {
    state.settings.now().has_guests()
}

/// The user who made the request, or a new guest for a visitor.
///
/// # Errors
/// 403 where guests are not allowed, 429 for too many new guests from one address.
pub async fn player(request: &HttpRequest, state: &AppState, caller: &Caller) -> Result<Player, WebError> {
    if let Some(user) = &caller.0 {
        return Ok(Player { user: user.clone(), session: None });
    }
    if !allows_guests(state) {
        return Err(WebError::Forbidden(tr("You need an account to play. Sign in first.").into()));
    }
    let from = state.client_subnet(request);
    state.limits.guest(from)?;
    let user = state.store.create_guest(current_language(), state.clock.now()).await?;
    state.searches.note_client(user.id, SearchClient { address: from.widest(), is_guest: true });
    record(AuthEvent::GuestCreated, Some(user.id), AuthFactor::None, request, state);
    let session = state.accounts.open_session(&user.clone().into(), &device::of(request), None).await?;
    Ok(Player { session: Some(session.ok_or_else(gone)?), user })
}

//! `/pairing`: finding an opponent among the users who wait.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use serde::Deserialize;

use super::dashboard::{list_viewer, matches_to_join};
use super::http::cookie;
use super::{
    AppState, Caller, FormData, HttpResult, RequestOf, SignedIn, WebError, html, is_fragment, ok, reader,
    see_other,
};
use crate::games::KnownGame;
use crate::now::Moment;
use crate::now::spans::SECOND;
use crate::pairing::{PairingChoice, PairingPace, PairingStatus};
use crate::texts::tr;
use crate::urls;
use crate::views::pairing::{self, PairingPage, WaitingSection};

/// After how long a bot is offered, in milliseconds.
const BOT_AFTER: i64 = 20 * SECOND;

/// Without fields, the last choice of the user is meant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingForm {
    game: Option<String>,
    pace: Option<String>,
}

impl PairingForm {
    /// The choice, or the message with which the form is shown again.
    fn choice(&self) -> Result<PairingChoice, &'static str> {
        let game = self.game.as_deref().ok_or(tr("Choose a game."))?;
        let game = KnownGame::from_key(game).ok_or(tr("No such game. Choose one of these."))?;
        let pace = self.pace.as_deref().and_then(PairingPace::from_key);
        Ok(PairingChoice { game, pace: pace.ok_or(tr("Choose one of these times."))? })
    }
}

/// `GET /pairing`: the form, or the page of a user who waits; htmx gets its section. Redirects to the match of a user who
/// was paired. A suspended user waits no longer.
pub async fn page((request, state, member): RequestOf<SignedIn>) -> HttpResult {
    let user = member.0.id;
    if member.1.suspended.is_some() {
        state.pairing.leave(user);
    }
    state.pairing.pair(user).await;
    match state.pairing.status(user).await {
        Some(PairingStatus::Paired(id)) => {
            Ok(see_other(&request, &urls::Match { id: id.as_str() }.to_string()))
        }
        Some(PairingStatus::Waiting { choice, since }) => {
            waiting(&request, &state, member, choice, since).await
        }
        None if is_fragment(&request) => Ok(see_other(&request, &urls::Pairing.to_string())),
        None => form(&request, &state, &member.into(), last_choice(&request), None).await,
    }
}

/// `POST /pairing`: the user waits from now on. 303 to the page; a user who was just paired by another page gets that match.
/// 422 and the form for unknown values.
pub async fn join((request, state, member): RequestOf<SignedIn>, sent: FormData<PairingForm>) -> HttpResult {
    let FormData(sent) = sent;
    let last = last_choice(&request);
    let is_empty = sent.game.is_none() && sent.pace.is_none();
    let choice = match (sent.choice(), last) {
        (Ok(choice), _) => choice,
        (Err(_), Some(choice)) if is_empty => choice,
        (Err(_), None) if is_empty => return Ok(see_other(&request, &urls::Pairing.to_string())),
        (Err(problem), last) => {
            return form(&request, &state, &member.into(), last, Some(problem)).await;
        }
    };
    if !matches!(state.pairing.status(member.0.id).await, Some(PairingStatus::Paired(_))) {
        state.pairing.join(member.0.id, choice).await?;
    }
    let mut answer = see_other(&request, &urls::Pairing.to_string());
    answer.add_cookie(&cookie::pairing(choice, &state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

/// `POST /pairing/leave`: ends the wait.
pub async fn leave((request, state, member): RequestOf<SignedIn>) -> HttpResult {
    state.pairing.leave(member.0.id);
    Ok(see_other(&request, &urls::Pairing.to_string()))
}

/// Whether a bot is offered to a user who has waited since a moment.
pub(super) fn offers_bot(state: &AppState, since: Moment) -> bool {
    state.clock.now().since(since) >= BOT_AFTER
}

/// The last choice in this browser.
fn last_choice(request: &HttpRequest) -> Option<PairingChoice> {
    cookie::value(request, cookie::PAIRING)?.parse().ok()
}

async fn waiting(
    request: &HttpRequest,
    state: &AppState,
    SignedIn(user, standing): SignedIn,
    choice: PairingChoice,
    since: Moment,
) -> HttpResult {
    let open = matches_to_join(state, user.id, choice.game).await?;
    let caller = Caller(Some(user), standing);
    let section = WaitingSection {
        choice,
        offers_bot: offers_bot(state, since),
        list_viewer: list_viewer(state, &caller),
        open: &open,
    };
    if is_fragment(request) {
        return ok(pairing::section(&section));
    }
    ok(pairing::waiting(reader(request, state, &caller).await?, &section))
}

async fn form(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    choice: Option<PairingChoice>,
    problem: Option<&str>,
) -> HttpResult {
    let games = state.store.games_by_popularity().await?;
    let status = problem.map_or(StatusCode::OK, |_| StatusCode::UNPROCESSABLE_ENTITY);
    let page = PairingPage { games: &games, choice, problem };
    Ok(html(status, pairing::form(reader(request, state, caller).await?, &page)))
}

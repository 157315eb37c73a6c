//! Matches: the page and its actions. Each resource has its file.

pub mod adjudications;
pub mod analysis;
pub mod analysis_requests;
pub mod animation;
pub mod best_move;
pub mod board_image;
pub mod board_rotation;
pub mod bots;
pub mod chat;
pub mod chat_removal;
pub mod conditional;
pub mod dice_rolls;
pub mod embed;
pub mod endings;
pub mod events;
pub mod extra_time;
pub mod hint;
mod id;
pub mod invitations;
pub mod notes;
pub mod oembed;
pub mod offers;
pub mod page;
pub mod pause;
pub mod plies;
mod ply_number;
pub mod record;
pub mod replay_file;
pub mod seats;
pub mod seen;
pub mod substitutes;
pub mod trails;

use std::sync::Arc;

use crate::urls;

pub use id::PathMatchId;

use actix_web::http::header::HeaderName;
use actix_web::{HttpRequest, ResponseError};
use serde::Deserialize;

use super::guest_sessions::allows_guests;
use super::{
    AppState, Caller, HttpResult, RequestOf, SessionUser, WebError, html, is_fragment, ok, reader, see_other,
};
use crate::matches::{MatchCommand, MatchError, MatchId, MatchView, MatchVisibility};
use crate::referee::RefereeError;
use crate::store::MatchPageData;
use crate::views::boards;
use crate::views::match_page::{self, MatchPage, OpenPage, PrivateNote, ViewerData};
use crate::views::messages::ErrorMessage;
use crate::views::sanctions::SanctionsNotice;

/// Sent by pages with an open stream, which shows the result of a move.
const STREAM: HeaderName = HeaderName::from_static("parlour-stream");
/// The log entry up to which a page shows the match.
const SHOWN: HeaderName = HeaderName::from_static("parlour-shown");

/// Executes a command and shows the match after it.
async fn carry_out(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    command: MatchCommand,
) -> HttpResult {
    let done = state.referee.command(member.0.clone(), &id, command).await;
    answer(&request, &state, &member.into(), done).await
}

/// The query of an action on a rematch that was offered on the page of the match before it.
#[derive(Debug, Deserialize)]
pub struct BackQuery {
    /// Whether to return to that match. Any value counts.
    back: Option<String>,
}

/// Executes a command, and shows the match before this one if that is asked for and this is its rematch.
async fn carry_out_and_return(
    (request, state, member): RequestOf<SessionUser>,
    id: PathMatchId,
    query: &BackQuery,
    command: MatchCommand,
) -> HttpResult {
    let done = state.referee.command(member.0.clone(), &id, command).await;
    let before = done.as_ref().ok().and_then(|view| view.m.rematch_of()).filter(|_| query.back.is_some());
    match before {
        Some(before) => Ok(see_other(&request, &urls::Match { id: before.as_str() }.to_string())),
        None => answer(&request, &state, &member.into(), done).await,
    }
}

/// The response to an action: 303 to the match, or a fragment for htmx. If it was refused, the match in its current
/// state with the reason.
async fn answer(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    done: Result<Arc<MatchView>, RefereeError>,
) -> HttpResult {
    match done {
        Ok(view) if is_fragment(request) => {
            let own = page_data(state, caller, &view).await?;
            let page_context = with_own(page_context(request, state, caller, &view), own.as_ref());
            ok(match_page::fragment(&page_context))
        }
        Ok(view) => Ok(see_other(request, &urls::Match { id: view.m.id.as_str() }.to_string())),
        Err(RefereeError::Refused { refusal, view }) => {
            show_refusal(request, state, caller, &refusal, &view).await
        }
        Err(error) => Err(error.into()),
    }
}

async fn show_refusal(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    refusal: &MatchError,
    view: &MatchView,
) -> HttpResult {
    let words = refusal.message();
    let page_context = MatchPage { problem: Some(&words), ..page_context(request, state, caller, view) };
    let status = WebError::from(refusal.clone()).status_code();
    if is_fragment(request) {
        return Ok(html(status, match_page::fragment(&page_context)));
    }
    let own = page_data(state, caller, view).await?;
    let reader = reader(request, state, caller).await?;
    Ok(html(status, match_page::page(reader, &with_own(page_context, own.as_ref()))))
}

/// A public match as everyone may see it. A private one does not exist, also for its players.
async fn public_match(state: &AppState, id: &MatchId) -> Result<Arc<MatchView>, WebError> {
    let view = state.referee.get(id, None).await?;
    match view.m.visibility {
        MatchVisibility::Public => Ok(view),
        MatchVisibility::Private => Err(RefereeError::NoSuchMatch.into()),
    }
}

/// The personal data of a caller for a match page.
struct OwnPageData {
    saved: MatchPageData,
    /// Whether this is their first match of the game, and they have not dismissed its tips.
    shows_tips: bool,
}

/// Loads the personal data of a caller. Only players who can be shown tips cost a query that is not cached.
async fn page_data(
    state: &AppState,
    caller: &Caller,
    view: &MatchView,
) -> Result<Option<OwnPageData>, WebError> {
    let Some(user) = caller.user() else { return Ok(None) };
    let (m, store) = (&view.m, &state.store);
    let saved = store.match_page_data(user, &m.id).await?;
    let shows_tips =
        match_page::may_show_tips(m, view.viewer(caller.user())) && store.shows_tips(user, m.game).await?;
    Ok(Some(OwnPageData { saved, shows_tips }))
}

/// Adds the personal data of the viewer.
fn with_own<'a>(page_context: MatchPage<'a>, own: Option<&'a OwnPageData>) -> MatchPage<'a> {
    let Some(OwnPageData { saved, shows_tips }) = own else { return page_context };
    let MatchPageData { time_zone: zone, play_preferences, note } = saved;
    let note = page_context.own.note.or(Some(PrivateNote { text: note, ..PrivateNote::default() }));
    let own = ViewerData {
        note,
        zone: Some(zone),
        play_preferences: *play_preferences,
        shows_tips: *shows_tips,
        ..page_context.own
    };
    MatchPage { own, ..page_context }
}

/// The current state of a match, as this caller sees it.
fn page_context<'a>(
    request: &HttpRequest,
    state: &'a AppState,
    caller: &'a Caller,
    view: &'a MatchView,
) -> MatchPage<'a> {
    let shown = request.headers().get(SHOWN).and_then(|shown| shown.to_str().ok());
    let open = OpenPage {
        known: shown.and_then(|shown| shown.parse().ok()),
        has_stream: has_open_stream(request),
        leaves_preview: request.headers().contains_key(boards::PREVIEW_HEADER),
        ends_now: false,
    };
    let own = ViewerData {
        sanctions: SanctionsNotice::from(&caller.1),
        is_visitor: caller.0.is_none() && allows_guests(state),
        ..ViewerData::default()
    };
    let origin = state.public_url.origin();
    MatchPage { origin, open, own, ..MatchPage::now(view, view.viewer(caller.user()), state.clock.now()) }
}

/// Whether the request comes from a page with an open stream.
fn has_open_stream(request: &HttpRequest) -> bool {
    request.headers().get(STREAM).is_some_and(|stream| stream == "open") && is_fragment(request)
}

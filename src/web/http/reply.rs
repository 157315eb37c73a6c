//! Responses of handlers: pages, fragments and redirects.

use actix_web::http::StatusCode;
use actix_web::http::header::ContentType;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use maud::Markup;

use super::cookie;
use super::redirect::go_to;
pub use super::redirect::is_fragment;
use crate::texts;
use crate::users::preferences::{Appearance, Theme};
use crate::users::{StaffRank, UserKind};
use crate::views::page::{AnnouncementBar, PageViewer, SignedInPlayer};
use crate::web::{AppState, Caller, HttpResult, WebError};

/// A page or fragment with this status.
pub fn html(status: StatusCode, markup: Markup) -> HttpResponse {
    HttpResponse::build(status).content_type(ContentType::html()).body(markup.into_string())
}

/// A page or fragment, with status 200.
pub fn ok(markup: Markup) -> HttpResult {
    Ok(html(StatusCode::OK, markup))
}

/// Redirects to another page. htmx gets its own header, because it would put the page it is redirected to in the
/// place of the fragment.
pub fn see_other(request: &HttpRequest, path: &str) -> HttpResponse {
    go_to(path, is_fragment(request))
}

/// The viewer of a page, with the number of matches that wait for them.
pub async fn reader<'a>(
    request: &HttpRequest,
    state: &'a AppState,
    caller: &'a Caller,
) -> Result<PageViewer<'a>, WebError> {
    let turns = match caller.user() {
        Some(user) => state.referee.turns_of(user).await?,
        None => 0,
    };
    let look = match caller.user() {
        Some(user) => Some(state.store.user_settings(user).await?.look),
        None => None,
    };
    let open_reports = match staff(caller) {
        Some(staff) => state.store.open_reports_for(staff).await?,
        None => 0,
    };
    let now = state.clock.now();
    let announcements = AnnouncementBar {
        all: state.store.announcements(now).await?,
        dismissed: cookie::dismissed(request, &state.public_url),
        now,
    };
    let origin = state.public_url.origin();
    Ok(PageViewer {
        site: state.settings.now(),
        announcements,
        origin,
        ..reader_as(request, caller, HeaderCounts { turns, open_reports }, look)
    })
}

/// The caller, if they are staff and not suspended.
fn staff(caller: &Caller) -> Option<StaffRank> {
    let acts = caller.1.role.is_staff() && caller.1.suspended.is_none();
    caller.user().filter(|_| acts).map(|user| StaffRank::new(user, caller.1.role))
}

/// The numbers in the header.
struct HeaderCounts {
    turns: u32,
    open_reports: usize,
}

/// The viewer of a page, if the number of matches is known.
pub(super) fn reader_with<'a>(request: &HttpRequest, caller: &'a Caller, turns: u32) -> PageViewer<'a> {
    let state = request.app_data::<Data<AppState>>();
    let user_settings =
        state.zip(caller.user()).and_then(|(state, user)| state.store.known_user_settings(user));
    let open_reports =
        state.zip(staff(caller)).map(|(state, staff)| state.store.known_open_reports_for(staff));
    let counts = HeaderCounts { turns, open_reports: open_reports.unwrap_or(0) };
    let reader = reader_as(request, caller, counts, user_settings.map(|user_settings| user_settings.look));
    PageViewer { site: state.map(|state| state.settings.now()).unwrap_or_default(), ..reader }
}

/// The theme of a visitor is in a cookie.
fn reader_as<'a>(
    request: &HttpRequest,
    caller: &'a Caller,
    counts: HeaderCounts,
    look: Option<Appearance>,
) -> PageViewer<'a> {
    let stored_theme = || cookie::value(request, "theme").and_then(Theme::from_key);
    // A guest has no settings: like a visitor's, their theme is kept by the browser.
    let of_guest = caller.is_guest().then(|| stored_theme().unwrap_or_default());
    let look = look.map(|look| Appearance { theme: of_guest.unwrap_or(look.theme), ..look });
    let look = look.unwrap_or_else(|| Appearance {
        theme: stored_theme().unwrap_or_default(),
        language: texts::current_language(),
        ..Appearance::default()
    });
    let turns = usize::try_from(counts.turns).unwrap_or(usize::MAX);
    let Caller(person, standing) = caller;
    let player = person.as_ref().map(|person| SignedInPlayer {
        id: person.id,
        name: &person.name,
        turns,
        guest: standing.kind == UserKind::Guest,
        role: standing.role,
        suspension: standing.suspended.as_ref(),
        mute: standing.muted.as_ref(),
        open_reports: counts.open_reports,
    });
    PageViewer { player, look, ..PageViewer::default() }
}

//! What the page tells its scripts and its forms, without being seen.

use maud::{Markup, html};

use super::connection::HEARTBEAT;
use super::context::MatchPage;
use crate::matches::MatchViewer;
use crate::urls;

/// The data for the scripts that keep the stream of a page open: see `static/js/match`. It is outside all swapped
/// elements, and names the user the page was rendered for, so that a stream of another user is closed.
pub(super) fn stream(page_context: &MatchPage<'_>, user: Option<&str>) -> Markup {
    let m = &page_context.view.m;
    html! {
        div.stream #live data-match=(page_context.path())
            data-events=(urls::Events { id: m.id.as_str() }) data-heartbeat=(HEARTBEAT.as_millis())
            data-seen=(urls::Seen { id: m.id.as_str() }) data-seq=(m.seq) data-noted=[page_context.own.seen] data-user=[user] {}
    }
}

/// Hidden fields with the play preferences of the viewer, for the move form. Empty until the viewer has a seat.
pub(super) fn play_preference_fields(page_context: &MatchPage<'_>) -> Markup {
    let plays = page_context.ply.is_none() && page_context.viewer.seat().is_some();
    html! { div #preferences hidden {
        @if plays && page_context.own.play_preferences.confirmation.applies_to(page_context.is_live(), page_context.view.m.is_practice()) { input form="press" type="hidden" name="confirm" value="ask"; }
        @if plays && page_context.own.play_preferences.auto_advance { input form="press" type="hidden" name="then" value="next"; }
    } }
}

/// For browsers without scripts, an image whose URL marks the page as seen. Scripts report what they have shown.
pub(super) fn seen_image(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let line = page_context.view.messages(page_context.viewer).next_back().map_or(0, |line| line.id);
    html! {
        @if page_context.viewer != MatchViewer::Watcher && page_context.ply.is_none() {
            noscript { img.unseen src=(urls::Seen { id: m.id.as_str() }.up_to(m.seq, line)) alt=""; }
        }
    }
}

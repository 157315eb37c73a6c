//! Pausing the clocks by agreement.

use std::borrow::Cow;

use maud::{Markup, html};

use super::buttons::{form, item};
use super::context::MatchPage;
use crate::games::Seat;
use crate::matches::{MatchStatus, MatchView};
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::views::parts::words::all_of;

/// Whether the clocks are paused, or who offers a pause; otherwise empty.
pub(super) fn pause(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let others = others(page_context);
    html! {
        @if m.status == MatchStatus::Playing && page_context.ply.is_none() {
            @if m.pause.on {
                div.asks.calm {
                    p { (is_on()) }
                    @if seat_of_viewer(page_context).is_some() { (answer(page_context, &[("resume", tr("Resume"))])) }
                }
            } @else if !others.is_empty() && page_context.viewer.seat().is_some() {
                div.asks.calm {
                    p { (page_context.marked(&offer_text(&others))) }
                    @if awaits_answer(page_context) {
                        (answer(page_context, &[("ask", tr("Accept pause")), ("decline", tr("Decline pause"))]))
                    }
                }
            }
        }
    }
}

/// The announcement of a request for a pause, of its answer, and of the end of a pause.
pub(super) fn announcement(before: &MatchView, page_context: &MatchPage<'_>) -> Option<String> {
    let (was, is) = (&before.m.pause, &page_context.view.m.pause);
    if page_context.view.m.status != MatchStatus::Playing {
        return None;
    }
    let by_others = |seat: &Seat| !was.offered_by.contains(seat) && page_context.viewer.seat() != Some(*seat);
    match (was.on, is.on) {
        (false, true) => Some(is_on().to_owned()),
        (true, false) => Some(tr("The clock is running again.").to_owned()),
        _ if is.offered_by.iter().any(by_others) => Some(offer_text(&others(page_context))),
        _ if is.offered_by.is_empty() && !was.offered_by.is_empty() => {
            Some(tr("The pause was declined or cancelled.").to_owned())
        }
        _ => None,
    }
}

fn is_on() -> &'static str {
    tr("Paused. The clock restarts with the next move or when someone resumes.")
}

fn offer_text(names: &[Cow<'_, str>]) -> String {
    tr_format!(
        names.len();
        "{names} asks to pause the clock.",
        "{names} ask to pause the clock.",
        names = all_of(names),
    )
}

/// Whether a request for a pause waits for the answer of the viewer.
pub(super) fn awaits_answer(page_context: &MatchPage<'_>) -> bool {
    let pause = &page_context.view.m.pause;
    let unanswered = !pause.on && !others(page_context).is_empty();
    unanswered && seat_of_viewer(page_context).is_some_and(|own| !pause.offered_by.contains(&own))
}

/// The entry of the menu for a seat that is still playing. Answers to others are beside their request.
pub(super) fn pause_buttons(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let Some(own) = seat_of_viewer(page_context).filter(|_| !m.pause.on) else { return html! {} };
    let path = urls::Pause { id: m.id.as_str() };
    html! {
        @if m.pause.offered_by.contains(&own) { (item(path, tr("Cancel pause request"), Some(("answer", "decline")))) }
        @else if others(page_context).is_empty() { (item(path, tr("Request pause"), Some(("answer", "ask")))) }
    }
}

/// The seat of the viewer, if it is still playing with a clock.
fn seat_of_viewer(page_context: &MatchPage<'_>) -> Option<Seat> {
    let m = &page_context.view.m;
    page_context.viewer.seat().filter(|seat| m.still_plays(*seat) && m.clocks.is_some())
}

/// Other players who have offered or accepted a pause.
fn others<'a>(page_context: &MatchPage<'a>) -> Vec<Cow<'a, str>> {
    let offered_by =
        page_context.view.m.pause.offered_by.iter().filter(|seat| page_context.viewer.seat() != Some(**seat));
    offered_by.map(|seat| page_context.name(*seat)).collect()
}

fn answer(page_context: &MatchPage<'_>, answers: &[(&str, &str)]) -> Markup {
    let inside = html! {
        @for (answer, label) in answers { button.button.plain name="answer" value=(answer) { (label) } }
    };
    form(urls::Pause { id: page_context.view.m.id.as_str() }, None, inside)
}

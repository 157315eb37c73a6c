//! Pausing the clocks by agreement.

use maud::{Markup, html};

use super::MatchPage;
use crate::matches::MatchStatus;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::boards::TO_PROBLEM;
use crate::views::words::all_of;

/// Whether the clocks are paused, or who offers a pause; otherwise empty.
pub(super) fn pause(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let others = others(page_context);
    html! {
        @if m.status == MatchStatus::Playing && page_context.ply.is_none() {
            @if m.pause.on {
                p.soft { (tr("Paused. The clock restarts with the next move or when someone resumes.")) }
            } @else if !others.is_empty() && page_context.viewer.seat().is_some() {
                p {
                    (tr!(
                        others.len();
                        "{names} asks to pause the clock.",
                        "{names} ask to pause the clock.",
                        names = all_of(&others),
                    ))
                }
            }
        }
    }
}

/// The actions of a seat that is still playing.
pub(super) fn ways(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let own = page_context.viewer.seat().filter(|seat| m.still_plays(*seat));
    let Some(own) = own.filter(|_| m.clocks.is_some()) else { return html! {} };
    html! {
        @if m.pause.on { (move_sentence(page_context, "resume", tr("Resume"))) }
        @else if m.pause.asked.contains(&own) { (move_sentence(page_context, "decline", tr("Cancel pause request"))) }
        @else if others(page_context).is_empty() { (move_sentence(page_context, "ask", tr("Request pause"))) }
        @else { (move_sentence(page_context, "ask", tr("Accept pause"))) (move_sentence(page_context, "decline", tr("Decline pause"))) }
    }
}

/// Other players who have offered or accepted a pause.
fn others<'a>(page_context: &MatchPage<'a>) -> Vec<&'a str> {
    let asked =
        page_context.view.m.pause.asked.iter().filter(|seat| page_context.viewer.seat() != Some(**seat));
    asked.map(|seat| page_context.name(*seat)).collect()
}

fn move_sentence(page_context: &MatchPage<'_>, answer: &str, label: &str) -> Markup {
    let action = urls::Pause { id: page_context.view.m.id.as_str() }.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#press" hx-swap="outerMorph"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) hx-sync="this:drop" hx-disable="find button" {
            button.button.plain name="answer" value=(answer) { (label) }
        }
    }
}

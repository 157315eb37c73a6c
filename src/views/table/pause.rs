//! Stopping the clocks by agreement.

use maud::{Markup, html};

use super::Sight;
use crate::matches::Status;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::boards::TO_PROBLEM;
use crate::views::words::all_of;

/// Whether the clocks stand still, or who would like that; nothing where that goes without saying.
pub(super) fn pause(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let others = others(sight);
    html! {
        @if m.status == Status::Playing && sight.ply.is_none() {
            @if m.pause.on {
                p.soft { (tr("The clocks stand still. They go on with the next move, or when somebody says so.")) }
            } @else if !others.is_empty() && sight.viewer.seat().is_some() {
                p {
                    (tr!(
                        others.len();
                        "{names} would like the clocks to stand still for a while.",
                        "{names} would like the clocks to stand still for a while.",
                        names = all_of(&others),
                    ))
                }
            }
        }
    }
}

/// What a seat that still plays can say about it.
pub(super) fn ways(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let own = sight.viewer.seat().filter(|seat| m.still_plays(*seat));
    let Some(own) = own.filter(|_| m.clocks.is_some()) else { return html! {} };
    html! {
        @if m.pause.on { (say(sight, "resume", tr("Let the clocks go on"))) }
        @else if m.pause.asked.contains(&own) { (say(sight, "decline", tr("No pause after all"))) }
        @else if others(sight).is_empty() { (say(sight, "ask", tr("Ask for a pause"))) }
        @else { (say(sight, "ask", tr("Agree to a pause"))) (say(sight, "decline", tr("No pause"))) }
    }
}

/// Who else would like a pause.
fn others<'a>(sight: &Sight<'a>) -> Vec<&'a str> {
    let asked = sight.table.m.pause.asked.iter().filter(|seat| sight.viewer.seat() != Some(**seat));
    asked.map(|seat| sight.name(*seat)).collect()
}

fn say(sight: &Sight<'_>, answer: &str, label: &str) -> Markup {
    let action = urls::Pause { id: sight.table.m.id.as_str() }.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#press" hx-swap="outerMorph"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) hx-sync="this:drop" hx-disable="find button" {
            button.button.plain name="answer" value=(answer) { (label) }
        }
    }
}

//! The replay of a match.

use maud::{Markup, html};

use super::context::{MatchPage, ShownMatch};
use super::move_list::LATEST;
use super::updates::RegionUpdates;
use crate::matches::MatchStatus;
use crate::texts::{tr, tr_in};
use crate::views::boards::path_of_piece;
use crate::views::parts::Icon;

/// The controls first, back, forward and last. They contain the last ply, so that a script can animate it.
pub(super) fn controls(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let m = &page_context.view.m;
    let (at, last) = (shown.plies, m.plies.len());
    if m.status == MatchStatus::Open || last == 0 {
        return html! { nav.controls #steps aria-label=(tr("Replay controls")) {} };
    }
    let again = page_context.ply.is_some();
    let path = again.then(|| path_of_piece(&shown.position, &shown.effects)).flatten();
    html! {
        nav.controls #steps aria-label=(tr("Replay controls")) data-ply=[again.then_some(at)] data-way=[path] {
            div.steps {
                (go(page_context, (at > 0).then_some(0), tr("First"), Icon::First, "Home"))
                (back(page_context, at))
                (place(at, last))
                (go(page_context, (at < last).then_some(at + 1), tr("Forward"), Icon::Next, "ArrowRight"))
                (go(page_context, (at < last).then_some(last), tr("Last"), Icon::Last, "End"))
            }
        }
    }
}

fn back(page_context: &MatchPage<'_>, at: usize) -> Markup {
    go(page_context, at.checked_sub(1), tr("Back"), Icon::Previous, "ArrowLeft")
}

fn place(at: usize, last: usize) -> Markup {
    html! { span #at.at { span.unseen { (tr_in("a replay", "Move")) " " } (at) " / " (last) } }
}

/// The controls for automatic replay and the slider, for scripts. They are outside all swapped elements.
pub(super) fn player(page_context: &MatchPage<'_>) -> Markup {
    let (Some(at), last) = (page_context.ply, page_context.view.m.plies.len()) else {
        return html! {};
    };
    html! {
        div.replay hidden[true] data-wake {
            button.button.small type="button" data-autoplay data-key="p Space" data-pause=(tr("Pause")) { (tr_in("a replay", "Play")) }
            input #scrub type="range" name="ply" min="0" max=(last) value=(at) autocomplete="off" aria-label=(tr_in("a replay", "Move"))
                hx-get=(page_context.path()) hx-trigger="input throttle:80ms" hx-target="#panel" hx-swap="outerMorph"
                hx-replace-url="true" hx-sync=(LATEST);
            select.input.small aria-label=(tr("Speed")) data-speed autocomplete="off" {
                option value="2600" { (tr("slow")) }
                option value="1300" selected { (tr("normal")) }
                option value="450" { (tr("fast")) }
            }
        }
    }
}

/// A step to another ply. In a replay only the differing parts are fetched; from the live board it is a new page.
fn go(page_context: &MatchPage<'_>, to: Option<usize>, label: &str, icon: Icon, key: &str) -> Markup {
    let Some(to) = to else {
        return html! { span.step.off role="link" aria-disabled="true" aria-label=(label) { (icon) } };
    };
    let href = page_context.path().at(to);
    let again = page_context.ply.is_some();
    html! {
        a.step href=(href) rel="nofollow" aria-label=(label) title=(label) data-key=(key)
            hx-get=[again.then_some(&href)] hx-target=[again.then_some("#panel")]
            hx-swap=[again.then_some("outerMorph")] hx-replace-url=[again.then_some("true")]
            hx-sync=[again.then_some(LATEST)] { (icon) }
    }
}

/// The update of the controls after more plies.
pub(super) fn put_progress(updates: &mut RegionUpdates<'_, '_>) {
    let last = updates.page_context.view.m.plies.len();
    updates.put_at("#steps [data-key=ArrowLeft]", "outerMorph", back(updates.page_context, last));
    updates.put_at("#at", "outerMorph", place(last, last));
}

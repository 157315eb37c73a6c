//! Going through a match ply by ply.

use maud::{Markup, html};

use super::{Shown, Sight, clock_events};
use crate::matches::{By, Ply, Status};
use crate::texts::{tr, tr_in};
use crate::views::boards::{Id, Nth, Partials, chip, way};
use crate::views::parts::{Chip, Icon};

/// How many plies are listed beside a board; all of them where a match is gone through.
const LISTED: usize = 12;
/// Of the steps that are asked for while one is on its way, only the last is fetched.
const LATEST: &str = "#steps:queue last";

/// First, back, forward, last. Says how the last ply went, so that a script can go the same way.
pub(super) fn controls(sight: &Sight<'_>, shown: &Shown<'_>) -> Markup {
    let m = &sight.table.m;
    let (at, last) = (shown.plies, m.plies.len());
    if m.status == Status::Open || last == 0 {
        return html! { nav #steps aria-label=(tr("Through the match")) {} };
    }
    let again = sight.ply.is_some();
    let way = again.then(|| way(&shown.position, &shown.effects)).flatten();
    html! {
        nav #steps aria-label=(tr("Through the match")) data-ply=[again.then_some(at)] data-way=[way] {
            div.steps {
                (go(sight, (at > 0).then_some(0), tr("First"), Icon::First, "Home"))
                (back(sight, at))
                (place(at, last))
                (go(sight, (at < last).then_some(at + 1), tr("Forward"), Icon::Next, "ArrowRight"))
                (go(sight, (at < last).then_some(last), tr("Last"), Icon::Last, "End"))
                @if !again && m.ending().is_some() {
                    a.button.small href=(sight.path().at(0)) { (tr("Replay")) }
                }
            }
        }
    }
}

fn back(sight: &Sight<'_>, at: usize) -> Markup {
    go(sight, at.checked_sub(1), tr("Back"), Icon::Previous, "ArrowLeft")
}

fn place(at: usize, last: usize) -> Markup {
    html! { span #at.at { span.unseen { (tr("Ply")) " " } (at) " / " (last) } }
}

/// What plays a match by itself and slides through it, where scripts run. It stands outside what is swapped.
pub(super) fn player(sight: &Sight<'_>) -> Markup {
    let (Some(at), last) = (sight.ply, sight.table.m.plies.len()) else {
        return html! {};
    };
    html! {
        div.replay hidden[true] data-wake {
            button.button.small type="button" data-autoplay data-key="p Space" data-pause=(tr("Pause")) { (tr_in("a replay", "Play")) }
            input #scrub type="range" name="ply" min="0" max=(last) value=(at) autocomplete="off" aria-label=(tr("Ply"))
                hx-get=(sight.path()) hx-trigger="input throttle:80ms" hx-target="#panel" hx-swap="outerMorph"
                hx-replace-url="true" hx-sync=(LATEST);
            select.input.small aria-label=(tr("Speed")) data-speed autocomplete="off" {
                option value="2600" { (tr("slow")) }
                option value="1300" selected { (tr("normal")) }
                option value="450" { (tr("fast")) }
            }
        }
    }
}

/// A step to another ply. On the page of a ply only what differs is fetched; from the live board it is another page.
fn go(sight: &Sight<'_>, to: Option<usize>, label: &str, icon: Icon, key: &str) -> Markup {
    let Some(to) = to else {
        return html! { span.step.off role="link" aria-disabled="true" aria-label=(label) { (icon) } };
    };
    let href = sight.path().at(to);
    let again = sight.ply.is_some();
    html! {
        a.step href=(href) rel="nofollow" aria-label=(label) title=(label) data-key=(key)
            hx-get=[again.then_some(&href)] hx-target=[again.then_some("#panel")]
            hx-swap=[again.then_some("outerMorph")] hx-replace-url=[again.then_some("true")]
            hx-sync=[again.then_some(LATEST)] { (icon) }
    }
}

/// The plies, each with the sign of who played it.
pub(super) fn list(sight: &Sight<'_>, shown: &Shown<'_>) -> Markup {
    let plies = &sight.table.m.plies;
    let first = if sight.ply.is_some() { 0 } else { plies.len().saturating_sub(LISTED) };
    let known = sight.known();
    html! {
        nav #plies aria-label=(tr("Plies")) {
            @if !plies.is_empty() || !sight.table.m.clock_events.is_empty() {
                h2 { @if first == 0 { (tr("Plies")) } @else { (tr("Last plies")) } }
                ol.plies start=(first + 1) {
                    @if first == 0 { (clock_events::after(sight, 0)) }
                    @for (number, ply) in (1..).zip(plies.iter()).skip(first) {
                        (entry(sight, number, ply, sight.ply.is_some() && number == shown.plies, number > known))
                        (clock_events::after(sight, number))
                    }
                }
            }
        }
    }
}

/// The last ply, to be added to the steps and to those that are listed. A list that has it already gets it no second time.
pub(super) fn one_more(partials: &mut Partials<'_>, sight: &Sight<'_>) {
    let m = &sight.table.m;
    let (plies, last) = (&m.plies, m.plies.len());
    let Some(ply) = plies.last().filter(|_| last > 1 && m.ending().is_none()) else {
        let shown = sight.shown();
        partials.put("steps", controls(sight, &shown));
        return partials.put("plies", list(sight, &shown));
    };
    partials.put_at("#steps [data-key=ArrowLeft]", "outerMorph", back(sight, last));
    partials.put("at", place(last, last));
    partials.put_at(Id(entry_id(last)), "delete", html! {});
    partials.put_at("#plies ol", "beforeend", entry(sight, last, ply, false, false));
}

fn entry_id(number: usize) -> Nth {
    Nth("ply", number)
}

fn entry(sight: &Sight<'_>, number: usize, ply: &Ply, current: bool, fresh: bool) -> Markup {
    let href = sight.path().at(number);
    let again = sight.ply.is_some();
    let (who, sign) = match ply.by {
        By::Seat(seat) => {
            (sight.name(seat), Some(chip(sight.table.m.game, sight.table.m.seats.count(), seat)))
        }
        By::Chance => (tr("The dice"), None),
    };
    html! {
        li id=(entry_id(number)) class=[fresh.then_some("fresh")] {
            a href=(href) rel="nofollow" title=(who) aria-current=[current.then_some("step")]
                hx-get=[again.then_some(&href)] hx-target=[again.then_some("#panel")]
                hx-swap=[again.then_some("outerMorph")] hx-replace-url=[again.then_some("true")]
                hx-sync=[again.then_some(LATEST)] {
                span.number { (number) }
                @if let Some(sign) = sign { (Chip { sign }) }
                (ply.notation)
                @if fresh { span.unseen { ", " (tr("new to you")) } }
            }
        }
    }
}

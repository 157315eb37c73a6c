//! Going through a match ply by ply.

use maud::{Markup, html};

use super::{Shown, Sight};
use crate::matches::{By, Ply, Status};
use crate::views::parts::Icon;

/// How many plies are listed beside a board; all of them where a match is gone through.
const LISTED: usize = 12;

/// First, back, forward, last, and the plies.
pub(super) fn controls(sight: &Sight<'_>, shown: &Shown<'_>) -> Markup {
    let m = &sight.table.m;
    let (at, last) = (shown.plies, m.plies.len());
    if m.status == Status::Open {
        return html! { nav #steps aria-label="Plies" {} };
    }
    html! {
        nav #steps aria-label="Plies" data-replay[sight.ply.is_some()] {
            div.steps {
                (go(sight, (at > 0).then_some(0), "First", Icon::First, "Home"))
                (go(sight, at.checked_sub(1), "Back", Icon::Previous, "ArrowLeft"))
                span.at { (at) " / " (last) }
                (go(sight, (at < last).then_some(at + 1), "Forward", Icon::Next, "ArrowRight"))
                (go(sight, (at < last).then_some(last), "Last", Icon::Last, "End"))
                @if sight.ply.is_some() {
                    button.button.small type="button" hidden data-wake data-autoplay data-key="p"
                        data-play="Play" data-pause="Pause" { "Play" }
                }
            }
            (list(sight, at))
        }
    }
}

/// A step to another ply. On the page of a ply only what differs is fetched; from the live board it is another page.
fn go(sight: &Sight<'_>, to: Option<usize>, label: &str, icon: Icon, key: &str) -> Markup {
    let Some(to) = to else {
        return html! { span.button.small.off aria-disabled="true" aria-label=(label) { (icon) } };
    };
    let href = sight.path().at(to);
    html! {
        a.button.small href=(href) aria-label=(label) data-key=(key) data-go=(label)
            hx-get=[sight.ply.map(|_| &href)] hx-target="#panel" hx-swap="outerMorph" hx-replace-url="true" { (icon) }
    }
}

fn list(sight: &Sight<'_>, at: usize) -> Markup {
    let plies = &sight.table.m.plies;
    let first = if sight.ply.is_some() { 0 } else { plies.len().saturating_sub(LISTED) };
    html! {
        ol.plies start=(first + 1) {
            @for (number, ply) in (1..).zip(plies.iter()).skip(first) { (entry(sight, number, ply, number == at)) }
        }
    }
}

fn entry(sight: &Sight<'_>, number: usize, ply: &Ply, current: bool) -> Markup {
    let href = sight.path().at(number);
    let who = match ply.by {
        By::Seat(seat) => sight.name(seat),
        By::Chance => "The dice",
    };
    html! {
        li {
            a href=(href) title=(who) aria-current=[current.then_some("step")]
                hx-get=[sight.ply.map(|_| &href)] hx-target="#panel" hx-swap="outerMorph" hx-replace-url="true" {
                (ply.notation)
            }
        }
    }
}

//! What somebody can do at a match.

use maud::{Markup, html};

use super::{Sight, invitations, offers, pause, preview, status};
use crate::matches::{Lapse, Status, THROW, Viewer, Visibility};
use crate::say;
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::views::boards::{Named, Press, TO_PROBLEM};
use crate::views::parts::{Button, Kind};

pub(super) fn actions(sight: &Sight<'_>) -> Markup {
    if sight.ply.is_some() {
        let label = match sight.table.m.status {
            Status::Ended(_) => tr("Back to the match"),
            _ => tr("To the match as it stands"),
        };
        return html! {
            div.actions { a.button href=(sight.path()) data-key="Escape" { (label) } (try_out(sight)) }
        };
    }
    html! {
        div.actions {
            @match &sight.table.m.status {
                Status::Open => (open(sight)),
                Status::Playing => (playing(sight)),
                Status::Ended(_) => (ended(sight)),
            }
        }
    }
}

/// A form of one button.
fn post(action: impl std::fmt::Display, label: &str, kind: Kind) -> Markup {
    let action = action.to_string();
    html! {
        form method="post" action=(action) hx-post=(action) hx-target="#press" hx-swap="outerMorph"
            hx-status:4xx=(TO_PROBLEM) hx-status:5xx=(TO_PROBLEM) hx-sync="this:drop" hx-disable="find button" {
            (Button { label, kind, ..Button::default() })
        }
    }
}

/// As [`post`], but it asks first, in a fold that opens.
fn careful(action: impl std::fmt::Display, label: &str, question: &str, sure: &str) -> Markup {
    html! {
        details.careful {
            summary.button.plain { (label) }
            div { p { (question) } (post(action, sure, Kind::Grave)) }
        }
    }
}

/// The way to a seat, for those who can take one. It comes before everything else there is to read about an open match.
pub(super) fn join(sight: &Sight<'_>) -> Markup {
    let id = sight.table.m.id.as_str();
    let guest = matches!(sight.viewer, Viewer::Guest(_));
    html! {
        @if sight.ply.is_none() && sight.may_join() {
            div.actions.joining {
                (post(urls::Seats { id }, if guest { tr("Accept") } else { tr("Join") }, Kind::Filled))
                @if guest { (post(urls::DeclineSeat { id }, tr("Decline"), Kind::Quiet)) }
            }
        }
    }
}

fn open(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let id = m.id.as_str();
    let seated = sight.viewer.seat().is_some();
    let host = seated && m.host() == sight.viewer.seat().and_then(|seat| m.seats[seat]);
    let enough = m.seated() >= *m.game.seats().start() && m.seated() < m.seats.count();
    html! {
        @if host && enough { (post(urls::Start { id }, tr("Start now"), Kind::Filled)) }
        (invitations::ask(sight))
        @if seated {
            (invitation(sight))
            (post(urls::LeaveSeat { id }, tr("Leave the table"), Kind::Quiet))
        }
        @if host {
            (careful(urls::Abort { id }, tr("Close the table"), tr("Nobody can sit down then."), tr("Close it")))
        }
    }
}

/// The code of an open match, and who can join with it.
fn invitation(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let free = m.seat_to_keep().is_some();
    let link = urls::JoinCode { code: m.code.as_str() }.to_string();
    html! {
        div.invitation {
            p {
                @if free { (tr("Share this code to invite people:")) }
                @else { (tr!("Only {names} can join with this code:", names = status::awaited(sight))) }
            }
            p.code { (m.code) }
            @if free {
                p.soft {
                    @match m.visibility {
                        Visibility::Public => (tr("The match is also on the front page.")),
                        Visibility::Private => (tr("The match is not listed anywhere, so share the code or the link.")),
                    }
                }
            }
            button.button.small type="button" hidden data-wake data-copy=(link) data-copied=(tr("Copied")) {
                (tr("Copy the link"))
            }
        }
    }
}

fn playing(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let id = m.id.as_str();
    let plays = sight.viewer.seat().is_some_and(|seat| m.still_plays(seat));
    html! {
        (named(sight, sight.press().as_ref()))
        (next(sight))
        (try_out(sight))
        (offers::ways(sight))
        (pause::ways(sight))
        @if plays && !m.everybody_has_moved() {
            (careful(
                urls::Abort { id }, tr("Call it off"), tr("Nobody has lost then: the match does not count."), tr("Call it off"),
            ))
        }
        @if plays {
            (careful(
                urls::Resignation { id }, tr("Resign"), tr("You give the match up. That cannot be taken back."), tr("Resign"),
            ))
        }
    }
}

/// A gift for whoever needs more time, from the others who play.
fn give_time(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let Some(clocks) = &m.clocks else { return html! {} };
    let own = sight.viewer.seat().filter(|seat| m.still_plays(*seat));
    let Some(seat) = clocks.acting().filter(|acts| own.is_some_and(|own| own != *acts)) else {
        return html! {};
    };
    let name = sight.name(seat);
    let label = match sight.is_live() {
        true => say!("Give {name} a minute", name = name),
        false => say!("Give {name} a day", name = name),
    };
    post(urls::Time { id: m.id.as_str() }, &label, Kind::Plain)
}

/// Plies that are no cell to press.
pub(super) fn named(sight: &Sight<'_>, press: Option<&Press<'_>>) -> Markup {
    html! {
        div #named {
            @if let Some(notation) = sight.preview {
                (preview::confirm(sight, notation))
            } @else if let Some(press) = press {
                @if sight.throws() { (throw()) } @else { (Named(press)) (chains(sight)) }
            }
            (give_time(sight))
        }
    }
}

/// To a board to try something on, from the position that is shown: for those who play, and for everybody when it is over.
fn try_out(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let plays = m.status == Status::Playing && sight.viewer.seat().is_some();
    let may = m.ending().is_some() || plays && !sight.is_live();
    let path = urls::WhatIf { id: m.id.as_str() };
    // Without a number it begins with the match as it stands then, also when the page has gone on meanwhile.
    let href = sight.ply.map_or_else(|| path.to_string(), |ply| path.of(ply, &[], 0));
    html! {
        @if may {
            a.button.plain href=(href) rel="nofollow" { (tr("Try it out")) }
        }
    }
}

/// To the match that waits with the least time.
fn next(sight: &Sight<'_>) -> Markup {
    html! {
        @if sight.viewer.seat().is_some() {
            a.button.plain href=(urls::Next.after(sight.table.m.id.as_str())) { (tr("Next match")) }
        }
    }
}

fn throw() -> Markup {
    html! { button.button.brass form="press" name="notation" value=(THROW) { (tr("Throw the die")) } }
}

/// The other way of choosing, once a piece is chosen in a game that has chains.
fn chains(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let chained = sight.turn().is_some() && m.position.has_chain(sight.chosen);
    if !chained {
        return html! {};
    }
    let first = m.position.cell_name(sight.chosen[0]);
    let href = sight.path().choosing(&first, !sight.along);
    html! {
        a.button.plain href=(href) hx-get=(href) hx-target="#press" hx-swap="outerMorph" {
            @if sight.along { (tr("Choose the last hole at once")) } @else { (tr("Go hole by hole")) }
        }
    }
}

fn ended(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let id = m.id.as_str();
    html! {
        @match (&m.rematch, sight.viewer.seat()) {
            (Some(to), None) => a.button href=(urls::Match { id: to.as_str() }) { (tr("To the rematch")) },
            (Some(_), Some(_)) => (post(urls::Rematch { id }, tr("To the rematch"), Kind::Filled)),
            (None, Some(_)) if m.lapsed == Some(Lapse::Open) => (post(urls::Rematch { id }, tr("Open it again"), Kind::Filled)),
            (None, Some(_)) => (post(urls::Rematch { id }, tr("Play again"), Kind::Filled)),
            (None, None) => {},
        }
        (next(sight))
        (try_out(sight))
    }
}

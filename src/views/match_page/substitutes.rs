//! Substitutes: the search for one, and the seat that others can take.

use maud::{Markup, html};

use super::buttons::{form, item, post};
use super::context::MatchPage;
use crate::games::Seat;
use crate::matches::Match;
use crate::texts::tr;
use crate::urls;
use crate::views::parts::{ButtonKind, ShareButton};
use crate::{tr, tr_format};

/// For watchers the seat they can take, and for players who looks for a substitute.
pub(super) fn searches(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let id = m.id.as_str();
    html! {
        @if page_context.viewer.seat().is_none() {
            @if let Some(seat) = m.seats_for_substitutes().next() { (free_seat(page_context, seat)) }
        } @else {
            @for seat in m.seats_for_substitutes() {
                @if page_context.viewer.seat() == Some(seat) {
                    div.asks.calm {
                        p { (tr("You’re looking for a substitute. Share the link to this page: the first person to take your seat plays on for you.")) }
                        (form(urls::Substitute { id }, None, html! {
                            (ShareButton { path: &page_context.path().to_string() })
                            button.button.plain name="search" value="cancel" { (tr("Keep my seat")) }
                        }))
                    }
                } @else {
                    p.soft { (tr!("{name} is looking for a substitute.", name = page_context.name(seat))) }
                }
            }
        }
    }
}

/// The seat that a watcher can take.
fn free_seat(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let id = page_context.view.m.id.as_str();
    html! {
        div.asks.calm {
            p {
                strong { (tr!("{name} is looking for a substitute.", name = page_context.name(seat))) } " "
                (tr("You’d play on from this position. The match isn’t rated."))
            }
            div.row {
                (post(urls::Seats { id }, tr("Take the seat"), ButtonKind::Filled))
                @if page_context.own.is_visitor { (post(urls::GuestSeat { id }, tr("Play as a guest"), ButtonKind::Quiet)) }
            }
        }
    }
}

/// The entry of the menu by which a player begins to look for a substitute.
pub(super) fn menu_entry(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let may = m.may_have_substitute(seat) && m.seats_for_substitutes().all(|other| other != seat);
    html! {
        @if may { (item(urls::Substitute { id: m.id.as_str() }, tr("Look for a substitute"), Some(("search", "begin")))) }
    }
}

/// The announcement of a search that has begun, for the others.
pub(super) fn announcement(before: &Match, page_context: &MatchPage<'_>) -> Option<String> {
    let is_new = |seat: &Seat| before.seats_for_substitutes().all(|sought| sought != *seat);
    let seat = page_context.view.m.seats_for_substitutes().find(is_new)?;
    let is_own = page_context.viewer.seat() == Some(seat);
    (!is_own).then(|| tr_format!("{name} is looking for a substitute.", name = page_context.name(seat)))
}

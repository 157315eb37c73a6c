//! Whose turn it is, with the clock that runs: a bar above the board that stays in sight on phones, and a plate above the
//! panel on wide screens. It has the heading of the page.

use maud::{Markup, html};

use super::seat_clock::seat_clock;
use super::{MatchPage, status};
use crate::matches::MatchStatus;
use crate::texts::tr;
use crate::urls;
use crate::views::boards::{BoardPartials, partial};

const ID: &str = "turn";

/// A headline with more characters than this is set smaller.
const LONG: usize = 18;

pub(super) fn bar(page_context: &MatchPage<'_>) -> Markup {
    let yours = page_context.ply.is_none() && page_context.turn().is_some();
    let over = page_context.ply.is_none() && page_context.view.m.ending().is_some();
    html! {
        div.turn #(ID).yours[yours].over[over] {
            (headline(page_context))
            (clock(page_context))
            (reason(page_context))
            (next_waiting(page_context))
        }
    }
}

/// The link to the next match after the user's turn, with the number of matches that wait; none where the others move
/// at once. It is away from all that was pressed to move, for the press that comes once too often. It is hidden while
/// no match is known to wait: a script keeps the number current.
fn next_waiting(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let over =
        page_context.viewer.seat().is_some() && page_context.ply.is_none() && page_context.turn().is_none();
    let waits = m.status == MatchStatus::Playing && !m.goes_on_by_itself();
    html! {
        @if over && waits && !m.is_practice() && !page_context.is_live() {
            a.button.filled.next #next hidden[page_context.waiting == 0] href=(urls::Next.after(m.id.as_str())) {
                (tr("Next match")) " " span { "(" span data-turns { (page_context.waiting) } ")" }
            }
        }
    }
}

/// The bar, for htmx.
pub(super) fn changed_turn(page_context: &MatchPage<'_>) -> Markup {
    partial(ID, bar(page_context))
}

/// The bar as a part of a message of the stream.
pub(super) fn put_turn(partials: &mut BoardPartials<'_>, page_context: &MatchPage<'_>) {
    partials.put(ID, bar(page_context));
}

/// The time left of the seat to act. It is also in the row of the seat, so it is only for the eye.
fn clock(page_context: &MatchPage<'_>) -> Markup {
    let seat = page_context.view.m.seat_to_act();
    html! {
        @if let Some(seat) = seat { span.turn-clock aria-hidden="true" { (seat_clock(page_context, seat)) } }
    }
}

fn headline(page_context: &MatchPage<'_>) -> Markup {
    let yours = page_context.ply.is_none() && page_context.turn().is_some();
    let words = status::headline(page_context);
    let long = words.chars().count() > LONG;
    html! { h1 #headline.headline.yours[yours].long[long] { (words) } }
}

/// What to do or what is being done, or why the match is over; empty if that is obvious.
fn reason(page_context: &MatchPage<'_>) -> Markup {
    let reason = status::reason(page_context).or_else(|| status::activity(page_context));
    html! { p.reason.soft #reason hidden[reason.is_none()] { (reason.unwrap_or_default()) } }
}

//! Whose turn it is, with the clock that runs: a bar above the board that stays in sight on phones, and a plate above the
//! panel on wide screens. It has the heading of the page, and for users who can join the match the buttons to do so.

use maud::{Markup, html};

use super::buttons::next_match;
use super::context::MatchPage;
use super::seat_clock::seat_clock;
use super::{actions, presence, status, tips};
use crate::games::Seat;
use crate::matches::{EndReason, MatchStatus};
use crate::views::boards;

/// A headline with more characters than this is set smaller.
const LONG: usize = 18;

pub(super) fn bar(page_context: &MatchPage<'_>) -> Markup {
    let yours = page_context.ply.is_none() && page_context.turn().is_some();
    let over = page_context.ply.is_none() && page_context.view.m.ending().is_some();
    html! {
        div.turn #turn.yours[yours].over[over].won[over && page_context.is_won()].arrives[page_context.open.ends_now]
            data-tip=[tips::shown(page_context)] {
            (headline(page_context))
            (clock(page_context))
            (reason(page_context))
            @if over { (result(page_context)) }
            (next_waiting(page_context))
            (actions::join(page_context))
        }
    }
}

/// The link to the next match after the user's turn; none where the others move at once. It is away from all that is
/// pressed to move, so that an extra press does not hit it.
fn next_waiting(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let over =
        page_context.viewer.seat().is_some() && page_context.ply.is_none() && page_context.turn().is_none();
    let waits = m.status == MatchStatus::Playing && !m.goes_on_by_itself();
    html! {
        @if over && waits && !m.is_practice() && !page_context.is_live() {
            (next_match(page_context, "button filled next"))
        }
    }
}

/// The scores of two players, the viewer's first, and how the viewer's rating has changed.
fn result(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let own = page_context.viewer.seat().unwrap_or(Seat::new(0));
    let others = Seat::first(m.seats.count()).filter(|seat| *seat != own);
    let scores: Vec<_> = std::iter::once(own)
        .chain(others)
        .filter_map(|seat| boards::short_score(&m.position, seat))
        .collect();
    // The score of a match that was broken off says nothing.
    let is_played_out = m.ending().is_some_and(|ending| ending.how == EndReason::Rules);
    html! {
        div.final {
            @if is_played_out && scores.len() == 2 { strong { (scores.join(" : ")) } }
            (presence::own_rating_gain(page_context))
        }
    }
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
    html! { h1 #headline.headline.yours[yours].long[long] { (page_context.marked(&words)) } }
}

/// What to do or what is being done, or why the match is over; empty if that is obvious.
fn reason(page_context: &MatchPage<'_>) -> Markup {
    let reason = status::reason(page_context).or_else(|| status::activity(page_context));
    html! { p.reason.soft #reason hidden[reason.is_none()] { @if let Some(reason) = reason { (page_context.marked(&reason)) } } }
}

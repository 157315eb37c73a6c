//! The end of a match: the seats in the order of their ranks. The result and its reason are in the bar above.

use maud::{Markup, html};

use super::{MatchPage, panel};
use crate::games::Seat;

/// The result card; `None` unless the end of the match is shown.
pub(super) fn result(page_context: &MatchPage<'_>) -> Option<Markup> {
    let ending = page_context.view.m.ending().filter(|_| page_context.ply.is_none())?;
    let won = page_context.viewer.seat().is_some_and(|seat| ending.winners().any(|winner| winner == seat));
    Some(html! {
        div.result.won[won && !ending.is_draw()].arrives[page_context.ends_now] {
            (panel::seats(page_context))
        }
    })
}

/// The seats as they are listed: the best first once the match is over, otherwise in turn order.
pub(super) fn in_order(page_context: &MatchPage<'_>) -> Vec<Seat> {
    let m = &page_context.view.m;
    let mut seats: Vec<_> = Seat::first(m.seats.count()).collect();
    if let Some(ending) = m.ending().filter(|_| page_context.ply.is_none()) {
        seats.sort_by_key(|seat| ending.place(*seat));
    }
    seats
}

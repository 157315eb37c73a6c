//! The list of the moves of the match, with the marks of an analysed one.

use maud::{Markup, html};

use super::comment::MoveMark;
use super::context::AnalysisPage;
use super::line_list::listed_range;
use super::turning_points::{TurningPoints, seat_of};
use crate::games::Position;
use crate::matches::PositionAfter;
use crate::texts::tr;
use crate::views::boards::{self, LastPly};
use crate::views::parts::SeatChip;

/// How many moves of a match are listed.
const MOST_LISTED: usize = 200;

/// The moves around the one on the board, each with a link to the position after it. While the viewer looks for a better
/// move, those before it.
pub(super) fn list(tried: &AnalysisPage<'_>) -> Markup {
    let m = &tried.view.m;
    let count = if tried.hides_analysis() { tried.ply } else { m.plies.len() };
    let listed = listed_range(tried.ply, count, MOST_LISTED);
    // The match was folded from these plies.
    let stood = m.positions_in(listed.start..=listed.end).unwrap_or_default();
    let evaluations = tried.evaluations();
    let marked = evaluations.map(|positions| (positions, TurningPoints::of(tried.view, None, positions)));
    let mark = |index| {
        let (positions, points) = marked.as_ref()?;
        MoveMark::of(tried, positions, points, index)
    };
    html! {
        nav.line-list #line aria-label=(tr("Moves")) {
            @if count > 0 {
                h2 { (tr("Moves")) }
                @if listed.start > 0 { (others(tried, listed.start, tr("Earlier moves"))) }
                ol.plies translate="no" start=(listed.start + 1) {
                    @for (index, pair) in listed.clone().zip(stood.windows(2)) {
                        li { (entry(tried, index, &pair[0].position, &pair[1], mark(index))) }
                    }
                }
                @if listed.end < count { (others(tried, listed.end, tr("Later moves"))) }
            }
        }
    }
}

/// A ply of the match, from 0, with its mark.
fn entry(
    tried: &AnalysisPage<'_>,
    index: usize,
    before: &Position,
    after: &PositionAfter,
    mark: Option<MoveMark>,
) -> Markup {
    let m = &tried.view.m;
    let Some(ply) = m.plies.get(index) else { return html! {} };
    let to = tried.address(index + 1, &[], 0);
    let last = LastPly { notation: &ply.notation, effects: &after.effects };
    html! {
        a href=(to) hx-get=(to) rel="nofollow" aria-current=[(index + 1 == tried.ply).then_some("step")] {
            span.number { (index + 1) }
            @if let Some(seat) = seat_of(ply.by) { (SeatChip { sign: boards::chip(m.game, m.seats.count(), seat) }) }
            (boards::listed_ply(before, &last, &tried.ply_sentence(before, &ply.notation)))
            @if let Some(mark) = mark { (mark.sign()) }
        }
    }
}

/// The link to moves that are not listed, by a ply among them.
fn others(tried: &AnalysisPage<'_>, ply: usize, label: &str) -> Markup {
    let to = tried.address(ply, &[], 0);
    html! { p { a href=(to) hx-get=(to) rel="nofollow" { (label) } } }
}

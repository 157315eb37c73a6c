//! The list of the plies of a line.

use std::ops::Range;

use maud::{Markup, html};

use super::context::AnalysisPage;
use crate::games::Position;
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards::{self, LastPly};
use crate::views::parts::SeatChip;

/// How many plies of a line are listed.
const MOST_LISTED: usize = 50;

/// Which of all plies are listed, at most `most`, with the one on the board in the middle. Each link of a line contains the
/// whole line.
pub(super) fn listed_range(at: usize, all: usize, most: usize) -> Range<usize> {
    let start = at.saturating_sub(most / 2).min(all.saturating_sub(most));
    start..all.min(start + most)
}

/// A ply of the line, starting at 0, in the list.
fn listed_ply(tried: &AnalysisPage<'_>, index: usize, before: &Position) -> Markup {
    let Some((_, notation)) = tried.line.plies().get(index) else { return html! {} };
    let sentence = tried.ply_sentence(before, notation);
    boards::listed_ply(before, &LastPly { notation, effects: tried.line.effects(index) }, &sentence)
}

pub(super) fn list(tried: &AnalysisPage<'_>) -> Markup {
    let m = &tried.view.m;
    let plies = tried.line.plies();
    let listed = listed_range(tried.at, plies.len(), MOST_LISTED);
    let back = tried.address(tried.ply, &[], 0);
    html! {
        nav.line-list #line aria-label=(tr("Moves")) {
            @if !plies.is_empty() {
                h2 { (tr("Moves")) }
                @if tried.is_complete() {
                    p { a href=(back) hx-get=(back) rel="nofollow" { (back_to_match(tried.ply)) } }
                }
                ol.plies translate="no" start=(tried.ply + listed.start + 1) {
                    @for (number, (seat, notation)) in (listed.start + 1..).zip(&plies[listed.clone()]) {
                        @let to = tried.url_at(number);
                        li {
                            a href=(to) hx-get=(to) rel="nofollow" title=[seat.map(|seat| tried.name(seat))]
                                aria-current=[(number == tried.at).then_some("step")] {
                                span.number { (tried.ply + number) }
                                @if let Some(seat) = seat { (SeatChip { sign: boards::chip(m.game, m.seats.count(), *seat) }) }
                                @match tried.line.position(number - 1) {
                                    Some(before) => (listed_ply(tried, number - 1, before)),
                                    None => (notation),
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The label of the link to the position of the match where the line begins.
fn back_to_match(ply: usize) -> String {
    match ply {
        0 => tr("Back to the start of the match").to_owned(),
        _ => tr_format!("Back to move {n} of the match", n = ply),
    }
}

#[cfg(test)]
mod tests {
    use super::listed_range;

    #[test]
    fn of_a_long_line_the_plies_near_the_current_one_are_listed() {
        assert_eq!(listed_range(0, 0, 50), 0..0);
        assert_eq!(listed_range(20, 50, 50), 0..50);
        assert_eq!(listed_range(0, 200, 50), 0..50);
        assert_eq!(listed_range(100, 200, 50), 75..125);
        assert_eq!(listed_range(200, 200, 50), 150..200);
    }
}

//! What has happened since whoever looks last looked: in words beside the board and, where scripts run and motion is wanted,
//! played before their eyes from the board as they knew it.

use maud::{Markup, html};

use super::{MatchPage, clock_events, last_moved, status};
use crate::matches::{PositionAfter, Recap};
use crate::texts::tr;
use crate::tr;
use crate::views::boards::{self, DrawnBoard};

/// So many plies are played at most; with more, it begins later.
const MOST_PLAYED: usize = 16;
/// So many plies are told in words.
const MOST_TOLD: usize = 8;

/// What somebody has not seen, and how the match stood before each ply of it that is played or told.
pub(super) struct MissedMoves {
    lately: Recap,
    /// After how many plies the first of them is played.
    first: usize,
    stood: Vec<PositionAfter>,
}

impl MatchPage<'_> {
    /// What they have not seen, on a page that knows what they have.
    fn recap(&self) -> Option<Recap> {
        let seat = self.viewer.seat().filter(|_| self.ply.is_none())?;
        self.table.m.recap(seat, self.seen?)
    }

    /// After how many plies of the list those begin that they have not seen.
    pub(super) fn known(&self) -> usize {
        self.recap().map_or(usize::MAX, |lately| lately.from)
    }

    /// The same, gone through.
    pub(super) fn missed(&self) -> Option<MissedMoves> {
        let (lately, m) = (self.recap()?, &self.table.m);
        let first = lately.from.max(m.plies.len().saturating_sub(MOST_PLAYED));
        let last = m.plies.len().checked_sub(1).filter(|last| first <= *last);
        let stood = last.and_then(|last| m.positions_in(first..=last).ok()).unwrap_or_default();
        Some(MissedMoves { lately, first, stood })
    }
}

/// The board as they knew it, for a script to begin with.
pub(super) fn before(page_context: &MatchPage<'_>, missed: Option<&MissedMoves>) -> Markup {
    let m = &page_context.table.m;
    let plays = |missed: &&MissedMoves| !missed.lately.taken_back && page_context.chosen.is_empty();
    let stood = missed.filter(plays).and_then(|missed| {
        let seq = m.plies.get(missed.first)?.seq.checked_sub(1)?;
        Some((seq, missed.stood.first()?))
    });
    let Some((seq, PositionAfter { position, moved, .. })) = stood else { return html! {} };
    let last = last_moved(m, moved.as_ref());
    let turns = boards::turns(position, page_context.viewer.seat());
    html! {
        template #before data-seq=(seq) { (DrawnBoard { position, turns, last, press: None }) }
        p #back hidden {
            (tr("Since your last visit")) " "
            button.button.small type="button" data-skip data-key="Escape" { (tr("Skip")) }
        }
    }
}

/// The same in words, with a way to go through it.
pub(super) fn told(page_context: &MatchPage<'_>, missed: Option<&MissedMoves>) -> Markup {
    let Some(MissedMoves { lately, first, stood }) = missed else { return html! {} };
    let Recap { from, taken_back, .. } = lately;
    let plies = page_context.table.m.plies.len() - from;
    let clock = page_context.seen.into_iter().flat_map(|seen| clock_events::since(page_context, seen));
    let untold = stood.len().saturating_sub(MOST_TOLD);
    html! {
        section #lately.lately aria-label=(tr("Since your last visit")) {
            h2 {
                @if plies > 0 { (tr!(plies; "1 move since your last visit", "{n} moves since your last visit")) }
                @else { (tr("Since your last visit")) }
            }
            @for words in clock { p { (words) } }
            @if *taken_back { p.soft { (tr("A move was taken back.")) } }
            @if plies > 0 {
                ol start=(first + untold + 1) {
                    @for words in status::played(page_context, first + untold, &stood[untold..]) { li { (words) } }
                }
                p { a href=(page_context.path().at(*from)) rel="nofollow" { (tr("Replay these moves")) } }
            }
        }
    }
}

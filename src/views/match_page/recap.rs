//! What the viewer has missed: as text beside the board and, with scripts and motion, as a replay from the board they
//! knew.

use maud::{Markup, html};

use super::context::MatchPage;
use super::{clock_events, status};
use crate::matches::{PlyOrigin, PositionAfter, Recap};
use crate::texts::tr;
use crate::tr;
use crate::views::boards::{DrawnBoard, LastPly};

/// The maximum number of plies in the replay, which starts later if there are more.
const MOST_PLAYED: usize = 16;
/// The maximum number of plies in the text.
const MOST_LISTED: usize = 8;

/// The missed plies, and the match before each ply in the replay or the text.
pub(super) struct MissedMoves {
    recap: Recap,
    /// The number of plies before the first of them.
    first: usize,
    stood: Vec<PositionAfter>,
}

impl MatchPage<'_> {
    /// What the viewer has missed, if the page knows what they have seen.
    fn recap(&self) -> Option<Recap> {
        let seat = self.viewer.seat().filter(|_| self.ply.is_none())?;
        let seen = self.own.seen?;
        let played = || self.view.m.plies.iter().any(|ply| ply.by == PlyOrigin::Seat(seat));
        // Who has neither seen the match nor played in it has no last visit.
        self.view.m.recap(seat, seen).filter(|_| seen > 0 || played())
    }

    /// The number of plies before the first missed one.
    pub(super) fn last_known_ply(&self) -> usize {
        self.recap().map_or(usize::MAX, |recap| recap.from)
    }

    /// The missed plies with the states of the match.
    pub(super) fn missed_moves(&self) -> Option<MissedMoves> {
        let (recap, m) = (self.recap()?, &self.view.m);
        let first = recap.from.max(m.plies.len().saturating_sub(MOST_PLAYED));
        let last = m.plies.len().checked_sub(1).filter(|last| first <= *last);
        let stood = last.and_then(|last| m.positions_in(first..=last).ok()).unwrap_or_default();
        Some(MissedMoves { recap, first, stood })
    }
}

/// The board the viewer knew, from which the script starts.
pub(super) fn before(page_context: &MatchPage<'_>, missed: Option<&MissedMoves>) -> Markup {
    let m = &page_context.view.m;
    let plays = |missed: &&MissedMoves| !missed.recap.taken_back && page_context.choice.cells.is_empty();
    let stood = missed.filter(plays).and_then(|missed| {
        let seq = m.plies.get(missed.first)?.seq.checked_sub(1)?;
        Some((seq, missed.stood.first()?))
    });
    let Some((seq, PositionAfter { position, moved, .. })) = stood else { return html! {} };
    let last = LastPly::of(m, moved.as_ref());
    html! {
        template #before data-seq=(seq) { (DrawnBoard { position, viewer: page_context.viewer.seat(), last, press: None }) }
        p.recap-notice #back hidden {
            (tr("Since your last visit")) " "
            button.button.small type="button" data-skip data-key="Escape" { (tr("Skip")) }
        }
    }
}

/// The missed plies as text, with a link to their replay.
pub(super) fn section(page_context: &MatchPage<'_>, missed: Option<&MissedMoves>) -> Markup {
    let Some(MissedMoves { recap, first, stood }) = missed else { return html! {} };
    let Recap { from, taken_back, .. } = recap;
    let plies = page_context.view.m.plies.len() - from;
    let clock = page_context.own.seen.into_iter().flat_map(|seen| clock_events::since(page_context, seen));
    let skipped = stood.len().saturating_sub(MOST_LISTED);
    html! {
        section #recap.recap aria-label=(tr("Since your last visit")) {
            h2 {
                @if plies > 0 { (tr!(plies; "1 move since your last visit", "{n} moves since your last visit")) }
                @else { (tr("Since your last visit")) }
            }
            @for words in clock { p { (page_context.marked(&words)) } }
            @if *taken_back { p.soft { (tr("A move was taken back.")) } }
            @if plies > 0 {
                ol start=(first + skipped + 1) {
                    @for words in status::played(page_context, first + skipped, &stood[skipped..]) { li { (page_context.marked(&words)) } }
                }
                p { a href=(page_context.path().replayed_from(*from)) rel="nofollow" { (tr("Replay these moves")) } }
            }
        }
    }
}

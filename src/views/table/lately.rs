//! What has happened since whoever looks last looked: in words beside the board and, where scripts run and motion is wanted,
//! played before their eyes from the board as they knew it.

use maud::{Markup, html};

use super::{Sight, last_moved, status};
use crate::matches::{Lately, Stood};
use crate::texts::tr;
use crate::tr;
use crate::views::boards::{self, Board, Press};

/// So many plies are played at most; with more, it begins later.
const MOST_PLAYED: usize = 16;
/// So many plies are told in words.
const MOST_TOLD: usize = 8;

impl Sight<'_> {
    /// What they have not seen, on a page that knows what they have.
    pub(super) fn lately(&self) -> Option<Lately> {
        let seat = self.viewer.seat().filter(|_| self.ply.is_none())?;
        self.table.m.lately(seat, self.seen?)
    }

    /// After how many plies of the list those begin that they have not seen.
    pub(super) fn known(&self) -> usize {
        self.lately().map_or(usize::MAX, |lately| lately.from)
    }
}

/// The board as they knew it, for a script to begin with.
pub(super) fn before(sight: &Sight<'_>) -> Markup {
    let m = &sight.table.m;
    let plays = |lately: &Lately| !lately.taken_back && sight.chosen.is_empty();
    let from =
        sight.lately().filter(plays).map(|lately| lately.from.max(m.plies.len().saturating_sub(MOST_PLAYED)));
    let stood = from.and_then(|from| Some((m.plies.get(from)?.seq.checked_sub(1)?, m.stood_at(from).ok()?)));
    let Some((seq, Stood { position, moved, .. })) = stood else { return html! {} };
    let last = last_moved(m, moved.as_ref());
    let turns = boards::turns(&position, sight.viewer.seat());
    let press = Some(Press::idle(&position, m.id.as_str(), seq));
    html! {
        template #before data-seq=(seq) { (Board { position: &position, turns, last, press }) }
        p #back hidden {
            (tr("Since you last looked")) " "
            button.button.small type="button" data-skip data-key="Escape" { (tr("Skip")) }
        }
    }
}

/// The same in words, with a way to go through it.
pub(super) fn told(sight: &Sight<'_>) -> Markup {
    let Some(Lately { from, taken_back }) = sight.lately() else { return html! {} };
    let m = &sight.table.m;
    let plies = m.plies.len() - from;
    let first = from.max(m.plies.len().saturating_sub(MOST_TOLD));
    html! {
        section #lately.lately aria-label=(tr("Since you last looked")) {
            h2 {
                @if plies > 0 { (tr!(plies; "Since you last looked: 1 ply", "Since you last looked: {n} plies")) }
                @else { (tr("Since you last looked")) }
            }
            @if taken_back { p.soft { (tr("Something was taken back meanwhile.")) } }
            @if plies > 0 {
                ol start=(first + 1) {
                    @for words in status::played(sight, first..=m.plies.len() - 1) { li { (words) } }
                }
                p { a href=(sight.path().at(from)) rel="nofollow" { (tr("Go through it from there")) } }
            }
        }
    }
}

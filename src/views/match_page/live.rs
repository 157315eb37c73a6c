//! The messages of the stream: what has happened, step by step, and then the final state of the page.

use std::collections::HashSet;
use std::time::Duration;

use maud::{Markup, html};

use super::context::{MatchPage, OpenPage};
use super::regions::Region;
use super::updates::{ListedPlies, RegionUpdates};
use super::{announcements, muted};
use crate::games::{Effect, Position};
use crate::matches::{MatchView, MatchViewer, PlayedEntry, facets};
use crate::texts::tr;
use crate::users::UserId;
use crate::views::boards::{
    self, BoardFrame, BoardPartials, LastPly, announcement, announcement_of_ply, mark, partial, partials,
    relights,
};

/// How long a missed ply is looked at before the next, at least.
const BREATH: Duration = Duration::from_millis(450);
/// How long the pieces of a ply take to land.
const LANDING: Duration = Duration::from_millis(300);
/// With more missed plies than this, only the current state is sent.
const MOST_MISSED: usize = 40;

/// A message of the stream.
#[derive(Debug)]
pub struct LiveStep {
    pub markup: Markup,
    /// How long its animation takes, and how long the result is looked at.
    pub hold: Duration,
    /// The log entry up to which the page is current; only on the last step of a ply, so that a stream that breaks
    /// within a ply sends all of it again.
    pub seq: Option<u32>,
}

impl LiveStep {
    fn immediate(markup: Markup) -> Self {
        Self { markup, hold: Duration::ZERO, seq: None }
    }
}

/// The steps of a ply, which are sent to all viewers; empty for other changes.
pub fn of_everybody(before: &MatchView, after: &MatchView) -> Vec<LiveStep> {
    if played(before, after).is_none() {
        return Vec::new();
    }
    let marked = LastPly::of(&after.m, after.m.moved.as_ref());
    let mut steps = of_ply(&before.m.position, &after.m.last_effects, &after.m.position, marked);
    if let Some(last) = steps.last_mut() {
        let page_context = MatchPage::now(after, MatchViewer::Watcher, after.m.changed_at);
        let mut partials = BoardPartials(&mut last.markup.0);
        let listed = ListedPlies { count: before.m.plies.len(), position: Some(&before.m.position) };
        let mut updates =
            RegionUpdates { partials: &mut partials, page_context: &page_context, listed: Some(listed) };
        let facets = facets(before, after, page_context.viewer);
        updates.put_changed(&facets, |region| region.is_common(&facets, listed.count));
    }
    steps
}

/// The update of one viewer after a change, sent after the common steps.
pub fn of_viewer(before: &MatchView, after: &MatchView, viewer: MatchViewer) -> Markup {
    let ends_now = before.m.ending().is_none() && after.m.ending().is_some();
    let open = OpenPage { ends_now, ..OpenPage::default() };
    let page_context = MatchPage { open, ..MatchPage::now(after, viewer, after.m.changed_at) };
    let ply = played(before, after);
    partials(|partials| {
        let mut updates = RegionUpdates { partials, page_context: &page_context, listed: None };
        let (facets, listed) = (facets(before, after, viewer), before.m.plies.len());
        updates.put_changed(&facets, |region| ply.is_none() || !region.is_common(&facets, listed));
        match ply {
            Some(ply) => {
                let words = announcements::of_ply(before, &page_context, ply);
                partials.put(
                    "announcement",
                    announcement_of_ply(page_context.marked(&words), announcements::sound(&after.m)),
                );
            }
            None => {
                if let Some(words) = announcements::of_change(before, &page_context) {
                    partials.put("announcement", announcement(page_context.marked(&words)));
                }
            }
        }
    })
}

/// The ply between two states of a match.
fn played<'a>(before: &MatchView, after: &'a MatchView) -> Option<&'a PlayedEntry> {
    after.m.plies.last().filter(|_| after.m.plies.len() > before.m.plies.len())
}

/// The messages for a viewer who has seen everything up to log entry `seq`.
pub fn since(view: &MatchView, seq: u32, viewer: MatchViewer) -> Vec<LiveStep> {
    let m = &view.m;
    let page_context = MatchPage::now(view, viewer, m.changed_at);
    let mut steps = missed_steps(view, seq).unwrap_or_default();
    let has_missed = m.seq > seq;
    // The page is current with the update, which replaces what a viewer has chosen since the last step.
    if let Some(last) = steps.last_mut().filter(|last| last.seq == Some(m.seq)) {
        last.seq = None;
    }
    if !has_missed && view.messages(viewer).next().is_none() {
        return steps;
    }
    let update = partials(|partials| {
        let mut updates = RegionUpdates { partials, page_context: &page_context, listed: None };
        if has_missed {
            updates.put_missed(seq);
            let words = announcements::of_missed(&page_context, seq);
            partials.put("announcement", announcement(page_context.marked(&words)));
        } else {
            updates.put(Region::Messages);
        }
    });
    steps.push(LiveStep { seq: has_missed.then_some(m.seq), ..LiveStep::immediate(update) });
    steps
}

/// The element that hides muted players, if any of them has ever joined.
pub fn muted_section(
    view: &MatchView,
    viewer: MatchViewer,
    muted_players: &HashSet<UserId>,
) -> Option<LiveStep> {
    let some = !muted::muted_in_match(view, muted_players).is_empty();
    some.then(|| LiveStep::immediate(partial("muted", muted::muted_list(view, viewer, muted_players))))
}

/// The message when the program stops.
pub fn signed_out() -> LiveStep {
    let words = tr("Restarting. This page will reconnect by itself.");
    LiveStep::immediate(partial("announcement", announcement(words)))
}

/// The steps of the plies after a log entry; `None` if there are too many, or if plies were taken back since.
fn missed_steps(view: &MatchView, seq: u32) -> Option<Vec<LiveStep>> {
    let m = &view.m;
    // Seen plies were taken back, so the missed ones do not continue from the viewer's board.
    if m.offers.taken_back_at.is_some_and(|at| at > seq) {
        return None;
    }
    let first = m.plies.binary_search_by_key(&seq, |ply| ply.seq).map_or_else(|next| next, |seen| seen + 1);
    if m.plies.len() - first > MOST_MISSED {
        return None;
    }
    let mut steps: Vec<LiveStep> = Vec::new();
    let stood = m.positions_in(first..=m.plies.len()).ok()?;
    for (stood, ply) in stood.windows(2).zip(m.plies.iter().skip(first)) {
        let [before, after] = stood else { continue };
        let marked = LastPly::of(m, after.moved.as_ref());
        let mut of_this = of_ply(&before.position, &after.effects, &after.position, marked);
        if let Some(end) = of_this.last_mut() {
            end.seq = Some(ply.seq);
            end.hold = end.hold.max(BREATH);
        }
        steps.extend(of_this);
    }
    Some(steps)
}

/// The steps of a ply; the last one marks it on the board, or redraws the board if pieces have to be cleared away.
fn of_ply(
    before: &Position,
    effects: &[Effect],
    after: &Position,
    last: Option<LastPly<'_>>,
) -> Vec<LiveStep> {
    let step = |frame: BoardFrame| LiveStep { hold: frame.look, ..LiveStep::immediate(frame.markup) };
    let mut steps: Vec<_> = boards::steps(before, effects).into_iter().map(step).collect();
    if boards::needs_settling(after, effects) {
        let landed = LiveStep::immediate(boards::resting_board(after, last));
        steps.push(LiveStep { hold: LANDING, ..landed });
        return steps;
    }
    // Landing places are shown when the die has stopped.
    if let Some(Effect::Roll { .. }) = effects.last() {
        steps.push(LiveStep::immediate(html! {}));
    }
    let mut end = steps.pop().unwrap_or_else(|| LiveStep::immediate(html! {}));
    mark(&mut BoardPartials(&mut end.markup.0), after, last, relights(before, effects, after));
    steps.push(end);
    steps
}

//! The messages of the stream: what has happened, step by step, and then the final state of the page.

use std::collections::HashSet;
use std::time::Duration;

use maud::{Markup, html};

use super::{
    MatchPage, actions, announcements, board, chat, conditional, facts, last_moved, move_list, muted, offers,
    panel, position, replay, side_panel, status, turn,
};
use crate::games::{Effect, Position};
use crate::matches::{MatchStatus, MatchView, MatchViewer, PlayedEntry};
use crate::texts::tr;
use crate::users::UserId;
use crate::views::boards::{
    self, BoardPartials, LastPly, announcement, announcement_of_ply, mark, partial, partials, relights,
};

/// The pause between two missed plies.
const BREATH: Duration = Duration::from_millis(450);
/// With more missed plies than this, only the current state is sent.
const MOST_MISSED: usize = 40;

/// A message of the stream.
#[derive(Debug)]
pub struct LiveStep {
    /// The pause before it.
    pub pause: Duration,
    pub markup: Markup,
    /// The log entry up to which the page is current; only on the last step of a ply, so that a stream that breaks
    /// within a ply sends all of it again.
    pub seq: Option<u32>,
}

impl LiveStep {
    fn immediate(markup: Markup) -> Self {
        Self { pause: Duration::ZERO, markup, seq: None }
    }
}

/// The steps of a ply, which are sent to all viewers; empty for other changes.
pub fn of_everybody(before: &MatchView, after: &MatchView) -> Vec<LiveStep> {
    if played(before, after).is_none() {
        return Vec::new();
    }
    let page_context = MatchPage::now(after, MatchViewer::Watcher, after.m.changed_at);
    let marked = last_moved(&after.m, after.m.moved.as_ref());
    let mut steps = of_ply(&before.m.position, &after.m.last_effects, &after.m.position, marked);
    if let Some(last) = steps.last_mut() {
        let mut partials = BoardPartials(&mut last.markup.0);
        replay::one_more(&mut partials, &page_context, &before.m.position);
        if may_do_the_same(before, after) {
            panel::put_remarks(&mut partials, &page_context);
        }
        partials.put("position", position::current_position(&page_context));
    }
    steps
}

/// The update of one viewer after a change, sent after the common steps.
pub fn of_viewer(before: &MatchView, after: &MatchView, viewer: MatchViewer) -> Markup {
    let ends_now = before.m.ending().is_none() && after.m.ending().is_some();
    let page_context = MatchPage { ends_now, ..MatchPage::now(after, viewer, after.m.changed_at) };
    if after.m.seq == before.m.seq {
        return partial("said", chat::message_list(after, viewer, &HashSet::new()));
    }
    let Some(ply) = played(before, after) else {
        return html! {
            @if only_asked(before, after) { (offers::changes(before, &page_context)) } @else { (whole_page(&page_context)) }
            @if before.m.draws_offered().len() < after.m.draws_offered().len() {
                (partial("plies", move_list::list(&page_context, &page_context.shown())))
            }
            @if let Some(words) = announcements::of_change(before, &page_context) {
                (partial("announcement", announcement(&words)))
            }
            @if before.m.status != after.m.status { (partial("first-move", facts::first_move(&page_context))) }
            @if before.m.status != after.m.status || is_replaced(before, after, viewer) {
                (partial("conditional-moves", conditional::conditional_section(&page_context)))
            }
            @else { (changed_conditional_moves(before, after, &page_context)) }
        };
    };
    partials(|partials| {
        let press = page_context.move_form();
        if let Some(press) = &press {
            partials.put_at("#press", "innerMorph", press.cells());
        }
        if may_do_the_same(before, after) {
            turn::put_turn(partials, &page_context);
            if after.m.deadline().is_some() {
                partials.put("clock", panel::clock(&page_context));
            }
            partials.put("named", actions::named_moves(&page_context, press.as_ref()));
            if viewer.seat().is_some() {
                if after.m.is_practice() {
                    partials.put("hint", actions::hint_tool(&page_context));
                }
                if after.m.clocks.is_some() {
                    partials.put("give-time", actions::give_time(&page_context));
                }
            }
            partials.push(offers::changes(before, &page_context));
        } else {
            turn::put_turn(partials, &page_context);
            partials.put("panel", panel::panel(&page_context));
            if after.m.ending().is_some() {
                partials.put("said", chat::message_list(after, viewer, &HashSet::new()));
                partials.put("conditional-moves", conditional::conditional_section(&page_context));
            }
        }
        partials.push(changed_conditional_moves(before, after, &page_context));
        let words = announcements::of_ply(before, &page_context, ply);
        partials.put("announcement", announcement_of_ply(&words, announcements::sound(&after.m)));
        partials.push(title(&page_context));
    })
}

/// Whether the viewer may have had a seat that a bot has just taken over.
fn is_replaced(before: &MatchView, after: &MatchView, viewer: MatchViewer) -> bool {
    viewer.seat().is_none() && before.m.takeovers.len() < after.m.takeovers.len()
}

/// The saved conditional moves of the viewer, if they have any. The form is not replaced, as the user may be typing in
/// it, except for their first ones.
fn changed_conditional_moves(before: &MatchView, after: &MatchView, page_context: &MatchPage<'_>) -> Markup {
    let of = |view: &MatchView| {
        page_context.viewer.seat().and_then(|seat| view.conditional_moves.of(seat)).is_some()
    };
    html! {
        @match (of(before), of(after)) {
            (true, true) => (partial("standing", conditional::waiting_lines(page_context))),
            (false, false) => {},
            _ => (partial("conditional-moves", conditional::conditional_section(page_context))),
        }
    }
}

/// The ply between two states of a match.
fn played<'a>(before: &MatchView, after: &'a MatchView) -> Option<&'a PlayedEntry> {
    after.m.plies.last().filter(|_| after.m.plies.len() > before.m.plies.len())
}

/// Whether only offers have changed: chosen cells stay chosen.
fn only_asked(before: &MatchView, after: &MatchView) -> bool {
    let (before, after) = (&before.m, &after.m);
    before.board_version == after.board_version
        && before.clocks == after.clocks
        && before.closes_at() == after.closes_at()
}

/// Whether only the turn has passed, and the viewer's actions are the same as before.
fn may_do_the_same(before: &MatchView, after: &MatchView) -> bool {
    after.m.status == MatchStatus::Playing
        && before.m.everybody_has_moved() == after.m.everybody_has_moved()
        && before.m.pause == after.m.pause
        && before.m.closes_at() == after.m.closes_at()
}

/// The messages for a viewer who has seen everything up to log entry `seq`.
pub fn since(view: &MatchView, seq: u32, viewer: MatchViewer) -> Vec<LiveStep> {
    let m = &view.m;
    let mut steps = missed_steps(view, seq).unwrap_or_default();
    if m.seq > seq {
        let page_context = MatchPage::now(view, viewer, m.changed_at);
        let all = html! {
            (whole_page(&page_context))
            // The section may have appeared with the first ply. Later it is not replaced, as the user may be typing
            // in it.
            @if m.plies.is_empty() || m.ending().is_some() { (partial("conditional-moves", conditional::conditional_section(&page_context))) }
            @else { (partial("standing", conditional::waiting_lines(&page_context))) }
            (partial("announcement", announcement(&announcements::of_missed(&page_context, seq))))
        };
        steps.push(LiveStep { seq: Some(m.seq), ..LiveStep::immediate(all) });
    } else if !view.chat.is_empty() {
        steps.push(LiveStep::immediate(partial("said", chat::message_list(view, viewer, &HashSet::new()))));
    }
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
    for (index, (stood, ply)) in stood.windows(2).zip(m.plies.iter().skip(first)).enumerate() {
        let [before, after] = stood else { continue };
        let marked = last_moved(m, after.moved.as_ref());
        let mut of_this = of_ply(&before.position, &after.effects, &after.position, marked);
        if let Some(start) = of_this.first_mut().filter(|_| index > 0) {
            start.pause = BREATH;
        }
        if let Some(end) = of_this.last_mut() {
            end.seq = Some(ply.seq);
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
    let mut steps = Vec::new();
    let mut pause = Duration::ZERO;
    for frame in boards::steps(before, effects) {
        steps.push(LiveStep { pause, ..LiveStep::immediate(frame.markup) });
        pause = frame.look;
    }
    if boards::needs_settling(after, effects) {
        steps.push(LiveStep { pause, ..LiveStep::immediate(boards::resting_board(after, last)) });
        return steps;
    }
    // Landing places are shown when the die has stopped.
    if let Some(Effect::Roll { .. }) = effects.last() {
        steps.push(LiveStep { pause, ..LiveStep::immediate(html! {}) });
    }
    let mut end = steps.pop().unwrap_or_else(|| LiveStep::immediate(html! {}));
    mark(&mut BoardPartials(&mut end.markup.0), after, last, relights(before, effects, after));
    steps.push(end);
    steps
}

/// All parts of the page that may differ.
fn whole_page(page_context: &MatchPage<'_>) -> Markup {
    let shown = page_context.shown();
    html! {
        (partial("board", board(page_context, &shown)))
        (side_panel(page_context, &shown))
        (partial("talk", chat::chat_section(page_context.view, page_context.viewer, None, &HashSet::new())))
        (title(page_context))
    }
}

fn title(page_context: &MatchPage<'_>) -> Markup {
    html! { title { (status::title(page_context)) " · Parlour" } }
}

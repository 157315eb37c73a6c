//! The messages of the stream: what has happened, step by step, and the page at rest.

use std::collections::HashSet;
use std::time::Duration;

use maud::{Markup, html};

use super::{
    Sight, actions, announcements, beside, board, hushed, last_moved, offers, orders, panel, position,
    replay, status, talk,
};
use crate::games::{Effect, Position};
use crate::matches::{Ply, Status, Table, Viewer};
use crate::texts::tr;
use crate::users::UserId;
use crate::views::boards::{self, Last, Partials, announcement, mark, partial, partials, relights};

/// How long a ply is looked at before the next one that was missed.
const BREATH: Duration = Duration::from_millis(450);
/// With more missed than this, only how it stands now is told.
const MOST_MISSED: usize = 40;

/// A message of the stream.
#[derive(Debug)]
pub struct Step {
    /// How long what went before is looked at.
    pub pause: Duration,
    /// What changes.
    pub markup: Markup,
    /// The entry of the log after which the reader is up to date; only on the last step of a ply, so that a stream that
    /// is cut in the middle of one shows all of it again.
    pub seq: Option<u32>,
}

impl Step {
    fn at_once(markup: Markup) -> Self {
        Self { pause: Duration::ZERO, markup, seq: None }
    }
}

/// What everybody is sent about a ply, in steps; nothing about any other change.
pub fn of_everybody(before: &Table, after: &Table) -> Vec<Step> {
    if played(before, after).is_none() {
        return Vec::new();
    }
    let sight = Sight::now(after, Viewer::Watcher, after.m.changed_at);
    let marked = last_moved(&after.m, after.m.moved.as_ref());
    let mut steps = of_ply(&before.m.position, &after.m.last_effects, &after.m.position, marked);
    if let Some(last) = steps.last_mut() {
        let mut partials = Partials(&mut last.markup.0);
        replay::one_more(&mut partials, &sight);
        if may_do_the_same(before, after) {
            panel::remarks(&mut partials, &sight);
        }
        partials.put("position", position::now(&sight));
    }
    steps
}

/// What one viewer is sent about a change, besides what everybody is sent.
pub fn of_viewer(before: &Table, after: &Table, viewer: Viewer) -> Markup {
    let sight = Sight::now(after, viewer, after.m.changed_at);
    if after.m.seq == before.m.seq {
        return partial("said", talk::said(after, viewer, &HashSet::new()));
    }
    let Some(ply) = played(before, after) else {
        return html! {
            @if only_asked(before, after) { (offers::changes(before, &sight)) } @else { (everything(after, viewer)) }
            @if let Some(words) = announcements::of_change(before, &sight) {
                (partial("say", announcement(&words)))
            }
            @if before.m.status != after.m.status { (partial("standing-orders", orders::orders(&sight))) }
            @else { (ordered(before, after, &sight)) }
        };
    };
    partials(|partials| {
        let press = sight.press();
        if let Some(press) = &press {
            partials.put_at("#press", "innerMorph", press.cells());
        }
        if may_do_the_same(before, after) {
            partials.put("headline", panel::headline(&sight));
            if after.m.deadline().is_some() {
                partials.put("clock", panel::clock(&sight));
            }
            if boards::asks(&after.m.position).is_some() {
                partials.put("reason", panel::reason(&sight));
            }
            partials.put("named", actions::named(&sight, press.as_ref()));
            partials.push(offers::changes(before, &sight));
        } else {
            partials.put("panel", panel::panel(&sight));
            if after.m.ending().is_some() {
                partials.put("said", talk::said(after, viewer, &HashSet::new()));
                partials.put("standing-orders", orders::orders(&sight));
            }
        }
        partials.push(ordered(before, after, &sight));
        partials.put("say", announcement(&announcements::of_ply(before, &sight, ply)));
        partials.push(title(&sight));
    })
}

/// What has become of the orders of whoever looks, if anything has.
fn ordered(before: &Table, after: &Table, sight: &Sight<'_>) -> Markup {
    let of = |table: &Table| sight.viewer.seat().and_then(|seat| table.orders.of(seat)).is_some();
    html! {
        @if of(before) || of(after) { (partial("standing-orders", orders::orders(sight))) }
    }
}

/// The ply between two states of a match.
fn played<'a>(before: &Table, after: &'a Table) -> Option<&'a Ply> {
    after.m.plies.last().filter(|_| after.m.plies.len() > before.m.plies.len())
}

/// Whether the seats have only asked each other for something: the board stands as it did, and what somebody has chosen on
/// it stays chosen.
fn only_asked(before: &Table, after: &Table) -> bool {
    let (before, after) = (&before.m, &after.m);
    before.fresh_since == after.fresh_since && before.clocks == after.clocks
}

/// Whether nothing but a turn has passed: nobody has more or less to decide than before.
fn may_do_the_same(before: &Table, after: &Table) -> bool {
    after.m.status == Status::Playing
        && before.m.everybody_has_moved() == after.m.everybody_has_moved()
        && before.m.pause == after.m.pause
        && before.m.closes_at() == after.m.closes_at()
}

/// What a viewer is sent who has seen everything up to entry `seq`.
pub fn since(table: &Table, seq: u32, viewer: Viewer) -> Vec<Step> {
    let m = &table.m;
    let mut steps = missed(table, seq).unwrap_or_default();
    if m.seq > seq {
        let sight = Sight::now(table, viewer, m.changed_at);
        let all = html! {
            (everything(table, viewer))
            // The fold may have come with the first ply; later it is left alone, in case somebody writes in it.
            @if m.plies.is_empty() || m.ending().is_some() { (partial("standing-orders", orders::orders(&sight))) }
            @else { (partial("standing", orders::standing(&sight))) }
            (partial("say", announcement(&announcements::of_missed(&sight, seq))))
        };
        steps.push(Step { seq: Some(m.seq), ..Step::at_once(all) });
    } else if !table.talk.is_empty() {
        steps.push(Step::at_once(partial("said", talk::said(table, viewer, &HashSet::new()))));
    }
    steps
}

/// What somebody is sent when people have sat down whom they do not want to hear; nothing where none of them is here.
pub fn hushes(table: &Table, viewer: Viewer, unheard: &HashSet<UserId>) -> Option<Step> {
    let some = !hushed::here(table, unheard).is_empty();
    some.then(|| Step::at_once(partial("hush", hushed::hush(table, viewer, unheard))))
}

/// What a viewer is sent when the program stops.
pub fn goodbye() -> Step {
    let words = tr("The house closes for a moment. This page goes on by itself when it opens again.");
    Step::at_once(partial("say", announcement(words)))
}

/// The plies above an entry, each as its steps; none when there are too many to look at.
fn missed(table: &Table, seq: u32) -> Option<Vec<Step>> {
    let m = &table.m;
    // What was seen has been taken back: no way leads from there.
    if m.offers.taken_back_at.is_some_and(|at| at > seq) {
        return None;
    }
    let first = m.plies.binary_search_by_key(&seq, |ply| ply.seq).map_or_else(|next| next, |seen| seen + 1);
    if m.plies.len() - first > MOST_MISSED {
        return None;
    }
    let mut steps: Vec<Step> = Vec::new();
    let stood = m.stood_in(first..=m.plies.len()).ok()?;
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

/// A ply as its steps; with the last one the last move on the board is marked. What has to be cleared away is looked at
/// before it is.
fn of_ply(before: &Position, effects: &[Effect], after: &Position, last: Option<Last<'_>>) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut pause = Duration::ZERO;
    for frame in boards::steps(before, effects) {
        steps.push(Step { pause, ..Step::at_once(frame.markup) });
        pause = frame.look;
    }
    if boards::unsettles(after, effects) {
        steps.push(Step { pause, ..Step::at_once(boards::settled(after, last)) });
        return steps;
    }
    // What can be done with a roll is shown once the die has come to rest.
    if let Some(Effect::Roll { .. }) = effects.last() {
        steps.push(Step { pause, ..Step::at_once(html! {}) });
    }
    let mut end = steps.pop().unwrap_or_else(|| Step::at_once(html! {}));
    mark(&mut Partials(&mut end.markup.0), after, last, relights(before, effects, after));
    steps.push(end);
    steps
}

/// All of the page that may differ.
fn everything(table: &Table, viewer: Viewer) -> Markup {
    let sight = Sight::now(table, viewer, table.m.changed_at);
    let shown = sight.shown();
    html! {
        (partial("board", board(&sight, &shown)))
        (beside(&sight, &shown))
        (partial("talk", talk::talk(table, viewer, None, &HashSet::new())))
        (title(&sight))
    }
}

fn title(sight: &Sight<'_>) -> Markup {
    html! { title { (status::title(sight)) " · Parlour" } }
}

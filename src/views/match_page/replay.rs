//! The replay of a match.

use std::collections::HashSet;

use maud::{Markup, html};

use super::context::{MatchPage, ShownMatch};
use super::move_list::LATEST;
use super::status;
use super::updates::RegionUpdates;
use crate::matches::{Match, MatchStatus, PlyOrigin};
use crate::now::spans::SECOND;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::views::boards::path_of_piece;
use crate::views::parts::{DeadlineLabel, Icon, span_in_words};

/// The speeds of automatic replay, and their labels.
const SPEEDS: [(&str, &str); 5] = [("0.5", "½×"), ("1", "1×"), ("2", "2×"), ("4", "4×"), ("8", "8×")];

/// The controls first, back, forward and last. They contain the last ply, so that a script can animate it.
pub(super) fn controls(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let m = &page_context.view.m;
    let (at, last) = (shown.plies, m.plies.len());
    if m.status == MatchStatus::Open || last == 0 {
        return html! { nav.controls #steps aria-label=(tr("Replay controls")) {} };
    }
    let again = page_context.ply.is_some();
    let path = again.then(|| path_of_piece(&shown.position, &shown.effects)).flatten();
    let by_step = again && m.turns_in(last) < last;
    html! {
        nav.controls #steps aria-label=(tr("Replay controls")) data-ply=[again.then_some(at)] data-way=[path]
            data-plies=[again.then(|| kinds_of_plies(m))] {
            div.steps {
                (go(page_context, (at > 0).then_some(0), tr("First"), Icon::First, "Home"))
                (back(page_context, at))
                @if by_step { (go(page_context, at.checked_sub(1), tr("Previous step"), Icon::Previous, ",")) }
                (place(m, at, by_step))
                @if by_step { (go(page_context, (at < last).then_some(at + 1), tr("Next step"), Icon::Next, ".")) }
                (go(page_context, (at < last).then(|| m.turn_around(at).end), tr("Forward"), Icon::Next, "ArrowRight"))
                (go(page_context, (at < last).then_some(last), tr("Last"), Icon::Last, "End"))
            }
        }
    }
}

/// To the end of the move before.
fn back(page_context: &MatchPage<'_>, at: usize) -> Markup {
    let to = at.checked_sub(1).map(|last| page_context.view.m.turn_around(last).start);
    go(page_context, to, tr("Back"), Icon::Previous, "ArrowLeft")
}

/// The number of the move, and the step of a move that consists of several.
fn place(m: &Match, at: usize, by_step: bool) -> Markup {
    let steps = at.checked_sub(1).map(|last| m.turn_around(last)).filter(|steps| by_step && steps.len() > 1);
    html! {
        span #at.at {
            span.unseen { (tr_in("a replay", "Move")) " " } (m.turns_in(at)) " / " (m.turns_in(m.plies.len()))
            @if let Some(steps) = steps {
                span.small { span.unseen { " " (tr_in("a replay", "step")) " " } (at - steps.start) "/" (steps.len()) }
            }
        }
    }
}

/// When the shown ply was played, and after which time.
pub(super) fn moved(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let Some(ply) = page_context.ply.filter(|ply| *ply > 0) else { return html! {} };
    let at = DeadlineLabel { at: m.plies[ply - 1].at, zone: page_context.own.zone };
    html! {
        p.deadline.soft #moved {
            @match m.time_used(ply).filter(|used| *used >= SECOND) {
                Some(used) => (tr!("{time}, after {span}", time = at, span = span_in_words(used))),
                None => (at),
            }
        }
    }
}

/// The result of a match that is over, which is hidden until it is asked for or reached.
pub(super) fn covered_result(page_context: &MatchPage<'_>) -> Markup {
    let is_covered = page_context.view.m.ending().is_some() && !page_context.shows_the_end();
    html! {
        @if is_covered {
            details.fold #result hx-morph-skip {
                summary { (tr("Result")) (Icon::Down) }
                p { (page_context.marked(&status::outcome(page_context))) }
            }
        }
    }
}

/// The controls for automatic replay and the slider, for scripts. They are outside all swapped elements.
/// While the match goes on, the script listens to its stream for more to replay.
pub(super) fn player(page_context: &MatchPage<'_>, user: Option<&str>) -> Markup {
    let m = &page_context.view.m;
    let (Some(at), last) = (page_context.ply, m.plies.len()) else {
        return html! {};
    };
    let events = (m.status == MatchStatus::Playing).then_some(urls::Events { id: m.id.as_str() });
    html! {
        div.replay hidden[true] data-wake data-events=[events] data-after=(m.seq) data-user=[user] {
            button.button.small type="button" data-autoplay data-key="p Space" data-pause=(tr("Pause")) { (tr_in("a replay", "Play")) }
            input #scrub type="range" name="ply" min="0" max=(last) value=(at) autocomplete="off" aria-label=(tr_in("a replay", "Move"))
                hx-get=(page_context.replay_path(None)) hx-trigger="input throttle:80ms" hx-target="#panel" hx-swap="outerMorph"
                hx-replace-url="true" hx-sync=(LATEST);
            select.input.small aria-label=(tr("Speed")) data-speed autocomplete="off" {
                @for (factor, label) in SPEEDS { option value=(factor) selected[factor == "1"] { (label) } }
                option value="minute" { (tr("Whole match in 1 minute")) }
            }
            @if m.dice.is_some() {
                label.check { input type="checkbox" data-skips autocomplete="off"; span { (tr("Skip rolls and forced moves")) } }
            }
        }
    }
}

/// A letter for each ply: `m`, or in games with dice `r` for a roll or the only possible move; a capital if it ends a
/// turn.
fn kinds_of_plies(m: &Match) -> String {
    let mut without_choice = HashSet::new();
    if m.dice.is_some() {
        let walked = m.each_ply(|index, before, _| {
            let is_roll = m.plies.get(index).is_some_and(|ply| ply.by == PlyOrigin::Chance);
            without_choice.extend((is_roll || before.only_ply().is_some()).then_some(index));
        });
        // The match was folded from these plies.
        debug_assert!(walked.is_ok());
    }
    let letter = |index| match (without_choice.contains(&index), m.turn_around(index).end == index + 1) {
        (true, true) => 'R',
        (true, false) => 'r',
        (false, true) => 'M',
        (false, false) => 'm',
    };
    (0..m.plies.len()).map(letter).collect()
}

/// A step to another ply. In a replay only the differing parts are fetched; from the live board it is a new page.
fn go(page_context: &MatchPage<'_>, to: Option<usize>, label: &str, icon: Icon, key: &str) -> Markup {
    let fine = matches!(key, "," | ".");
    let Some(to) = to else {
        return html! { span.step.off.fine[fine] role="link" aria-disabled="true" aria-label=(label) { (icon) } };
    };
    let href = page_context.replay_path(Some(to));
    let again = page_context.ply.is_some();
    html! {
        a.step.fine[fine] href=(href) rel="nofollow" aria-label=(label) title=(label) data-key=(key)
            hx-get=[again.then_some(&href)] hx-target=[again.then_some("#panel")]
            hx-swap=[again.then_some("outerMorph")] hx-replace-url=[again.then_some("true")]
            hx-sync=[again.then_some(LATEST)] { (icon) }
    }
}

/// The update of the controls after more plies.
pub(super) fn put_progress(updates: &mut RegionUpdates<'_, '_>) {
    let last = updates.page_context.view.m.plies.len();
    updates.put_at("#steps [data-key=ArrowLeft]", "outerMorph", back(updates.page_context, last));
    updates.put_at("#at", "outerMorph", place(&updates.page_context.view.m, last, false));
}

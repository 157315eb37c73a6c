//! Announcements for screen readers: each move with its effects, and the state of the match after it.

use maud::{Markup, html};

use super::context::MatchPage;
use super::{clock_events, offers, pause, status, substitutes};
use crate::games::effect::captures;
use crate::games::{Effect, Seat};
use crate::matches::{Match, MatchStatus, MatchView, PlayedEntry};
use crate::texts::tr;
use crate::tr_format;
use crate::views::boards;
use crate::views::parts::words::called;

/// At most this many missed moves are announced.
const MOST_ANNOUNCED: usize = 3;

/// A button, visible only with keyboard focus, that announces the time left.
pub(super) fn clock_button(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let runs = page_context.ply.is_none() && m.ending().is_none() && m.clocks.is_some();
    html! {
        @if runs {
            button.button.small.unseen type="button" hidden[true] data-wake data-key="t" aria-keyshortcuts="t"
                data-announce-time=(tr("No clock is running.")) { (tr("Announce the time left")) }
        }
    }
}

/// The announcement of a ply: the ply, the scores it changed, and the state of the match.
pub(super) fn of_ply(before: &MatchView, page_context: &MatchPage<'_>, ply: &PlayedEntry) -> String {
    let (was, m) = (&before.m, &page_context.view.m);
    let name = was.to_act().turn().map(|seat| page_context.name(seat)).unwrap_or_default();
    let played = boards::announced(&was.position, &ply.notation, &name);
    let played = match boards::why(&m.position, &m.last_effects) {
        Some(why) => tr_format!("{ply}: {why}", ply = played, why = why),
        None => played,
    };
    // What follows automatically is announced when it happens.
    let stands = (!m.goes_on_by_itself()).then(|| status::headline(page_context).into_owned());
    sentences([Some(played), scores(was, page_context), stands])
}

/// The sound of the last ply.
pub(super) fn sound(m: &Match) -> &'static str {
    let rolls = |effect: &Effect| matches!(effect, Effect::Roll { .. });
    match m.last_effects.as_ref() {
        _ if m.ending().is_some() => "end",
        effects if effects.iter().any(rolls) => "roll",
        effects if captures(effects) => "capture",
        _ => "move",
    }
}

/// Both scores if a ply has changed one; with more than two seats only those that changed.
fn scores(was: &Match, page_context: &MatchPage<'_>) -> Option<String> {
    let m = &page_context.view.m;
    let changed = |seat: Seat| boards::score(&was.position, seat) != boards::score(&m.position, seat);
    let seats = m.seats.count();
    if m.status != MatchStatus::Playing || !Seat::first(seats).any(changed) {
        return None;
    }
    let counted = Seat::first(seats).filter(|seat| seats == 2 || changed(*seat));
    let score = |seat| Some(format!("{}: {}", page_context.name(seat), boards::score(&m.position, seat)?));
    Some(counted.filter_map(score).collect::<Vec<_>>().join(", "))
}

/// The announcement of any other change, and of the state of the match if it is different.
pub(super) fn of_change(before: &MatchView, page_context: &MatchPage<'_>) -> Option<String> {
    let offer = offers::announcement(before, page_context)
        .or_else(|| clock_events::announcement(before, page_context));
    let offer = offer
        .or_else(|| resigned(before, page_context))
        .or_else(|| pause::announcement(before, page_context))
        .or_else(|| substitutes::announcement(&before.m, page_context));
    let offer = offer.or_else(|| rematch(before, page_context));
    let was = MatchPage::now(before, page_context.viewer, before.m.changed_at);
    let (headline, reason) = (status::headline(page_context), status::reason(page_context));
    let stands = (status::headline(&was) != headline).then(|| [Some(headline.into_owned()), reason]);
    let words = sentences(std::iter::once(offer).chain(stands.into_iter().flatten()));
    Some(words).filter(|words| !words.is_empty())
}

/// The announcement of a resignation in a match that goes on.
fn resigned(before: &MatchView, page_context: &MatchPage<'_>) -> Option<String> {
    let m = &page_context.view.m;
    let resigned = |seat: &Seat| !before.m.dropped_out.contains(seat) && !m.out_of_time.contains(seat);
    let seats: Vec<_> = m.dropped_out.iter().copied().filter(resigned).collect();
    (m.ending().is_none() && !seats.is_empty()).then(|| status::resigned(page_context, &seats))
}

/// The announcement of an offered rematch, for the other players.
fn rematch(before: &MatchView, page_context: &MatchPage<'_>) -> Option<String> {
    let m = &page_context.view.m;
    let by = m.rematch_by.filter(|_| before.m.rematch != m.rematch)?;
    let own = page_context.viewer.seat().and_then(|seat| m.seats[seat])?;
    let name = called(page_context.view.names.of(by));
    (own != by).then(|| tr_format!("{name} offers a rematch", name = name))
}

/// The announcement of the last plies after a log entry, and of the state of the match.
pub(super) fn of_missed(page_context: &MatchPage<'_>, seq: u32) -> String {
    let plies = &page_context.view.m.plies;
    let missed = plies.iter().rev().take_while(|ply| ply.seq > seq).count();
    let first = plies.len() - missed.min(MOST_ANNOUNCED);
    let last = plies.len().checked_sub(1).filter(|last| first <= *last);
    let stood = last.and_then(|last| page_context.view.m.positions_in(first..=last).ok()).unwrap_or_default();
    let played: Vec<_> = status::played(page_context, first, &stood).collect();
    let count = (missed > MOST_ANNOUNCED).then(|| tr_format!(missed; "1 new move", "{n} new moves"));
    let stands = status::headline(page_context).into_owned();
    sentences(count.into_iter().chain(played).chain([stands]).map(Some))
}

/// Joins texts, each ended as a sentence.
fn sentences(parts: impl IntoIterator<Item = Option<String>>) -> String {
    let mut text = String::with_capacity(160);
    for part in parts.into_iter().flatten().filter(|part| !part.is_empty()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&part);
        if !part.ends_with(['.', '!', '?']) {
            text.push('.');
        }
    }
    text
}

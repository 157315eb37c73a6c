//! Clock events, takeovers and draw offers in words: for the list of moves, the recap of missed moves, and screen readers.

use std::ops::RangeInclusive;

use maud::{Markup, html};

use super::context::MatchPage;
use crate::games::Seat;
use crate::matches::{ClockEffect, ClockEvent, DrawOffer, MatchStatus, MatchView, OfferKind};
use crate::now::spans::{HOUR, SECOND};
use crate::texts::tr;
use crate::tr_format;
use crate::views::parts::span_in_words;
use crate::views::parts::words::taken_over;

/// Lines of the list of moves for the clock events after numbers of plies.
pub(super) fn events_in(page_context: &MatchPage<'_>, plies: RangeInclusive<usize>) -> Markup {
    html! { @for words in in_words(page_context, plies) { (line(&words)) } }
}

/// The draw offers, clock events and takeovers after numbers of plies.
pub(super) fn in_words<'a>(
    page_context: &'a MatchPage<'_>,
    plies: RangeInclusive<usize>,
) -> impl Iterator<Item = String> + 'a {
    let (view, m) = (page_context.view, &page_context.view.m);
    let (first, last) = plies.into_inner();
    let is_here = move |count: usize| (first..=last).contains(&count);
    let draws = m.draws_offered().iter().filter(move |offer| is_here(offer.plies));
    let events = m.clock_events.iter().filter(move |event| is_here(event.plies));
    let takeovers = m.takeovers.iter().filter(move |takeover| is_here(takeover.plies));
    let draws = draws.map(|offer| draw_offered(page_context, offer));
    let events = events.map(|event| event_text(page_context, event));
    draws.chain(events).chain(takeovers.map(|takeover| taken_over(view, takeover)))
}

fn line(words: &str) -> Markup {
    html! { div.clock role="row" { span role="cell" { (words) } } }
}

fn draw_offered(page_context: &MatchPage<'_>, offer: &DrawOffer) -> String {
    match page_context.viewer.seat() == Some(offer.by) {
        true => tr("You offered a draw.").to_owned(),
        false => tr_format!("{name} offered a draw.", name = page_context.name(offer.by)),
    }
}

/// Clock events since a log entry the viewer has seen, draw offers of others that conditional moves have overtaken, and
/// cancelled conditional moves of the viewer.
pub(super) fn since<'a>(page_context: &'a MatchPage<'_>, seq: u32) -> impl Iterator<Item = String> + 'a {
    let own = page_context.viewer.seat();
    let cancelled = page_context.view.conditional_moves.cancelled().iter();
    let cancelled = cancelled.filter(move |order| order.seq > seq && Some(order.seat) == own);
    let cancelled = cancelled.map(|_| {
        tr("Your conditional moves were cancelled because the match went a different way.").to_owned()
    });
    let clock =
        page_context.view.m.clock_events_since(seq).iter().map(|event| event_text(page_context, event));
    let m = &page_context.view.m;
    let draws = m.draws_offered().iter().filter(move |offer| offer.seq > seq && Some(offer.by) != own);
    let draws = draws.filter(|offer| m.offer(OfferKind::Draw).is_none_or(|open| open.seq != offer.seq));
    let draws = draws.map(|offer| draw_offered(page_context, offer));
    draws.chain(clock).chain(takeovers(page_context, seq)).chain(cancelled)
}

/// The announcement of the latest clock events.
pub(super) fn announcement(before: &MatchView, page_context: &MatchPage<'_>) -> Option<String> {
    let new = page_context.view.m.clock_events_since(before.m.seq);
    let words = new.iter().map(|event| event_text(page_context, event));
    let words: Vec<_> = words.chain(takeovers(page_context, before.m.seq)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Takeovers since a log entry.
fn takeovers<'a>(page_context: &'a MatchPage<'_>, seq: u32) -> impl Iterator<Item = String> + 'a {
    let takeovers = page_context.view.m.takeovers_since(seq).iter();
    takeovers.map(|takeover| taken_over(page_context.view, takeover))
}

fn event_text(page_context: &MatchPage<'_>, event: &ClockEvent) -> String {
    let own = page_context.viewer.seat() == Some(event.seat);
    match event.effect {
        ClockEffect::TurnSkipped if own => {
            tr("Your turn was skipped because you ran out of time.").to_owned()
        }
        ClockEffect::TurnSkipped => {
            tr_format!(
                "{name}’s turn was skipped because they ran out of time.",
                name = page_context.name(event.seat)
            )
        }
        ClockEffect::TimedOut => timed_out(page_context, event.seat, own),
        ClockEffect::TimeReceived { from, seconds } => {
            let (giver, name) = (page_context.name(from), page_context.name(event.seat));
            let span = span_in_words(i64::from(seconds) * SECOND);
            match (own, page_context.viewer.seat() == Some(from)) {
                (true, _) => tr_format!("{giver} gave you {span}.", giver = giver, span = span),
                (_, true) => tr_format!("You gave {name} {span}.", name = name, span = span),
                _ => tr_format!("{giver} gave {name} {span}.", giver = giver, name = name, span = span),
            }
        }
        ClockEffect::VacationUsed { hours } => {
            let span = span_in_words(i64::from(hours) * HOUR);
            match own {
                true => tr_format!("You used {span} of vacation.", span = span),
                false => {
                    tr_format!(
                        "{name} used {span} of vacation.",
                        name = page_context.name(event.seat),
                        span = span
                    )
                }
            }
        }
    }
}

fn timed_out(page_context: &MatchPage<'_>, seat: Seat, own: bool) -> String {
    let goes_on = page_context.view.m.status == MatchStatus::Playing;
    match (own, goes_on) {
        (true, true) => tr("You ran out of time. The match goes on without you.").to_owned(),
        (true, false) => tr("You ran out of time.").to_owned(),
        (false, true) => {
            tr_format!(
                "{name} ran out of time. The match goes on without them.",
                name = page_context.name(seat)
            )
        }
        (false, false) => tr_format!("{name} ran out of time.", name = page_context.name(seat)),
    }
}

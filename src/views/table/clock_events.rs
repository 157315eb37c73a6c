//! What the clock did to the seats, in words: for the list of moves, for a user who was away, and read aloud.

use maud::{Markup, html};

use super::Sight;
use crate::games::Seat;
use crate::matches::{ClockEffect, ClockEvent, Status, Table};
use crate::now::spans::HOUR;
use crate::say;
use crate::texts::tr;
use crate::views::parts::span_in_words;

/// A line of the list of moves for each thing the clock did after so many of them.
pub(super) fn after(sight: &Sight<'_>, plies: usize) -> Markup {
    let events = sight.table.m.clock_events.iter().filter(|event| event.plies == plies);
    html! { @for event in events { li.clock { (words(sight, event)) } } }
}

/// What the clock has done since an entry of the log that the viewer has seen, and that their conditional moves were cancelled.
pub(super) fn since<'a>(sight: &'a Sight<'_>, seq: u32) -> impl Iterator<Item = String> + 'a {
    let own = sight.viewer.seat();
    let cancelled = sight.table.orders.cancelled().iter();
    let cancelled = cancelled.filter(move |order| order.seq > seq && Some(order.seat) == own);
    let cancelled = cancelled.map(|_| {
        tr("Your conditional moves were cancelled because the match went a different way.").to_owned()
    });
    let clock = sight.table.m.clock_events_since(seq).iter().map(|event| words(sight, event));
    clock.chain(cancelled)
}

/// What the clock has just done, read aloud to those who cannot see it.
pub(super) fn aloud(before: &Table, sight: &Sight<'_>) -> Option<String> {
    let new = sight.table.m.clock_events_since(before.m.seq);
    let words: Vec<_> = new.iter().map(|event| words(sight, event)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn words(sight: &Sight<'_>, event: &ClockEvent) -> String {
    let own = sight.viewer.seat() == Some(event.seat);
    match event.effect {
        ClockEffect::TurnSkipped if own => {
            tr("Your turn was skipped because you ran out of time.").to_owned()
        }
        ClockEffect::TurnSkipped => {
            say!("{name}'s turn was skipped because they ran out of time.", name = sight.name(event.seat))
        }
        ClockEffect::TimedOut => timed_out(sight, event.seat, own),
        ClockEffect::VacationUsed { hours } => {
            let span = span_in_words(i64::from(hours) * HOUR);
            match own {
                true => say!("You used {span} of vacation.", span = span),
                false => say!("{name} used {span} of vacation.", name = sight.name(event.seat), span = span),
            }
        }
    }
}

fn timed_out(sight: &Sight<'_>, seat: Seat, own: bool) -> String {
    let goes_on = sight.table.m.status == Status::Playing;
    match (own, goes_on) {
        (true, true) => tr("You ran out of time. The match goes on without you.").to_owned(),
        (true, false) => tr("You ran out of time.").to_owned(),
        (false, true) => {
            say!("{name} ran out of time. The match goes on without them.", name = sight.name(seat))
        }
        (false, false) => say!("{name} ran out of time.", name = sight.name(seat)),
    }
}

//! The clock of a seat: large, and counted down by a script.

use maud::{Markup, html};

use super::context::MatchPage;
use crate::games::Seat;
use crate::matches::{Clocks, MatchStatus, TimeAllowance};
use crate::now::spans::{DAY, HOUR, SECOND};
use crate::texts::tr;
use crate::tr_format;
use crate::views::parts::{UntilLabel, span_in_words};

/// With less than this many milliseconds any clock is low.
const LAST_SECONDS: i64 = 10 * SECOND;

/// The time that a seat has left; empty if it has no clock, or none that is worth showing between its turns. It has no
/// id, so that a page can show it twice. What ticks is hidden from screen readers, which find the time in words.
///
/// `static/js/match/clock.js` counts down to `data-ends` by the time of the server, of which `data-now` is a sample:
/// the moment for which the clock was rendered.
pub(super) fn seat_clock(page_context: &MatchPage<'_>, seat: Seat) -> Markup {
    let m = &page_context.view.m;
    let plays = page_context.ply.is_none() && m.status == MatchStatus::Playing;
    let plays = plays && m.still_plays(seat) && !m.position.has_finished(seat);
    let Some(clocks) = m.clocks.as_ref().filter(|_| plays) else { return html! {} };
    let Some(left) = clocks.time_left(seat, page_context.now) else { return html! {} };
    let acts = clocks.running_seat() == Some(seat);
    let ends = clocks.deadline().filter(|_| acts);
    let is_live = page_context.is_live();
    let low = low_time(clocks.control().pace);
    html! {
        span.seat-clock.live[is_live].runs[ends.is_some()].low[ends.is_some() && left < low]
            .last[ends.is_some() && is_live && left < LAST_SECONDS]
            data-ends=[ends.map(|ends| ends.0)] data-now=[ends.map(|_| page_context.now.0)] data-low=[ends.map(|_| low)] {
            span.left aria-hidden="true" { (clock_text(left, is_live)) }
            @match ends {
                Some(at) => span.unseen { (UntilLabel { at, now: page_context.now }) },
                None => span.unseen { (tr_format!("{span} left", span = span_in_words(left))) },
            }
            (extra(clocks, seat, left, acts && ends.is_none()))
        }
    }
}

/// The time that a seat had left for its next turns after an earlier ply; empty if it kept none.
pub(super) fn earlier_clock(page_context: &MatchPage<'_>, seat: Seat, plies: usize) -> Markup {
    let is_live = page_context.is_live();
    html! {
        @if let Some(left) = page_context.view.m.bank_after(plies, seat) {
            span.seat-clock.live[is_live] {
                span.left aria-hidden="true" { (clock_text(left, is_live)) }
                span.unseen { (tr_format!("{span} left", span = span_in_words(left))) }
            }
        }
    }
}

/// That time as text for a picture.
pub(super) fn earlier_clock_text(page_context: &MatchPage<'_>, seat: Seat, plies: usize) -> Option<String> {
    page_context.view.m.bank_after(plies, seat).map(|left| clock_text(left, page_context.is_live()))
}

/// The part of the time control that matters during a turn.
fn extra(clocks: &Clocks, seat: Seat, left: i64, is_paused: bool) -> Markup {
    html! {
        @match clocks.control().pace {
            _ if is_paused => span.extra { (tr("paused")) },
            TimeAllowance::Live { .. } if clocks.keeps_bank() => {
                @let bank = clocks.bank(seat).unwrap_or_default();
                span.extra { (tr("reserve")) " " span data-reserve=(bank) { (minutes(left.min(bank))) } }
            },
            TimeAllowance::Bank { increment, .. } if increment > 0 => {
                span.extra { (tr_format!("+ {n} h per move", n = increment)) }
            },
            _ => {},
        }
    }
}

fn clock_text(left: i64, is_live: bool) -> String {
    if is_live { minutes(left) } else { span_in_words(left) }
}

/// Begun seconds as on a clock: "4:05", "1:02:00".
fn minutes(milliseconds: i64) -> String {
    let seconds = (milliseconds.max(0) + SECOND - 1) / SECOND;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// How many milliseconds are little: a fifth of a turn or of the bank, and always the last seconds.
fn low_time(pace: TimeAllowance) -> i64 {
    let all = match pace {
        TimeAllowance::Days(days) => i64::from(days) * DAY,
        TimeAllowance::Bank { hours, .. } => i64::from(hours) * HOUR,
        TimeAllowance::Live { seconds, .. } => i64::from(seconds) * SECOND,
    };
    (all / 5).max(LAST_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_clock_counts_begun_seconds() {
        let shown = [0, 1, 999, 9_001, 61_000, 3_599_001, 3_725_000].map(minutes);
        assert_eq!(shown, ["0:00", "0:01", "0:01", "0:10", "1:01", "1:00:00", "1:02:05"]);
    }

    #[test]
    fn a_fifth_of_the_time_is_little_and_always_ten_seconds() {
        let live = |seconds| TimeAllowance::Live { seconds, reserve: 60 };
        assert_eq!([live(30), live(300)].map(low_time), [10 * SECOND, 60 * SECOND]);
        assert_eq!(low_time(TimeAllowance::Days(5)), DAY);
        assert_eq!(low_time(TimeAllowance::Bank { hours: 50, increment: 1, cap: 60 }), 10 * HOUR);
    }
}

//! Times in words, with the exact moment beneath them.

use jiff::Timestamp;
use maud::{Markup, Render, html};

use crate::now::Moment;

/// A moment, said from now.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// Which moment.
    pub at: Moment,
    /// When it is said.
    pub now: Moment,
}

impl Render for When {
    fn render(&self) -> Markup {
        html! { time datetime=(self.at) title=(utc(self.at)) data-local { (self.in_words()) } }
    }
}

fn utc(at: Moment) -> String {
    let stamp = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    stamp.strftime("%-d %B %Y, %H:%M UTC").to_string()
}

/// How long something has lasted: "for 3 h". Where scripts run it goes on counting.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    /// Since when.
    pub at: Moment,
    /// When it is said.
    pub now: Moment,
}

impl Render for Since {
    fn render(&self) -> Markup {
        let words = match self.now.since(self.at) {
            ..MINUTE => "since just now".to_owned(),
            span => format!("for {}", longest_unit(span)),
        };
        html! { time datetime=(self.at) title=(utc(self.at)) data-local data-since { (words) } }
    }
}

impl When {
    /// "just now", "3 days ago", "in 2 days 4 h".
    pub fn in_words(&self) -> String {
        match self.at.since(self.now) {
            -59_999..=0 => "just now".to_owned(),
            ahead @ 1.. => format!("in {}", span_in_words(ahead)),
            behind => format!("{} ago", longest_unit(-behind)),
        }
    }
}

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A span as precise as one cares: "2 days 4 h", "5 h 12 min", "12 min", "40 s".
pub fn span_in_words(milliseconds: i64) -> String {
    let span = milliseconds.max(0);
    let (days, hours, minutes) = (span / DAY, span % DAY / HOUR, span % HOUR / MINUTE);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{} s", span / 1000),
        (0, 0, _) => format!("{minutes} min"),
        (0, _, 0) => format!("{hours} h"),
        (0, _, _) => format!("{hours} h {minutes} min"),
        (_, 0, _) => count(days, "day"),
        _ => format!("{} {hours} h", count(days, "day")),
    }
}

/// "1 day", "3 days".
pub fn count(number: i64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

fn longest_unit(span: i64) -> String {
    match span / DAY {
        0 if span < HOUR => format!("{} min", span / MINUTE),
        0 => format!("{} h", span / HOUR),
        days @ 1..=44 => count(days, "day"),
        days @ 45..=544 => count((days + 15) / 30, "month"),
        days => count((days + 182) / 365, "year"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_said_as_precisely_as_one_cares() {
        let spans = [40_000, 12 * MINUTE, 5 * HOUR, 5 * HOUR + 12 * MINUTE, DAY, 2 * DAY + 4 * HOUR];
        assert_eq!(spans.map(span_in_words), ["40 s", "12 min", "5 h", "5 h 12 min", "1 day", "2 days 4 h"]);
    }

    #[test]
    fn the_past_is_said_in_its_longest_unit() {
        let now = Moment(1000 * DAY);
        let ago = |span: i64| When { at: now.after(-span), now }.in_words();
        let said = [0, 3 * HOUR, 26 * HOUR, 70 * DAY, 800 * DAY].map(ago);
        assert_eq!(said, ["just now", "3 h ago", "1 day ago", "2 months ago", "2 years ago"]);
    }
}

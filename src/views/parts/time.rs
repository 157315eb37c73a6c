//! Times in words, with the exact moment beneath them.

use jiff::Timestamp;
use maud::{Markup, Render, html};

/// A moment, said from now.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Which moment.
    pub at: Timestamp,
    /// When it is said.
    pub now: Timestamp,
}

impl Render for Moment {
    fn render(&self) -> Markup {
        let utc = self.at.strftime("%-d %B %Y, %H:%M UTC").to_string();
        html! { time datetime=(self.at) title=(utc) data-local { (self.in_words()) } }
    }
}

impl Moment {
    /// "just now", "3 days ago", "in 2 days 4 h".
    pub fn in_words(&self) -> String {
        let milliseconds = self.at.as_millisecond() - self.now.as_millisecond();
        match milliseconds {
            -59_999..=0 => "just now".to_owned(),
            1.. => format!("in {}", span_in_words(milliseconds)),
            _ => format!("{} ago", longest_unit(-milliseconds)),
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
        (_, 0, _) => days_in_words(days),
        _ => format!("{} {hours} h", days_in_words(days)),
    }
}

fn days_in_words(days: i64) -> String {
    if days == 1 { "1 day".to_owned() } else { format!("{days} days") }
}

fn longest_unit(span: i64) -> String {
    let plural =
        |count: i64, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    match span / DAY {
        0 if span < HOUR => format!("{} min", span / MINUTE),
        0 => format!("{} h", span / HOUR),
        days @ 1..=44 => days_in_words(days),
        days @ 45..=544 => plural((days + 15) / 30, "month"),
        days => plural((days + 182) / 365, "year"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_said_as_precisely_as_one_cares() {
        let said = [40_000, 12 * MINUTE, 5 * HOUR, 5 * HOUR + 12 * MINUTE, DAY, 2 * DAY + 4 * HOUR]
            .map(span_in_words);
        assert_eq!(said, ["40 s", "12 min", "5 h", "5 h 12 min", "1 day", "2 days 4 h"]);
    }

    #[test]
    fn the_past_is_said_in_its_longest_unit() {
        let now = Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_hours(24 * 1000);
        let said = [0, 3 * HOUR, 26 * HOUR, 70 * DAY, 800 * DAY]
            .map(|ago| Moment { at: now - jiff::SignedDuration::from_millis(ago), now }.in_words());
        assert_eq!(said, ["just now", "3 h ago", "1 day ago", "2 months ago", "2 years ago"]);
    }
}

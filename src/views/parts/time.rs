//! Times in words, with the exact moment beneath them.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use maud::{Markup, Render, html};

use crate::notices::wanted::Zone;
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
        exact(self.at, &self.in_words())
    }
}

/// A day, for what is long ago: "21 November 2026".
#[derive(Clone, Copy, Debug)]
pub struct Day(pub Moment);

impl Render for Day {
    fn render(&self) -> Markup {
        exact(self.0, &stamp(self.0).strftime("%-d %B %Y").to_string())
    }
}

/// How long something has been going on: "for a moment", "for 5 h", "since Tuesday", "since 3 March". Where scripts run, minutes and hours
/// go on counting.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    /// When it began.
    pub at: Moment,
    /// When it is said.
    pub now: Moment,
}

impl Render for Since {
    fn render(&self) -> Markup {
        let words = self.in_words();
        let counts = (!self.is_long()).then_some("");
        html! { time datetime=(self.at) title=(exactly(self.at)) data-local data-since=[counts] { (words) } }
    }
}

impl Since {
    /// Whether it is so long that one says when it began instead of how long it is.
    pub fn is_long(self) -> bool {
        self.now.since(self.at) >= DAY
    }

    /// Whether it is too short to be worth a word.
    pub fn is_short(self) -> bool {
        self.now.since(self.at) < MINUTE
    }

    /// Without the exact moment.
    pub fn in_words(self) -> String {
        let stamp = stamp(self.at);
        match self.now.since(self.at) {
            span if span < MINUTE => "for a moment".to_owned(),
            span if span < DAY => format!("for {}", longest_unit(span)),
            span if span < 6 * DAY => stamp.strftime("since %A").to_string(),
            span if span < 300 * DAY => stamp.strftime("since %-d %B").to_string(),
            _ => stamp.strftime("since %B %Y").to_string(),
        }
    }
}

/// How long there is until something: "2 days 4 h left". Where scripts run, it goes on counting.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// When it is over.
    pub at: Moment,
    /// When it is said.
    pub now: Moment,
}

impl Render for Until {
    fn render(&self) -> Markup {
        html! { time datetime=(self.at) title=(exactly(self.at)) data-local data-until { (self.in_words()) } }
    }
}

impl Until {
    /// Without the exact moment.
    pub fn in_words(self) -> String {
        match self.at.since(self.now) {
            left @ 1.. => format!("{} left", span_in_words(left)),
            _ => "out of time".to_owned(),
        }
    }
}

/// When something closes that nobody hurries for: "in 7 days", "in 5 h".
#[derive(Clone, Copy, Debug)]
pub struct Closing {
    /// When.
    pub at: Moment,
    /// When it is said.
    pub now: Moment,
}

impl Render for Closing {
    fn render(&self) -> Markup {
        let words = match self.at.since(self.now) {
            span if span < HOUR => "soon".to_owned(),
            span if span < 36 * HOUR => format!("in {} h", (span + HOUR / 2) / HOUR),
            span => format!("in {}", count((span + DAY / 2) / DAY, "day")),
        };
        exact(self.at, &words)
    }
}

/// The moment something ends, to the minute: "on Tuesday 24 November, 18:05 UTC", or in the zone its reader lives in; where
/// scripts run, in that of their device. The zone is named.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    /// Which moment.
    pub at: Moment,
    /// Where its reader lives, where that is known.
    pub zone: Option<&'a Zone>,
}

impl Render for Deadline<'_> {
    fn render(&self) -> Markup {
        let stamp = stamp(self.at);
        let words = match self.zone.filter(|zone| zone.name() != "UTC") {
            Some(zone) => {
                let there = stamp.with_time_zone(zone.zone().clone());
                format!("{} ({})", there.strftime("on %A %-d %B, %H:%M"), zone.name())
            }
            None => stamp.strftime("on %A %-d %B, %H:%M UTC").to_string(),
        };
        html! { time datetime=(self.at) title=(exactly(self.at)) data-local data-minute { (words) } }
    }
}

/// Words with the exact moment beneath them.
fn exact(at: Moment, words: &str) -> Markup {
    html! { time datetime=(at) title=(exactly(at)) data-local { (words) } }
}

/// A moment for where there is no page around it: "24 November 2026, 18:05 UTC".
pub fn exactly(at: Moment) -> String {
    stamp(at).strftime("%-d %B %Y, %H:%M UTC").to_string()
}

fn stamp(at: Moment) -> Zoned {
    Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC)
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

/// "one", "twelve", "13".
pub fn number_in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
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

    #[test]
    fn a_while_is_said_by_its_length_first_and_then_by_its_beginning() {
        // A Saturday.
        let now = Moment(1_795_262_400_000);
        let since = |span: i64| Since { at: now.after(-span), now }.in_words();
        let said = [0, 12 * MINUTE, 5 * HOUR, 4 * DAY, 20 * DAY, 400 * DAY].map(since);
        let expected = [
            "for a moment",
            "for 12 min",
            "for 5 h",
            "since Tuesday",
            "since 1 November",
            "since October 2025",
        ];
        assert_eq!(said, expected);
    }
}

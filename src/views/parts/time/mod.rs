//! Times in words, with the exact moment as a title.

mod exactly;

use std::borrow::Cow;
use std::sync::LazyLock;

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use maud::{Markup, Render, html};

use exactly::ExactTime;
pub use exactly::{day_in_words, exactly};

use crate::now::Moment;
use crate::now::spans::{DAY, HOUR, MINUTE};
use crate::texts::{Language, current_language, in_language, tr, tr_in};
use crate::tr_format;
use crate::users::preferences::TimeZoneName;

/// A moment relative to now.
#[derive(Clone, Copy, Debug)]
pub struct TimeLabel {
    pub at: Moment,
    pub now: Moment,
}

impl Render for TimeLabel {
    fn render(&self) -> Markup {
        exact(self.at, &self.in_words())
    }
}

/// A day, for times long ago: "21 November 2026".
#[derive(Clone, Copy, Debug)]
pub struct DayLabel(pub Moment);

impl Render for DayLabel {
    fn render(&self) -> Markup {
        exact(self.0, &day_in_words(self.0))
    }
}

/// How long something has been going on: "for a few seconds", "for 5 h", "since Tuesday", "since 3 March". A script
/// updates minutes and hours.
#[derive(Clone, Copy, Debug)]
pub struct SinceLabel {
    pub at: Moment,
    pub now: Moment,
}

impl Render for SinceLabel {
    fn render(&self) -> Markup {
        let words = self.in_words();
        let counts = (!self.is_long()).then_some("");
        html! {
            time datetime=(ExactTime(self.at)) title=(exactly(self.at)) data-local data-since=[counts] {
                (words)
            }
        }
    }
}

impl SinceLabel {
    /// Whether it is so long that the beginning is given instead of the duration.
    pub fn is_long(self) -> bool {
        self.now.since(self.at) >= DAY
    }

    /// Whether it is too short to be mentioned.
    pub fn is_short(self) -> bool {
        self.now.since(self.at) < MINUTE
    }

    /// The text without the exact moment.
    pub fn in_words(self) -> String {
        let began = || stamp(self.at);
        match self.now.since(self.at) {
            span if span < MINUTE => tr("for a few seconds").to_owned(),
            span if span < HOUR => tr_format!("for {n} min", n = span / MINUTE),
            span if span < DAY => tr_format!("for {n} h", n = span / HOUR),
            span if span < 6 * DAY => tr_format!("since {weekday}", weekday = weekday(&began())),
            span if span < 300 * DAY => {
                tr_format!("since {day} {month}", day = began().day(), month = month(&began()))
            }
            _ => tr_format!("since {month} {year}", month = month(&began()), year = began().year()),
        }
    }
}

/// The time left: "2 d 4 h left". A script updates it. Less than an hour stands out.
#[derive(Clone, Copy, Debug)]
pub struct UntilLabel {
    /// The end.
    pub at: Moment,
    pub now: Moment,
}

impl Render for UntilLabel {
    fn render(&self) -> Markup {
        let soon = self.at.since(self.now) < HOUR;
        html! {
            time.soon[soon] datetime=(self.at) title=(exactly(self.at)) data-local data-until { (self.in_words()) }
        }
    }
}

impl UntilLabel {
    /// The text without the exact moment.
    pub fn in_words(self) -> String {
        match self.at.since(self.now) {
            left @ 1.. => tr_format!("{span} left", span = span_in_words(left)),
            _ => tr("time is up").to_owned(),
        }
    }
}

/// When something expires that is not urgent: "in 7 days", "in 5 h".
#[derive(Clone, Copy, Debug)]
pub struct ClosingLabel {
    pub at: Moment,
    pub now: Moment,
}

impl Render for ClosingLabel {
    fn render(&self) -> Markup {
        let words = match self.at.since(self.now) {
            span if span < HOUR => tr("soon").to_owned(),
            span if span < 36 * HOUR => {
                tr_format!("in {span}", span = tr_format!("{n} h", n = (span + HOUR / 2) / HOUR))
            }
            span => tr_format!((span + DAY / 2) / DAY; "in 1 day", "in {n} days"),
        };
        exact(self.at, &words)
    }
}

/// A deadline to the minute: "Tuesday 24 November, 18:05 UTC", or in the viewer's time zone; with scripts, in the
/// zone of their device. The zone is named.
#[derive(Clone, Copy, Debug)]
pub struct DeadlineLabel<'a> {
    pub at: Moment,
    /// The viewer's time zone, if it is known.
    pub zone: Option<&'a TimeZoneName>,
}

impl Render for DeadlineLabel<'_> {
    fn render(&self) -> Markup {
        let stamp = stamp(self.at);
        let words = match self.zone.filter(|zone| zone.name() != "UTC") {
            Some(zone) => clock(self.at, zone),
            None => tr_format!(
                "{weekday} {day} {month}, {time} UTC",
                weekday = weekday(&stamp),
                day = stamp.day(),
                month = month(&stamp),
                time = stamp.strftime("%H:%M"),
            ),
        };
        html! { time datetime=(self.at) title=(exactly(self.at)) data-local data-minute { (words) } }
    }
}

/// A text with the exact moment as a title.
fn exact(at: Moment, words: &str) -> Markup {
    html! { time datetime=(at) title=(exactly(at)) data-local { (words) } }
}

/// A moment in a time zone: "Tuesday 24 November, 18:05 (Europe/Berlin)".
pub fn clock(at: Moment, zone: &TimeZoneName) -> String {
    let there = stamp(at).with_time_zone(zone.zone().clone());
    tr_format!(
        "{weekday} {day} {month}, {time} ({zone})",
        weekday = weekday(&there),
        day = there.day(),
        month = month(&there),
        time = there.strftime("%H:%M"),
        zone = zone.name(),
    )
}

fn month(at: &Zoned) -> &'static str {
    match at.month() {
        1 => tr("January"),
        2 => tr("February"),
        3 => tr("March"),
        4 => tr("April"),
        5 => tr("May"),
        6 => tr("June"),
        7 => tr("July"),
        8 => tr("August"),
        9 => tr("September"),
        10 => tr("October"),
        11 => tr("November"),
        _ => tr("December"),
    }
}

fn weekday(at: &Zoned) -> &'static str {
    match at.weekday() {
        Weekday::Monday => tr("Monday"),
        Weekday::Tuesday => tr("Tuesday"),
        Weekday::Wednesday => tr("Wednesday"),
        Weekday::Thursday => tr("Thursday"),
        Weekday::Friday => tr("Friday"),
        Weekday::Saturday => tr("Saturday"),
        Weekday::Sunday => tr("Sunday"),
    }
}

fn stamp(at: Moment) -> Zoned {
    Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC)
}

impl TimeLabel {
    /// "just now", "3 days ago", "in 2 d 4 h".
    pub fn in_words(&self) -> String {
        match self.at.since(self.now) {
            -59_999..=0 => tr("just now").to_owned(),
            ahead @ 1.. => in_a_while(ahead),
            behind => long_ago(-behind),
        }
    }
}

/// A duration in at most two units: "2 d 4 h", "5 h 12 min", "12 min", "40 s".
pub fn span_in_words(milliseconds: i64) -> String {
    let span = milliseconds.max(0);
    match (span / DAY, span % DAY / HOUR, span % HOUR / MINUTE) {
        (0, 0, 0) => tr_format!("{n} s", n = span / 1000),
        (0, 0, minutes) => tr_format!("{n} min", n = minutes),
        (0, hours, 0) => tr_format!("{n} h", n = hours),
        (0, hours, minutes) => tr_format!("{hours} h {minutes} min", hours = hours, minutes = minutes),
        (days, hours, _) => days_and_hours(days, hours),
    }
}

/// "2 d 4 h", "1 day".
pub fn days_and_hours(days: i64, hours: i64) -> String {
    match hours {
        0 => tr_format!(days; "1 day", "{n} days"),
        _ => tr_format!(days; "1 d {hours} h", "{n} d {hours} h", hours = hours),
    }
}

/// A duration until something: "in 2 d 4 h".
fn in_a_while(span: i64) -> String {
    match (span / DAY, span % DAY / HOUR) {
        (0, _) => tr_format!("in {span}", span = span_in_words(span)),
        (days, 0) => tr_format!(days; "in 1 day", "in {n} days"),
        (days, hours) => tr_format!(days; "in 1 d {hours} h", "in {n} d {hours} h", hours = hours),
    }
}

fn long_ago(span: i64) -> String {
    match span / DAY {
        0 if span < HOUR => tr_format!("{n} min ago", n = span / MINUTE),
        0 => tr_format!("{n} h ago", n = span / HOUR),
        days @ 1..=44 => tr_format!(days; "1 day ago", "{n} days ago"),
        days @ 45..=544 => tr_format!((days + 15) / 30; "1 month ago", "{n} months ago"),
        days => tr_format!((days + 182) / 365; "1 year ago", "{n} years ago"),
    }
}

/// The templates with which scripts update [`UntilLabel`] and [`SinceLabel`], with `%` for the number and `$` for the
/// hours beside days.
pub fn counting() -> &'static str {
    static COUNTING: LazyLock<[String; Language::COUNT]> = LazyLock::new(|| {
        let words = || {
            let n = "%";
            let spans =
                [tr_format!("{n} h", n = n), tr_format!("{n} min", n = n), tr_format!("{n} s", n = n)]
                    .join("|");
            let days = tr_format!(1; "1 day", "{n} days")
                + "|"
                + &tr_format!(2; "1 day", "{n} days").replacen('2', n, 1);
            let beside = [
                tr_format!(1; "1 d {hours} h", "{n} d {hours} h", hours = "$"),
                tr_format!(2; "1 d {hours} h", "{n} d {hours} h", hours = "$").replacen('2', n, 1),
            ]
            .join("|");
            let since = [tr_format!("for {n} h", n = n), tr_format!("for {n} min", n = n)].join("|");
            [tr("time is up"), &tr_format!("{span} left", span = n), &days, &beside, &spans, &since].join("|")
        };
        std::array::from_fn(|index| in_language(Language::ALL[index], words))
    });
    &COUNTING[current_language().index()]
}

/// "one", "twelve", "13".
pub fn number_in_words(number: usize) -> Cow<'static, str> {
    Cow::Borrowed(match number {
        0 => tr_in("number", "none"),
        1 => tr_in("number", "one"),
        2 => tr_in("number", "two"),
        3 => tr_in("number", "three"),
        4 => tr_in("number", "four"),
        5 => tr_in("number", "five"),
        6 => tr_in("number", "six"),
        7 => tr_in("number", "seven"),
        8 => tr_in("number", "eight"),
        9 => tr_in("number", "nine"),
        10 => tr_in("number", "ten"),
        11 => tr_in("number", "eleven"),
        12 => tr_in("number", "twelve"),
        _ => return Cow::Owned(number.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_an_hour_left_stands_out() {
        let left = |left| UntilLabel { at: Moment(left), now: Moment(0) }.render().into_string();
        for (span, soon) in [(HOUR, false), (HOUR - 1, true), (0, true), (-MINUTE, true)] {
            assert_eq!(left(span).contains("class=\"soon\""), soon, "{span}");
        }
    }

    #[test]
    fn a_span_is_formatted_with_useful_precision() {
        let spans = [40_000, 12 * MINUTE, 5 * HOUR, 5 * HOUR + 12 * MINUTE, DAY, 2 * DAY + 4 * HOUR];
        assert_eq!(spans.map(span_in_words), ["40 s", "12 min", "5 h", "5 h 12 min", "1 day", "2 d 4 h"]);
    }

    #[test]
    fn past_times_are_formatted_in_their_largest_unit() {
        let now = Moment(1000 * DAY);
        let ago = |span: i64| TimeLabel { at: now.after(-span), now }.in_words();
        let texts = [0, 3 * HOUR, 26 * HOUR, 70 * DAY, 800 * DAY].map(ago);
        assert_eq!(texts, ["just now", "3 h ago", "1 day ago", "2 months ago", "2 years ago"]);
    }

    #[test]
    fn a_duration_is_formatted_by_length_and_later_by_its_start() {
        // A Saturday.
        let now = Moment(1_795_262_400_000);
        let since = |span: i64| SinceLabel { at: now.after(-span), now }.in_words();
        let texts = [0, 12 * MINUTE, 5 * HOUR, 4 * DAY, 20 * DAY, 400 * DAY].map(since);
        let expected = [
            "for a few seconds",
            "for 12 min",
            "for 5 h",
            "since Tuesday",
            "since 1 November",
            "since October 2025",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn times_are_formatted_in_german() {
        // A Saturday.
        let now = Moment(1_795_262_400_000);
        let texts = in_language(Language::German, || {
            [
                span_in_words(2 * DAY + 4 * HOUR),
                TimeLabel { at: now.after(2 * DAY + 4 * HOUR), now }.in_words(),
                TimeLabel { at: now.after(-70 * DAY), now }.in_words(),
                UntilLabel { at: now.after(DAY), now }.in_words(),
                SinceLabel { at: now.after(-4 * DAY), now }.in_words(),
                SinceLabel { at: now.after(-20 * DAY), now }.in_words(),
                exactly(now),
                number_in_words(3).into_owned(),
            ]
        });
        let expected = [
            "2 Tage 4 Std.",
            "in 2 Tagen 4 Std.",
            "vor 2 Monaten",
            "noch 1 Tag",
            "seit Dienstag",
            "seit dem 1. November",
            "21. November 2026, 12:00 UTC",
            "drei",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn countdown_texts_for_scripts_are_in_the_language_of_the_page() {
        assert_eq!(
            counting(),
            "time is up|% left|1 day|% days|1 d $ h|% d $ h|% h|% min|% s|for % h|for % min"
        );
        let german = in_language(Language::German, counting);
        assert_eq!(
            german,
            "Zeit abgelaufen|noch %|1 Tag|% Tage|1 Tag $ Std.|% Tage $ Std.|% Std.|% Min.|% Sek.|seit % Std.|seit % Min."
        );
    }
}

//! Which time counts: all of it, or all except weekends in the player's time zone.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

use crate::now::Moment;

/// The time that counts for a seat.
#[derive(Clone, Debug)]
pub(super) enum PlayCalendar {
    /// All time.
    Always,
    /// Monday to Friday in a zone, from midnight to midnight.
    Weekdays(TimeZone),
}

impl PlayCalendar {
    /// Without weekends in the zone of this name, or in UTC if it is unknown.
    pub fn weekdays(zone: Option<&str>) -> Self {
        Self::Weekdays(zone.and_then(|zone| TimeZone::get(zone).ok()).unwrap_or(TimeZone::UTC))
    }

    /// The number of milliseconds that count between two moments.
    pub fn between(&self, from: Moment, to: Moment) -> i64 {
        self.stretches(from).map_while(|(start, end)| (start < to).then(|| end.min(to).since(start))).sum()
    }

    /// The moment at which this number of milliseconds has counted since `from`.
    pub fn after(&self, from: Moment, milliseconds: i64) -> Moment {
        let mut left = milliseconds.max(0);
        for (start, end) in self.stretches(from) {
            let long = end.since(start);
            if left <= long {
                return start.after(left);
            }
            left -= long;
        }
        from.after(milliseconds)
    }

    /// The intervals that count from a moment on; infinite.
    fn stretches(&self, from: Moment) -> impl Iterator<Item = (Moment, Moment)> {
        let mut next = from;
        std::iter::from_fn(move || {
            let (start, end) = match self {
                PlayCalendar::Always => (next, Moment(i64::MAX)),
                PlayCalendar::Weekdays(zone) => week(zone, next),
            };
            next = end;
            Some((start, end))
        })
        .take(MAX)
    }
}

/// More weeks than the longest turn.
const MAX: usize = 10_000;

/// The first interval of weekdays that ends after a moment, cut to start at that moment.
fn week(zone: &TimeZone, from: Moment) -> (Moment, Moment) {
    let here = zoned(zone, from);
    let weekend = matches!(here.weekday(), Weekday::Saturday | Weekday::Sunday);
    let start = if weekend { next(&here, Weekday::Monday) } else { from };
    (start, next(&zoned(zone, start), Weekday::Saturday))
}

/// The start of the next such day.
fn next(here: &Zoned, day: Weekday) -> Moment {
    let days = i64::from(here.weekday().until(day));
    let days = if days == 0 { 7 } else { days };
    let start = here.checked_add(days.days()).and_then(|then| then.start_of_day());
    start.map_or(Moment(i64::MAX), |start| Moment(start.timestamp().as_millisecond()))
}

fn zoned(zone: &TimeZone, at: Moment) -> Zoned {
    Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::MAX).to_zoned(zone.clone())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::now::spans::{DAY, HOUR};

    fn moment(text: &str) -> Moment {
        Moment(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn a_day_begun_on_friday_noon_ends_on_monday_noon() {
        let weekdays = PlayCalendar::weekdays(None);
        let friday = moment("2026-11-20T12:00:00Z");
        assert_eq!(weekdays.after(friday, DAY), moment("2026-11-23T12:00:00Z"));
        assert_eq!(PlayCalendar::Always.after(friday, DAY), moment("2026-11-21T12:00:00Z"));
    }

    #[test]
    fn what_begins_on_a_weekend_counts_from_monday_where_the_player_lives() {
        let saturday = moment("2026-11-21T05:00:00Z");
        assert_eq!(PlayCalendar::weekdays(None).after(saturday, HOUR), moment("2026-11-23T01:00:00Z"));
        let auckland = PlayCalendar::weekdays(Some("Pacific/Auckland"));
        assert_eq!(auckland.after(saturday, HOUR), moment("2026-11-22T12:00:00Z"));
        // In New York it is still Friday.
        let new_york = PlayCalendar::weekdays(Some("America/New_York"));
        assert_eq!(new_york.after(moment("2026-11-21T04:00:00Z"), 2 * HOUR), moment("2026-11-23T06:00:00Z"));
    }

    #[test]
    fn a_weekend_in_which_clocks_are_turned_is_as_long_as_it_is() {
        let berlin = PlayCalendar::weekdays(Some("Europe/Berlin"));
        // Clocks go forward on Sunday, 29 March 2026: that weekend has 47 hours.
        let friday = moment("2026-03-27T22:00:00Z");
        assert_eq!(berlin.after(friday, 2 * HOUR), moment("2026-03-29T23:00:00Z"));
        // And back on Sunday, 25 October 2026: 49 hours.
        let friday = moment("2026-10-23T21:00:00Z");
        assert_eq!(berlin.after(friday, 2 * HOUR), moment("2026-10-26T00:00:00Z"));
    }

    #[test]
    fn a_leap_day_is_a_day() {
        let weekdays = PlayCalendar::weekdays(None);
        // 29 February 2028 is a Tuesday.
        assert_eq!(weekdays.after(moment("2028-02-28T12:00:00Z"), 48 * HOUR), moment("2028-03-01T12:00:00Z"));
    }

    #[test]
    fn a_zone_nobody_knows_is_taken_for_utc() {
        let saturday = moment("2026-11-21T05:00:00Z");
        assert_eq!(
            PlayCalendar::weekdays(Some("Mars/Olympus")).after(saturday, HOUR),
            moment("2026-11-23T01:00:00Z")
        );
    }

    proptest! {
        #[test]
        fn what_counts_up_to_a_deadline_is_what_was_given(
            from in 1_577_836_800_000_i64..2_524_608_000_000,
            long in 1_i64..40 * DAY,
            zone in prop::sample::select(vec!["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"]),
        ) {
            let calendar = PlayCalendar::weekdays(Some(zone));
            let end = calendar.after(Moment(from), long);
            prop_assert_eq!(calendar.between(Moment(from), end), long);
            prop_assert!(end >= Moment(from).after(long));
            prop_assert!(calendar.after(Moment(from + 1), long) >= end);
        }
    }
}

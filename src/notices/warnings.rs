//! Warnings that the time for a turn is running out. Pure.
//!
//! They go to the player to move, whether or not they have seen that it is their turn, each once a turn: when a
//! quarter of the time is left, and when a day is. If the two are within a few hours of each other, only the one for
//! a day is sent; a turn of less than two days has only the quarter, and a turn of a few hours, or a live one, has
//! none. The time is that up to the deadline, so vacation, gifts and weekends are included.
//!
//! A warning respects the user's email frequency and quiet hours while at least half of the time it warns of is left
//! then. Otherwise it comes before the quiet hours begin, or at once if the turn came during them.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::schedule::{GRACE, send_time};
use crate::matches::NoticeKind;
use crate::now::Moment;
use crate::now::spans::{DAY, HOUR};
use crate::users::preferences::{EmailFrequency, QuietHours};

/// A turn this short is over before a warning would be of use.
const SHORT: i64 = 4 * HOUR;
/// Two warnings closer than this become one.
const CLOSE: i64 = 6 * HOUR;

/// The warnings of a turn that began at a moment and ends at a deadline, with their times.
pub(super) fn warnings(came: Moment, deadline: Moment) -> Vec<(NoticeKind, Moment)> {
    let long = deadline.since(came);
    let quarter = Some(long / 4).filter(|_| long >= SHORT);
    let day = Some(DAY).filter(|_| long >= 2 * DAY);
    let quarter = quarter.filter(|quarter| day.is_none_or(|day| (day - quarter).abs() >= CLOSE));
    let kinds = [(NoticeKind::LowTime, quarter), (NoticeKind::LastDay, day)];
    kinds.into_iter().filter_map(|(kind, left)| Some((kind, deadline.after(-left?)))).collect()
}

/// When a warning that is ready at a moment is sent, within the turn; `None` if never.
pub(super) fn in_time(
    from: Moment,
    (came, deadline): (Moment, Moment),
    zone: &TimeZone,
    pace: EmailFrequency,
    quiet: Option<QuietHours>,
) -> Option<Moment> {
    let usual = send_time(from, zone, pace, quiet)?;
    if deadline.since(usual) * 2 >= deadline.since(from) {
        return Some(usual);
    }
    let before = quiet.and_then(|quiet| before_quiet(from, zone, quiet));
    Some(before.filter(|before| *before > came.after(GRACE)).unwrap_or(from))
}

/// The last minute before the quiet hours that a moment falls into.
fn before_quiet(at: Moment, zone: &TimeZone, quiet: QuietHours) -> Option<Moment> {
    let here = Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone());
    if !quiet.covers(here.hour()) {
        return None;
    }
    let begins = |date: jiff::civil::Date| date.at(quiet.from(), 0, 0, 0).to_zoned(zone.clone()).ok();
    let today = begins(here.date()).filter(|begins| *begins <= here);
    let begins = today.or_else(|| begins(here.date().yesterday().ok()?))?;
    Some(Moment(begins.checked_sub(1.minute()).ok()?.timestamp().as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::users::preferences::TimeZoneName;

    /// How many hours before the deadline each warning of a turn of this many hours comes.
    fn left(hours: i64) -> Vec<(&'static str, i64)> {
        let (came, deadline) = (Moment(0), Moment(hours * HOUR));
        let left = |(kind, at): (NoticeKind, Moment)| (kind.key(), deadline.since(at) / HOUR);
        warnings(came, deadline).into_iter().map(left).collect()
    }

    #[test]
    fn time_warnings_are_sent_at_a_quarter_and_at_the_last_day() {
        assert_eq!(left(24), [("low_time", 6)]);
        assert_eq!(left(48), [("low_time", 12), ("last_day", 24)]);
        assert_eq!(left(72), [("low_time", 18), ("last_day", 24)]);
        assert_eq!(left(96), [("last_day", 24)], "a quarter is a day");
        assert_eq!(left(7 * 24), [("low_time", 42), ("last_day", 24)]);
        assert_eq!(left(14 * 24), [("low_time", 84), ("last_day", 24)]);
        assert_eq!(left(4), [("low_time", 1)]);
        assert_eq!(left(3), []);
    }

    /// When a warning is sent that comes so many hours before the deadline, in a turn from 18:00 to an hour of the
    /// next day, in Berlin.
    fn comes(until: i64, hours: i64, pace: EmailFrequency, quiet: (i64, i64)) -> String {
        let zone = TimeZoneName::parse("Europe/Berlin").unwrap();
        let came: jiff::civil::DateTime = "2026-11-20T18:00".parse().unwrap();
        let came = came.to_zoned(zone.zone().clone()).unwrap().timestamp().as_millisecond();
        let deadline = Moment(came + (6 + until) * HOUR);
        let quiet = QuietHours::new(quiet.0, quiet.1);
        let at = in_time(deadline.after(-hours * HOUR), (Moment(came), deadline), zone.zone(), pace, quiet);
        let at = Timestamp::from_millisecond(at.unwrap().0).unwrap().to_zoned(zone.zone().clone());
        at.strftime("%d %H:%M").to_string()
    }

    #[test]
    fn a_warning_waits_for_the_end_of_quiet_hours_if_there_is_time() {
        assert_eq!(comes(18, 14, EmailFrequency::Instant, (22, 7)), "21 07:00");
        assert_eq!(comes(18, 6, EmailFrequency::Instant, (22, 7)), "21 12:00");
    }

    #[test]
    fn a_warning_that_would_be_too_late_comes_before_the_quiet_hours() {
        assert_eq!(comes(8, 6, EmailFrequency::Instant, (22, 7)), "20 21:59");
        assert_eq!(comes(6, 6, EmailFrequency::Instant, (23, 9)), "20 22:59");
    }

    #[test]
    fn a_turn_that_began_in_quiet_hours_is_warned_about_during_them() {
        assert_eq!(comes(6, 4, EmailFrequency::Instant, (17, 9)), "21 02:00");
    }

    #[test]
    fn a_warning_does_not_wait_for_a_digest_that_would_be_too_late() {
        assert_eq!(comes(7, 6, EmailFrequency::Daily, (5, 6)), "21 01:00");
        assert_eq!(comes(18, 12, EmailFrequency::Daily, (1, 2)), "21 08:00");
    }
}

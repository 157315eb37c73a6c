//! When notices are sent: by frequency and quiet hours, and one channel after the other. Pure.

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

use crate::now::Moment;
use crate::now::spans::{HOUR, SECOND};
use crate::users::preferences::{EmailFrequency, QuietHours};

/// How long a user has to notice something on the page.
pub(super) const GRACE: i64 = 15 * SECOND;
/// The hour of the daily email.
const MORNING: i8 = 8;
/// How much later than a push the email comes at the earliest.
pub(super) const HEAD_START: i64 = HOUR;

/// When something that is ready at a moment may be sent, by frequency and quiet hours; `None` if never.
pub(super) fn send_time(
    from: Moment,
    zone: &TimeZone,
    pace: EmailFrequency,
    quiet: Option<QuietHours>,
) -> Option<Moment> {
    let from = Timestamp::from_millisecond(from.0).ok()?.to_zoned(zone.clone());
    let sent = match pace {
        EmailFrequency::Instant => from,
        EmailFrequency::Hourly => on_the_hour(&from)?,
        EmailFrequency::Daily => next(&from, MORNING)?,
        EmailFrequency::Off => return None,
    };
    let sent = match quiet {
        Some(quiet) if quiet.covers(sent.hour()) => next(&sent, quiet.to())?,
        _ => sent,
    };
    Some(Moment(sent.timestamp().as_millisecond()))
}

/// The next full hour, unless it is one.
fn on_the_hour(from: &Zoned) -> Option<Zoned> {
    let begun = from.with().minute(0).second(0).subsec_nanosecond(0).build().ok()?;
    if begun >= *from { Some(begun) } else { begun.checked_add(1.hour()).ok() }
}

/// The next time that this hour begins. If the clocks skip it, the first moment after it.
fn next(from: &Zoned, hour: i8) -> Option<Zoned> {
    let at =
        |date| DateTime::from_parts(date, Time::constant(hour, 0, 0, 0)).to_zoned(from.time_zone().clone());
    let today = at(from.date()).ok()?;
    if today >= *from { Some(today) } else { at(from.date().tomorrow().ok()?).ok() }
}

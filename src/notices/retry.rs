//! The ways by which something is told, one after the other: it is on the page, then it is pushed, if there is a device, and then
//! it is mailed, at the pace that was chosen but no sooner than an hour after the push. Each way tells it once, until the user
//! has looked. Pure.

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

use crate::now::Moment;
use crate::now::spans::{HOUR, SECOND};
use crate::users::preferences::{EmailFrequency, NoticeChannel, QuietHours};

/// So long a user has to see something by themselves.
pub(super) const GRACE: i64 = 15 * SECOND;
/// When the daily email comes.
const MORNING: i8 = 8;
/// What was pushed is mailed no sooner than so long after it.
pub(super) const HEAD_START: i64 = HOUR;

/// Something a user may have to be told, and what is known of telling them.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetrySchedule<'a> {
    /// Its number: later things of the same kind have a higher one.
    pub number: i64,
    /// When it happened.
    pub at: Moment,
    /// Up to which number they have looked.
    pub looked: i64,
    /// Since when they have a device that is pushed to.
    pub push: Option<Moment>,
    /// The number that was pushed last, and when.
    pub pushed: Option<(i64, Moment)>,
    /// How mail comes to them, and since when.
    pub mail: Option<(EmailFrequency, Moment)>,
    /// The number that was mailed last.
    pub mailed: Option<i64>,
    /// Where they live.
    pub zone: &'a TimeZone,
    /// When nothing comes.
    pub quiet: Option<QuietHours>,
}

impl RetrySchedule<'_> {
    /// By which ways it is to be told, and when.
    pub fn ways(
        self,
        head_start: i64,
        when: impl Fn(Moment, &TimeZone, EmailFrequency, Option<QuietHours>) -> Option<Moment>,
    ) -> impl Iterator<Item = (NoticeChannel, Moment)> {
        let Self { number, at, looked, zone, quiet, .. } = self;
        let soon = at.after(GRACE);
        // Of each kind a user is told once, and then nothing until they have looked.
        let is_notified = |told: i64| told >= number || told > looked;
        let pushed = self.pushed.filter(|(pushed, _)| is_notified(*pushed)).map(|(_, at)| at);
        let wants_push = self.push.is_some_and(|since| at >= since);
        let push = if wants_push && pushed.is_none() {
            when(soon, zone, EmailFrequency::Instant, quiet)
        } else {
            None
        };

        let wants_mail = self.mail.filter(|(_, since)| !self.mailed.is_some_and(is_notified) && at >= *since);
        let held = pushed.or(push).map_or(soon, |pushed| pushed.after(head_start).max(soon));
        let mail = wants_mail.and_then(|(pace, _)| when(held, zone, pace, quiet));

        let ways = [(NoticeChannel::Push, push), (NoticeChannel::Mail, mail)];
        ways.into_iter().filter_map(|(way, at)| Some((way, at?)))
    }
}

/// When something may be told that could be from a moment on; never, when nothing is wanted.
pub(super) fn when(
    from: Moment,
    zone: &TimeZone,
    pace: EmailFrequency,
    quiet: Option<QuietHours>,
) -> Option<Moment> {
    let from = Timestamp::from_millisecond(from.0).ok()?.to_zoned(zone.clone());
    let told = match pace {
        EmailFrequency::Instant => from,
        EmailFrequency::Hourly => on_the_hour(&from)?,
        EmailFrequency::Daily => next(&from, MORNING)?,
        EmailFrequency::Off => return None,
    };
    let told = match quiet {
        Some(quiet) if quiet.covers(told.hour()) => next(&told, quiet.to())?,
        _ => told,
    };
    Some(Moment(told.timestamp().as_millisecond()))
}

/// The first full hour that is not before.
fn on_the_hour(from: &Zoned) -> Option<Zoned> {
    let begun = from.with().minute(0).second(0).subsec_nanosecond(0).build().ok()?;
    if begun >= *from { Some(begun) } else { begun.checked_add(1.hour()).ok() }
}

/// The first time that it is this hour and was not before. Where clocks leave it out, it is as soon as they can.
fn next(from: &Zoned, hour: i8) -> Option<Zoned> {
    let at =
        |date| DateTime::from_parts(date, Time::constant(hour, 0, 0, 0)).to_zoned(from.time_zone().clone());
    let today = at(from.date()).ok()?;
    if today >= *from { Some(today) } else { at(from.date().tomorrow().ok()?).ok() }
}

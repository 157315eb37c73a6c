//! Escalation of a notice over channels: the page shows it, then it is pushed to a device if there is one, and then
//! emailed, at the pace the user chose but no sooner than an hour after the push. Each channel sends it once, until
//! the user has looked. Pure.

use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};

use crate::now::Moment;
use crate::now::spans::{HOUR, SECOND};
use crate::users::preferences::{EmailFrequency, NoticeChannel, QuietHours};

/// How long a user has to notice something on the page.
pub(super) const GRACE: i64 = 15 * SECOND;
/// The hour of the daily email.
const MORNING: i8 = 8;
/// How much later than a push the email comes at the earliest.
pub(super) const HEAD_START: i64 = HOUR;

/// Something that a user may have to be notified of, and what is known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RetrySchedule<'a> {
    /// Its number. Later events of the same kind have higher ones.
    pub number: i64,
    pub at: Moment,
    /// The latest number that the user has seen.
    pub looked: i64,
    /// Since when they have a device with push.
    pub push: Option<Moment>,
    /// The number that was pushed last, and when.
    pub pushed: Option<(i64, Moment)>,
    /// The email frequency, and since when they get email.
    pub mail: Option<(EmailFrequency, Moment)>,
    /// The number that was emailed last.
    pub mailed: Option<i64>,
    pub zone: &'a TimeZone,
    pub quiet: Option<QuietHours>,
}

impl RetrySchedule<'_> {
    /// The channels, each with the time at which it is due.
    pub fn due_channels(
        self,
        head_start: i64,
        when: impl Fn(Moment, &TimeZone, EmailFrequency, Option<QuietHours>) -> Option<Moment>,
    ) -> impl Iterator<Item = (NoticeChannel, Moment)> {
        let Self { number, at, looked, zone, quiet, .. } = self;
        let soon = at.after(GRACE);
        // Each kind is sent once, and then not until the user has looked.
        let is_notified = |sent: i64| sent >= number || sent > looked;
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

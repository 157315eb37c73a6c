//! The time, which tests can set.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Spans of time in milliseconds.
pub mod spans {
    pub const SECOND: i64 = 1000;
    pub const MINUTE: i64 = 60 * SECOND;
    pub const HOUR: i64 = 60 * MINUTE;
    pub const DAY: i64 = 24 * HOUR;
}

/// A moment: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl Moment {
    /// The moment this many milliseconds later.
    #[must_use]
    pub const fn after(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// How many milliseconds have passed since an earlier moment.
    pub const fn since(self, earlier: Moment) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// In UTC as RFC 3339 with milliseconds: `2026-11-21T10:00:00.000Z`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stamp = Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH);
        write!(f, "{stamp:.3}")
    }
}

/// A day in UTC, counted since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcDay(pub i64);

impl UtcDay {
    /// The day of a moment.
    pub const fn of(moment: Moment) -> Self {
        Self(moment.0.div_euclid(spans::DAY))
    }

    /// Its first moment.
    pub const fn start(self) -> Moment {
        Moment(self.0.saturating_mul(spans::DAY))
    }
}

/// As in ISO 8601: `2026-11-21`.
impl fmt::Display for UtcDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stamp = Timestamp::from_millisecond(self.start().0).unwrap_or(Timestamp::UNIX_EPOCH);
        write!(f, "{}", stamp.to_zoned(TimeZone::UTC).date())
    }
}

/// Reads what `Display` writes, and nothing else.
impl FromStr for UtcDay {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let date = Date::strptime("%Y-%m-%d", text)?;
        Ok(Self::of(Moment(date.to_zoned(TimeZone::UTC)?.timestamp().as_millisecond())))
    }
}

/// The source of time: the machine's clock, or one that a test or [`demo`](crate::cli) sets.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    Wall,
    /// The machine's clock, corrected to that of the database.
    Corrected(ClockCorrection),
    /// A clock that stands still until it is set.
    Hand(Arc<ClockHand>),
}

/// By how many milliseconds the machine's clock is behind another one. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct ClockCorrection(Arc<AtomicI64>);

impl ClockCorrection {
    /// What the machine's clock shows now, for [`Self::learn`].
    pub fn asks_at(&self) -> Moment {
        Clock::Wall.now()
    }

    /// Learns what the other clock has shown since it was asked.
    pub fn learn(&self, shown: Moment, asked_at: Moment) {
        self.learn_between(shown, (asked_at, Clock::Wall.now()));
    }

    /// Learns what the other clock showed between two moments of the machine's clock. The correction changes only as
    /// far as it was wrong.
    fn learn_between(&self, shown: Moment, (before, after): (Moment, Moment)) {
        let (least, most) = (shown.since(after), shown.since(before));
        // Otherwise the machine's clock was set back in between.
        if least <= most {
            self.0.store(self.0.load(Ordering::SeqCst).clamp(least, most), Ordering::SeqCst);
        }
    }

    /// The corrected time.
    pub fn now(&self) -> Moment {
        Clock::Wall.now().after(self.0.load(Ordering::SeqCst))
    }
}

/// The state of a clock that tests set.
#[derive(Debug)]
pub struct ClockHand {
    now: AtomicI64,
    /// Since when the program is suspended in a test of that; `i64::MAX` if it is not.
    suspended_at: AtomicI64,
}

impl Clock {
    /// A clock with this time, until it is set.
    pub fn at(moment: Moment) -> Self {
        Self::Hand(Arc::new(ClockHand {
            now: AtomicI64::new(moment.0),
            suspended_at: AtomicI64::new(i64::MAX),
        }))
    }

    /// The current time.
    pub fn now(&self) -> Moment {
        match self {
            Clock::Wall => Moment(Timestamp::now().as_millisecond()),
            Clock::Corrected(correction) => correction.now(),
            Clock::Hand(hand) => Moment(hand.now.load(Ordering::SeqCst)),
        }
    }

    /// This clock, with a correction if it is the machine's.
    #[must_use]
    pub fn corrected_by(self, correction: &ClockCorrection) -> Self {
        match self {
            Clock::Wall => Clock::Corrected(correction.clone()),
            other => other,
        }
    }

    /// Sets a test clock: that much time passes while the program runs. No effect on the machine's clock.
    pub fn set(&self, moment: Moment) {
        if let Clock::Hand(hand) = self {
            hand.now.store(moment.0, Ordering::SeqCst);
        }
    }

    /// Sets a test clock: that much time passes while the program is suspended.
    pub fn set_after_suspension(&self, moment: Moment) {
        if let Clock::Hand(hand) = self {
            hand.suspended_at.fetch_min(self.now().0, Ordering::SeqCst);
            hand.now.store(moment.0, Ordering::SeqCst);
        }
    }

    /// Ends the suspension in a test, once its downtime is recorded.
    pub fn resumed(&self) {
        if let Clock::Hand(hand) = self {
            hand.suspended_at.store(i64::MAX, Ordering::SeqCst);
        }
    }

    /// The last moment until which the program ran without a gap, given the last time at which it read the clock.
    /// Only tests set a clock while the program runs, so it has read theirs all the time.
    pub fn last_tick(&self, looked_at: Moment) -> Moment {
        match self {
            Clock::Wall | Clock::Corrected(_) => looked_at,
            Clock::Hand(hand) => Moment(hand.suspended_at.load(Ordering::SeqCst)).min(self.now()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_corrected_only_as_far_as_it_was_wrong() {
        let correction = ClockCorrection::default();
        let learned = |shown, before, after| {
            correction.learn_between(Moment(shown), (Moment(before), Moment(after)));
            correction.0.load(Ordering::SeqCst)
        };
        assert_eq!(learned(1_005, 1_000, 1_010), 0, "the clocks agree");
        assert_eq!(learned(61_000, 1_000, 1_010), 59_990, "the answer may have taken no time");
        assert_eq!(learned(62_000, 2_000, 2_500), 59_990, "a slow answer shows no more");
        assert_eq!(learned(63_000, 3_000, 3_001), 59_999);
        assert_eq!(learned(4_000, 64_000, 63_000), 59_999, "the clock was set back");
        assert_eq!(learned(5_000, 65_000, 65_002), -60_000);
    }
}

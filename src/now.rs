//! The wall clock, replaceable in tests.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

/// Spans of time, in milliseconds.
pub mod spans {
    /// A second.
    pub const SECOND: i64 = 1000;
    /// A minute.
    pub const MINUTE: i64 = 60 * SECOND;
    /// An hour.
    pub const HOUR: i64 = 60 * MINUTE;
    /// A day of 24 hours.
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

/// Where the time comes from: the wall, or a hand that a test turns.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    Wall,
    /// Stands still until it is set.
    Hand(Arc<ClockHand>),
}

/// A clock that tests set.
#[derive(Debug)]
pub struct ClockHand {
    now: AtomicI64,
    /// Since when the program was suspended, in tests of that; `i64::MAX` while it was not.
    suspended_at: AtomicI64,
}

impl Clock {
    /// A clock that shows this moment until it is set.
    pub fn at(moment: Moment) -> Self {
        Self::Hand(Arc::new(ClockHand {
            now: AtomicI64::new(moment.0),
            suspended_at: AtomicI64::new(i64::MAX),
        }))
    }

    /// What it shows.
    pub fn now(&self) -> Moment {
        match self {
            Clock::Wall => Moment(Timestamp::now().as_millisecond()),
            Clock::Hand(hand) => Moment(hand.now.load(Ordering::SeqCst)),
        }
    }

    /// Turns a hand-set clock: that much time passes while the program runs. The wall clock cannot be turned.
    pub fn set(&self, moment: Moment) {
        if let Clock::Hand(hand) = self {
            hand.now.store(moment.0, Ordering::SeqCst);
        }
    }

    /// The same while the program is suspended.
    pub fn set_after_suspension(&self, moment: Moment) {
        if let Clock::Hand(hand) = self {
            hand.suspended_at.fetch_min(self.now().0, Ordering::SeqCst);
            hand.now.store(moment.0, Ordering::SeqCst);
        }
    }

    /// What the suspension of a test cost is taken care of.
    pub fn resumed(&self) {
        if let Clock::Hand(hand) = self {
            hand.suspended_at.store(i64::MAX, Ordering::SeqCst);
        }
    }

    /// The last moment at which the program ran without a break, given the last at which it looked at the clock. Only tests
    /// turn a clock while the program runs, so it has looked at theirs all the time.
    pub fn last_tick(&self, looked_at: Moment) -> Moment {
        match self {
            Clock::Wall => looked_at,
            Clock::Hand(hand) => Moment(hand.suspended_at.load(Ordering::SeqCst)).min(self.now()),
        }
    }
}

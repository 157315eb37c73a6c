//! Time controls, which are fixed when a match is created.

use std::fmt;
use std::str::FromStr;

use compact_str::{CompactString, ToCompactString};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How much time there is. As text: `3d` a turn; a bank of `72h+12h/168h` (to begin with, more with each turn, at most);
/// live, `60s+300s` (a turn, and a bank for when that is not enough).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "CompactString", into = "CompactString")]
pub enum TimeAllowance {
    /// So many days for every turn.
    Days(u16),
    /// Hours in a bank that turns are paid from.
    Bank {
        /// What is in it at the start.
        hours: u16,
        /// What every turn adds when it is over.
        increment: u16,
        /// More than this it never holds.
        cap: u16,
    },
    /// Seconds for every turn.
    Live {
        seconds: u16,
        /// Seconds for the whole match, for when they are not enough.
        reserve: u16,
    },
}

/// A pace that cannot be read, or that nobody is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such pace")]
pub struct InvalidTimeControl;

impl TimeAllowance {
    /// The days a turn may have.
    pub const DAYS: [u16; 6] = [1, 2, 3, 5, 7, 14];

    /// The pace, if its numbers are ones that are offered.
    pub fn checked(self) -> Option<Self> {
        let offered = match self {
            TimeAllowance::Days(days) => Self::DAYS.contains(&days),
            TimeAllowance::Bank { hours, increment, cap } => {
                (1..=720).contains(&hours) && increment <= 168 && (hours..=2160).contains(&cap)
            }
            TimeAllowance::Live { seconds, reserve } => (30..=300).contains(&seconds) && reserve <= 3600,
        };
        offered.then_some(self)
    }

    /// How many seconds one gift of time is: a day, or a minute in a live match.
    pub fn gift(self) -> u32 {
        if self.is_live() { 60 } else { 24 * 3600 }
    }

    /// Whether people play it at one sitting.
    pub fn is_live(self) -> bool {
        matches!(self, TimeAllowance::Live { .. })
    }
}

impl fmt::Display for TimeAllowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeAllowance::Days(days) => write!(f, "{days}d"),
            TimeAllowance::Bank { hours, increment, cap } => write!(f, "{hours}h+{increment}h/{cap}h"),
            TimeAllowance::Live { seconds, reserve } => write!(f, "{seconds}s+{reserve}s"),
        }
    }
}

impl FromStr for TimeAllowance {
    type Err = InvalidTimeControl;

    fn from_str(text: &str) -> Result<Self, InvalidTimeControl> {
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).ok_or(InvalidTimeControl);
        let parts: Vec<&str> = text.split(['+', '/']).collect();
        let pace = match parts.as_slice() {
            [days] => TimeAllowance::Days(number(days.strip_suffix('d'))?),
            [seconds, reserve] => TimeAllowance::Live {
                seconds: number(seconds.strip_suffix('s'))?,
                reserve: number(reserve.strip_suffix('s'))?,
            },
            [hours, increment, cap] => TimeAllowance::Bank {
                hours: number(hours.strip_suffix('h'))?,
                increment: number(increment.strip_suffix('h'))?,
                cap: number(cap.strip_suffix('h'))?,
            },
            _ => return Err(InvalidTimeControl),
        };
        pace.checked().filter(|pace| pace.to_string() == text).ok_or(InvalidTimeControl)
    }
}

impl TryFrom<CompactString> for TimeAllowance {
    type Error = InvalidTimeControl;

    fn try_from(text: CompactString) -> Result<Self, InvalidTimeControl> {
        text.parse()
    }
}

impl From<TimeAllowance> for CompactString {
    fn from(pace: TimeAllowance) -> Self {
        pace.to_compact_string()
    }
}

/// What happens to a seat that has run out of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeoutPolicy {
    /// It has lost.
    #[default]
    Lose,
    /// Its turn is skipped; the third time in a row it has lost. For three seats and more.
    Skip,
    /// A bot takes over the seat, also when its player leaves. For casual matches.
    Bot,
}

/// Why a bot has taken over a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakeoverReason {
    /// Its player ran out of time.
    TimedOut,
    /// Its player resigned while others play on.
    Resigned,
    /// The account of its player was deleted.
    Left,
}

/// How time is kept in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// How much there is.
    pub pace: TimeAllowance,
    /// Whether the clock stands still on Saturdays and Sundays, where the seat to move lives.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weekends_off: bool,
    /// Whether vacation protects from running out of time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "holidays")]
    pub vacation: bool,
    /// What happens when it has run out.
    #[serde(default)]
    pub at_flag: TimeoutPolicy,
}

/// As lists know it: the pace, and `weekdays` where only they count.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pace, if self.weekends_off { " weekdays" } else { "" })
    }
}

/// Why a seat was given time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GrantedTime {
    /// Another player gave it.
    Gift,
    /// It was taken from their vacation when their time had run out.
    #[serde(alias = "holiday")]
    Vacation,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_reads_back() {
        for text in ["1d", "14d", "72h+12h/168h", "1h+0h/1h", "30s+0s", "300s+3600s"] {
            assert_eq!(text.parse::<TimeAllowance>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_pace_nobody_is_offered_is_none() {
        for text in [
            "",
            "4d",
            "03d",
            "3",
            "29s+0s",
            "60s",
            "60s+3601s",
            "72h+12h/71h",
            "721h+0h/900h",
            "-1d",
            "3d+1d",
        ] {
            assert_eq!(text.parse::<TimeAllowance>(), Err(InvalidTimeControl), "{text:?}");
        }
    }
}

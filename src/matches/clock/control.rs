//! Time controls, which are fixed when a match is created.

use std::fmt;
use std::str::FromStr;

use compact_str::{CompactString, ToCompactString};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How much time there is. As text: `3d` per turn; a bank of `72h+12h/168h` (initial, increment, maximum); live,
/// `60s+300s` (per turn, and a bank for longer turns).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "CompactString", into = "CompactString")]
pub enum TimeAllowance {
    /// Days per turn.
    Days(u16),
    /// Hours in a bank that is reduced by turns.
    Bank {
        /// The initial content.
        hours: u16,
        /// What a finished turn adds.
        increment: u16,
        /// The maximum.
        cap: u16,
    },
    /// Seconds per turn.
    Live {
        seconds: u16,
        /// Seconds in the bank of a seat for longer turns.
        reserve: u16,
    },
}

/// A time allowance that is malformed or not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the time allowance is not offered")]
pub struct InvalidTimeControl;

impl TimeAllowance {
    /// The numbers of days per turn that are offered.
    pub const DAYS: [u16; 6] = [1, 2, 3, 5, 7, 14];

    /// The allowance, if its numbers are offered.
    pub fn validated(self) -> Option<Self> {
        let offered = match self {
            TimeAllowance::Days(days) => Self::DAYS.contains(&days),
            TimeAllowance::Bank { hours, increment, cap } => {
                (1..=720).contains(&hours) && increment <= 168 && (hours..=2160).contains(&cap)
            }
            TimeAllowance::Live { seconds, reserve } => (30..=300).contains(&seconds) && reserve <= 3600,
        };
        offered.then_some(self)
    }

    /// Seconds of one gift of time: a day, or a minute in live matches.
    pub fn extra_seconds(self) -> u32 {
        if self.is_live() { 60 } else { 24 * 3600 }
    }

    /// Whether the match is played live.
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
        pace.validated().filter(|pace| pace.to_string() == text).ok_or(InvalidTimeControl)
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

/// What happens to a seat that runs out of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeoutPolicy {
    /// The seat loses.
    #[default]
    Lose,
    /// The turn is skipped; the third time in a row the seat loses. For three or more seats.
    Skip,
    /// A bot takes over the seat, also if its player leaves. For casual matches.
    Bot,
}

/// Why a bot or a substitute has taken over a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakeoverReason {
    /// Its player ran out of time.
    TimedOut,
    /// Its player resigned while others play on.
    Resigned,
    /// The account of its player was deleted.
    Left,
    /// Its player has given it to a person who plays on.
    Substituted,
}

/// The time control of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// How much time there is.
    pub pace: TimeAllowance,
    /// Whether the clock is stopped on Saturdays and Sundays in the zone of the seat to move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weekends_off: bool,
    /// Whether vacation is used before a seat runs out of time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "holidays")]
    pub vacation: bool,
    /// What happens when time runs out.
    #[serde(default)]
    pub at_flag: TimeoutPolicy,
}

/// As in lists: the allowance, and `weekdays` if only they count.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pace, if self.weekends_off { " weekdays" } else { "" })
    }
}

/// Why a seat was given time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GrantedTime {
    /// A gift of another player.
    Gift,
    /// Taken from the player's vacation when time had run out.
    Vacation,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_round_trips() {
        for text in ["1d", "14d", "72h+12h/168h", "1h+0h/1h", "30s+0s", "300s+3600s"] {
            assert_eq!(text.parse::<TimeAllowance>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_unsupported_allowance_is_refused() {
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

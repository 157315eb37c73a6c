//! Small things that are done with words.

use super::parts::count;
use crate::matches::Pace;

/// With a capital at the beginning.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How much time there is: "3 days a turn", "a bank of 72 h, 12 h more a turn, 168 h at most", "60 s a turn, 300 s in reserve".
pub fn pace(pace: Pace) -> String {
    match pace {
        Pace::Days(days) => format!("{} a turn", count(i64::from(days), "day")),
        Pace::Bank { hours, increment, cap } => {
            format!("A bank of {hours} h, {increment} h more a turn, {cap} h at most")
        }
        Pace::Live { seconds, reserve } => format!("{seconds} s a turn, {reserve} s in reserve"),
    }
}

/// The same for a list: "3 days a turn", "72 h + 12 h", "live".
pub fn pace_in_short(pace: Pace) -> String {
    match pace {
        Pace::Days(_) => self::pace(pace),
        Pace::Bank { hours, increment, .. } => format!("{hours} h + {increment} h"),
        Pace::Live { .. } => "live".to_owned(),
    }
}

//! A moment to the minute.

use std::cell::RefCell;

use super::{MINUTE, month, stamp};
use crate::now::Moment;
use crate::say;
use crate::texts::{Language, spoken};

thread_local! {
    /// What was said last, and of which minute: at a ply that is now, whatever the match.
    static SAID: RefCell<((i64, Language), String)> = const { RefCell::new(((i64::MIN, Language::English), String::new())) };
}

/// A moment for where there is no page around it: "24 November 2026, 18:05 UTC".
pub fn exactly(at: Moment) -> String {
    let minute = (at.0.div_euclid(MINUTE), spoken());
    SAID.with_borrow_mut(|(of, said)| {
        if *of != minute {
            (*of, *said) = (minute, to_the_minute(at));
        }
        said.clone()
    })
}

fn to_the_minute(at: Moment) -> String {
    let at = stamp(at);
    say!(
        "{day} {month} {year}, {time} UTC",
        day = at.day(),
        month = month(&at),
        year = at.year(),
        time = at.strftime("%H:%M"),
    )
}

//! Exact times.

use std::cell::RefCell;

use maud::Render;

use super::{MINUTE, month, stamp};
use crate::now::Moment;
use crate::texts::{Language, current_language};
use crate::tr_format;

thread_local! {
    /// The last result of [`exactly`] with its minute: for a live stream that is now, whatever the match.
    static CACHED: RefCell<((i64, Language), String)> = const { RefCell::new(((i64::MIN, Language::English), String::new())) };
    /// The last minute written by [`ExactTime`], and its beginning in text.
    static WRITTEN: RefCell<(i64, String)> = const { RefCell::new((i64::MIN, String::new())) };
}

/// A moment in ISO 8601. The part up to the minute is cached, as most are of the same one.
#[derive(Clone, Copy, Debug)]
pub struct ExactTime(pub Moment);

impl Render for ExactTime {
    fn render_to(&self, buffer: &mut String) {
        let Moment(at) = self.0;
        let minute = at.div_euclid(MINUTE);
        WRITTEN.with_borrow_mut(|(of, written)| {
            if *of != minute {
                (*of, *written) = (minute, Moment(minute * MINUTE).to_string());
                written.truncate(written.len() - SECONDS);
            }
            buffer.push_str(written);
        });
        let (seconds, rest) = (at.rem_euclid(MINUTE) / 1000, at.rem_euclid(1000));
        let digits = [seconds / 10, seconds % 10, rest / 100, rest / 10 % 10, rest % 10];
        let [tens, ones, tenths, hundredths, thousandths] =
            digits.map(|digit| char::from(b'0' + digit as u8));
        buffer.extend([tens, ones, '.', tenths, hundredths, thousandths, 'Z']);
    }
}

/// The length of the seconds in it: `00.000Z`.
const SECONDS: usize = 7;

/// A moment in words, for text without a page: "24 November 2026, 18:05 UTC".
pub fn exactly(at: Moment) -> String {
    let minute = (at.0.div_euclid(MINUTE), current_language());
    CACHED.with_borrow_mut(|(of, text)| {
        if *of != minute {
            (*of, *text) = (minute, to_the_minute(at));
        }
        text.clone()
    })
}

/// The day of a moment in UTC: "24 November 2026".
pub fn day_in_words(at: Moment) -> String {
    let at = stamp(at);
    tr_format!("{day} {month} {year}", day = at.day(), month = month(&at), year = at.year())
}

fn to_the_minute(at: Moment) -> String {
    let at = stamp(at);
    tr_format!(
        "{day} {month} {year}, {time} UTC",
        day = at.day(),
        month = month(&at),
        year = at.year(),
        time = at.strftime("%H:%M"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_time_is_formatted_like_a_moment() {
        for at in
            [0, 1, 59_999, 60_000, 1_763_888_461_042, 1_763_888_461_043, -1, 951_782_399_999].map(Moment)
        {
            assert_eq!(ExactTime(at).render().into_string(), at.to_string());
        }
    }
}

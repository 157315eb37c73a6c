//! Announced absences in words.

use super::time::day_in_words;
use crate::now::Moment;
use crate::tr_format;
use crate::users::preferences::Absence;

/// The viewer's own: "You’re away until 24 December 2026".
pub fn own_absence_in_words(absence: Absence, now: Moment) -> String {
    let last = day_in_words(absence.last.start());
    if absence.has_begun(now) {
        return tr_format!("You’re away until {last}", last = last);
    }
    let first = day_in_words(absence.first.start());
    tr_format!("You’ll be away from {first} until {last}", first = first, last = last)
}

/// "Ada is away until 24 December 2026", "Ada will be away from 20 December 2026 until 24 December 2026".
pub fn absence_in_words(name: &str, absence: Absence, now: Moment) -> String {
    let last = day_in_words(absence.last.start());
    if absence.has_begun(now) {
        return tr_format!("{name} is away until {last}", name = name, last = last);
    }
    let first = day_in_words(absence.first.start());
    tr_format!("{name} will be away from {first} until {last}", name = name, first = first, last = last)
}

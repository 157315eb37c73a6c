//! Announced absences.

use crate::now::{Moment, UtcDay};

/// The days on which a user will not play. Opponents and those who look at offers are told; the clocks run on, and use the
/// vacation when time has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    pub first: UtcDay,
    /// The last one.
    pub last: UtcDay,
}

/// Why an absence cannot be announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsenceError {
    /// One of the days is missing or no date.
    Date,
    /// It would end before it begins.
    Order,
    /// It is over.
    Past,
    /// It would begin or end more than [`Absence::FURTHEST`] days from now.
    Far,
}

impl Absence {
    /// How many days ahead an absence can be announced.
    pub const FURTHEST: i64 = 366;
    /// How many days before its beginning others are told.
    const TOLD_AHEAD: i64 = 14;

    /// Reads an absence from two dates such as `2026-12-24`.
    ///
    /// # Errors
    /// They are no dates of an absence that can be announced now.
    pub fn parse(first: &str, last: &str, now: Moment) -> Result<Self, AbsenceError> {
        let [first, last] =
            [first, last].map(|day| day.trim().parse::<UtcDay>().map_err(|_| AbsenceError::Date));
        let (first, last, today) = (first?, last?, UtcDay::of(now));
        if last < first {
            Err(AbsenceError::Order)
        } else if last < today {
            Err(AbsenceError::Past)
        } else if last.0 > today.0 + Self::FURTHEST || first.0 < today.0 - Self::FURTHEST {
            Err(AbsenceError::Far)
        } else {
            Ok(Self { first, last })
        }
    }

    /// Whether it has begun.
    pub fn has_begun(self, now: Moment) -> bool {
        self.first <= UtcDay::of(now)
    }

    /// Whether it is over.
    pub fn is_over(self, now: Moment) -> bool {
        self.last < UtcDay::of(now)
    }

    /// Whether others are told of it: it is going on, or begins soon.
    pub fn is_told(self, now: Moment) -> bool {
        !self.is_over(now) && self.first.0 <= UtcDay::of(now).0 + Self::TOLD_AHEAD
    }
}

#[cfg(test)]
mod tests {
    use super::{Absence, AbsenceError};
    use crate::now::{Moment, UtcDay};

    fn day(text: &str) -> UtcDay {
        text.parse().unwrap()
    }

    #[test]
    fn only_days_from_today_on_in_their_order_are_an_absence() {
        let now = Moment(day("2026-12-10").start().0 + 1);
        let read = |first, last| Absence::parse(first, last, now);
        let short = Absence { first: day("2026-12-10"), last: day("2026-12-10") };
        assert_eq!(read("2026-12-10", " 2026-12-10 "), Ok(short));
        // One that has begun can still be changed.
        assert!(read("2026-12-01", "2026-12-24").is_ok());
        assert!(read("2027-12-01", "2027-12-11").is_ok());
        for (first, last, wrong) in [
            ("", "2026-12-24", AbsenceError::Date),
            ("2026-12-24", "", AbsenceError::Date),
            ("24.12.2026", "2026-12-31", AbsenceError::Date),
            ("2026-02-30", "2026-12-31", AbsenceError::Date),
            ("99999-01-01", "99999-01-02", AbsenceError::Date),
            ("2026-12-24", "2026-12-23", AbsenceError::Order),
            ("2026-12-01", "2026-12-09", AbsenceError::Past),
            ("2027-12-01", "2027-12-12", AbsenceError::Far),
            ("0001-01-01", "2026-12-12", AbsenceError::Far),
        ] {
            assert_eq!(read(first, last), Err(wrong), "{first} to {last}");
        }
    }

    #[test]
    fn others_are_told_from_two_weeks_before_the_first_day_to_the_last() {
        let absence = Absence { first: day("2026-12-20"), last: day("2026-12-24") };
        let told = |text| absence.is_told(day(text).start());
        assert!(!told("2026-12-05") && told("2026-12-06") && told("2026-12-24") && !told("2026-12-25"));
        assert!(
            !absence.has_begun(day("2026-12-19").start()) && absence.has_begun(day("2026-12-20").start())
        );
    }
}

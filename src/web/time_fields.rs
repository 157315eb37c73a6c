//! The time control in the form for new matches.

use crate::games::{Game, RuleReason, SetupError, because};
use crate::matches::{TimeAllowance, TimeControl, TimeoutPolicy};
use crate::tr_format;
use crate::views::parts::words::one_of;

/// The fields of time controls with their defaults.
const FIELDS: [(&str, &str); 10] = [
    ("time", "none"),
    ("time.days", "3"),
    ("time.bank", "72"),
    ("time.increment", "12"),
    ("time.cap", "168"),
    ("time.seconds", "60"),
    ("time.reserve", "300"),
    ("time.weekends", "off"),
    ("time.holidays", "off"),
    ("time.flag", "lose"),
];

/// Whether a field belongs to the time control.
pub fn is_one(name: &str) -> bool {
    FIELDS.iter().any(|(field, _)| *field == name)
}

/// Parses the time control; `None` if there is none.
///
/// # Errors
/// A value that is not offered, a repeated field, or choices that do not fit together.
pub fn read(fields: &[(String, String)], game: Game, seats: u8) -> Result<Option<TimeControl>, SetupError> {
    let sent = TimeFields(fields);
    let Some(pace) = sent.time_allowance()? else { return Ok(None) };
    let weekends_off = sent.switch("time.weekends")?;
    let at_flag = match sent.value("time.flag")? {
        "lose" => TimeoutPolicy::Lose,
        "skip" => TimeoutPolicy::Skip,
        "bot" => TimeoutPolicy::Bot,
        other => return Err(bad("time.flag", other, one_of(&["lose", "skip", "bot"]))),
    };
    if pace.is_live() && weekends_off {
        return Err(conflict(
            "time",
            because("a live match is played in one sitting, so weekends can’t be off"),
        ));
    }
    if at_flag == TimeoutPolicy::Skip && (seats < 3 || *game.seats().end() < 3) {
        return Err(conflict("time.flag", because("turns can only be skipped with three or more players")));
    }
    let vacation = sent.switch("time.holidays")? && !pace.is_live();
    Ok(Some(TimeControl { pace, weekends_off, vacation, at_flag }))
}

struct TimeFields<'a>(&'a [(String, String)]);

impl<'a> TimeFields<'a> {
    fn value(&self, name: &'static str) -> Result<&'a str, SetupError> {
        let usual = FIELDS.iter().find(|(field, _)| *field == name).map_or("", |(_, usual)| *usual);
        let mut values = self.0.iter().filter(|(field, _)| field == name).map(|(_, value)| value.as_str());
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(SetupError::Twice(name.to_owned())),
            (value, None) => Ok(value.unwrap_or(usual)),
        }
    }

    fn time_allowance(&self) -> Result<Option<TimeAllowance>, SetupError> {
        Ok(match self.value("time")? {
            "none" => None,
            // The speeds that the form offers by themselves.
            "1d" => Some(TimeAllowance::Days(1)),
            "3d" => Some(TimeAllowance::Days(3)),
            "7d" => Some(TimeAllowance::Days(7)),
            "days" => {
                let takes = || one_of(&["1", "2", "3", "5", "7", "14"]);
                let days = self.number("time.days", (1, 14), takes)?;
                let offered = || bad("time.days", &days.to_string(), takes());
                Some(TimeAllowance::Days(days).validated().ok_or_else(offered)?)
            }
            "bank" => {
                let hours = self.number("time.bank", (1, 720), hours_from(1, 720))?;
                let increment = self.number("time.increment", (0, 168), hours_from(0, 168))?;
                let cap = self.number("time.cap", (1, 2160), hours_from(1, 2160))?;
                let less = || {
                    conflict("time.cap", because("the maximum can’t be lower than the hours at the start"))
                };
                Some(TimeAllowance::Bank { hours, increment, cap }.validated().ok_or_else(less)?)
            }
            "live" => Some(TimeAllowance::Live {
                seconds: self.number("time.seconds", (30, 300), seconds_from(30, 300))?,
                reserve: self.number("time.reserve", (0, 3600), seconds_from(0, 3600))?,
            }),
            other => {
                return Err(bad("time", other, one_of(&["none", "1d", "3d", "7d", "days", "bank", "live"])));
            }
        })
    }

    fn number(
        &self,
        name: &'static str,
        bounds: (u16, u16),
        takes: impl FnOnce() -> String,
    ) -> Result<u16, SetupError> {
        let text = self.value(name)?;
        let number = text.parse().ok().filter(|number: &u16| number.to_string() == text);
        number.filter(|number| (bounds.0..=bounds.1).contains(number)).ok_or_else(|| bad(name, text, takes()))
    }

    fn switch(&self, name: &'static str) -> Result<bool, SetupError> {
        match self.value(name)? {
            "on" => Ok(true),
            "off" => Ok(false),
            other => Err(bad(name, other, one_of(&["on", "off"]))),
        }
    }
}

fn hours_from(least: u16, most: u16) -> impl Fn() -> String {
    move || tr_format!("a number of hours from {least} to {most}", least = least, most = most)
}

fn seconds_from(least: u16, most: u16) -> impl Fn() -> String {
    move || tr_format!("a number of seconds from {least} to {most}", least = least, most = most)
}

fn bad(key: &str, value: &str, takes: String) -> SetupError {
    SetupError::BadValue { key: key.to_owned(), value: value.to_owned(), takes }
}

fn conflict(key: &'static str, why: RuleReason) -> SetupError {
    SetupError::Conflict { key, why }
}

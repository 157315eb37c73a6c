//! Options: the variant switches of a game, as typed values with a text form.

use std::fmt::Debug;

use thiserror::Error;

use super::RuleReason;
use crate::error_codes;

/// An option of a game, as the form for a new match shows it.
#[derive(Debug)]
pub struct OptionSpec {
    /// The key of the text form.
    pub key: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// The effect of the option, in a sentence.
    pub help: &'static str,
    /// The allowed values.
    pub values: OptionValues,
}

/// The allowed values of an option.
#[derive(Debug)]
pub enum OptionValues {
    /// One of a few named values.
    Choice(&'static [ChoiceSpec]),
    /// A whole number within inclusive bounds.
    Number { least: u8, most: u8 },
}

/// A named value of an option.
#[derive(Debug)]
pub struct ChoiceSpec {
    /// The value of the text form.
    pub value: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// The meaning, in a sentence.
    pub help: &'static str,
}

/// A named set of option values. Options that are not named have their default.
#[derive(Debug, PartialEq, Eq)]
pub struct OptionPreset {
    /// The preset's name in a URL.
    pub key: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// The purpose, in a sentence.
    pub help: &'static str,
    /// The values that differ from the defaults.
    pub values: &'static [(&'static str, &'static str)],
}

/// Why a match cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// No such game.
    #[error("there is no game called “{0}”")]
    UnknownGame(String),
    /// No such option.
    #[error("there is no option called “{0}” in this game")]
    UnknownOption(String),
    /// A required value is missing.
    #[error("“{key}” is missing: it takes {takes}")]
    Missing {
        key: &'static str,
        /// The allowed values, as text.
        takes: String,
    },
    /// An option was given more than once.
    #[error("the option “{0}” is given twice")]
    Twice(String),
    /// An option cannot have this value.
    #[error("“{key}” cannot be “{value}”: it takes {takes}")]
    BadValue {
        key: String,
        value: String,
        /// The allowed values, as text.
        takes: String,
    },
    /// Two values conflict.
    #[error("“{key}” does not fit: {why}")]
    Conflict {
        /// The option to change.
        key: &'static str,
        why: RuleReason,
    },
    /// The game does not allow this number of seats.
    #[error("{seats} seats aren’t possible: this game takes {}", numbers(*least, *most))]
    Seats { seats: u8, least: u8, most: u8 },
}

error_codes! {
    SetupError {
        Self::UnknownGame(_) => "unknown-game",
        Self::UnknownOption(_) => "unknown-option",
        Self::Missing { .. } => "missing-option",
        Self::Twice(_) => "repeated-option",
        Self::BadValue { .. } => "invalid-option-value",
        Self::Conflict { .. } => "conflicting-options",
        Self::Seats { .. } => "invalid-seat-count",
    }
}

/// A value that an option can hold, with its text form.
pub trait OptionValue {
    /// The text form.
    fn write(&self) -> String;
    /// Sets the value from text. `false` if the text is invalid.
    fn read(&mut self, text: &str) -> bool;
}

impl OptionValue for bool {
    fn write(&self) -> String {
        if *self { "on" } else { "off" }.to_owned()
    }

    fn read(&mut self, text: &str) -> bool {
        *self = text == "on";
        matches!(text, "on" | "off")
    }
}

impl OptionValue for u8 {
    fn write(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> bool {
        let canonical = text.parse().ok().filter(|number: &u8| number.to_string() == text);
        canonical.map(|number| *self = number).is_some()
    }
}

/// Declares an option's type: an enum whose variants have a text form.
#[macro_export]
#[doc(hidden)]
macro_rules! option_values {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $crate::games::options::OptionValue for $name {
            fn write(&self) -> String {
                match self { $(Self::$variant => $text),+ }.to_owned()
            }

            fn read(&mut self, text: &str) -> bool {
                match text { $($text => *self = Self::$variant,)+ _ => return false }
                true
            }
        }
    };
}

/// The options of a game. `Default` is the variant that players of the game expect.
pub trait GameOptions: Clone + Default + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Every option in the order of the form.
    const SPECS: &'static [OptionSpec];
    /// Named sets of values. The first is "Standard", without any.
    const PRESETS: &'static [OptionPreset];
    /// The keys of presets that players know as games of their own: see [`KnownGame`](super::KnownGame).
    const PRESET_GAMES: &'static [&'static str] = &[];

    /// Each key with its value, in the order of [`Self::SPECS`].
    fn fields(&mut self) -> Vec<(&'static str, &mut dyn OptionValue)>;

    /// Refuses conflicting values.
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    /// Reads options from pairs. Missing keys have their default.
    ///
    /// # Errors
    /// An unknown or repeated key, a value the option does not take, or conflicting values.
    fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, SetupError> {
        let mut options = Self::default();
        let mut seen: Vec<&str> = Vec::new();
        for (key, value) in pairs {
            if seen.contains(&key) {
                return Err(SetupError::Twice(key.to_owned()));
            }
            options.set(key, value)?;
            seen.push(key);
        }
        options.check()?;
        Ok(options)
    }

    /// Sets one option from text.
    ///
    /// # Errors
    /// An unknown key or a value the option does not take.
    fn set(&mut self, key: &str, value: &str) -> Result<(), SetupError> {
        let spec = Self::SPECS.iter().find(|spec| spec.key == key);
        let spec = spec.ok_or_else(|| SetupError::UnknownOption(key.to_owned()))?;
        let mut fields = self.fields();
        let field = fields.iter_mut().find(|(name, _)| *name == key);
        let (_, field) = field.ok_or_else(|| SetupError::UnknownOption(key.to_owned()))?;
        if spec.values.takes(value) && field.read(value) {
            return Ok(());
        }
        Err(SetupError::BadValue {
            key: key.to_owned(),
            value: value.to_owned(),
            takes: spec.values.in_words(),
        })
    }

    /// Every option with its value, including defaults. This form is stored with a match.
    fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut copy = self.clone();
        copy.fields().into_iter().map(|(key, value)| (key, value.write())).collect()
    }
}

impl OptionValues {
    fn takes(&self, text: &str) -> bool {
        match self {
            OptionValues::Choice(choices) => choices.iter().any(|choice| choice.value == text),
            OptionValues::Number { least, most } => {
                text.parse().is_ok_and(|number: u8| (*least..=*most).contains(&number))
            }
        }
    }

    /// The allowed values, as text: "3 to 15", "filled or own_ten".
    pub fn in_words(&self) -> String {
        match self {
            OptionValues::Choice(choices) => {
                let values: Vec<_> = choices.iter().map(|choice| choice.value).collect();
                match values.split_last() {
                    Some((last, rest)) if !rest.is_empty() => {
                        format!("{} or {last}", rest.join(", "))
                    }
                    _ => values.concat(),
                }
            }
            OptionValues::Number { least, most } => numbers(*least, *most),
        }
    }
}

/// Numbers within inclusive bounds, as text: "2 to 6", or "2" if there is only one.
fn numbers(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// The two values of a switch, for [`OptionValues::Choice`]; `off` first.
#[macro_export]
#[doc(hidden)]
macro_rules! off_on {
    ($off:literal, $on:literal) => {
        $crate::games::options::OptionValues::Choice(&[
            $crate::games::options::ChoiceSpec { value: "off", title: "Off", help: $off },
            $crate::games::options::ChoiceSpec { value: "on", title: "On", help: $on },
        ])
    };
}

//! Options: the variant switches of a game, as typed values with a text form.

use std::fmt::Debug;

use thiserror::Error;

use super::RuleReason;
use crate::error_codes;

/// One option of a game, as the form that opens a match shows it.
#[derive(Debug)]
pub struct OptionSpec {
    /// The key of the text form.
    pub key: &'static str,
    /// What a person calls it.
    pub title: &'static str,
    /// What it changes, in a sentence.
    pub help: &'static str,
    /// The values it takes.
    pub values: OptionValues,
}

/// The values an option takes.
#[derive(Debug)]
pub enum OptionValues {
    /// One of a few named values.
    Choice(&'static [ChoiceSpec]),
    /// A whole number within bounds, both included.
    Number {
        /// The smallest.
        least: u8,
        /// The largest.
        most: u8,
    },
}

/// A named value of an option.
#[derive(Debug)]
pub struct ChoiceSpec {
    /// The value of the text form.
    pub value: &'static str,
    /// What a person calls it.
    pub title: &'static str,
    /// What it means, in a sentence.
    pub help: &'static str,
}

/// A named set of option values; what it does not name keeps its default.
#[derive(Debug)]
pub struct OptionPreset {
    /// The preset's name in a URL.
    pub key: &'static str,
    /// What a person calls it.
    pub title: &'static str,
    /// What it is for, in a sentence.
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
    /// Something that has no default was not given.
    #[error("“{key}” is missing: it takes {takes}")]
    Missing {
        key: &'static str,
        /// What it takes, in words.
        takes: String,
    },
    /// An option was given more than once.
    #[error("the option “{0}” is given twice")]
    Twice(String),
    /// An option cannot have this value.
    #[error("“{key}” cannot be “{value}”: it takes {takes}")]
    BadValue {
        /// Which option.
        key: String,
        /// What was given.
        value: String,
        /// What it takes, in words.
        takes: String,
    },
    /// Two values do not go together.
    #[error("“{key}” does not fit: {why}")]
    Conflict {
        /// The option to change.
        key: &'static str,
        /// What is wrong.
        why: RuleReason,
    },
    /// The game is not for this many.
    #[error("{seats} seats cannot play this: it takes {least} to {most}")]
    Seats {
        /// How many were asked for.
        seats: u8,
        /// The fewest.
        least: u8,
        most: u8,
    },
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
    /// Takes the value the text stands for; `false` when it stands for none.
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

/// Declares an option's type: an enum whose variants have a text form. The first variant is the default.
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

/// The options of a game: `Default` is what players of the game expect today.
pub trait GameOptions: Clone + Default + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Every option in the order a form shows them.
    const SPECS: &'static [OptionSpec];
    /// Named sets of values; the first is "Standard", without any.
    const PRESETS: &'static [OptionPreset];

    /// Each key with the value it stands for, in the order of [`Self::SPECS`].
    fn fields(&mut self) -> Vec<(&'static str, &mut dyn OptionValue)>;

    /// Refuses values that do not go together.
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    /// Reads options from pairs; what is not named keeps its default.
    ///
    /// # Errors
    /// An unknown key, a key given twice, a value the option does not take, or values that do not go together.
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

    /// Every option with its value, defaults included: the form a match keeps for life.
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

    /// What it takes, in words: "3 to 15", "filled or own_ten".
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
            OptionValues::Number { least, most } => format!("{least} to {most}"),
        }
    }
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

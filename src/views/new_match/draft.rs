//! The values of the form that creates a match.

use crate::games::{Game, KnownGame, OptionPreset, OptionValues, Options, Position, SetupError};
use crate::tr_format;
use crate::views::messages::ErrorMessage;
use crate::views::parts::options::of_preset;
use crate::views::parts::words::one_of;

/// The field of the bots. It is sent once for each further seat: the number of a level, or nothing for a person.
pub const BOTS: &str = "bot";

/// The values of the form, initial or as sent.
#[derive(Clone, Debug)]
pub struct NewMatchDraft<'a> {
    pub game: Game,
    /// Names and values of fields.
    values: Vec<(String, String)>,
    /// The level of the bot in each further seat, as it was sent.
    bots: Vec<String>,
    /// The error in the form.
    problem: Option<&'a SetupError>,
    /// Why the named users cannot be invited.
    names: Option<&'a str>,
    /// Why the match was not created although the form is valid.
    refused: Option<&'a str>,
}

/// The field for automatic rolls, and the one for live matches.
pub(super) const AUTO_ROLL: &str = "throw_for_me";
pub(super) const AUTO_ROLL_LIVE: &str = "auto_roll_live";

/// The field for who moves first, and the one for more than two seats.
pub const FIRST: &str = "first";
pub const ORDER: &str = "order";

/// The field for invited users, and the one for how long the match is open.
pub(super) const INVITE: &str = "invite";
pub(super) const OPEN_FOR: &str = "open_for";
/// Its value for a standing offer.
pub const STANDING: &str = "standing";

/// The fields for the lowest and the highest rating.
pub(super) const RATINGS: [&str; 2] = ["rating_from", "rating_to"];

/// Initial values of the fields about time: three days per turn.
const TIME: [(&str, &str); 10] = [
    ("time", "3d"),
    ("time.days", "3"),
    ("time.bank", "72"),
    ("time.increment", "12"),
    ("time.cap", "168"),
    ("time.seconds", "30"),
    ("time.reserve", "600"),
    ("time.weekends", "off"),
    ("time.holidays", "on"),
    ("time.flag", "lose"),
];

/// The field for players who are on time.
pub const ON_TIME_ONLY: &str = "on_time";

/// Characters of user input that an error quotes.
const MAX_LENGTH: usize = 20;
const LONGEST_NAMES: usize = 200;

impl<'a> NewMatchDraft<'a> {
    /// The initial values.
    fn new(game: Game) -> Self {
        let pairs = game.options([]).map(|options| options.pairs()).unwrap_or_default();
        let mut values: Vec<_> = pairs.into_iter().map(|(key, value)| (field(key), value)).collect();
        values.push(("seats".to_owned(), game.seats().start().to_string()));
        values.push(("visibility".to_owned(), "public".to_owned()));
        values.push(("rated".to_owned(), "usual".to_owned()));
        values.push((FIRST.to_owned(), "random".to_owned()));
        if *game.seats().end() > 2 {
            values.push((ORDER.to_owned(), "random".to_owned()));
        }
        values.push((INVITE.to_owned(), String::new()));
        values.push((OPEN_FOR.to_owned(), "usual".to_owned()));
        values.extend(RATINGS.map(|name| (name.to_owned(), String::new())));
        values.push((ON_TIME_ONLY.to_owned(), "off".to_owned()));
        let time = TIME.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        values.extend(time);
        if game.has_dice() {
            values.push((AUTO_ROLL.to_owned(), "on".to_owned()));
            values.push((AUTO_ROLL_LIVE.to_owned(), "off".to_owned()));
        }
        Self { game, values, bots: Vec::new(), problem: None, names: None, refused: None }
    }

    /// The values as sent, with initial values for missing fields.
    pub fn from_form(game: Game, fields: &[(String, String)]) -> Self {
        let mut draft = Self::new(game);
        let seats = usize::from(*game.seats().end());
        let bots = fields.iter().filter(|(field, _)| field == BOTS).map(|(_, level)| level.clone());
        draft.bots = bots.take(seats).collect();
        for (name, value) in &mut draft.values {
            if name == INVITE {
                let names = fields.iter().filter(|(field, _)| field == name).map(|(_, sent)| sent.trim());
                let names: Vec<_> = names.filter(|sent| !sent.is_empty()).collect();
                *value = names.join(", ").chars().take(LONGEST_NAMES).collect();
            } else if let Some((_, sent)) = fields.iter().find(|(field, _)| field == name) {
                value.clone_from(sent);
            }
        }
        draft
    }

    /// Replaces the rules of the game by those of a preset, if it exists.
    pub fn with_preset(mut self, key: &str) -> Self {
        let rules = of_preset(self.game, key).map(|options| options.pairs()).unwrap_or_default();
        for (key, rule) in rules {
            let name = field(key);
            if let Some((_, value)) = self.values.iter_mut().find(|(field, _)| *field == name) {
                *value = rule;
            }
        }
        self
    }

    /// Adds an error.
    pub fn with_problem(self, problem: &'a SetupError) -> Self {
        Self { problem: Some(problem), ..self }
    }

    /// Adds an error about the invited users.
    pub fn wrong_names(self, why: &'a str) -> Self {
        Self { names: Some(why), ..self }
    }

    /// Adds why the match was not created although the form is valid.
    pub fn with_refusal(self, why: &'a str) -> Self {
        Self { refused: Some(why), ..self }
    }

    /// The value of a field.
    pub(super) fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    /// The level of the bot in each further seat; empty for a person.
    pub(super) fn bots(&self) -> Vec<&str> {
        self.bots.iter().map(String::as_str).collect()
    }

    /// The game with these options.
    pub(super) fn known_game(&self) -> KnownGame {
        self.options().map_or(self.game.into(), |options| KnownGame::of(&options))
    }

    /// Whether the options are those of a preset.
    pub(super) fn follows(&self, preset: &OptionPreset) -> bool {
        self.options().is_some_and(|options| of_preset(self.game, preset.key) == Some(options))
    }

    /// The initial position of the match.
    pub(super) fn opening(&self) -> Option<Position> {
        self.game.opening(&self.options()?, self.value("seats").parse().ok()?).ok()
    }

    fn options(&self) -> Option<Options> {
        let options =
            self.values.iter().filter_map(|(field, value)| Some((field.strip_prefix("option.")?, &**value)));
        self.game.options(options).ok()
    }

    /// The error of a field.
    pub(super) fn problem(&self, name: &str) -> Option<String> {
        if let Some(why) = self.names.filter(|_| name == INVITE) {
            return Some(why.to_owned());
        }
        let problem = self.problem.filter(|problem| self.place(problem).as_deref() == Some(name))?;
        Some(match problem {
            SetupError::BadValue { key, value, takes } => {
                let takes = self.taken_by(key).unwrap_or_else(|| takes.clone());
                tr_format!(
                    "“{value}” isn’t possible here: choose {takes}.",
                    value = cut(value),
                    takes = takes
                )
            }
            SetupError::Missing { takes, .. } => {
                tr_format!("Nothing was chosen: choose {takes}.", takes = takes)
            }
            SetupError::Conflict { why, .. } => {
                tr_format!("That isn’t possible: {why}.", why = why.message())
            }
            other => in_words(other),
        })
    }

    /// The valid values of an option, in words.
    fn taken_by(&self, key: &str) -> Option<String> {
        let spec = self.game.option_specs().iter().find(|spec| spec.key == key)?;
        Some(match spec.values {
            OptionValues::Choice(values) => {
                one_of(&values.iter().map(|value| value.value).collect::<Vec<_>>())
            }
            OptionValues::Number { least, most } => {
                tr_format!("{least} to {most}", least = least, most = most)
            }
        })
    }

    /// An error that belongs to no field of the form.
    pub(super) fn problem_elsewhere(&self) -> Option<String> {
        if let Some(why) = self.refused {
            return Some(why.to_owned());
        }
        let problem = self.problem.filter(|problem| self.place(problem).is_none())?;
        Some(in_words(problem))
    }

    /// The field of an error, if the form has it.
    fn place(&self, problem: &SetupError) -> Option<String> {
        let place = match problem {
            SetupError::BadValue { key, .. } if key == BOTS => return Some(BOTS.to_owned()),
            SetupError::BadValue { key, .. } if self.has(key) => key.clone(),
            SetupError::BadValue { key, .. } => field(key),
            SetupError::Conflict { key, .. } if self.has(key) => (*key).to_owned(),
            SetupError::Conflict { key, .. } => field(key),
            SetupError::Missing { key, .. } => (*key).to_owned(),
            SetupError::Seats { .. } => "seats".to_owned(),
            _ => return None,
        };
        self.has(&place).then_some(place)
    }

    /// Whether the form has this field. There is none for the number of seats if the game has only one.
    fn has(&self, name: &str) -> bool {
        let is_shown = name != "seats" || self.game.seats().start() != self.game.seats().end();
        is_shown && self.values.iter().any(|(field, _)| field == name)
    }
}

/// The name of an option's field.
pub(super) fn field(key: &str) -> String {
    format!("option.{key}")
}

/// The error of a match setup as a sentence, which quotes at most a few words of user input.
pub fn in_words(problem: &SetupError) -> String {
    match problem {
        SetupError::UnknownGame(name) => tr_format!("There’s no game called “{name}”.", name = cut(name)),
        SetupError::UnknownOption(name) => {
            tr_format!("This game has no option called “{name}”.", name = cut(name))
        }
        SetupError::Missing { key, takes } => {
            tr_format!("“{key}” is missing: choose {takes}.", key = key, takes = takes)
        }
        SetupError::Twice(name) => tr_format!("The option “{name}” is set twice.", name = cut(name)),
        SetupError::BadValue { key, value, takes } => tr_format!(
            "“{key}” can’t be “{value}”: choose {takes}.",
            key = cut(key),
            value = cut(value),
            takes = takes
        ),
        SetupError::Conflict { key, why } => {
            tr_format!("“{key}” isn’t possible: {why}.", key = key, why = why.message())
        }
        SetupError::Seats { seats, least, most } if least == most => tr_format!(
            "{seats} seats aren’t possible: this game takes {least}.",
            seats = seats,
            least = least
        ),
        SetupError::Seats { seats, least, most } => tr_format!(
            "{seats} seats aren’t possible: choose {least} to {most}.",
            seats = seats,
            least = least,
            most = most
        ),
    }
}

fn cut(text: &str) -> String {
    let mut shortened: String = text.chars().take(MAX_LENGTH).collect();
    if shortened.len() < text.len() {
        shortened.push('…');
    }
    shortened
}

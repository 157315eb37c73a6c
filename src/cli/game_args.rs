//! Arguments that set up a position: game, options and number of seats.

use std::str::FromStr;

use clap::Args;

use crate::games::{Game, Position};

/// A game with options and seats.
#[derive(Debug, Args)]
pub struct SetupArgs {
    #[command(flatten)]
    variant: Variant,
    /// Number of seats [default: the fewest the game takes]
    #[arg(long, value_name = "N")]
    seats: Option<u8>,
}

/// A game with its options.
#[derive(Debug, Args)]
pub struct Variant {
    /// Key of the game
    #[arg(value_parser = game)]
    game: Game,
    /// Options that differ from the defaults
    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", hide_default_value = true)]
    options: OptionPairs,
}

impl SetupArgs {
    /// The opening position.
    ///
    /// # Errors
    /// The game does not take an option or the number of seats.
    pub fn opening(&self) -> anyhow::Result<Position> {
        self.variant.opening(self.seats.unwrap_or(*self.variant.game.seats().start()))
    }
}

impl Variant {
    /// The opening position with this number of seats.
    ///
    /// # Errors
    /// As [`SetupArgs::opening`].
    pub fn opening(&self, seats: u8) -> anyhow::Result<Position> {
        let pairs = self.options.0.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options = self.game.options(pairs)?;
        Ok(self.game.opening(&options, seats)?)
    }
}

fn game(key: &str) -> Result<Game, String> {
    let keys: Vec<_> = Game::ALL.iter().map(|game| game.key()).collect();
    Game::from_key(key).ok_or_else(|| format!("the games are {}", keys.join(", ")))
}

/// `key=value,key=value`.
#[derive(Clone, Debug)]
struct OptionPairs(Vec<(String, String)>);

impl FromStr for OptionPairs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pairs = text.split(',').filter(|_| !text.is_empty()).map(|pair| {
            let (key, value) = pair.split_once('=').ok_or_else(|| format!("“{pair}” is not key=value"))?;
            Ok((key.to_owned(), value.to_owned()))
        });
        pairs.collect::<Result<_, String>>().map(Self)
    }
}

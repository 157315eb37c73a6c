//! Games as players know them.

use std::iter;

use super::{Game, OptionPreset, Options};

/// A game as players know it: one of the catalogue, or a preset that has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// The game with the rules.
    pub game: Game,
    /// The preset, if it is one.
    pub preset: Option<&'static OptionPreset>,
}

impl From<Game> for KnownGame {
    fn from(game: Game) -> Self {
        Self { game, preset: None }
    }
}

impl KnownGame {
    /// A game of the catalogue, and its presets that are known by a name of their own.
    pub fn all_of(game: Game) -> impl Iterator<Item = Self> {
        let is_known = move |preset: &&OptionPreset| game.preset_games().contains(&preset.key);
        let presets = game.presets().iter().filter(is_known);
        iter::once(Self::from(game)).chain(presets.map(move |preset| Self { game, preset: Some(preset) }))
    }

    /// The game that is played with these options.
    pub fn of(options: &Options) -> Self {
        let game = options.game();
        let mut presets = Self::all_of(game).filter(|known| known.preset.is_some());
        presets.find(|known| known.options().as_ref() == Some(options)).unwrap_or(game.into())
    }

    /// The game with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Game::ALL.iter().copied().flat_map(Self::all_of).find(|known| known.key() == key)
    }

    /// The name in URLs: that of the game, or that of the preset.
    pub fn key(self) -> &'static str {
        self.preset.map_or(self.game.key(), |preset| preset.key)
    }

    /// The displayed name.
    pub fn title(self) -> &'static str {
        self.preset.map_or(self.game.title(), |preset| preset.title)
    }

    /// The options with which it is played.
    pub fn options(self) -> Option<Options> {
        let values = self.preset.map_or(&[][..], |preset| preset.values);
        self.game.options(values.iter().copied()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_game_has_a_key_of_its_own_and_is_found_by_its_key_and_options() {
        let all: Vec<_> = Game::ALL.iter().copied().flat_map(KnownGame::all_of).collect();
        let named: usize = Game::ALL.iter().map(|game| game.preset_games().len()).sum();
        assert_eq!(all.len(), Game::ALL.len() + named);
        for known in all {
            assert_eq!(KnownGame::from_key(known.key()), Some(known));
            assert_eq!(KnownGame::of(&known.options().unwrap()), known);
        }
        assert_eq!(KnownGame::from_key("standard"), None);
    }
}

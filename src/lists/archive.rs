//! Which finished matches the archive lists, and in which order.

use crate::games::{Game, OptionPreset};
use crate::keyed;
use crate::now::UtcDay;
use crate::users::UserId;

keyed! {
    /// The order of the archive. Matches that are equal in it are ordered by their ids.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ArchiveOrder {
        /// Latest end first.
        #[default]
        Newest = "newest",
        /// Most moves first.
        Longest = "longest",
        /// Highest average rating of the players first. Matches that changed no ratings are left out.
        HighestRated = "rated",
    }
}

keyed! {
    /// The result of a match, for the player by whom the archive is filtered.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ArchiveResult {
        /// The player won alone; without a player: anybody did.
        Won = "won",
        /// The player shares the first place; without a player: several players do.
        Drawn = "drawn",
        /// Others won; without a player: anybody won alone.
        Lost = "lost",
    }
}

keyed! {
    /// The ways of ending by which the archive is filtered: all that lead to a result.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ArchiveEnding {
        Rules = "rules",
        Resigned = "resigned",
        Agreed = "agreed",
        Flagged = "flagged",
        Adjudicated = "adjudicated",
    }
}

/// The filter of the archive, as its URL says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveFilter {
    pub game: Option<Game>,
    /// The options of the game, as a preset of it.
    pub preset: Option<&'static OptionPreset>,
    /// The name of a player.
    pub player: String,
    /// The name of another player of the same match.
    pub opponent: String,
    pub result: Option<ArchiveResult>,
    pub ending: Option<ArchiveEnding>,
    /// The least and the greatest number of moves.
    pub moves: [Option<u32>; 2],
    /// The least average rating of the players.
    pub rating: Option<u16>,
    /// The first and the last day on which a match ended.
    pub days: [Option<UtcDay>; 2],
    pub order: ArchiveOrder,
}

impl ArchiveFilter {
    /// Names and values of the fields that restrict the list or change its order.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, String)> {
        let text = |value: &str| (!value.is_empty()).then(|| value.to_owned());
        let [least, most] = self.moves.map(|moves| moves.map(|moves| moves.to_string()));
        let [from, to] = self.days.map(|day| day.map(|day| day.to_string()));
        let order = (self.order != ArchiveOrder::default()).then(|| self.order.key().to_owned());
        [
            ("game", self.game_key()),
            ("player", text(&self.player)),
            ("opponent", text(&self.opponent)),
            ("result", self.result.map(|result| result.key().to_owned())),
            ("ending", self.ending.map(|ending| ending.key().to_owned())),
            ("least", least),
            ("most", most),
            ("rating", self.rating.map(|rating| rating.to_string())),
            ("from", from),
            ("to", to),
            ("order", order),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }

    /// The game, and the preset after a dot: "kalah", "tictactoe.gomoku".
    fn game_key(&self) -> Option<String> {
        let game = self.game?.key();
        Some(self.preset.map_or_else(|| game.to_owned(), |preset| format!("{game}.{}", preset.key)))
    }

    /// The game and preset with a key as [`Self::fields`] has it.
    pub fn parse_game(key: &str) -> Option<(Game, Option<&'static OptionPreset>)> {
        let (game, preset) = key.split_once('.').map_or((key, None), |(game, preset)| (game, Some(preset)));
        let game = Game::from_key(game)?;
        match preset {
            None => Some((game, None)),
            Some(key) => {
                game.presets().iter().find(|preset| preset.key == key).map(|found| (game, Some(found)))
            }
        }
    }

    /// Whether any field restricts the list.
    pub fn is_empty(&self) -> bool {
        *self == Self { order: self.order, ..Self::default() }
    }
}

/// The players by whom the archive is filtered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArchivePlayers {
    pub player: Option<UserId>,
    pub opponent: Option<UserId>,
    /// Whether their private matches are listed as well.
    pub private: bool,
    /// Without a player, the user whose private matches are listed as well.
    pub viewer: Option<UserId>,
}

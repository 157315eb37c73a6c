//! Accounts of bots.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use crate::bots::BotLevel;
use crate::games::Game;
use crate::users::{UserId, UserSummary, bot_name, is_bot_name};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotAccount {
    pub user: UserSummary,
    pub game: Game,
    pub level: BotLevel,
    /// Its number among the bots of this game and level, from 1.
    pub number: u8,
}

/// The numbers of players who share a device with the first: as many as any game has seats.
pub const DEVICE_PLAYERS: RangeInclusive<u8> = 2..=6;

/// A bot that a site has. Its account is created if it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotKey {
    pub game: Game,
    pub level: BotLevel,
    /// From 1: see [`BotAccount::number`].
    pub number: u8,
}

impl BotKey {
    /// All bots of a site: for each game and level as many as fit into a match with one person. A user has only one
    /// seat in a match, so games for more than two need several.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_level =
            |game: Game, level| (1..*game.seats().end()).map(move |number| Self { game, level, number });
        let of_game =
            move |game: Game| BotLevel::ALL.into_iter().flat_map(move |level| of_level(game, level));
        Game::ALL.iter().copied().flat_map(of_game)
    }

    /// The bot with a name; `None` for all other users.
    pub fn from_name(name: &str) -> Option<Self> {
        static KEYS: LazyLock<HashMap<String, BotKey>> =
            LazyLock::new(|| BotKey::all().map(|key| (key.name(), key)).collect());
        is_bot_name(name).then(|| KEYS.get(name).copied()).flatten()
    }

    /// The name: "Quarto Casual (bot)", "Sternhalma Expert 3 (bot)".
    pub fn name(self) -> String {
        let title = self.game.bot_title();
        match self.number {
            1 => bot_name(&format!("{title} {}", self.level.name())),
            number => bot_name(&format!("{title} {} {number}", self.level.name())),
        }
    }
}

/// The choice of a user for a match against bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotChoice {
    pub game: Game,
    pub level: BotLevel,
    /// The number of seats.
    pub seats: u8,
}

/// The results of a user in casual matches of a game against bots of one level only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotScore {
    pub level: BotLevel,
    /// Matches that the user won alone.
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// The last form with which a user created a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchChoice {
    pub game: Game,
    /// Names and values of fields, without invited users.
    pub fields: Vec<(String, String)>,
}

/// All accounts of bots and of players who share a device. They are read when the site starts, after missing ones were created, and do not change while it
/// runs. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct BotDirectory(Arc<Bots>);

#[derive(Clone, Debug, Default)]
struct Bots {
    by_key: HashMap<BotKey, BotAccount>,
    keys: HashMap<UserId, BotKey>,
    device_players: Vec<UserSummary>,
}

impl BotDirectory {
    pub fn new(accounts: impl IntoIterator<Item = BotAccount>) -> Self {
        let mut bots = Bots::default();
        for bot in accounts {
            let key = BotKey { game: bot.game, level: bot.level, number: bot.number };
            bots.keys.insert(bot.user.id, key);
            bots.by_key.insert(key, bot);
        }
        Self(Arc::new(bots))
    }

    /// With these players who share a device, in the order of their numbers.
    pub fn with_device_players(self, device_players: Vec<UserSummary>) -> Self {
        let Bots { by_key, keys, .. } = Arc::unwrap_or_clone(self.0);
        Self(Arc::new(Bots { by_key, keys, device_players }))
    }

    /// The players who share a device with the first, in the order of their numbers.
    pub fn device_players(&self) -> &[UserSummary] {
        &self.0.device_players
    }

    /// Whether none of them is missing.
    pub fn has_device_players(&self) -> bool {
        self.0.device_players.len() == DEVICE_PLAYERS.count()
    }

    /// The bot with this id; `None` for a person.
    pub fn get(&self, user: UserId) -> Option<&BotAccount> {
        self.0.by_key.get(self.0.keys.get(&user)?)
    }

    pub fn has(&self, key: BotKey) -> bool {
        self.0.by_key.contains_key(&key)
    }

    /// The bot of a game and level with this number, from 1.
    pub fn find(&self, game: Game, level: BotLevel, number: u8) -> Option<&BotAccount> {
        self.0.by_key.get(&BotKey { game, level, number })
    }

    /// The bots of a game, weakest first, those of one level by number.
    pub fn all_of(&self, game: Game) -> impl Iterator<Item = &BotAccount> {
        BotKey::all().filter(move |key| key.game == game).filter_map(|key| self.0.by_key.get(&key))
    }

    /// A bot of a game and level that is not one of these users; `None` if all of them are.
    pub fn free(&self, game: Game, level: BotLevel, taken: &[UserId]) -> Option<&BotAccount> {
        self.all_of(game).find(|bot| bot.level == level && !taken.contains(&bot.user.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_bots_of_a_level_as_free_seats_in_a_match_with_one_person() {
        let numbers = |game: Game| {
            let casual = move |key: &BotKey| key.game == game && key.level == BotLevel::Casual;
            BotKey::all().filter(casual).map(|key| key.number).collect::<Vec<_>>()
        };
        for game in Game::ALL {
            assert_eq!(numbers(*game).len(), usize::from(*game.seats().end()) - 1, "{game:?}");
        }
        assert_eq!(BotKey::all().count(), 77);
    }

    #[test]
    fn every_bot_has_a_unique_name_that_marks_it_as_a_bot() {
        let mut names: Vec<_> = BotKey::all().map(|key| key.name().to_lowercase()).collect();
        assert!(names.iter().all(|name| is_bot_name(name)), "{names:?}");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), BotKey::all().count());
    }

    #[test]
    fn bots_are_found_by_id_and_by_game_and_level() {
        let accounts = BotKey::all().zip(1..).map(|(key, id)| BotAccount {
            user: UserSummary { id: UserId(id), name: key.name().into() },
            game: key.game,
            level: key.level,
            number: key.number,
        });
        let bots = BotDirectory::new(accounts);
        let game = Game::from_key("sternhalma").unwrap();
        let third = bots.find(game, BotLevel::Expert, 3).unwrap();
        assert_eq!(&*third.user.name, "Sternhalma Expert 3 (bot)");
        assert_eq!(bots.get(third.user.id), Some(third));
        assert_eq!(bots.find(game, BotLevel::Expert, 6), None);
        assert_eq!(bots.get(UserId(1000)), None);
        let levels: Vec<_> = bots.all_of(game).map(|bot| (bot.level, bot.number)).collect();
        assert_eq!(
            (levels.len(), levels[0], levels[34]),
            (35, (BotLevel::FirstSteps, 1), (BotLevel::Master, 5))
        );
        let first = bots.find(game, BotLevel::Expert, 1).unwrap().user.id;
        assert_eq!(bots.free(game, BotLevel::Expert, &[first]).map(|bot| bot.number), Some(2));
    }
}

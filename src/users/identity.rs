//! Users by id and name.

use std::fmt;
use std::sync::Arc;

use icu_normalizer::ComposingNormalizerBorrowed;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use unicode_security::skeleton;

/// A user: a person with an account, a guest or a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub i64);

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What deleted accounts are called. Nobody can register this name, as it has a space.
pub const FORMER: &str = "Former player";

/// What a user is called whose name could not be loaded.
pub const UNKNOWN: &str = "somebody";

/// The suffix of every bot's name. The names of people have neither spaces nor parentheses, so a bot is recognisable
/// wherever its name is shown.
const BOT_MARK: &str = " (bot)";

/// The name of a bot with this title.
pub fn bot_name(title: &str) -> String {
    format!("{title}{BOT_MARK}")
}

/// The name of a bot without the suffix; `None` for the name of a person.
pub fn bot_title(name: &str) -> Option<&str> {
    name.strip_suffix(BOT_MARK)
}

/// Whether this is the name of a bot, or of a player who shares the device of another: nobody signs in with it.
pub fn is_bot_name(name: &str) -> bool {
    bot_title(name).is_some() || device_player_number(name).is_some()
}

/// The end of the name of a player who shares the device of another. Nobody can register a name with a space.
const DEVICE_MARK: &str = " (same device)";

/// The name of the player with this number, from 2, in a match of people who share a device.
pub fn device_player(number: u8) -> String {
    format!("Player {number}{DEVICE_MARK}")
}

/// The number of a player who shares the device of another; `None` for all other names.
pub fn device_player_number(name: &str) -> Option<u8> {
    name.strip_suffix(DEVICE_MARK)?.strip_prefix("Player ")?.parse().ok()
}

/// The start of the name of every guest; digits follow. A name that people choose has no space.
const GUEST_PREFIX: &str = "Guest ";

/// The name of the guest with this number.
pub fn guest_name(number: u32) -> String {
    format!("{GUEST_PREFIX}{number}")
}

/// Whether this is the name of a guest.
pub fn is_guest_name(name: &str) -> bool {
    let (prefix, number) = name.split_at_checked(GUEST_PREFIX.len()).unwrap_or_default();
    prefix.eq_ignore_ascii_case(GUEST_PREFIX)
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The form in which names are compared: with composed letters, in lower case.
pub fn name_key(name: &str) -> String {
    let composed = ComposingNormalizerBorrowed::new_nfc();
    composed.normalize(&composed.normalize(name).to_lowercase()).into_owned()
}

/// The form in which names that look alike are equal, from the form in which they are compared: the skeleton of
/// [UTS 39](https://www.unicode.org/reports/tr39/#Confusable_Detection), in which also I, l and 1, O and 0, rn and m, and vv
/// and w are equal.
pub fn look_alike_key(name_key: &str) -> String {
    let letters = skeleton(name_key).collect::<String>().to_lowercase();
    let letters = letters.replace(['i', '1'], "l").replace('0', "o");
    letters.replace("rn", "m").replace("vv", "w")
}

/// A user with their name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserSummary {
    pub id: UserId,
    pub name: Arc<str>,
}

impl UserSummary {
    /// Whether the user is a bot, or shares the device of another.
    pub fn is_bot(&self) -> bool {
        is_bot_name(&self.name)
    }

    /// Whether the user is a guest.
    pub fn is_guest(&self) -> bool {
        is_guest_name(&self.name)
    }
}

/// The names of the people in a match.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UserNames(SmallVec<[(UserId, Arc<str>); 4]>);

impl UserNames {
    pub fn new(names: Vec<(UserId, Arc<str>)>) -> Self {
        Self(names.into_iter().collect())
    }

    /// The name of a user, or [`UNKNOWN`].
    pub fn of(&self, user: UserId) -> &str {
        self.0.iter().find(|(id, _)| *id == user).map_or(UNKNOWN, |(_, name)| &**name)
    }

    /// All known names.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, name)| &**name)
    }

    /// Adds a name, unless it is known.
    pub fn learn(&mut self, user: UserId, name: &Arc<str>) {
        if !self.0.iter().any(|(id, _)| *id == user) {
            self.0.push((user, Arc::clone(name)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_and_guests_are_recognised_by_their_names() {
        assert_eq!(bot_title(&bot_name("Quarto Casual")), Some("Quarto Casual"));
        for name in [guest_name(4821), "guest 1".to_owned()] {
            assert!(is_guest_name(&name) && !is_bot_name(&name), "{name}");
        }
        for name in ["Ada", "Guest ", "Guest x1", "Guest-1", "Gu", "Zo\u{eb}\u{eb}\u{eb}1"] {
            assert!(!is_guest_name(name) && !is_bot_name(name), "{name}");
        }
    }
}

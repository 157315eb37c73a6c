//! Usernames: which are valid, and when two are equal.

use std::fmt;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};

use super::error::UsernameError;
use crate::games::Game;
use crate::users::{is_guest_name, is_mark, look_alike_key, name_key};

/// The site and its staff, which are the first word of nobody's name. `admin-ada` may be a name of Ada's.
const SITE_AND_STAFF: [&str; 6] = ["mod", "moderator", "official", "parlour", "staff", "support"];

/// Words that would pass for staff, the site or nobody, alone, in the plural, with a number or joined with each other.
const RESERVED: [&str; 41] = [
    "abuse",
    "admin",
    "administrator",
    "anonymous",
    "bot",
    "deleted",
    "deleteduser",
    "everyone",
    "formerplayer",
    "guest",
    "help",
    "helpdesk",
    "hostmaster",
    // Its page for admins would have the address of the page that creates accounts.
    "import",
    "info",
    "mod",
    "moderator",
    "nobody",
    "noreply",
    "null",
    "official",
    "operator",
    "owner",
    "parlour",
    "postmaster",
    "referee",
    "root",
    "security",
    "service",
    "site",
    "somebody",
    "staff",
    "support",
    "sysadmin",
    "system",
    "team",
    "undefined",
    "unknown",
    "visitor",
    "webmaster",
    "you",
];

/// How many marks that take no space of their own a letter may have, as in Devanagari.
const MOST_MARKS: usize = 2;

/// A username: 2 to 20 letters of one script, digits, `_` and `-`. Usernames are compared without regard to case.
///
/// ```
/// use parlour::accounts::Username;
/// assert_eq!(Username::parse("Jürgen").unwrap().key(), "jürgen");
/// assert!(Username::parse("Ada Lovelace").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Username {
    text: String,
    key: String,
}

impl Username {
    /// Parses a username. Spaces around it are ignored, and letters are composed.
    ///
    /// # Errors
    /// It is too short, too long, contains other characters, or letters of several scripts that are not written together
    /// (“highly restrictive” in [UTS 39](https://www.unicode.org/reports/tr39/#highly_restrictive)).
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        let text = ComposingNormalizerBorrowed::new_nfc().normalize(text.trim()).into_owned();
        if !has_valid_characters(&text) {
            return Err(UsernameError::Characters);
        }
        if !(2..=20).contains(&text.chars().count()) {
            return Err(UsernameError::Length);
        }
        if !text.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
            return Err(UsernameError::Scripts);
        }
        let key = name_key(&text);
        Ok(Self { text, key })
    }

    /// Parses the username of a new account, or a new name of an existing one.
    ///
    /// # Errors
    /// As [`Self::parse`], or it could be taken for a name of staff, the site, a guest or a bot.
    pub fn parse_new(text: &str) -> Result<Self, UsernameError> {
        let name = Self::parse(text)?;
        if name.is_reserved() { Err(UsernameError::Reserved) } else { Ok(name) }
    }

    /// Whether the name could be taken for one of staff, the site, a guest or a bot.
    fn is_reserved(&self) -> bool {
        // Digits separate words, or stand for letters.
        [self.key.clone(), look_alike_key(&self.key)].iter().any(|name| {
            let name = without_marks(name);
            let words: Vec<_> =
                name.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
            let Some(last) = words.last() else { return false };
            is_word(&words.concat())
                || words.iter().all(|word| is_word(word))
                || SITE_AND_STAFF.iter().any(|first| looks_like(words[0], first))
                || ["bot", "bots"].iter().any(|bot| looks_like(last, bot))
                || Game::ALL.iter().any(|game| looks_like(last, &format!("{}bot", game.key())))
        })
    }

    /// The name as the user wrote it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The name in lower case, by which it is compared.
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// Whether it consists of letters and digits that are in use, with few marks on each, `_` and `-`.
fn has_valid_characters(text: &str) -> bool {
    let mut marks = MOST_MARKS;
    text.chars().all(|character| {
        let is_letter = is_mark(character) || character.is_alphanumeric();
        marks = match character {
            '_' | '-' => MOST_MARKS,
            mark if is_mark(mark) => marks + 1,
            _ => 0,
        };
        let is_known = is_letter && GeneralSecurityProfile::identifier_allowed(character);
        (is_known || matches!(character, '_' | '-')) && marks <= MOST_MARKS
    })
}

/// The letters of a name, without marks on them.
fn without_marks(name: &str) -> String {
    let letters = DecomposingNormalizerBorrowed::new_nfd().normalize_iter(name.chars());
    letters.filter(|letter| !is_mark(*letter)).collect()
}

/// Whether a word is reserved, also in the plural.
fn is_word(word: &str) -> bool {
    let is = |word: &str| RESERVED.iter().any(|reserved| looks_like(word, reserved));
    is(word) || word.strip_suffix('s').is_some_and(is)
}

fn looks_like(word: &str, other: &str) -> bool {
    look_alike_key(word) == look_alike_key(other)
}

/// The form in which the name of a person or guest is compared; `None` for what cannot be such a name.
pub fn key_of_user(name: &str) -> Option<String> {
    let name = name.trim();
    let guest = is_guest_name(name).then(|| name_key(name));
    guest.or_else(|| Username::parse(name).ok().map(|name| name.key))
}

impl fmt::Display for Username {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Username, UsernameError};

    #[test]
    fn names_have_two_to_twenty_plain_characters() {
        for name in ["Al", "ada_1815", "a-b", "12345678901234567890"] {
            assert!(Username::parse(name).is_ok(), "{name}");
        }
        for name in ["", "a", "123456789012345678901"] {
            assert_eq!(Username::parse(name), Err(UsernameError::Length), "{name}");
        }
        for name in [
            "a b",
            "Quarto Casual (bot)",
            "Bot(bot)",
            "a/b",
            "a\nda",
            "<b>",
            "ada♥",
            "ａｄａ",
            "²³",
            "a\u{200d}b",
            "ad'a",
        ] {
            assert_eq!(Username::parse(name), Err(UsernameError::Characters), "{name}");
        }
        assert_eq!(Username::parse(" ada\n").unwrap().as_str(), "ada");
    }

    #[test]
    fn names_are_written_in_any_script() {
        for name in [
            "Jürgen",
            "Łukasz",
            "Ольга",
            "Ελένη",
            "محمد",
            "שרה",
            "विनय",
            "สมชาย",
            "김민준",
            "さくら-T",
            "李雷",
        ] {
            assert_eq!(
                Username::parse_new(name).map(|parsed| parsed.as_str().to_owned()),
                Ok(name.to_owned())
            );
        }
        let decomposed = Username::parse("Ju\u{308}rgen").unwrap();
        assert_eq!((decomposed.as_str(), decomposed.key()), ("Jürgen", "jürgen"));
        assert_eq!(Username::parse("JÜRGEN").unwrap().key(), "jürgen");
        let longest = "ü".repeat(20);
        assert!(Username::parse(&longest).is_ok());
        assert_eq!(Username::parse(&format!("{longest}ü")), Err(UsernameError::Length));
    }

    #[test]
    fn scripts_that_are_not_written_together_and_heaps_of_marks_are_refused() {
        for name in ["Аda", "adа", "Оlga", "Ελenh", "ada-Ольга", "李ольга"] {
            assert_eq!(Username::parse(name), Err(UsernameError::Scripts), "{name}");
        }
        for name in ["z\u{331}\u{332}\u{333}algo", "\u{308}ada", "-\u{331}ada", "ad_\u{332}a"] {
            assert_eq!(Username::parse(name), Err(UsernameError::Characters), "{name}");
        }
    }

    #[test]
    fn names_of_staff_site_guests_and_bots_are_reserved() {
        for name in [
            "admin",
            "Adm1n",
            "MODERATOR",
            "Mod",
            "Parlour",
            "par1our",
            "no-reply",
            "Former-player",
            "former_player",
            "0fficial",
            "guest",
            "Guest-1234",
            "guest_7",
            "Guest6358",
            "Quarto-Casual-bot",
            "tictactoe_B0T",
            "null",
            "Mods",
            "administrators",
            "sysadmin",
            "root",
            "parlour_team",
            "Parlour-Ada",
            "staff-office",
            "site-admin",
            "admin1",
            "staff1",
            "moderator-2",
            "support-team",
            "everyone",
            "you",
            "G-uest",
            "visitor",
            "quartobot",
            "bot-1",
            "Casual_bot2",
            "ädmin",
            "Möderator",
            "Bôt",
        ] {
            assert_eq!(Username::parse_new(name), Err(UsernameError::Reserved), "{name}");
            assert!(Username::parse(name).is_ok(), "{name}");
        }
        for name in ["Ada", "modesty", "guestbook", "guest-7a", "robot", "Talbot", "teammate", "Ada-admin"] {
            assert!(Username::parse_new(name).is_ok(), "{name}");
        }
        for name in ["admin-ada", "modem", "youssef", "rooted", "parlourgame", "2001", "_-"] {
            assert!(Username::parse_new(name).is_ok(), "{name}");
        }
    }
}

//! Usernames: which are valid, and when two are equal.

use std::fmt;

use super::error::UsernameError;
use crate::users::is_guest_name;

/// A username: 2 to 20 letters, digits, `_` and `-`. Usernames are compared without regard to case.
///
/// ```
/// use parlour::accounts::Username;
/// assert_eq!(Username::parse("Ada").unwrap().key(), "ada");
/// assert!(Username::parse("Ada Lovelace").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Username {
    text: String,
    key: String,
}

impl Username {
    /// Parses a username.
    ///
    /// # Errors
    /// It is too short, too long, or contains other characters.
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
            return Err(UsernameError::Characters);
        }
        if !(2..=20).contains(&text.len()) {
            return Err(UsernameError::Length);
        }
        Ok(Self { text: text.to_owned(), key: text.to_ascii_lowercase() })
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

/// The form in which the name of a person or guest is compared; `None` for what cannot be such a name.
pub fn name_key(name: &str) -> Option<String> {
    let guest = is_guest_name(name).then(|| name.to_ascii_lowercase());
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
        for name in ["a b", "Quarto Casual (bot)", "Bot(bot)", "zoë", "a/b", " ada", "ada\n", "<b>"] {
            assert_eq!(Username::parse(name), Err(UsernameError::Characters), "{name}");
        }
    }
}

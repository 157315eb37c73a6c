//! Recovery codes, for users who have lost their second factor.

use rand::RngExt;
use sha2::{Digest, Sha256};

use crate::typed::plain_typed;
use crate::users::UserId;

/// How many codes a user gets.
const CODES: usize = 10;
/// Alphabet without characters that look alike.
const ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// 24 characters are 118 bits, too many to try even with access to the hashes.
const LENGTH: usize = 24;

/// A recovery code.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct RecoveryCode(String);

impl RecoveryCode {
    pub fn generate() -> Vec<Self> {
        let mut rng = rand::rng();
        let mut character = || char::from(ALPHABET[rng.random_range(0..ALPHABET.len())]);
        (0..CODES).map(|_| Self((0..LENGTH).map(|_| character()).collect())).collect()
    }

    /// Parses a code, with or without separators.
    pub fn parse(text: &str) -> Option<Self> {
        let plain: String = plain_typed(text)
            .chars()
            .filter(|character| !character.is_whitespace() && *character != '-')
            .take(64)
            .collect();
        let plain = plain.to_ascii_lowercase();
        let fits = plain.len() == LENGTH && plain.bytes().all(|byte| ALPHABET.contains(&byte));
        fits.then_some(Self(plain))
    }

    /// The code in groups of four characters.
    pub fn text(&self) -> String {
        let groups: Vec<_> = self.0.as_bytes().chunks(4).map(String::from_utf8_lossy).collect();
        groups.join("-")
    }

    /// The hash that is stored.
    pub fn hash(&self, user: UserId) -> Vec<u8> {
        Sha256::digest(format!("recovery:{}:{}", user.0, self.0)).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::{CODES, RecoveryCode};
    use crate::users::UserId;

    #[test]
    fn a_code_is_parsed_in_any_case_and_grouping() {
        for code in RecoveryCode::generate() {
            let text = code.text();
            assert_eq!(text.len(), 29, "{text}");
            for typed in [text.clone(), text.to_uppercase(), text.replace('-', " "), text.replace('-', "")] {
                assert!(RecoveryCode::parse(&typed).as_ref() == Some(&code), "{typed}");
            }
        }
        for wrong in
            ["", "123456", &"a".repeat(23), &"a".repeat(25), &format!("{}1", "a".repeat(23)), &"ä".repeat(12)]
        {
            assert!(RecoveryCode::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn codes_are_unique_and_hashed_for_their_user() {
        let codes = RecoveryCode::generate();
        let mut hashes: Vec<_> = codes.iter().map(|code| code.hash(UserId(1))).collect();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), CODES);
        assert_ne!(codes[0].hash(UserId(1)), codes[0].hash(UserId(2)));
    }
}

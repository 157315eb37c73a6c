//! Verifiable dice: every roll follows from a secret that was fixed before the first one.
//!
//! The match shows the SHA-256 of its secret from the start. Roll *n* is read from `HMAC-SHA256(secret,
//! "match-id:n:entropy")`, where the entropy is the SHA-256 of all plies before it: so nobody, the site included, can
//! choose a roll once the match has begun, and no roll is repeated. When the match is over the secret is published,
//! and all rolls can be recomputed.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::MatchId;
use crate::games::Position;

/// Maximum number of hashes for a roll. At least 252 of 256 values of a byte map to a face, so a second one is rare.
const MOST_HASHES: u8 = 16;

/// The dice of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchDice {
    /// The secret that all rolls follow from.
    pub secret: DiceSecret,
    /// Whether the site rolls for the seats, and plays for them where there is no choice.
    pub for_me: bool,
}

/// The secret of a match's dice: 32 random bytes, written in hex.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DiceSecret([u8; 32]);

/// Hides the secret.
impl fmt::Debug for DiceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl DiceSecret {
    /// The secret of these bytes, which have to be random.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret in hex, for the record of a finished match.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The SHA-256 of the secret, in hex: shown from the start.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The notation of roll `number` (starting at 1) of a match after these plies; `None` if no die is to be rolled.
    pub fn throw<'a>(
        &self,
        id: &MatchId,
        number: usize,
        earlier: impl IntoIterator<Item = &'a str>,
        position: &Position,
    ) -> Option<String> {
        let message = format!("{id}:{number}:{}", entropy(earlier));
        let mut bytes = (1..=MOST_HASHES).filter_map(|attempt| self.bytes(&message, attempt)).flatten();
        bytes.find_map(|byte| position.roll_for_byte(byte))
    }

    fn bytes(&self, message: &str, attempt: u8) -> Option<[u8; 32]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(message.as_bytes());
        if attempt > 1 {
            mac.update(format!(":{attempt}").as_bytes());
        }
        Some(mac.finalize().into_bytes().into())
    }
}

impl TryFrom<String> for DiceSecret {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)?;
        Ok(Self(bytes))
    }
}

impl From<DiceSecret> for String {
    fn from(secret: DiceSecret) -> Self {
        secret.reveal()
    }
}

/// The SHA-256 of all plies so far, joined by spaces, in hex.
fn entropy<'a>(earlier: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for (index, notation) in earlier.into_iter().enumerate() {
        if index > 0 {
            hash.update(b" ");
        }
        hash.update(notation.as_bytes());
    }
    hex::encode(hash.finalize())
}

//! Dice that anyone can check: every throw follows from a secret that was fixed before the first one.
//!
//! The match shows the SHA-256 of its secret from the start. Throw *n* is read from
//! `HMAC-SHA256(secret, "match-id:n:entropy")`, where the entropy is the SHA-256 of everything played before it: so nobody,
//! the site included, can choose a throw once the match has begun, and the same throw never comes twice. When the match is
//! over the secret is published, and the throws can be worked out again.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::MatchId;
use crate::games::Position;

/// So many hashes are made at most for a throw. Of 256 bytes at least 252 show a face, so that the second is hardly ever
/// needed.
const MOST_HASHES: u8 = 16;

/// The dice of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchDice {
    /// What the throws follow from.
    pub secret: DiceSecret,
    /// Whether the site throws for the seats, and plays for them where there is no choice.
    pub for_me: bool,
}

/// What the throws of a match follow from: 32 bytes drawn at random, written in hex.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DiceSecret([u8; 32]);

/// Never shown by accident.
impl fmt::Debug for DiceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl DiceSecret {
    /// The secret of these bytes; draw them at random.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// In hex, for the record of a match that is over.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The SHA-256 of the secret, in hex: shown from the start.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The notation of throw `number` (from 1) of a match, after these plies; `None` where no die is to be thrown.
    pub fn throw<'a>(
        &self,
        id: &MatchId,
        number: usize,
        earlier: impl IntoIterator<Item = &'a str>,
        position: &Position,
    ) -> Option<String> {
        let message = format!("{id}:{number}:{}", entropy(earlier));
        let mut bytes = (1..=MOST_HASHES).filter_map(|attempt| self.bytes(&message, attempt)).flatten();
        bytes.find_map(|byte| position.thrown(byte))
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

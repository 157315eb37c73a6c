//! Secrets that are fixed in advance: what follows from one cannot be chosen afterwards.
//!
//! The SHA-256 of the secret, its commitment, is shown from the start. Once the secret is published, anyone can verify
//! what was derived from it.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Maximum number of hashes for a value. Most bytes are usable, so that a second hash is rare.
const MOST_HASHES: u8 = 16;

/// 32 random bytes, written in hex.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchSecret([u8; 32]);

/// Hides the secret.
impl fmt::Debug for MatchSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MatchSecret")
    }
}

impl MatchSecret {
    /// The secret of these bytes, which have to be random.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret in hex, for publishing it.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The SHA-256 of the secret, in hex: shown from the start.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The bytes of `HMAC-SHA256(secret, message)`, then those of `HMAC-SHA256(secret, "message:2")`, and so on.
    pub(super) fn bytes_for(&self, message: &str) -> impl Iterator<Item = u8> {
        (1..=MOST_HASHES).filter_map(move |attempt| self.hash(message, attempt)).flatten()
    }

    fn hash(&self, message: &str, attempt: u8) -> Option<[u8; 32]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(message.as_bytes());
        if attempt > 1 {
            mac.update(format!(":{attempt}").as_bytes());
        }
        Some(mac.finalize().into_bytes().into())
    }
}

impl TryFrom<String> for MatchSecret {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)?;
        Ok(Self(bytes))
    }
}

impl From<MatchSecret> for String {
    fn from(secret: MatchSecret) -> Self {
        secret.reveal()
    }
}

//! Verifiable dice: every roll follows from a secret that was fixed before the first one.
//!
//! Roll *n* is read from `HMAC-SHA256(secret, "match-id:n:entropy")`, where the entropy is the SHA-256 of all plies
//! before it: so nobody, the site included, can choose a roll once the match has begun, and no roll is repeated. When
//! the match is over the secret is published, and all rolls can be recomputed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{MatchId, MatchSecret};
use crate::games::Position;

/// The dice of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchDice {
    /// The secret that all rolls follow from.
    pub secret: MatchSecret,
    /// Whether the site rolls for the seats, and plays for them where there is no choice.
    pub auto_roll: bool,
}

impl MatchSecret {
    /// The notation of roll `number` (starting at 1) of a match after these plies; `None` if no die is to be rolled.
    pub fn roll<'a>(
        &self,
        id: &MatchId,
        number: usize,
        earlier: impl IntoIterator<Item = &'a str>,
        position: &Position,
    ) -> Option<String> {
        let message = format!("{id}:{number}:{}", entropy(earlier));
        self.bytes_for(&message).find_map(|byte| position.roll_for_byte(byte))
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

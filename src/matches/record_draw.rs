//! The draw of the seats in a record.

use serde::{Deserialize, Serialize};

/// The draw of the seats of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSeatDraw {
    /// The SHA-256 of the secret, in hex: shown from the start.
    pub commitment: String,
    /// The secret in hex, once the seats are drawn.
    pub secret: Option<String>,
    /// For each seat, which of the seats that were taken before the draw its player had, from 0; null before the draw.
    pub order: Option<Vec<u8>>,
    /// The names of the players in the order of the seats they took before the draw; null before the draw.
    #[serde(default)]
    pub players: Option<Vec<Option<String>>>,
}

//! The bearer token for the metrics.

use std::fmt;

use sha2::{Digest, Sha256};

/// A token, of which only a hash is kept.
#[derive(Clone)]
pub struct MetricsToken([u8; 32]);

impl MetricsToken {
    /// Minimum length in characters.
    pub const LEAST: usize = 16;

    /// The token of a text; `None` if that is too short.
    pub fn from_text(text: &str) -> Option<Self> {
        (text.chars().count() >= Self::LEAST).then(|| Self(print(text)))
    }

    /// Compares in constant time.
    pub fn is(&self, given: &str) -> bool {
        let differing = self.0.iter().zip(print(given)).fold(0, |all, (one, other)| all | (one ^ other));
        std::hint::black_box(differing) == 0
    }
}

fn print(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Hides the token.
impl fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

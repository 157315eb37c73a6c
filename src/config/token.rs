//! The token that authorises reading the metrics.

use std::fmt;

use sha2::{Digest, Sha256};

/// A word that opens a door. Only what is made of it is kept.
#[derive(Clone)]
pub struct MetricsToken([u8; 32]);

impl MetricsToken {
    /// How many characters it takes.
    pub const LEAST: usize = 16;

    /// From text; `None` when it is too short.
    pub fn from_text(text: &str) -> Option<Self> {
        (text.chars().count() >= Self::LEAST).then(|| Self(print(text)))
    }

    /// Whether this is it. Takes as long whatever was sent.
    pub fn is(&self, given: &str) -> bool {
        let differing = self.0.iter().zip(print(given)).fold(0, |all, (one, other)| all | (one ^ other));
        std::hint::black_box(differing) == 0
    }
}

fn print(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Says that there is one, never which.
impl fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

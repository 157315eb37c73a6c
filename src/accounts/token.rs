//! Session tokens.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// A session token: 32 random bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretToken(pub(super) [u8; 32]);

impl SecretToken {
    pub(super) fn random() -> Self {
        Self(rand::random())
    }

    /// Parses a cookie value.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The cookie value.
    pub fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }
}

impl fmt::Debug for SecretToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretToken(…)")
    }
}

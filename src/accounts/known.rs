//! Browsers that somebody has signed in with before. Whoever guesses at a name from elsewhere must not keep its owner out,
//! so what is tried with a known browser is counted apart.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::Username;

const NONCE: usize = 16;
const TAG: usize = 32;

/// Makes what a browser is known by, and tells it from what others have made.
#[derive(Debug)]
pub(super) struct Known(Hmac<Sha256>);

impl Known {
    pub fn new(key: [u8; 32]) -> Self {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&key);
        Self(Hmac::new(&block.into()))
    }

    /// What a browser holds in which this name has signed in. It does not tell the name.
    pub fn remember(&self, name: &str) -> String {
        let nonce: [u8; NONCE] = rand::random();
        let tag = self.mac(&nonce, name).finalize().into_bytes();
        BASE64_URL_SAFE_NO_PAD.encode([&nonce[..], &tag[..]].concat())
    }

    /// What such a browser is counted by when it shows that this name has signed in with it.
    pub fn recall(&self, held: &str, name: &str) -> Option<u128> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(held).ok().filter(|bytes| bytes.len() == NONCE + TAG)?;
        let nonce: [u8; NONCE] = bytes[..NONCE].try_into().ok()?;
        self.mac(&nonce, name).verify_slice(&bytes[NONCE..]).ok()?;
        Some(u128::from_be_bytes(nonce))
    }

    fn mac(&self, nonce: &[u8; NONCE], name: &str) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(nonce);
        if let Ok(name) = Username::parse(name) {
            mac.update(name.key().as_bytes());
        }
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::Known;

    #[test]
    fn a_browser_is_known_for_the_name_that_signed_in_with_it() {
        let known = Known::new([7; 32]);
        let held = known.remember("Ada");
        assert!(known.recall(&held, "aDA").is_some());
        assert_ne!(
            known.recall(&held, "Ada"),
            known.recall(&known.remember("Ada"), "Ada"),
            "each is its own"
        );
        assert_eq!(known.recall(&held, "Ben"), None);
        assert_eq!(Known::new([8; 32]).recall(&held, "Ada"), None);
        for wrong in ["", "x", &held[1..], &format!("{held}AA"), &"A".repeat(64)] {
            assert_eq!(known.recall(wrong, "Ada"), None, "{wrong}");
        }
    }
}

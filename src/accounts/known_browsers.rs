//! Browsers in which a user has signed in before. Login attempts from known browsers are counted apart, so that
//! guesses from elsewhere cannot lock the owner out. All browsers of an account share one count, and a password
//! change makes them unknown again.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::username::Username;

const NONCE: usize = 16;

/// Issues and verifies the cookies of known browsers.
#[derive(Debug)]
pub(super) struct KnownBrowser(Hmac<Sha256>);

impl KnownBrowser {
    pub fn new(key: [u8; 32]) -> Self {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&key);
        Self(Hmac::new(&block.into()))
    }

    /// The cookie of a browser in which this name has signed in with the password of this hash. It reveals neither.
    pub fn issue_cookie(&self, name: &Username, password_hash: &str) -> String {
        let nonce: [u8; NONCE] = rand::random();
        let tag = self.mac(&nonce, name, password_hash).finalize().into_bytes();
        BASE64_URL_SAFE_NO_PAD.encode([&nonce[..], &tag[..]].concat())
    }

    /// Verifies a cookie.
    pub fn verify(&self, held: &str, name: &Username, password_hash: &str) -> bool {
        let Ok(bytes) = BASE64_URL_SAFE_NO_PAD.decode(held) else { return false };
        let Some((nonce, tag)) = bytes.split_first_chunk::<NONCE>() else { return false };
        self.mac(nonce, name, password_hash).verify_slice(tag).is_ok()
    }

    fn mac(&self, nonce: &[u8; NONCE], name: &Username, password_hash: &str) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for part in [&nonce[..], name.key().as_bytes(), b"\0", password_hash.as_bytes()] {
            mac.update(part);
        }
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownBrowser, Username};

    #[test]
    fn a_remembered_browser_is_bound_to_one_name_and_one_password() {
        let known = KnownBrowser::new([7; 32]);
        let name = |name| Username::parse(name).unwrap();
        let held = known.issue_cookie(&name("Ada"), "hash");
        assert!(known.verify(&held, &name("aDA"), "hash"));
        assert!(!known.verify(&held, &name("Ada"), "another"));
        assert!(!known.verify(&held, &name("Ben"), "hash"));
        assert!(!KnownBrowser::new([8; 32]).verify(&held, &name("Ada"), "hash"));
        for wrong in ["", "x", &held[1..], &format!("{held}AA"), &"A".repeat(64)] {
            assert!(!known.verify(wrong, &name("Ada"), "hash"), "{wrong}");
        }
    }
}

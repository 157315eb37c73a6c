//! The VAPID key of the site, which identifies it to push services (RFC 8292).
//!
//! `web-push-native` can do this as well, but takes the time from the machine instead of the site's clock, and its
//! `jwt-simple` brings every other kind of signature along.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use crate::now::Moment;

/// Lifetime of a token in seconds. RFC 8292 permits a day at most.
const COUNTS: i64 = 12 * 60 * 60;

/// The key pair of the site.
pub struct VapidSigner {
    pair: EcdsaKeyPair,
    contact: String,
}

impl VapidSigner {
    /// A new key pair in PKCS#8.
    ///
    /// # Errors
    /// There is no random number generator.
    pub fn make() -> Result<Vec<u8>, Unspecified> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(made.as_ref().to_vec())
    }

    /// Loads a key pair; `None` if it is invalid. `contact` is a URL for push services to complain to.
    pub fn read(pkcs8: &[u8], contact: String) -> Option<Self> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &random).ok()?;
        Some(Self { pair, contact })
    }

    /// The public key for browsers.
    pub fn public(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// The `Authorization` header for the push service at this origin.
    ///
    /// # Errors
    /// There is no random number generator.
    pub fn authorization_header(&self, origin: &str, now: Moment) -> Result<String, Unspecified> {
        let encode = |value: serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let head = encode(json!({"typ": "JWT", "alg": "ES256"}));
        let claims = encode(json!({"aud": origin, "exp": now.0 / 1000 + COUNTS, "sub": self.contact}));
        let signed = format!("{head}.{claims}");
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

impl fmt::Debug for VapidSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidSigner(…)")
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_vapid_token_is_signed_for_one_service_and_half_a_day() {
        let pkcs8 = VapidSigner::make().unwrap();
        let vapid = VapidSigner::read(&pkcs8, "mailto:a@example.org".to_owned()).unwrap();
        let shown = vapid.authorization_header("https://push.example", Moment(1_795_262_400_000)).unwrap();
        let (token, key) = shown.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, VapidSigner::read(&pkcs8, String::new()).unwrap().public(), "the key lasts");
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key));
        public.verify(signed.as_bytes(), &decode(signature)).unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
        let expected =
            json!({"aud": "https://push.example", "exp": 1_795_305_600, "sub": "mailto:a@example.org"});
        assert_eq!(claims, expected);
        assert!(VapidSigner::read(b"no key", String::new()).is_none());
    }
}

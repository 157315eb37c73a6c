//! Encryption of push messages for the browser (RFC 8291, with the content encoding of RFC 8188).

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

/// Maximum length of a message in bytes: the 4096 bytes that push services accept, without header, delimiter and tag
/// of the single record.
pub const MAX_LENGTH: usize = 4096 - 86 - 1 - 16;

/// The keys of a push subscription.
#[derive(Clone, PartialEq, Eq)]
pub struct SubscriptionKeys {
    /// The browser's public key: an uncompressed point on P-256.
    pub p256dh: [u8; 65],
    /// The authentication secret, shared by browser and site.
    pub auth: [u8; 16],
}

impl SubscriptionKeys {
    /// Parses what a browser has sent; `None` if the keys are invalid.
    pub fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        Self::from_bytes(&decode(p256dh)?, &decode(auth)?)
    }

    /// The keys from the database; `None` if they are invalid.
    pub fn from_bytes(p256dh: &[u8], auth: &[u8]) -> Option<Self> {
        let keys = Self { p256dh: p256dh.try_into().ok()?, auth: auth.try_into().ok()? };
        keys.point().map(|_| keys)
    }

    /// The point; `None` if it is not on the curve.
    fn point(&self) -> Option<PublicKey> {
        PublicKey::from_sec1_bytes(&self.p256dh).ok()
    }
}

impl fmt::Debug for SubscriptionKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SubscriptionKeys(…)")
    }
}

/// Encrypts a message; `None` if the keys are invalid, or it is longer than [`MAX_LENGTH`].
pub fn encrypt_message(keys: &SubscriptionKeys, message: &[u8]) -> Option<Vec<u8>> {
    if message.len() > MAX_LENGTH {
        return None;
    }
    encrypt(message.to_vec(), &keys.point()?, &Auth::from(keys.auth)).ok()
}

#[cfg(test)]
mod tests {
    use web_push_native::decrypt;
    use web_push_native::p256::SecretKey;

    use super::*;

    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn a_message_is_encrypted_as_in_the_example_of_rfc_8291() {
        let keys = SubscriptionKeys::parse(P256DH, AUTH).unwrap();
        let secret = SecretKey::from_slice(&bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let sealed = encrypt_message(&keys, message).unwrap();
        assert_ne!(sealed, encrypt_message(&keys, message).unwrap(), "no two look alike");
        assert_eq!(decrypt(sealed, &secret, &Auth::from(keys.auth)).unwrap(), message);
        let example = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
             EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(decrypt(bytes(example), &secret, &Auth::from(keys.auth)).unwrap(), message);
    }

    #[test]
    fn a_message_fits_the_size_limit_of_push_services_or_is_refused() {
        let keys = SubscriptionKeys::parse(P256DH, AUTH).unwrap();
        assert_eq!(encrypt_message(&keys, &[b'x'; MAX_LENGTH]).unwrap().len(), 4096);
        assert!(encrypt_message(&keys, &[b'x'; MAX_LENGTH + 1]).is_none());
    }

    #[test]
    fn only_a_point_on_the_curve_and_a_whole_secret_are_valid_keys() {
        let padded = format!("{P256DH}=");
        assert!(SubscriptionKeys::parse(&padded, AUTH).is_some());
        let beside = format!("BA{}", &P256DH[2..]);
        let compressed = BASE64_URL_SAFE_NO_PAD.encode(&bytes(P256DH)[..33]);
        let infinity = "A".repeat(87);
        for wrong in ["", "x", "not base64", &P256DH[..80], &beside, &compressed, &infinity] {
            assert!(SubscriptionKeys::parse(wrong, AUTH).is_none(), "{wrong}");
        }
        for wrong in ["", "x", &AUTH[..20], P256DH, "BTBZMqHH6r4Tts7J/aSIgg!"] {
            assert!(SubscriptionKeys::parse(P256DH, wrong).is_none(), "{wrong}");
        }
    }
}

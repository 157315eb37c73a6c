//! What a push says, sealed so that only the browser it is for can read it: RFC 8291, in the coding of RFC 8188.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;

/// The size of a record, of which there is never more than one. Push services take no more.
const RECORD: u32 = 4096;
/// The most bytes that can be said at once: a record without its head, its end and its seal.
pub const LONGEST: usize = 4096 - 86 - 1 - 16;

/// What a browser gives out so that it can be written to.
#[derive(Clone, PartialEq, Eq)]
pub struct BrowserKeys {
    /// Its point on the curve P-256, uncompressed.
    pub p256dh: [u8; 65],
    /// Its secret, shared with whoever may write to it.
    pub auth: [u8; 16],
}

impl BrowserKeys {
    /// Reads what a browser has sent; `None` when nobody could be written to with it.
    pub fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        Self::from_bytes(&decode(p256dh)?, &decode(auth)?)
    }

    /// The same from what was kept.
    pub fn from_bytes(p256dh: &[u8], auth: &[u8]) -> Option<Self> {
        let keys = Self { p256dh: p256dh.try_into().ok()?, auth: auth.try_into().ok()? };
        // Whether the point is on the curve shows when something is agreed upon with it.
        seal(&keys, b"").ok().map(|_| keys)
    }
}

impl fmt::Debug for BrowserKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserKeys(…)")
    }
}

/// Seals a message.
///
/// # Errors
/// The keys are none, or the message is longer than [`LONGEST`].
pub fn seal(keys: &BrowserKeys, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
    if message.len() > LONGEST {
        return Err(Unspecified);
    }
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let public = own.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &keys.p256dh);
    let salt = rand::random();
    agree_ephemeral(own, &theirs, |shared| seal_with(shared, public.as_ref(), salt, keys, message))?
}

fn seal_with(
    shared: &[u8],
    public: &[u8],
    salt: [u8; 16],
    keys: &BrowserKeys,
    message: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let secret: [u8; 32] = derive(&keys.auth, shared, &[b"WebPush: info\0", &keys.p256dh, public])?;
    let key: [u8; 16] = derive(&salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derive(&salt, &secret, &[b"Content-Encoding: nonce\0"])?;
    // The two says that this record is the last.
    let mut record = [message, &[2]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let length = u8::try_from(public.len()).map_err(|_| Unspecified)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[length], public, &record].concat())
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut derived = [0; N];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(info, Length(N))?.fill(&mut derived)?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use super::*;

    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn the_example_of_rfc_8291_comes_out_to_the_byte() {
        let keys = BrowserKeys::parse(P256DH, AUTH).unwrap();
        let public =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let sealed = seal_with(&shared, &bytes(public), salt, &keys, message).unwrap();
        assert_eq!(
            BASE64_URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
             EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_message_fits_into_what_push_services_take_or_is_refused() {
        let keys = BrowserKeys::parse(P256DH, AUTH).unwrap();
        assert_eq!(seal(&keys, &[b'x'; LONGEST]).unwrap().len(), 4096);
        assert!(seal(&keys, &[b'x'; LONGEST + 1]).is_err());
    }

    #[test]
    fn only_a_point_on_the_curve_and_a_whole_secret_are_keys() {
        let padded = format!("{P256DH}=");
        assert!(BrowserKeys::parse(&padded, AUTH).is_some());
        let beside = format!("BA{}", &P256DH[2..]);
        let compressed = BASE64_URL_SAFE_NO_PAD.encode(&bytes(P256DH)[..33]);
        let infinity = "A".repeat(87);
        for wrong in ["", "x", "not base64", &P256DH[..80], &beside, &compressed, &infinity] {
            assert!(BrowserKeys::parse(wrong, AUTH).is_none(), "{wrong}");
        }
        for wrong in ["", "x", &AUTH[..20], P256DH, "BTBZMqHH6r4Tts7J/aSIgg!"] {
            assert!(BrowserKeys::parse(P256DH, wrong).is_none(), "{wrong}");
        }
    }
}

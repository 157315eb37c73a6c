//! Encryption of secrets in the database which have to be read again, such as TOTP secrets.

use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::Sha256;

/// Derives the key for one purpose. The keys of different purposes reveal nothing about each other.
///
/// This is HMAC-SHA256 of the purpose. HKDF would give other keys, and existing data is encrypted and signed with
/// these.
pub(super) fn derive(key: &[u8; 32], purpose: &str) -> [u8; 32] {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(purpose.as_bytes());
    mac.finalize().into_bytes().into()
}

/// A key that encrypts and decrypts.
#[derive(Debug)]
pub(super) struct SealingKey([u8; 32]);

impl SealingKey {
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Encrypts a secret. `whose` is authenticated with it, so that a ciphertext cannot be moved to another owner.
    pub fn encrypt(&self, whose: &str, secret: &[u8]) -> Option<Vec<u8>> {
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut sealed = secret.to_vec();
        let aad = Aad::from(whose.as_bytes());
        self.key()?.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed).ok()?;
        Some([&nonce[..], &sealed].concat())
    }

    /// Decrypts a secret; `None` if it was encrypted with another key, belongs to another owner or was tampered with.
    pub fn decrypt(&self, whose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut sealed = sealed.to_vec();
        let secret = self.key()?.open_in_place(nonce, Aad::from(whose.as_bytes()), &mut sealed).ok()?;
        Some(secret.to_vec())
    }

    fn key(&self) -> Option<LessSafeKey> {
        UnboundKey::new(&AES_256_GCM, &self.0).ok().map(LessSafeKey::new)
    }
}

#[cfg(test)]
mod tests {
    use super::{SealingKey, derive};

    #[test]
    fn a_sealed_secret_opens_only_with_its_key_and_owner_and_unmodified() {
        let seal = SealingKey::new([7; 32]);
        let sealed = seal.encrypt("1", b"a secret").unwrap();
        assert!(!sealed.windows(8).any(|part| part == b"a secret"));
        assert_ne!(sealed, seal.encrypt("1", b"a secret").unwrap(), "no two look alike");
        assert_eq!(seal.decrypt("1", &sealed).as_deref(), Some(&b"a secret"[..]));
        assert_eq!(seal.decrypt("2", &sealed), None);
        assert_eq!(SealingKey::new([8; 32]).decrypt("1", &sealed), None);
        for place in [0, 12, sealed.len() - 1] {
            let mut harmed = sealed.clone();
            harmed[place] ^= 1;
            assert_eq!(seal.decrypt("1", &harmed), None, "{place}");
        }
        assert_eq!((seal.decrypt("1", b""), seal.decrypt("1", &sealed[..12])), (None, None));
    }

    #[test]
    fn each_purpose_has_its_own_key() {
        assert_ne!(derive(&[7; 32], "one"), derive(&[7; 32], "other"));
        assert_ne!(derive(&[7; 32], "one"), derive(&[8; 32], "one"));
    }
}

//! Signatures of the audit log: MACs keyed by the secret key of the site.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::AuditHash;

/// The key that signs the audit log, derived from the secret key of the site.
#[derive(Clone, PartialEq, Eq)]
pub struct AuditKey([u8; 32]);

/// The end of the audit log, which is signed so that cutting entries off is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditLogEnd {
    /// The number of the last entry; 0 if there is none.
    pub seq: i64,
    pub hash: AuditHash,
    /// The last entry written before the log was signed with the present key. Later entries have a MAC.
    pub signed_after: i64,
}

impl AuditKey {
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The MAC of an entry with this hash. The hash covers every field of the entry and all entries before it.
    pub fn sign_entry(&self, hash: &AuditHash) -> AuditHash {
        self.entry(hash).finalize().into_bytes().into()
    }

    /// Whether this is the MAC of an entry with this hash.
    pub fn has_signed_entry(&self, hash: &AuditHash, mac: &[u8]) -> bool {
        self.entry(hash).verify_slice(mac).is_ok()
    }

    /// The MAC of the end of the log.
    pub fn sign_end(&self, end: &AuditLogEnd) -> AuditHash {
        self.end(end).finalize().into_bytes().into()
    }

    /// Whether this is the MAC of the end of the log.
    pub fn has_signed_end(&self, end: &AuditLogEnd, mac: &[u8]) -> bool {
        self.end(end).verify_slice(mac).is_ok()
    }

    fn entry(&self, hash: &AuditHash) -> Hmac<Sha256> {
        self.mac(b"entry").chain_update(hash)
    }

    fn end(&self, AuditLogEnd { seq, hash, signed_after }: &AuditLogEnd) -> Hmac<Sha256> {
        self.mac(b"end")
            .chain_update(seq.to_be_bytes())
            .chain_update(signed_after.to_be_bytes())
            .chain_update(hash)
    }

    /// Different prefixes keep the MAC of an entry from being one of the end.
    fn mac(&self, kind: &[u8]) -> Hmac<Sha256> {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        Hmac::<Sha256>::new(&block.into()).chain_update(kind)
    }
}

/// Hides the key.
impl fmt::Debug for AuditKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AuditKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_its_key_and_what_was_signed_only() {
        let (key, other) = (AuditKey::new([7; 32]), AuditKey::new([8; 32]));
        let end = AuditLogEnd { seq: 3, hash: [1; 32], signed_after: 2 };
        let (entry_mac, end_mac) = (key.sign_entry(&[1; 32]), key.sign_end(&end));
        assert!(key.has_signed_entry(&[1; 32], &entry_mac) && key.has_signed_end(&end, &end_mac));
        assert!(!other.has_signed_entry(&[1; 32], &entry_mac) && !other.has_signed_end(&end, &end_mac));
        assert!(!key.has_signed_entry(&[2; 32], &entry_mac) && !key.has_signed_entry(&[1; 32], &[]));
        for changed in [
            AuditLogEnd { seq: 2, ..end },
            AuditLogEnd { hash: [2; 32], ..end },
            AuditLogEnd { signed_after: 3, ..end },
        ] {
            assert!(!key.has_signed_end(&changed, &end_mac), "{changed:?}");
        }
        assert!(!format!("{key:?}").contains('7'));
    }
}

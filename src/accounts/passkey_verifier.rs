//! The relying party of passkeys, and the pending challenges.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use lru::LruCache;
use parking_lot::Mutex;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, PasskeyAuthentication, PasskeyRegistration, Url, Uuid,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::error::PasskeyError;
use crate::now::Moment;
use crate::users::UserId;

/// How many challenges are pending at most. A further one drops the oldest.
const WAITING: usize = 10_000;

/// What a challenge was issued for.
pub(super) enum PasskeyCeremony {
    Adding(UserId, Uuid, PasskeyRegistration),
    Entering(DiscoverableAuthentication),
    Showing(UserId, PasskeyAuthentication),
}

/// The relying party and the pending challenges.
pub(super) struct PasskeyVerifier {
    pub webauthn: Webauthn,
    waiting: Mutex<LruCache<String, (Moment, PasskeyCeremony)>>,
}

impl PasskeyVerifier {
    /// For the site at this origin; `None` if its host is an IP address.
    pub fn at(origin: &str) -> Option<Self> {
        let url = Url::parse(origin).ok()?;
        let host = url.domain()?;
        let webauthn = WebauthnBuilder::new(host, &url).ok()?.rp_name("Parlour").build().ok()?;
        Some(Self { webauthn, waiting: Mutex::new(LruCache::unbounded()) })
    }

    pub fn insert(&self, until: Moment, ceremony: PasskeyCeremony) -> String {
        let id = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
        let mut waiting = self.waiting.lock();
        waiting.put(id.clone(), (until, ceremony));
        while waiting.len() > WAITING {
            waiting.pop_lru();
        }
        id
    }

    /// Takes a pending challenge. It can be answered once.
    pub fn take(&self, id: &str, now: Moment) -> Result<PasskeyCeremony, PasskeyError> {
        let taken = self.waiting.lock().pop(id);
        taken.filter(|(until, _)| now < *until).map(|(_, ceremony)| ceremony).ok_or(PasskeyError::Gone)
    }
}

impl fmt::Debug for PasskeyVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasskeyVerifier(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::PasskeyVerifier;

    #[test]
    fn passkeys_need_a_host_name_and_a_secure_origin() {
        for origin in ["https://games.example", "http://localhost:8080", "https://games.example:8443"] {
            assert!(PasskeyVerifier::at(origin).is_some(), "{origin}");
        }
        for origin in ["http://192.168.1.5:8080", "http://[::1]:8080", "nonsense"] {
            assert!(PasskeyVerifier::at(origin).is_none(), "{origin}");
        }
    }
}
